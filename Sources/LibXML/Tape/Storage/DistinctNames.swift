/// The first names of some entries, each once.
struct DistinctNames {
    /// The maximum number of names that are searched for a similar one.
    static let limit = 200

    private(set) var numbers: [UInt32] = []
    private var seen: Set<Int> = []

    var isFull: Bool { numbers.count == Self.limit }

    mutating func add(_ name: Int) {
        let number = UInt32(truncatingIfNeeded: name)
        // Siblings tend to share their name. A few numbers are compared faster than hashed.
        if number == numbers.last || isFull { return }
        if numbers.count < 16 {
            if numbers.contains(number) { return }
        } else {
            if seen.isEmpty { seen = Set(numbers.map(Int.init)) }
            guard seen.insert(Int(number)).inserted else { return }
        }
        numbers.append(number)
    }
}
