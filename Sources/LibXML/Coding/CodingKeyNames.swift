/// The names in a document that coding keys match, found once for each key; shared by the records of one document.
final class CodingKeyNames {
    /// What a key may match.
    enum Role: UInt8 { case any, attribute, text }

    /// The names that one key matches; most keys match one.
    struct Names: BitwiseCopyable {
        fileprivate(set) var role = Role.any
        /// Whether there are names besides these two.
        fileprivate var hasOthers = false
        /// The numbers of the first names that match elements in any parent, and attributes; -1 if there are none.
        fileprivate var element: Int32 = -1
        fileprivate var attribute: Int32 = -1
    }

    /// The other names that a key matches.
    private struct OtherNames {
        var elements: Set<Int> = []
        /// Those that match elements in a parent in the same namespace.
        var inNamespace: Set<Int> = []
        var attributes: Set<Int> = []
    }

    /// The names of the tapes that it fits.
    let tapeNames: TapeNames
    /// The number of the name `xsi:nil`; -1 if the document has none.
    let nilName: Int
    private let options: XMLDecoder
    private var numbers: [String: Int] = [:]
    private var names: [Names] = []
    private var others: [OtherNames] = []
    private var texts: [String] = []
    /// The key that was asked for after each key the last time: types ask for their keys in the same order.
    private var successors: [Int] = []
    private var last = 0
    /// The numbers of the names with each key, if keys are converted.
    private var converted: [String: [Int]]?

    init(_ tape: Tape, _ options: XMLDecoder) {
        tapeNames = tape.names
        self.options = options
        let name = NameTest.expanded(XMLName("nil", namespaceURI: "http://www.w3.org/2001/XMLSchema-instance"))
        nilName = (0..<tape.nameCount).first { tape.names.table.matchesAttribute($0, name) } ?? -1
    }

    subscript(key: Int) -> Names {
        @inline(__always) get { names[key] }
    }

    func text(_ key: Int) -> String { texts[key] }

    /// The number of a key.
    @inline(__always)
    func number(of key: String, _ tape: Tape) -> Int {
        if last < successors.count {
            let expected = successors[last]
            if texts[expected] == key {
                last = expected
                return expected
            }
        }
        return find(number: key, tape)
    }

    @inline(never)
    private func find(number key: String, _ tape: Tape) -> Int {
        let number = numbers[key] ?? add(key, tape)
        successors[last] = number
        last = number
        return number
    }

    private func add(_ key: String, _ tape: Tape) -> Int {
        let number = names.count
        numbers[key] = number
        texts.append(key)
        successors.append(number)
        let (names, others) = find(key, tape)
        self.names.append(names)
        self.others.append(others)
        return number
    }

    // MARK: Matching

    @inline(__always)
    func matchesElement(_ key: Int, _ names: Names, _ name: Int, in parent: Int, _ tape: Tape) -> Bool {
        if name == Int(names.element) { return true }
        return names.hasOthers && matchesOther(key, name, in: parent, tape)
    }

    @inline(never)
    private func matchesOther(_ key: Int, _ name: Int, in parent: Int, _ tape: Tape) -> Bool {
        if others[key].elements.contains(name) { return true }
        return others[key].inNamespace.contains(name)
            && tape.names.table.hasSameNamespace(name, tape.nameNumber(parent))
    }

    @inline(__always)
    func matchesAttribute(_ key: Int, _ names: Names, _ name: Int) -> Bool {
        name == Int(names.attribute) || names.hasOthers && others[key].attributes.contains(name)
    }

    private func find(_ key: String, _ tape: Tape) -> (Names, OtherNames) {
        if key == "#text" { return (Names(role: .text), OtherNames()) }
        let isAttribute = key.hasPrefix("@")
        let name = isAttribute ? String(key.dropFirst()) : key
        let test = options.matchesAnyNamespace ? NameTest.local(name) : NameTest(name)
        var names = Names(role: isAttribute ? .attribute : .any)
        var others = OtherNames()
        for number in candidates(test, name, tape) {
            switch match(number, test, tape) {
            case .always:
                if names.element < 0 { names.element = Int32(number) } else { others.elements.insert(number) }
            case .inNamespaceOfParent: others.inNamespace.insert(number)
            case .never: break
            }
            guard matchesAttribute(number, test, tape) else { continue }
            if names.attribute < 0 { names.attribute = Int32(number) } else { others.attributes.insert(number) }
        }
        names.hasOthers = !(others.elements.isEmpty && others.inNamespace.isEmpty && others.attributes.isEmpty)
        return (names, others)
    }

    /// The names that a key may match: those with this key, if keys are converted.
    private func candidates(_ test: NameTest, _ key: String, _ tape: Tape) -> [Int] {
        if options.keyDecodingStrategy.isDefault {
            return tape.nameCount <= 64 ? Array(0..<tape.nameCount) : tape.nameLookup.candidates(test)
        }
        if converted == nil {
            var numbers: [String: [Int]] = [:]
            for number in 0..<tape.nameCount {
                let local = tape.string(tape.name(number).local) ?? ""
                numbers[options.keyDecodingStrategy.key(for: local), default: []].append(number)
            }
            converted = numbers
        }
        return converted?[key] ?? []
    }

    private func match(_ number: Int, _ test: NameTest, _ tape: Tape) -> NameTable.Match {
        if options.keyDecodingStrategy.isDefault { return tape.names.table.match(number, test) }
        let hasPrefix = tape.name(number).prefix != Int(TapeHead.none)
        return hasPrefix && !options.matchesAnyNamespace ? .inNamespaceOfParent : .always
    }

    private func matchesAttribute(_ number: Int, _ test: NameTest, _ tape: Tape) -> Bool {
        if options.keyDecodingStrategy.isDefault { return tape.names.table.matchesAttribute(number, test) }
        return options.matchesAnyNamespace || tape.name(number).prefix == Int(TapeHead.none)
    }

    /// The test for a key; nil for one that is converted, and for the text.
    func test(_ key: Int) -> NameTest? {
        guard options.keyDecodingStrategy.isDefault, names[key].role == .any else { return nil }
        return options.matchesAnyNamespace ? .local(texts[key]) : NameTest(texts[key])
    }
}

extension XMLDecoder.KeyDecodingStrategy {
    var isDefault: Bool {
        if case .useDefaultKeys = self { true } else { false }
    }

    /// The key for a local name.
    func key(for name: String) -> String {
        switch self {
        case .useDefaultKeys: return name
        case .convertFromSnakeCase: return name.joined(at: "_")
        case .convertFromKebabCase: return name.joined(at: "-")
        case .convertFromCapitalized: return name.prefix(1).lowercased() + name.dropFirst()
        case .custom(let convert): return convert(name)
        }
    }
}

extension String {
    /// The words between separators as one, each but the first capitalized. Separators at the ends stay.
    fileprivate func joined(at separator: Character) -> String {
        guard let start = firstIndex(where: { $0 != separator }), let last = lastIndex(where: { $0 != separator })
        else { return self }
        let words = self[start...last].split(separator: separator)
        guard words.count > 1 else { return self }
        let joined = words[0].lowercased() + words.dropFirst().map(\.capitalizedWord).joined()
        return self[..<start] + joined + self[index(after: last)...]
    }
}

extension Substring {
    fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
