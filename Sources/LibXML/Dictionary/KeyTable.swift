import Synchronization

/// The keys that a mapping derives from a document's names, each with a number.
final class KeyTable: Sendable {
    private let rules: KeyRules
    private let texts: [String]
    /// The keys in JSON, in quotes, one after the other, and where each of them ends.
    let json: RawBuffer<UInt8>
    private let ends: [Int]
    private let numbers: [[UInt8]: Int]
    private let elements: [Int32]
    private let attributes: [Int32]
    /// The number of the text key, and so on; -1 if the mapping has no such key.
    let text: Int
    let cdata: Int
    let comments: Int
    let nameKey: Int
    let attributeGroup: Int
    let namespaceGroup: Int
    private unowned let names: TapeNames
    /// The prefix of the keys of attributes.
    private let prefix: String
    /// Whether namespace declarations have individual keys, as attributes do.
    let prefixesDeclarations: Bool

    /// Returns the table of a tape's names, which tapes with the same names share, such as records of one document.
    ///
    /// Complexity: O(*n*) in the number of names if there is no table yet.
    static func shared(_ names: TapeNames, _ mapping: XMLMapping) -> KeyTable {
        let rules = mapping.keyRules
        if let known = names.derived.locked({ $0 }) as? KeyTable, known.rules == rules { return known }
        let table = KeyTable(names, rules)
        names.derived.locked { $0 = table }
        return table
    }

    @inline(never)
    private init(_ names: TapeNames, _ mapping: KeyRules) {
        rules = mapping
        var maker = KeyMaker()
        var elements: [Int32] = []
        var attributes: [Int32] = []
        let prefix = mapping.attributes.prefix
        for number in 0..<names.table.count {
            let name = mapping.names.name(number, names)
            elements.append(Int32(maker.number(of: name)))
            attributes.append(prefix.map { Int32(maker.number(of: $0 + name)) } ?? -1)
        }
        text = maker.number(of: mapping.textKey)
        cdata = maker.number(of: mapping.cdataKey)
        comments = maker.number(of: mapping.commentsKey)
        nameKey = maker.number(of: mapping.nameKey.key)
        attributeGroup = maker.number(of: mapping.attributes.group)
        namespaceGroup = maker.number(of: mapping.namespaceDeclarations.group)
        self.names = names
        self.prefix = prefix ?? ""
        prefixesDeclarations = prefix != nil && mapping.namespaceDeclarations.areAttributes
        self.elements = elements
        self.attributes = attributes
        texts = maker.keys
        numbers = maker.numbers
        var json = RawBuffer<UInt8>(capacity: 16 * texts.count)
        var writer = JSONText(isPretty: false)
        ends = texts.map { key in
            writer.string(key)
            writer.take().contiguous.span.append(to: &json)
            return json.count
        }
        self.json = json
    }

    /// Returns the number of an element's key for the number of its name.
    func ofElement(_ name: Int) -> Int { Int(elements[name]) }

    /// Returns the number of an attribute's key for the number of its name.
    func ofAttribute(_ name: Int) -> Int { Int(attributes[name]) }

    /// Returns the number of the key of a namespace declaration for the number of its prefix. If no name has this key,
    /// the number is beyond those of the table, which has no entries for declared prefixes.
    func ofDeclaration(_ declared: Int) -> Int {
        let key = prefix + names.declaredName(declared)
        return numbers[Array(key.utf8)] ?? texts.count + (declared == Int(TapeHead.none) ? 0 : declared + 1)
    }

    /// Returns the number of a key in the table; nil if the table does not contain the key.
    func number(of key: String) -> Int? { numbers[Array(key.utf8)] }

    /// The number of keys in the table.
    var count: Int { texts.count }

    func text(_ number: Int) -> String {
        guard number >= texts.count else { return texts[number] }
        let declared = number - texts.count - 1
        return prefix + names.declaredName(declared < 0 ? Int(TapeHead.none) : declared)
    }

    /// Where a key of the table is in ``json``.
    func json(_ number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1])..<ends[number] }
}

/// Assigns numbers to keys. Keys are compared by their bytes: canonically equivalent names are different names.
private struct KeyMaker {
    private(set) var keys: [String] = []
    private(set) var numbers: [[UInt8]: Int] = [:]

    mutating func number(of key: String?) -> Int {
        guard let key else { return -1 }
        let bytes = Array(key.utf8)
        if let known = numbers[bytes] { return known }
        numbers[bytes] = keys.count
        keys.append(key)
        return keys.count - 1
    }
}

extension TapeNames {
    /// Returns the name of the attribute that declares a namespace for a prefix.
    func declaredName(_ prefix: Int) -> String {
        string(prefix).map { "xmlns:" + $0 } ?? "xmlns"
    }
}
