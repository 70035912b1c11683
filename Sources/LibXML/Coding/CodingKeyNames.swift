/// The names in a document that coding keys match, found once for each key; shared by the records of one document.
///
/// One call uses it at a time. User code, which converts names, never runs while the state is being changed.
final class CodingKeyNames {
    /// What a key may match.
    enum Role: UInt8 { case any, attribute, text }

    /// The names that one key matches; most keys match one.
    struct Names: BitwiseCopyable {
        fileprivate(set) var role = Role.any
        /// Whether there are names besides these two.
        fileprivate(set) var hasOthers = false
        /// The numbers of the first names that match elements in any parent, and attributes; -1 if there are no such names.
        fileprivate(set) var element: Int32 = -1
        fileprivate(set) var attribute: Int32 = -1
    }

    /// The other names that a key matches.
    private struct OtherNames {
        var elements: Set<Int> = []
        /// Those that match elements in a parent in the same namespace.
        var inNamespace: Set<Int> = []
        var attributes: Set<Int> = []
    }

    private struct State {
        var numbers: [String: Int] = [:]
        var names: [Names] = []
        var others: [OtherNames] = []
        var texts: [String] = []
        /// The key that was asked for after each key the last time: types ask for their keys in the same order.
        var successors: [Int] = []
        var last = 0
        /// The numbers of the names with each key, if keys are converted.
        var converted: [String: [Int]]?

        /// The number of the key that is expected next, if this is it.
        @inline(__always)
        mutating func expected(_ key: String) -> Int? {
            guard last < successors.count, texts[successors[last]] == key else { return nil }
            last = successors[last]
            return last
        }

        mutating func add(_ key: String, _ found: (names: Names, others: OtherNames)) {
            numbers[key] = names.count
            texts.append(key)
            successors.append(names.count)
            names.append(found.names)
            others.append(found.others)
        }
    }

    /// The names of the tapes that it fits.
    private let tapeNames: TapeNames
    private let options: XMLDecoder
    /// The number of the name `xsi:nil`; -1 if the document does not contain it.
    let nilName: Int
    private let state = UncheckedCell(State())

    init(_ tape: Tape, _ options: XMLDecoder) {
        tapeNames = tape.names
        self.options = options
        let name = NameTest.expanded(XMLName("nil", namespaceURI: "http://www.w3.org/2001/XMLSchema-instance"))
        nilName = tape.candidates(name).first { tape.names.table.matchesAttribute($0, name) } ?? -1
    }

    /// Whether it is what a decoder with these options would find in a tape.
    func fits(_ tape: Tape, _ options: XMLDecoder) -> Bool {
        tapeNames === tape.names && self.options.keyDecodingStrategy.isSame(as: options.keyDecodingStrategy)
            && self.options.matchesAnyNamespace == options.matchesAnyNamespace
    }

    subscript(key: Int) -> Names {
        @inline(__always) get { state.modify { $0.names[key] } }
    }

    func text(_ key: Int) -> String { state.modify { $0.texts[key] } }

    /// The number of a key.
    @inline(__always)
    func number(of key: String, _ tape: Tape) -> Int {
        state.modify { $0.expected(key) } ?? find(number: key, tape)
    }

    @inline(never)
    private func find(number key: String, _ tape: Tape) -> Int {
        if state.modify({ $0.numbers[key] }) == nil {
            let found = find(key, tape)
            state.modify { if $0.numbers[key] == nil { $0.add(key, found) } }
        }
        return state.modify { state in
            let number = state.numbers[key] ?? 0
            state.successors[state.last] = number
            state.last = number
            return number
        }
    }

    // MARK: Matching

    @inline(__always)
    func matchesElement(_ key: Int, _ names: Names, _ name: Int, in parent: Int, _ tape: Tape) -> Bool {
        if name == Int(names.element) { return true }
        return names.hasOthers && matchesOther(key, name, in: parent, tape)
    }

    @inline(never)
    private func matchesOther(_ key: Int, _ name: Int, in parent: Int, _ tape: Tape) -> Bool {
        if state.modify({ $0.others[key].elements.contains(name) }) { return true }
        return state.modify { $0.others[key].inNamespace.contains(name) }
            && tape.names.table.hasSameNamespace(name, tape.nameNumber(parent))
    }

    @inline(__always)
    func matchesAttribute(_ key: Int, _ names: Names, _ name: Int) -> Bool {
        name == Int(names.attribute)
            || names.hasOthers && state.modify { $0.others[key].attributes.contains(name) }
    }

    /// The names of elements that some keys match: in any parent, and in a parent in the same namespace.
    func elements(matching keys: Set<Int>) -> (anywhere: Set<Int>, inNamespace: Set<Int>) {
        state.modify { state in
            var (anywhere, inNamespace): (Set<Int>, Set<Int>) = ([], [])
            for key in keys where state.names[key].role == .any {
                anywhere.insert(Int(state.names[key].element))
                anywhere.formUnion(state.others[key].elements)
                inNamespace.formUnion(state.others[key].inNamespace)
            }
            return (anywhere, inNamespace)
        }
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
        if options.keyDecodingStrategy.isDefault { return tape.candidates(test) }
        if let converted = state.modify({ $0.converted }) { return converted[key] ?? [] }
        var converted: [String: [Int]] = [:]
        for number in 0..<tape.nameCount {
            let local = tape.string(tape.name(number).local) ?? ""
            converted[options.keyDecodingStrategy.key(for: local), default: []].append(number)
        }
        state.modify { $0.converted = converted }
        return converted[key] ?? []
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
        guard options.keyDecodingStrategy.isDefault, self[key].role == .any else { return nil }
        return options.matchesAnyNamespace ? .local(text(key)) : NameTest(text(key))
    }
}

extension Tape {
    /// The numbers of the names that a test may match, and perhaps others. Complexity: O(1) on average for many names, after the
    /// first call.
    fileprivate func candidates(_ test: NameTest) -> [Int] {
        nameCount <= 64 ? Array(0..<nameCount) : nameLookup.candidates(test)
    }
}

extension XMLDecoder.KeyDecodingStrategy {
    var isDefault: Bool {
        if case .useDefaultKeys = self { true } else { false }
    }

    /// Whether two strategies are known to be the same, as closures never are.
    func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.useDefaultKeys, .useDefaultKeys), (.convertFromSnakeCase, .convertFromSnakeCase),
            (.convertFromKebabCase, .convertFromKebabCase), (.convertFromCapitalized, .convertFromCapitalized):
            true
        default: false
        }
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
