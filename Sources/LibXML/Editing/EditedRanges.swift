/// The changes of a document: those in place, and those in each part that is put at another place.
struct EditedRanges: Sendable {
    /// A part of the document that is put at another place: an element that was moved, or sorted.
    struct Island: Sendable {
        var range: Range<Int>
        var entries: Range<Int>
        /// Whether changes beside its first node are in it.
        var isUnit: Bool
        var changes: [EditedRange] = []

        /// A number that an element and the unit that begins with it do not share.
        var number: Int { isUnit ? Self.number(ofUnit: entries.lowerBound) : entries.lowerBound }

        static func number(ofUnit entry: Int) -> Int { ~entry }
    }

    /// The changes in no island, in the order of the text after ``resolve(_:)``.
    private(set) var changes: [EditedRange] = []
    private(set) var islands = EntryValues<Island>()

    /// - Complexity: O(*m* log *m*) in the number of changes and islands.
    init(_ all: [EditedRange], _ islands: [Island]) {
        for island in islands { self.islands[island.number] = island }
        func key(_ change: EditedRange) -> (Int, Int) { (change.entry, change.isBeside ? 0 : 1) }
        func key(_ island: Island) -> (Int, Int) { (island.entries.lowerBound, island.isUnit ? 0 : 1) }
        let inOrder = islands.inOrder { key($0) < key($1) }
        var next = 0
        // The islands around the current entry, the innermost last.
        var open: [(number: Int, end: Int)] = []
        for change in all.sorted(by: { key($0) < key($1) }) {
            while next < inOrder.count, key(inOrder[next]) <= key(change) {
                let island = inOrder[next]
                while let last = open.last, last.end <= island.entries.lowerBound { open.removeLast() }
                open.append((island.number, island.entries.upperBound))
                next += 1
            }
            while let last = open.last, last.end <= change.entry { open.removeLast() }
            add(change, to: open.last?.number)
        }
    }

    /// Adds a change to an island, or to those in none.
    mutating func add(_ change: EditedRange, to island: Int?) {
        if let island { islands[island]?.changes.append(change) } else { changes.append(change) }
    }

    /// Returns the islands that are put into a part.
    static func sources(_ changes: [EditedRange]) -> [Int] {
        changes.flatMap(\.pieces).compactMap { if case .source(let island) = $0 { island } else { nil } }
    }

    /// Omits changes that later ones replace, and sorts the others.
    ///
    /// - Parameter dropped: the islands that an edit with this order has removed with what was around them.
    /// - Throws: what `overlap` returns for a later change and another one, as offsets, if they overlap.
    mutating func resolve(
        dropped: [(island: Int, order: Int, offset: Int)], overlap: (Int, Int) -> XMLError
    ) throws(XMLError) {
        var dropped = dropped.inOrder { $0.island < $1.island }
        var placed: [Int?] = [nil]
        while let island = placed.popLast() {
            let found = island.map { islands[$0]?.changes ?? [] } ?? changes
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
            if let island { islands[island]?.changes = kept } else { changes = kept }
        }
        while let (island, order, offset) = dropped.popLast() {
            let changes = islands[island]?.changes ?? []
            if let later = changes.filter({ $0.order > order }).map(\.range.lowerBound).min() {
                throw overlap(later, offset)
            }
            dropped += Self.sources(changes).map { ($0, order, offset) }
        }
    }
}
