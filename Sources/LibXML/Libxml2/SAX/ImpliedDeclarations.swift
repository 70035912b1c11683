/// The namespace declarations that the repair has added to a text, which no tree and no handler gets to see.
struct ImpliedDeclarations {
    /// The end of each, an offset in the whole text, in order. The first ``passed`` have been taken.
    private var offsets: [Int] = []
    private var passed = 0

    var isEmpty: Bool { passed == offsets.count }

    mutating func add(_ more: [Int]) {
        if isEmpty { (offsets, passed) = ([], 0) }
        offsets += more
    }

    /// Takes those that end before an offset. Returns how many there were.
    mutating func take(to end: Int) -> Int {
        let first = passed
        while passed < offsets.count, offsets[passed] < end { passed += 1 }
        return passed - first
    }
}
