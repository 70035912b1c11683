/// Numbers for texts and for the content of nodes: equal contents have the same number.
struct ContentTable {
    private var texts = SequenceTable<UInt64>()
    private var contents = SequenceTable<UInt32>()

    /// Returns the number of a text. Complexity: O(length).
    mutating func number(ofText bytes: some Sequence<UInt8>) -> UInt32 {
        var words: [UInt64] = []
        var (word, count) = (UInt64(0), UInt64(0))
        for byte in bytes {
            word = word << 8 | UInt64(byte)
            count += 1
            if count % 8 == 0 {
                words.append(word)
                word = 0
            }
        }
        words.append(word)
        words.append(count)
        return texts.number(of: words)
    }

    /// Returns the number of a node from the numbers of its parts. Complexity: O(*n*) in their number.
    mutating func number(of parts: [UInt32]) -> UInt32 { contents.number(of: parts) }
}

/// Numbers for sequences, from 1.
struct SequenceTable<Element: Hashable & BitwiseCopyable> {
    private var elements: [Element] = []
    /// The ends of the sequences in `elements`.
    private var ends = [0]
    private var hashes: [Int] = [0]
    /// The numbers by hash, with open addressing; 0 for free places.
    private var places = [UInt32](repeating: 0, count: 64)

    /// Returns the number of a sequence. Complexity: O(length).
    mutating func number(of sequence: [Element]) -> UInt32 {
        var hasher = Hasher()
        for element in sequence { hasher.combine(element) }
        let hash = hasher.finalize()
        var place = hash & (places.count - 1)
        while places[place] != 0 {
            let number = Int(places[place])
            if hashes[number] == hash, elements[ends[number - 1]..<ends[number]].elementsEqual(sequence) {
                return places[place]
            }
            place = (place + 1) & (places.count - 1)
        }
        elements += sequence
        ends.append(elements.count)
        hashes.append(hash)
        let number = UInt32(ends.count - 1)
        places[place] = number
        if 2 * ends.count > places.count { grow() }
        return number
    }

    private mutating func grow() {
        places = [UInt32](repeating: 0, count: 2 * places.count)
        for number in 1..<ends.count {
            var place = hashes[number] & (places.count - 1)
            while places[place] != 0 { place = (place + 1) & (places.count - 1) }
            places[place] = UInt32(number)
        }
    }
}
