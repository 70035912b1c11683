/// The names in a document that the coding keys of one scope match, found once for each key: the keys of a type with
/// roles, or those of all other types.
///
/// One call uses it at a time. User code, which converts names, never runs while the state is being changed.
final class DecodingKeys: CodedKeys {
    /// What a key may match.
    enum Role: UInt8 {
        case any, element, attribute, declaration, text, path, map, flattened, content, comments
        /// All names that no other key of the type matches: `*`.
        case otherElements, otherAttributes
    }

    /// The names that one key matches; most keys match one.
    struct Names: BitwiseCopyable {
        fileprivate(set) var role = Role.any
        /// Whether another key may match the same node.
        var mayMeet = false
        /// Whether it matches what no other key of the type matches.
        @inline(__always)
        var isRest: Bool { role == .otherElements || role == .otherAttributes }
        /// Whether it is the rest, the content or the comments of an element.
        @inline(__always)
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
        /// The names that match elements in a parent in the same namespace.
        var inNamespace: Set<Int> = []
        var attributes: Set<Int> = []
    }

    /// What is known of a key in a document.
    struct Entry {
        var names: Names
        /// The position of the other names, if there are any.
        let others: Int
        /// For each type of keys, the choice whose cases are the values of this one.
        var choices: [(type: ObjectIdentifier, choice: ChoiceOfKey)] = []
        /// For each type of keys, those that may match what this one matches, among the first keys.
        var rivals: [(type: ObjectIdentifier, count: Int, keys: [Int])] = []
    }

    struct State {
        var others: [OtherNames] = []
        var plans: [Int: KeyPlan] = [:]
        /// The types of keys with a key for the rest.
        var rests: [ObjectIdentifier] = []
        /// The numbers of the names that keys match.
        var seen: Set<Int> = []
        /// The numbers of the names with each key, if keys are converted.
        var converted: [ExactKey: [Int]]?
        /// The numbers of the names with each local name, if keys are converted.
        var locals: [ExactKey: [Int]] = [:]
    }

    let table = UncheckedCell(NumberedKeys<Entry>())
    let state = UncheckedCell(State())
    /// What is known of the type's roles.
    let roleState = UncheckedCell(RoleState())

    subscript(key: Int) -> Names {
        @inline(__always) get { table.modify { $0[key].names } }
    }

    /// The number of a key that was looked up before; nil for others.
    func known(_ key: String) -> Int? { table.modify { $0.number(of: key) } }

    /// The number of keys that were looked up.
    var count: Int { table.modify { $0.count } }

    func text(_ key: Int) -> String { table.modify { $0.entries[key].key } }

    /// The number of a key.
    @inline(__always)
    func number(of key: String, _ tape: Tape) -> Int {
        table.modify { $0.expected(key) } ?? find(number: key, tape)
    }

    @inline(never)
    private func find(number key: String, _ tape: Tape) -> Int {
        if let number = known(key) { return table.modify { $0.follow(number) } }
        let found = findPlain(key, tape) ?? find(key, plan(of: key), tape)
        // The conversion of names may have looked up the same key.
        let number = converts ? known(key) : nil
        if number == nil { add(key, found) }
        return table.modify { $0.follow(number ?? $0.count - 1) }
    }

    private func add(_ key: String, _ found: (names: Names, others: OtherNames)) {
        let others = state.modify { state in
            if found.names.hasOthers { state.others.append(found.others) }
            return state.others.count - 1
        }
        let number = table.modify { table in
            table.add(key, Entry(names: found.names, others: others))
            return table.count - 1
        }
        mark(matched(number))
    }

    // MARK: Matching

    @inline(__always)
    func matchesElement(_ key: Int, _ names: Names, _ name: Int, in parent: Int, _ tape: Tape) -> Bool {
        if name == Int(names.element) { return true }
        return names.hasOthers && matchesOther(key, name, in: parent, tape)
    }

    @inline(never)
    private func matchesOther(_ key: Int, _ name: Int, in parent: Int, _ tape: Tape) -> Bool {
        if others(key, { $0.elements.contains(name) }) { return true }
        guard others(key, { $0.inNamespace.contains(name) }) else { return false }
        let parentName = tape.nameNumber(parent)
        return parentName == Int(TapeHead.none) || tape.names.table.hasSameNamespace(name, parentName)
    }

    @inline(__always)
    func matchesAttribute(_ key: Int, _ names: Names, _ name: Int) -> Bool {
        name == Int(names.attribute)
            || names.hasOthers && others(key) { $0.attributes.contains(name) }
    }

    func others<Result>(_ key: Int, _ body: (OtherNames) -> Result) -> Result {
        let place = table.modify { $0[key].others }
        return state.modify { body($0.others[place]) }
    }

    /// The names of a key that has no role and no special meaning, as most keys do; nil for others, and if there are no
    /// such names.
    private func findPlain(_ key: String, _ tape: Tape) -> (Names, OtherNames)? {
        let isPlain = type == nil && !strategy.isCustom && !converts && !matchesAnyNamespace
        guard isPlain, !NameTest.isSpecial(key) else { return nil }
        let (names, others) = find(key, .any, .written(key), tape)
        return names.element >= 0 || names.attribute >= 0 || names.hasOthers ? (names, others) : nil
    }

    private func find(_ key: String, _ plan: KeyPlan, _ tape: Tape) -> (Names, OtherNames) {
        switch plan.role.kind {
        case .any: find(plan.key, .any, plan.test, tape)
        case .element: find(plan.key, .element, plan.test, tape)
        case .attribute where plan.test?.declaredPrefix != nil: (Names(role: .declaration), OtherNames())
        case .attribute: find(plan.key, .attribute, plan.test, tape)
        case .path: find(key, .path, plan.test, tape)
        case .map: find(key, .map, plan.test, tape)
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
        if state.modify({ $0.converted }) == nil {
            var (converted, locals): ([ExactKey: [Int]], [ExactKey: [Int]]) = ([:], [:])
            for number in 0..<tape.nameCount {
                let local = tape.string(tape.name(number).local) ?? ""
                converted[ExactKey(conversion.key(for: local)), default: []].append(number)
                locals[ExactKey(local), default: []].append(number)
            }
            state.modify { ($0.converted, $0.locals) = (converted, locals) }
        }
        if let found = state.modify({ $0.converted?[key] }) { return found.forEach(body) }
        // The name does not show words of capital letters, as in `baseURL`, and may therefore be converted to another
        // key. A document with `a` and `A` has names for both keys.
        guard let name = conversion.wordName(for: key), conversion.key(for: name) != key else { return }
        state.modify { $0.locals[name] }?.forEach(body)
    }

    private func match(_ number: Int, _ test: NameTest?, _ tape: Tape) -> NameTable.Match {
        // Only attributes have kept their prefixes.
        if matchesAnyNamespace, attributesKeepPrefixes, case .written(let key) = test,
            key.utf8.contains(UInt8(ascii: ":"))
        {
            return .never
        }
        if let test { return tape.names.table.match(number, test) }
        let hasPrefix = tape.name(number).prefix != Int(TapeHead.none)
        return hasPrefix && !matchesAnyNamespace ? .inNamespaceOfParent : .always
    }

    private func matchesAttribute(_ number: Int, _ test: NameTest?, _ tape: Tape) -> Bool {
        let hasPrefix = tape.name(number).prefix != Int(TapeHead.none)
        if matchesAnyNamespace, attributesKeepPrefixes, hasPrefix, case .local = test { return false }
        if let test { return tape.names.table.matchesAttribute(number, test) }
        return !hasPrefix || !attributesKeepPrefixes
    }

    /// What a key means.
    func plan(of key: Int) -> KeyPlan {
        if let known = state.modify({ $0.plans[key] }) { return known }
        let plan = plan(of: text(key))
        state.modify { $0.plans[key] = plan }
        return plan
    }

    /// The name that a key stands for, in errors: `@id` for an attribute.
    func shownName(of key: Int) -> String {
        let plan = plan(of: key)
        let name = plan.role.path?.description ?? shownTest(plan).description
        return if case .attribute = plan.role.kind { "@" + name } else { name }
    }

    /// The name that a key stands for, in errors: for a key that is converted, the most likely one.
    func shownTest(_ plan: KeyPlan) -> NameTest { plan.test ?? NameTest(conversion.shownName(for: plan.key)) }

    /// The test for the child elements that a key matches; nil for names that are converted.
    func test(_ key: Int) -> NameTest? {
        switch self[key].role {
        case .any, .element: plan(of: key).test
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
