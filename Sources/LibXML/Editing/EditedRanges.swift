/// The changes of a document: those in place, and those in each part that moves to another place.
struct EditedRanges: Sendable {
    /// A part of the document that moves to another place: an element that was moved or sorted.
    struct MovedPart: Sendable {
        var range: Range<Int>
        var entries: Range<Int>
        /// Whether it includes changes beside its first node.
        var isUnit: Bool
        var changes: [EditedRange] = []

        /// A number that differs between an element and a unit that begins with it.
        var number: Int { isUnit ? Self.number(ofUnit: entries.lowerBound) : entries.lowerBound }

        static func number(ofUnit entry: Int) -> Int { ~entry }
    }

    /// The changes in no moved part, in the order of the text after ``resolve(_:)``.
    private(set) var changes: [EditedRange] = []
    private(set) var movedParts = EntryValues<MovedPart>()

    /// - Complexity: O(*m* log *m*) in the number of changes and moved parts.
    init(_ all: [EditedRange], _ movedParts: [MovedPart]) {
        for movedPart in movedParts { self.movedParts[movedPart.number] = movedPart }
        func key(_ change: EditedRange) -> (Int, Int) { (change.entry, change.isBeside ? 0 : 1) }
        func key(_ movedPart: MovedPart) -> (Int, Int) { (movedPart.entries.lowerBound, movedPart.isUnit ? 0 : 1) }
        let inOrder = movedParts.inOrder { key($0) < key($1) }
        var next = 0
        // The moved parts around the current entry, the innermost last.
        var open: [(number: Int, end: Int)] = []
        for change in all.sorted(by: { key($0) < key($1) }) {
            while next < inOrder.count, key(inOrder[next]) <= key(change) {
                let movedPart = inOrder[next]
                while let last = open.last, last.end <= movedPart.entries.lowerBound { open.removeLast() }
                open.append((movedPart.number, movedPart.entries.upperBound))
                next += 1
            }
            while let last = open.last, last.end <= change.entry { open.removeLast() }
            add(change, to: open.last?.number)
        }
    }

    /// Adds a change to a moved part, or to those in no moved part.
    mutating func add(_ change: EditedRange, to movedPart: Int?) {
        if let movedPart { movedParts[movedPart]?.changes.append(change) } else { changes.append(change) }
    }

    /// Returns the moved parts that some changes insert.
    static func sources(_ changes: [EditedRange]) -> [Int] {
        changes.flatMap(\.pieces).compactMap { if case .source(let movedPart) = $0 { movedPart } else { nil } }
    }

    /// Omits changes that later ones replace, and sorts the others.
    ///
    /// - Parameter dropped: the moved parts whose surroundings an edit with this order has removed.
    /// - Throws: if two changes overlap, the result of `overlap` for the offsets of the later change and of the other
    ///   one.
    mutating func resolve(
        dropped: [(movedPart: Int, order: Int, offset: Int)], overlap: (Int, Int) -> XMLError
    ) throws(XMLError) {
        var dropped = dropped.inOrder { $0.movedPart < $1.movedPart }
        var placed: [Int?] = [nil]
        while let movedPart = placed.popLast() {
            let found = movedPart.map { movedParts[$0]?.changes ?? [] } ?? changes
            var kept: [EditedRange] = []
            // The change that ends last.
            var last: EditedRange?
            for change in found.sorted(by: EditedRange.precedes) {
                if let other = last, change.overlaps(other) {
                    guard change.isReplaced(by: other) else {
                        let isLater = change.order > (other.replaced == nil ? other.order : other.replacedOrder)
                        let offsets = [change.range.lowerBound, other.range.lowerBound]
                        throw overlap(offsets[isLater ? 0 : 1], offsets[isLater ? 1 : 0])
                    }
                    for source in Self.sources([change]) {
                        dropped.append((source, other.replacedOrder, other.range.lowerBound))
                    }
                    continue
                }
                kept.append(change)
                if change.range.upperBound >= last?.range.upperBound ?? 0 { last = change }
            }
            placed += Self.sources(kept).map { $0 }
            if let movedPart { movedParts[movedPart]?.changes = kept } else { changes = kept }
        }
        while let (movedPart, order, offset) = dropped.popLast() {
            let changes = movedParts[movedPart]?.changes ?? []
            if let later = changes.filter({ $0.order > order }).map(\.range.lowerBound).min() {
                throw overlap(later, offset)
            }
            dropped += Self.sources(changes).map { ($0, order, offset) }
        }
    }
}
