/// A key that is told apart from others by its bytes, as names are: strings that look alike are equal, though written
/// with different characters.
struct ExactKey: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    // What has the same bytes has the same hash.
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
