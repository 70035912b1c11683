/// A part of a value that is ignored by comparisons: all instances are equal.
struct Uncompared<Value: Sendable>: Hashable, Sendable {
    var value: Value?

    static func == (left: Self, right: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
