/// The faults or diagnostics of a document: those that are kept, and the count of all.
struct FaultLog<Item> {
    /// The maximum number of items that are kept.
    let limit: Int
    /// The items that are kept and not yet taken.
    private(set) var kept: [Item] = []
    private var takenCount = 0
    /// The number of items that were added and not kept since the last call of `take()`.
    private(set) var untoldCount = 0

    init(limit: Int) { self.limit = limit }

    /// The number of items since the last call of `take()`, including those that are not kept.
    var count: Int { kept.count + untoldCount }

    var isFull: Bool { takenCount + kept.count >= limit }

    /// Adds an item, and keeps it unless the log is full.
    ///
    /// - Parameter isKept: whether to keep it even if the log is full, as the fault that ends the parse.
    mutating func add(_ item: Item, isKept: Bool = false) {
        if isKept || !isFull { kept.append(item) } else { untoldCount += 1 }
    }

    /// Adds an item and, unless the log is full, inserts it before those at the end for which `comesAfter` returns
    /// true.
    mutating func insert(_ item: Item, before comesAfter: (Item) -> Bool) {
        guard !isFull else { return addUntold() }
        let index = kept.lastIndex { !comesAfter($0) }.map { $0 + 1 } ?? 0
        kept.insert(item, at: index)
    }

    mutating func addUntold(_ count: Int = 1) { untoldCount += count }

    /// Removes and returns the kept items, and resets the counts.
    mutating func take() -> (kept: [Item], untoldCount: Int) {
        defer {
            takenCount += kept.count
            (kept, untoldCount) = ([], 0)
        }
        return (kept, untoldCount)
    }
}
