/// A range of a document's text, and what replaces it.
struct EditedRange: Sendable {
    /// A part of the new text.
    enum Piece: Sendable {
        case text([UInt8])
        /// The source of a moved part, with the changes in it.
        case source(Int)
    }

    var range: Range<Int>
    var pieces: [Piece]
    /// The entry of the tree that changes, and whether the change is beside the node instead of in it.
    var entry: Int
    var isBeside = false
    /// Whether an insertion at either end of the range changes the same part, as for the content of an element.
    var isClosed = false
    /// The range in which it replaces the changes of earlier edits.
    var replaced: Range<Int>?
    /// The order of the edit that replaces them.
    var replacedOrder = 0
    /// The order of changes at the same offset.
    var rank = 0
    /// The order of the last edit in it.
    var order: Int

    /// Whether both change the same part of the text, if the other one begins before this one.
    func overlaps(_ other: Self) -> Bool {
        range.lowerBound < other.range.upperBound
            || other.isClosed && range.lowerBound <= other.range.upperBound
    }

    /// Whether it is a part of what a later edit replaces.
    func isReplaced(by other: Self) -> Bool {
        guard let replaced = other.replaced, order < other.replacedOrder else { return false }
        return replaced.lowerBound <= range.lowerBound && range.upperBound <= replaced.upperBound
    }

    /// Whether a change comes before another one in the text. Outer ranges sort first, except that an insertion sorts
    /// before a change that begins at the same place.
    static func precedes(_ first: Self, _ second: Self) -> Bool {
        func kind(_ change: Self) -> Int { change.isClosed ? 0 : change.range.isEmpty ? 1 : 2 }
        return (first.range.lowerBound, kind(first), -first.range.upperBound, first.rank, first.order)
            < (second.range.lowerBound, kind(second), -second.range.upperBound, second.rank, second.order)
    }
}
