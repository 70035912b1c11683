/// Keys by number, in the order in which they were first looked up, and what is known of each.
struct NumberedKeys<Value> {
    struct Entry {
        let key: String
        /// The number of bytes of a key in ASCII; -1 for another key.
        let asciiCount: Int
        var value: Value
        /// The key that followed this one last time: types look up their keys in the same order.
        var successor: Int
        /// For each type of keys, whether it has another key for the attribute from which this key may be read.
        var conflicts: [(type: ObjectIdentifier, exists: Bool)] = []

        @inline(__always)
        func has(_ other: String) -> Bool { other.isSame(as: key, asciiCount: asciiCount) }
    }

    private(set) var entries: [Entry] = []
    /// The numbers of the keys, if there are many.
    private var numbers: [ExactKey: Int] = [:]
    private var last = 0

    /// The number of keys that are searched one by one: that takes less time than filling a dictionary.
    private var many: Int { 24 }

    @inline(__always)
    var count: Int { entries.count }

    subscript(number: Int) -> Value {
        @inline(__always) get { entries[number].value }
        @inline(__always) _modify { yield &entries[number].value }
    }

    /// The number of the key that is expected next, if this is it.
    @inline(__always)
    mutating func expected(_ key: String) -> Int? {
        guard last < entries.count, case let next = entries[last].successor, entries[next].has(key) else { return nil }
        last = next
        return last
    }

    /// The number of a key that was looked up before. If there are few keys, those after the last one are searched
    /// first.
    func number(of key: String) -> Int? {
        if entries.count > many { return numbers[key] }
        var number = last
        for _ in entries.indices {
            number = number + 1 < entries.count ? number + 1 : 0
            if entries[number].has(key) { return number }
        }
        return nil
    }

    /// Records that a key follows the last one. Returns its number.
    mutating func follow(_ number: Int) -> Int {
        entries[last].successor = number
        last = number
        return number
    }

    mutating func add(_ key: String, _ value: Value) {
        if entries.isEmpty { entries.reserveCapacity(many) }
        entries.append(Entry(key: key, asciiCount: key.asciiCount, value: value, successor: entries.count))
        guard entries.count > many else { return }
        if numbers.isEmpty {
            for (number, entry) in entries.enumerated() { numbers[entry.key] = number }
        } else {
            numbers[key] = entries.count - 1
        }
    }

    mutating func setConflict(of number: Int, _ type: ObjectIdentifier, _ exists: Bool) {
        entries[number].conflicts.append((type, exists))
    }
}
