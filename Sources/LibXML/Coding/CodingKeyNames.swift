/// The names in a document that the coding keys of one scope match, found once for each key: the keys of a type with
/// roles, or those of all other types.
///
/// One call uses it at a time. User code, which converts names, never runs while the state is being changed.
final class CodingKeyNames {
    /// What a key may match.
    enum Role: UInt8 {
        case any, element, attribute, declaration, text, path, map, flattened, content, comments
        /// What no other key of the type matches: `*`.
        case otherElements, otherAttributes
    }

    /// The names that one key matches; most keys match one.
    struct Names: BitwiseCopyable {
        fileprivate(set) var role = Role.any
        /// Whether another key may match the same node.
        var mayMeet = false
        /// Whether it matches what no other key of the type matches.
        var isRest: Bool { role == .otherElements || role == .otherAttributes }
        /// Whether it is the rest, the content or the comments of an element.
        var isPart: Bool { isRest || role == .content || role == .comments }
        /// Whether there are names besides these two.
        fileprivate(set) var hasOthers = false
        /// The numbers of the first names that match elements in any parent, and attributes; -1 if there are no such
        /// names.
        fileprivate(set) var element: Int32 = -1
        fileprivate(set) var attribute: Int32 = -1
    }

    /// The other names that a key matches.
    struct OtherNames {
        var elements: Set<Int> = []
        /// Those that match elements in a parent in the same namespace.
        var inNamespace: Set<Int> = []
        var attributes: Set<Int> = []
    }

    /// A key's role, and the test for its names: nil for names that are converted.
    struct Meaning {
        var role: XMLCodingRole
        var test: NameTest?
        /// The path of the role, with local names if the options ask for them.
        var path: XMLPath?
    }

    struct Entry {
        let key: String
        /// The number of bytes of a key in ASCII; -1 for another key.
        let asciiCount: Int
        var names: Names
        /// The position of the other names, if there are any.
        let others: Int
        /// The key that was asked for after this one the last time: types ask for their keys in the same order.
        var successor: Int
        /// For each type of keys, whether another key of it names the attribute that this one matches.
        var conflicts: [(type: ObjectIdentifier, exists: Bool)] = []
        /// For each type of keys, the choice whose cases are the values of this one.
        var choices: [(type: ObjectIdentifier, choice: ChoiceOfKey)] = []
        /// For each type of keys, those that may match what this one matches, among the first keys.
        var rivals: [(type: ObjectIdentifier, count: Int, keys: [Int])] = []

        @inline(__always)
        func has(_ other: String) -> Bool { other.isSame(as: key, asciiCount: asciiCount) }
    }

    struct State {
        var entries: [Entry] = []
        /// The numbers of the keys, if there are many.
        var numbers: [ExactKey: Int] = [:]
        var others: [OtherNames] = []
        var meanings: [Int: Meaning] = [:]
        var last = 0
        /// The types of keys with a key for the rest.
        var rests: [ObjectIdentifier] = []
        /// The numbers of the names that keys match.
        private var seen: Set<Int> = []
        /// The numbers of the names with each key, if keys are converted.
        var converted: [ExactKey: [Int]]?
        /// The numbers of the names with each local name, if keys are converted.
        var locals: [ExactKey: [Int]] = [:]

        /// The number of the key that is expected next, if this is it.
        @inline(__always)
        mutating func expected(_ key: String) -> Int? {
            guard last < entries.count, case let next = entries[last].successor, entries[next].has(key)
            else { return nil }
            last = next
            return last
        }

        /// The number of a key that was asked for before.
        func number(of key: String) -> Int? {
            guard entries.count > State.manyKeys else { return entries.firstIndex { $0.has(key) } }
            return numbers[key]
        }

        /// The number of keys that are searched one by one: that takes less time than filling a dictionary.
        private static let manyKeys = 24

        /// The numbers of the names of elements that a key matches, those of attributes as numbers below -1, and a
        /// number for a text.
        func matched(_ names: Names, _ others: OtherNames?) -> [Int] {
            var matched: [Int] = []
            if names.element >= 0 { matched.append(Int(names.element)) }
            if names.attribute >= 0 { matched.append(-2 - Int(names.attribute)) }
            if names.role == .text || names.role == .content { matched.append(.min) }
            guard names.hasOthers, let others else { return matched }
            return matched + others.elements.union(others.inNamespace) + others.attributes.map { -2 - $0 }
        }

        /// Records what a key, or the cases of its choice, match. Returns whether another key matches some of it, and
        /// marks such keys.
        mutating func isKnown(_ matched: [Int]) -> Bool {
            let known = matched.filter { !seen.insert($0).inserted }
            if known.isEmpty { return false }
            let shared = Set(known)
            for (number, entry) in entries.enumerated() where !entry.names.mayMeet {
                let others = entry.names.hasOthers ? others[entry.others] : nil
                if !shared.isDisjoint(with: self.matched(entry.names, others)) { entries[number].names.mayMeet = true }
            }
            return true
        }

        mutating func add(_ key: String, _ found: (names: Names, others: OtherNames)) {
            if entries.isEmpty { entries.reserveCapacity(State.manyKeys) }
            var names = found.names
            names.mayMeet = isKnown(matched(names, found.others))
            if names.hasOthers { others.append(found.others) }
            entries.append(
                Entry(
                    key: key, asciiCount: key.asciiCount, names: names, others: others.count - 1,
                    successor: entries.count))
            guard entries.count > State.manyKeys else { return }
            if numbers.isEmpty {
                for (number, entry) in entries.enumerated() { numbers[entry.key] = number }
            } else {
                numbers[key] = entries.count - 1
            }
        }
    }

    let options: KeyOptions
    /// The type whose keys these are; nil for those of all types without roles.
    let type: CodedType?
    /// What is known of the type's roles.
    let roles = UncheckedCell(RoleState())
    let state = UncheckedCell(State())

    enum Kind {
        case properties
        /// The names in roles, which are not converted.
        case literal
        /// The keys of a dictionary.
        case entries
        /// The labels of the associated values of a choice.
        case labels
    }

    let kind: Kind
    /// The strategy for keys without a role.
    let strategy: XMLRoleStrategy
    /// The property whose value is flattened into the element of another type; nil for keys of an element of their own.
    let outer: OuterKey?
    /// Whether other types may have keys in the same elements.
    let sharesElement: Bool

    init(_ options: KeyOptions, type: CodedType? = nil, _ kind: Kind = .properties, in outer: OuterKey? = nil) {
        self.options = options
        self.type = type
        self.kind = kind
        self.outer = outer
        sharesElement = outer != nil || type?.hasFlattened ?? false
        strategy = kind == .properties || kind == .labels ? type?.strategy ?? options.roles : .byKey
    }

    subscript(key: Int) -> Names {
        @inline(__always) get { state.modify { $0.entries[key].names } }
    }

    /// The number of a key that was asked for.
    func known(_ key: String) -> Int? { state.modify { $0.number(of: key) } }

    /// The number of keys that were asked for.
    var count: Int { state.modify { $0.entries.count } }

    func text(_ key: Int) -> String { state.modify { $0.entries[key].key } }

    /// The number of a key.
    @inline(__always)
    func number(of key: String, _ tape: Tape) -> Int {
        state.modify { $0.expected(key) } ?? find(number: key, tape)
    }

    @inline(never)
    private func find(number key: String, _ tape: Tape) -> Int {
        if let number = state.modify({ $0.number(of: key) }) { return follow(number) }
        let found = findPlain(key, tape) ?? find(key, meaning(of: key), tape)
        // The conversion of names may have asked for the same key.
        return follow(
            state.modify { state in
                if converts, let number = state.number(of: key) { return number }
                state.add(key, found)
                return state.entries.count - 1
            })
    }

    private var converts: Bool { !options.conversion.isNone }

    /// Records the key that follows another one.
    private func follow(_ number: Int) -> Int {
        state.modify { state in
            state.entries[state.last].successor = number
            state.last = number
        }
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
        if state.modify({ $0.others[$0.entries[key].others].elements.contains(name) }) { return true }
        guard state.modify({ $0.others[$0.entries[key].others].inNamespace.contains(name) }) else { return false }
        let parentName = tape.nameNumber(parent)
        return parentName == Int(TapeHead.none) || tape.names.table.hasSameNamespace(name, parentName)
    }

    @inline(__always)
    func matchesAttribute(_ key: Int, _ names: Names, _ name: Int) -> Bool {
        name == Int(names.attribute)
            || names.hasOthers && state.modify { $0.others[$0.entries[key].others].attributes.contains(name) }
    }

    /// The roles that the type declares for these keys.
    var declared: [String: XMLCodingRole] { (kind == .labels ? type?.labels : type?.roles) ?? [:] }

    /// The role of a key, and the test for its names.
    private func meaning(of key: String) -> Meaning {
        let isCase = type?.kind == .choice && kind != .labels
        let role =
            declared[key] ?? (isCase ? .element : strategy.role(of: key, in: type))
            ?? XMLCodingRole(key: key)
        func named(_ name: NameTest?, _ key: String) -> NameTest? {
            guard let name else {
                // A qualified or expanded name is not converted.
                guard !converts || key.utf8.contains(UInt8(ascii: ":")) || NameTest.isSpecial(key) else { return nil }
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
            case .path(let path), .map(let path, _, _): path.childTest
            case .text, .type, .flattened, .content, .comments: nil
            }
        let path = role.path.map { options.matchesAnyNamespace ? $0.inAnyNamespace : $0 }
        return Meaning(role: role, test: path?.childTest ?? test, path: path)
    }

    /// The names of a key that has no role and no special meaning, as most keys do; nil for others, and if there are no
    /// such names.
    private func findPlain(_ key: String, _ tape: Tape) -> (Names, OtherNames)? {
        let isPlain = type == nil && !strategy.isCustom && !converts && !options.matchesAnyNamespace
        guard isPlain, !NameTest.isSpecial(key) else { return nil }
        let (names, others) = find(key, .any, .written(key), tape)
        return names.element >= 0 || names.attribute >= 0 || names.hasOthers ? (names, others) : nil
    }

    private func find(_ key: String, _ meaning: Meaning, _ tape: Tape) -> (Names, OtherNames) {
        switch meaning.role.kind {
        case .any: find(key, .any, meaning.test, tape)
        case .element: find(key, .element, meaning.test, tape)
        case .attribute where meaning.test?.declaredPrefix != nil: (Names(role: .declaration), OtherNames())
        case .attribute: find(key, .attribute, meaning.test, tape)
        case .path: find(key, .path, meaning.test, tape)
        case .map: find(key, .map, meaning.test, tape)
        case .text, .type: (Names(role: .text), OtherNames())
        case .flattened: (Names(role: .flattened), OtherNames())
        case .content: find(key, .content, .any, tape)
        case .comments: (Names(role: .comments), OtherNames())
        }
    }

    private func find(_ key: String, _ role: Role, _ test: NameTest?, _ tape: Tape) -> (Names, OtherNames) {
        var names = Names(role: role)
        var others = OtherNames()
        forEachCandidate(test, key, tape) { number in
            switch match(number, test, tape) {
            case .always:
                if names.element < 0 { names.element = Int32(number) } else { others.elements.insert(number) }
            case .inNamespaceOfParent: others.inNamespace.insert(number)
            case .never: break
            }
            guard role != .element, matchesAttribute(number, test, tape) else { return }
            if names.attribute < 0 { names.attribute = Int32(number) } else { others.attributes.insert(number) }
        }
        if case .any = test {
            if role == .any || role == .element { names.role = .otherElements }
            if role == .attribute { names.role = .otherAttributes }
        }
        names.hasOthers = !(others.elements.isEmpty && others.inNamespace.isEmpty && others.attributes.isEmpty)
        return (names, others)
    }

    /// Calls `body` with the names that a key may match: those with its local name, or with this key, if keys are
    /// converted.
    @inline(__always)
    private func forEachCandidate(_ test: NameTest?, _ key: String, _ tape: Tape, _ body: (Int) -> Void) {
        if let test { return tape.forEachCandidate(test, body) }
        let name = key.hasPrefix("@") ? String(key.dropFirst()) : key
        if state.modify({ $0.converted }) == nil {
            var (converted, locals): ([ExactKey: [Int]], [ExactKey: [Int]]) = ([:], [:])
            for number in 0..<tape.nameCount {
                let local = tape.string(tape.name(number).local) ?? ""
                converted[ExactKey(options.conversion.key(for: local)), default: []].append(number)
                locals[ExactKey(local), default: []].append(number)
            }
            state.modify { ($0.converted, $0.locals) = (converted, locals) }
        }
        let found = state.modify { $0.converted?[name] } ?? []
        found.forEach(body)
        // Words of capital letters, as in `baseURL`, are lost in the name, so that it may be converted to another key.
        guard let exact = options.conversion.wordName(for: name), options.conversion.key(for: exact) != name else {
            return
        }
        state.modify({ $0.locals[exact] })?.forEach { if !found.contains($0) { body($0) } }
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
    func meaning(of key: Int) -> Meaning {
        if let known = state.modify({ $0.meanings[key] }) { return known }
        let meaning = meaning(of: text(key))
        state.modify { $0.meanings[key] = meaning }
        return meaning
    }

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
        case .attribute, .declaration, .text, .path, .map, .flattened, .content, .comments, .otherElements,
            .otherAttributes:
            nil
        }
    }
}

extension Tape {
    /// Calls `body` with the numbers of the names that a test may match, and perhaps others. Complexity: O(1) on
    /// average for many names, after the first call.
    @inline(__always)
    func forEachCandidate(_ test: NameTest, _ body: (Int) -> Void) {
        guard nameCount <= 64 else { return nameLookup.candidates(test).forEach(body) }
        if case .any = test { return (0..<nameCount).forEach(body) }
        names.table.forEachName(local: test.localName, body)
    }
}
