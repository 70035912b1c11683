/// The names in a document that the coding keys of one scope match, found once for each key: the keys of a type with roles,
/// or those of all other types.
///
/// One call uses it at a time. User code, which converts names, never runs while the state is being changed.
final class CodingKeyNames {
    /// What a key may match.
    enum Role: UInt8 { case any, element, attribute, text, path, map }

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

    /// A key's role, and the test for its names: nil for names that are converted.
    struct Meaning {
        var role: XMLCodingRole
        var test: NameTest?
    }

    private struct State {
        var numbers: [String: Int] = [:]
        var names: [Names] = []
        var others: [OtherNames] = []
        var texts: [String] = []
        var meanings: [Meaning] = []
        /// The key that was asked for after each key the last time: types ask for their keys in the same order.
        var successors: [Int] = []
        var last = 0
        var choices: [Choice]?
        /// The keys with roles that no container has had so far; nil before the first container.
        var unknownRoles: Set<String>?
        /// The numbers of the names with each key, if keys are converted.
        var converted: [String: [Int]]?

        /// The number of the key that is expected next, if this is it.
        @inline(__always)
        mutating func expected(_ key: String) -> Int? {
            guard last < successors.count, texts[successors[last]] == key else { return nil }
            last = successors[last]
            return last
        }

        mutating func add(_ key: String, _ found: (names: Names, others: OtherNames), _ meaning: Meaning) {
            numbers[key] = names.count
            texts.append(key)
            meanings.append(meaning)
            successors.append(names.count)
            names.append(found.names)
            others.append(found.others)
        }
    }

    private let options: XMLDecoder
    /// The type whose keys these are; nil for those of all types without roles.
    let type: CodedType?
    private let state = UncheckedCell(State())

    init(_ options: XMLDecoder, type: CodedType? = nil) {
        self.options = options
        self.type = type
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
            let meaning = meaning(of: key)
            let found = find(key, meaning, tape)
            state.modify { if $0.numbers[key] == nil { $0.add(key, found, meaning) } }
        }
        return state.modify { state in
            let number = state.numbers[key] ?? 0
            state.successors[state.last] = number
            state.last = number
            return number
        }
    }

    // MARK: Roles

    /// A case of an ``XMLChoice``.
    struct Choice {
        var key: String
        var number: Int
        /// The name of its elements in errors.
        var name: String
        var isText: Bool
    }

    /// The cases of a choice by name: those for all names come last.
    func choices(_ tape: Tape) -> [Choice] {
        if let choices = state.modify({ $0.choices }) { return choices }
        let keys = (type?.roles ?? [:]).keys.sorted()
        let choices = keys.map { key in
            let number = number(of: key, tape)
            let meaning = meaning(of: number)
            return Choice(
                key: key, number: number, name: meaning.test?.description ?? key, isText: meaning.role.kind == .text)
        }
        let sorted =
            choices.filter { !$0.name.hasPrefix("*") } + choices.filter { $0.name.hasPrefix("*:") }
            + choices.filter { $0.name == "*" }
        state.modify { $0.choices = sorted }
        return sorted
    }

    /// Takes note of a container: its keys may have roles.
    func use<Key: CodingKey>(_ type: Key.Type) {
        guard let roles = self.type?.roles.keys else { return }
        let unknown = state.modify { $0.unknownRoles } ?? Set(roles)
        guard !unknown.isEmpty else { return }
        let rest = unknown.filter { Key(stringValue: $0) == nil }
        state.modify { $0.unknownRoles = rest }
    }

    /// - Throws: the error of a role that is no path.
    @inline(never)
    func checkPaths() throws {
        if let error = type?.roleError { throw error }
    }

    /// Checks, after a value was decoded, that all roles belong to a key.
    @inline(never)
    func checkRoles(_ session: DecodingSession, at position: DecodingPosition) throws {
        guard let type, !type.isClass, let key = state.modify({ $0.unknownRoles })?.min() else { return }
        let message = "\(type.name).xmlRoles has a role for “\(key)”, which is not a coding key"
        throw DecodingError.dataCorrupted(session.context(.invalidValue, message, at: position))
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
        guard state.modify({ $0.others[key].inNamespace.contains(name) }) else { return false }
        let parentName = tape.nameNumber(parent)
        return parentName == Int(TapeHead.none) || tape.names.table.hasSameNamespace(name, parentName)
    }

    @inline(__always)
    func matchesAttribute(_ key: Int, _ names: Names, _ name: Int) -> Bool {
        name == Int(names.attribute)
            || names.hasOthers && state.modify { $0.others[key].attributes.contains(name) }
    }

    /// The names of child elements that some keys match: in any parent, and in a parent in the same namespace.
    func elements(matching keys: some Sequence<Int>) -> (anywhere: Set<Int>, inNamespace: Set<Int>) {
        state.modify { state in
            var (anywhere, inNamespace): (Set<Int>, Set<Int>) = ([], [])
            for key in keys where state.names[key].role != .attribute {
                anywhere.insert(Int(state.names[key].element))
                anywhere.formUnion(state.others[key].elements)
                inNamespace.formUnion(state.others[key].inNamespace)
            }
            return (anywhere, inNamespace)
        }
    }

    /// The role of a key, and the test for its names.
    private func meaning(of key: String) -> Meaning {
        let role = type?.roles[key] ?? XMLCodingRole(key: key)
        func named(_ name: NameTest?, _ key: String) -> NameTest? {
            guard let name else {
                guard options.keyDecodingStrategy.isDefault else { return nil }
                return options.matchesAnyNamespace ? .local(key) : NameTest(key)
            }
            guard options.matchesAnyNamespace, case .written = name else { return name }
            return .local(name.localName)
        }
        let test: NameTest? =
            switch role.kind {
            case .any: named(nil, key)
            case .element(let name): named(name, key)
            case .attribute(let name): named(name, key.hasPrefix("@") ? String(key.dropFirst()) : key)
            case .path(let path), .map(let path, _, _): path.steps.first?.nameTest ?? .any
            case .text, .type: nil
            }
        return Meaning(role: role, test: test)
    }

    private func find(_ key: String, _ meaning: Meaning, _ tape: Tape) -> (Names, OtherNames) {
        var names = Names()
        switch meaning.role.kind {
        case .any: names.role = .any
        case .element: names.role = .element
        case .attribute: names.role = .attribute
        case .path: names.role = .path
        case .map: names.role = .map
        case .text, .type:
            names.role = .text
            return (names, OtherNames())
        }
        var others = OtherNames()
        let name = key.hasPrefix("@") ? String(key.dropFirst()) : key
        for number in candidates(meaning.test, name, tape) {
            switch match(number, meaning.test, tape) {
            case .always:
                if names.element < 0 { names.element = Int32(number) } else { others.elements.insert(number) }
            case .inNamespaceOfParent: others.inNamespace.insert(number)
            case .never: break
            }
            guard names.role != .element, matchesAttribute(number, meaning.test, tape) else { continue }
            if names.attribute < 0 { names.attribute = Int32(number) } else { others.attributes.insert(number) }
        }
        names.hasOthers = !(others.elements.isEmpty && others.inNamespace.isEmpty && others.attributes.isEmpty)
        return (names, others)
    }

    /// The names that a key may match: those with this key, if keys are converted.
    private func candidates(_ test: NameTest?, _ key: String, _ tape: Tape) -> [Int] {
        if let test { return tape.candidates(test) }
        if let converted = state.modify({ $0.converted }) { return converted[key] ?? [] }
        var converted: [String: [Int]] = [:]
        for number in 0..<tape.nameCount {
            let local = tape.string(tape.name(number).local) ?? ""
            converted[options.keyDecodingStrategy.key(for: local), default: []].append(number)
        }
        state.modify { $0.converted = converted }
        return converted[key] ?? []
    }

    private func match(_ number: Int, _ test: NameTest?, _ tape: Tape) -> NameTable.Match {
        if let test { return tape.names.table.match(number, test) }
        let hasPrefix = tape.name(number).prefix != Int(TapeHead.none)
        return hasPrefix && !options.matchesAnyNamespace ? .inNamespaceOfParent : .always
    }

    private func matchesAttribute(_ number: Int, _ test: NameTest?, _ tape: Tape) -> Bool {
        if let test { return tape.names.table.matchesAttribute(number, test) }
        return options.matchesAnyNamespace || tape.name(number).prefix == Int(TapeHead.none)
    }

    /// The role of a key, and the test for its names, which is nil for names that are converted.
    func meaning(of key: Int) -> Meaning { state.modify { $0.meanings[key] } }

    /// The name that a key stands for, in errors: `@id` for an attribute.
    func shownName(of key: Int) -> String {
        let meaning = meaning(of: key)
        guard let test = meaning.test else { return text(key) }
        if case .attribute = meaning.role.kind { return "@\(test)" }
        return meaning.role.path?.description ?? test.description
    }

    /// The test for the child elements that a key matches; nil for names that are converted.
    func test(_ key: Int) -> NameTest? {
        switch self[key].role {
        case .any, .element: meaning(of: key).test
        case .attribute, .text, .path, .map: nil
        }
    }
}

extension Tape {
    /// The numbers of the names that a test may match, and perhaps others. Complexity: O(1) on average for many names, after the
    /// first call.
    func candidates(_ test: NameTest) -> [Int] {
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
