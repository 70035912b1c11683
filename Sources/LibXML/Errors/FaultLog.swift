/// What has been found wrong with a document: as much of it as is kept, and how much there was.
struct FaultLog<Item> {
    /// How many are kept.
    let limit: Int
    /// Those that are kept and have not been taken.
    private(set) var kept: [Item] = []
    private var takenCount = 0
    /// How many there were beyond those that are kept, since they were taken last.
    private(set) var untoldCount = 0

    init(limit: Int) { self.limit = limit }

    /// How many there were, also of those that are not kept, since they were taken last.
    var count: Int { kept.count + untoldCount }

    var isFull: Bool { takenCount + kept.count >= limit }

    /// Counts something, and keeps it where there is room.
    ///
    /// - Parameter isKept: whether it is kept in any case, as what ends the parse.
    mutating func add(_ item: Item, isKept: Bool = false) {
        if isKept || !isFull { kept.append(item) } else { untoldCount += 1 }
    }

    /// Counts something and, if there is room, inserts it before those at the end for which `comesAfter` returns true.
    mutating func insert(_ item: Item, before comesAfter: (Item) -> Bool) {
        guard !isFull else { return addUntold() }
        let index = kept.lastIndex { !comesAfter($0) }.map { $0 + 1 } ?? 0
        kept.insert(item, at: index)
    }

    mutating func addUntold(_ count: Int = 1) { untoldCount += count }

    /// Hands out what is kept, and begins to count anew.
    mutating func take() -> (kept: [Item], untoldCount: Int) {
        defer {
            takenCount += kept.count
            (kept, untoldCount) = ([], 0)
        }
        return (kept, untoldCount)
    }
}
