/// Where a mended text declares namespaces that the document does not declare: the end of each such declaration.
struct ImpliedDeclarations {
    /// Offsets in the whole text, in order, of which the first ``passed`` have been taken.
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
