/// The faults or diagnostics of a document: those that are kept, and the count of all.
struct FaultLog<Item> {
    /// The maximum number of items that are kept.
    let limit: Int
    /// The items that are kept and not yet taken.
    private(set) var kept: [Item] = []
    private var takenCount = 0
    /// The number of items that were added and not kept since the last call of `take()`.
    private(set) var skippedCount = 0

    init(limit: Int) { self.limit = limit }

    /// The number of items since the last call of `take()`, including those that are not kept.
    var count: Int { kept.count + skippedCount }

    /// Whether no item was added, or only to a log that keeps none.
    var isUnused: Bool { takenCount == 0 && count == 0 }

    var isFull: Bool { takenCount + kept.count >= limit }

    /// Adds an item, and keeps it unless the log is full.
    ///
    /// - Parameter isKept: whether to keep it even if the log is full, as for the fault that ends the parse.
    mutating func add(_ item: Item, isKept: Bool = false) {
        if isKept || !isFull { kept.append(item) } else { skippedCount += 1 }
    }

    /// Adds an item and, unless the log is full, inserts it before those at the end for which `isLater` returns
    /// true.
    mutating func insert(_ item: Item, before isLater: (Item) -> Bool) {
        guard !isFull else { return countSkipped() }
        let index = kept.lastIndex { !isLater($0) }.map { $0 + 1 } ?? 0
        kept.insert(item, at: index)
    }

    mutating func countSkipped(_ count: Int = 1) { skippedCount += count }

    /// Removes and returns the kept items, and resets the counts.
    mutating func take() -> (kept: [Item], skippedCount: Int) {
        defer {
            takenCount += kept.count
            (kept, skippedCount) = ([], 0)
        }
        return (kept, skippedCount)
    }
}
