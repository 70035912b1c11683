/// A key that is compared by its bytes, as names are. Swift strings are equal if they are canonically equivalent, even
/// if their bytes differ.
package struct ExactKey: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }

    // Keys with the same bytes have the same hash.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Dictionary where Key == ExactKey {
    /// The value of a key that is a text.
    subscript(text: String) -> Value? {
        get { self[ExactKey(text)] }
        set { set(ExactKey(text), to: newValue) }
    }
}
