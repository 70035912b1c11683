extension XMLValue: Hashable {
    /// Returns whether two values have the same content, regardless of the order of keys. Does not recurse.
    ///
    /// - Complexity: O(*n*) on average in the size of the smaller value.
    public static func == (left: Self, right: Self) -> Bool {
        var pending = [(left, right)]
        while let (left, right) = pending.popLast() {
            switch (left.settled, right.settled) {
            case (.null, .null): continue
            case (.number(let first), .number(let second)): if first != second { return false }
            case (.list(let first), .list(let second)):
                let (first, second) = (first.values, second.values)
                guard first.count == second.count else { return false }
                pending.append(contentsOf: zip(first, second))
            case (.dictionary(let first), .dictionary(let second)):
                let (first, second) = (first.pairs, second.pairs)
                guard first.count == second.count else { return false }
                let values = Dictionary(second.map { (ExactKey($0.key), $0.value) }) { first, _ in first }
                for (key, value) in first {
                    guard let other = values[ExactKey(key)] else { return false }
                    pending.append((value, other))
                }
            case (.dictionary, _), (_, .dictionary), (.number, _), (_, .number): return false
            default:
                guard let text = left.string, text == right.string else { return false }
            }
        }
        return true
    }

    /// The storage, with an element resolved to null or a dictionary if it is one.
    private var settled: Storage {
        if isNull { return .null }
        return dictionary.map(Storage.dictionary) ?? storage
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        var visitor = HashVisitor()
        var walker = ValueWalker(self, &visitor)
        while walker.step(&visitor) {}
        hasher.combine(visitor.result)
    }
}

extension XMLDictionary: Hashable {
    /// Returns whether two dictionaries have equal values for the same keys, in any order.
    public static func == (left: Self, right: Self) -> Bool { XMLValue(left) == XMLValue(right) }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { XMLValue(self).hash(into: &hasher) }
}

/// Hashes a value. The order matters in a list, but not in a dictionary.
private struct HashVisitor: DictionaryVisitor {
    private struct Container {
        var isList: Bool
        var hash = 0
        /// The hash of the key of the next value.
        var key = 0
    }

    private var open: [Container] = []
    private(set) var result = 0

    mutating func beginDictionary(count: Int) { open.append(Container(isList: false)) }
    mutating func beginList() { open.append(Container(isList: true)) }
    mutating func endDictionary() { close(tag: 1) }
    mutating func endList() { close(tag: 2) }

    mutating func key(_ key: String) { open[open.count - 1].key = key.hashValue }
    mutating func null() { add(0) }
    mutating func string(_ text: Span<UInt8>) { add(text.string(0..<text.count).hashValue) }
    mutating func number(_ number: XMLValue.Number) { add(number.hashValue) }

    private mutating func close(tag: Int) {
        guard let last = open.popLast() else { return }
        add(combine(tag, last.hash))
    }

    private mutating func add(_ hash: Int) {
        let top = open.count - 1
        guard top >= 0 else {
            result = hash
            return
        }
        if open[top].isList {
            open[top].hash = combine(open[top].hash, hash)
        } else {
            open[top].hash &+= combine(open[top].key, hash)
        }
    }

    private func combine(_ first: Int, _ second: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(first)
        hasher.combine(second)
        return hasher.finalize()
    }
}
