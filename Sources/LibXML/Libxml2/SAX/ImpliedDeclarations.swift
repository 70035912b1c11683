/// The namespace declarations that the repair has added to a text. Neither trees nor handlers contain them.
struct ImpliedDeclarations {
    /// The end of each, an offset in the whole text, in ascending order. The first ``passed`` have been taken.
    private var offsets: [Int] = []
    private var passed = 0

    var isEmpty: Bool { passed == offsets.count }

    mutating func add(_ more: [Int]) {
        if isEmpty { (offsets, passed) = ([], 0) }
        offsets += more
    }

    /// Takes those that end before an offset. Returns their number.
    mutating func take(to end: Int) -> Int {
        let first = passed
        while passed < offsets.count, offsets[passed] < end { passed += 1 }
        return passed - first
    }
}
