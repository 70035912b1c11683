/// Values by their entries of the tape, in the order in which they were first set.
///
/// The table of the entries has the same type for all values: a dictionary of each type of value would be 3 KB of code.
struct EntryValues<Value: Sendable>: Sequence, Sendable {
    private var places: [Int: Int] = [:]
    private var entries: [Int] = []
    /// Nil where a value was removed.
    private var values: [Value?] = []

    /// Complexity: O(*n*) if all values were removed.
    var isEmpty: Bool { values.allSatisfy { $0 == nil } }

    subscript(entry: Int) -> Value? {
        get { places[entry].flatMap { values[$0] } }
        _modify {
            let place = place(of: entry)
            yield &values[place]
        }
    }

    private mutating func place(of entry: Int) -> Int {
        if let place = places[entry] { return place }
        places[entry] = values.count
        entries.append(entry)
        values.append(nil)
        return values.count - 1
    }

    struct Iterator: IteratorProtocol {
        fileprivate var remaining: ArraySlice<Int>
        fileprivate let values: [Value?]

        mutating func next() -> (key: Int, value: Value)? {
            while let place = remaining.indices.first, let entry = remaining.popFirst() {
                if let value = values[place] { return (entry, value) }
            }
            return nil
        }
    }

    func makeIterator() -> Iterator { Iterator(remaining: entries[...], values: values) }

    /// The entries that have a value.
    var keys: [Int] { entries.indices.filter { values[$0] != nil }.map { entries[$0] } }
}
