/// The keys of a dictionary by the numbers of the tape's names.
struct KeyTable {
    let textKey: DictionaryKey

    private let tape: Tape
    private let mapping: XMLMapping
    /// For each name the first one that is written the same, which stands for all of them.
    private let same: [Int32]
    private var texts: [DictionaryKey?]
    private var attributeTexts: [DictionaryKey?]
    /// The count of ``appendChildren(of:to:)`` in which a key was last seen, and where it came then.
    private var seen: [(call: Int, rank: Int)]
    private var call = 0

    init(_ tape: Tape, _ mapping: XMLMapping) {
        self.tape = tape
        self.mapping = mapping
        textKey = DictionaryKey(mapping.textKey)
        var first: [Int64: Int32] = [:]
        same = (0..<tape.nameCount).map { number in
            let name = tape.name(number)
            let key = Int64(name.prefix) << 32 | Int64(name.local)
            if let known = first[key] { return known }
            first[key] = Int32(number)
            return Int32(number)
        }
        texts = Array(repeating: nil, count: tape.nameCount)
        attributeTexts = texts
        seen = Array(repeating: (-1, 0), count: tape.nameCount)
    }

    /// The key of an element, as the number of a name.
    @inline(__always)
    func key(of element: Int) -> Int { Int(same[tape.nameNumber(element)]) }

    mutating func text(of key: Int) -> DictionaryKey {
        if let known = texts[key] { return known }
        let new = DictionaryKey(tape.qualifiedName(key))
        texts[key] = new
        return new
    }

    mutating func attributeKey(_ name: Int) -> DictionaryKey {
        if let known = attributeTexts[name] { return known }
        let new = DictionaryKey(mapping.attributePrefix + tape.qualifiedName(name))
        attributeTexts[name] = new
        return new
    }

    /// Appends the child elements of an element, those of one key together, in the order in which keys first come.
    mutating func appendChildren(of element: Int, to members: inout [Int]) {
        let start = members.count
        call += 1
        var rank = 0
        var last = -1
        var isInOrder = true
        var child = tape.firstChild(element)
        let end = tape.end(element)
        while child < end {
            if tape.kind(child) == .element {
                let key = key(of: child)
                if key != last {
                    if seen[key].call == call {
                        isInOrder = false
                    } else {
                        seen[key] = (call, rank)
                        rank += 1
                    }
                    last = key
                }
                members.append(child)
            }
            child = tape.next(child)
        }
        guard !isInOrder else { return }
        members[start...].sort { left, right in
            let (first, second) = (seen[key(of: left)].rank, seen[key(of: right)].rank)
            return first == second ? left < right : first < second
        }
    }
}
