/// Makes `[String: Any]` of a dictionary.
struct PlainDictionary: DictionaryVisitor {
    private enum Container {
        case dictionary([String: Any], key: String)
        case list([Any])
    }

    /// What stands for null.
    private let nullValue: Any
    private var open: [Container] = []
    private(set) var result: [String: Any] = [:]

    init(null: Any) {
        nullValue = null
    }

    /// How deep a form may nest that is freed by recursion: the runtime overflows the stack somewhat below 60,000.
    static let maxDepth = 10_000

    /// The plain form of a dictionary.
    ///
    /// - Throws: ``XMLError/Code/tooDeep`` when it nests deeper than ``maxDepth``.
    static func make(of dictionary: XMLDictionary, null: Any) throws(XMLError) -> [String: Any] {
        var plain = Self(null: null)
        var walker = DictionaryWalker(dictionary)
        walker.begin(dictionary.index, &plain)
        while walker.step(&plain) {
            guard plain.open.count <= maxDepth else {
                throw XMLError(
                    .tooDeep, "the document nests too deep for plain dictionaries: more than \(maxDepth) levels")
            }
        }
        return plain.result
    }

    mutating func beginDictionary() { open.append(.dictionary([:], key: "")) }

    mutating func endDictionary() {
        guard case .dictionary(let dictionary, _)? = open.popLast() else { return }
        if open.isEmpty { result = dictionary } else { add(dictionary) }
    }

    mutating func beginList() { open.append(.list([])) }

    mutating func endList() {
        guard case .list(let list)? = open.popLast() else { return }
        add(list)
    }

    mutating func key(_ key: DictionaryKey) {
        guard let last = open.popLast(), case .dictionary(let dictionary, _) = last else { return }
        open.append(.dictionary(dictionary, key: key.text))
    }

    mutating func null() { add(nullValue) }

    mutating func string(_ text: Span<UInt8>) { add(text.string(0..<text.count)) }

    private mutating func add(_ value: Any) {
        // Taken out and put back, so that nothing is copied.
        switch open.popLast() {
        case .dictionary(var dictionary, let key)?:
            dictionary[key] = value
            open.append(.dictionary(dictionary, key: key))
        case .list(var list)?:
            list.append(value)
            open.append(.list(list))
        case nil:
            break
        }
    }
}
