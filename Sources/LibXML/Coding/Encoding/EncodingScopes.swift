/// The results of an encoder for the types and the keys of the program. One call uses it at a time.
final class EncodingScopes: CodedScopes {
    static let pool = ScopePool<EncodingScopes>()

    private struct State: ~Copyable {
        var plans = RawBuffer<EncodingPlan>(capacity: 64)
        var details: [EncodingPlanDetail] = []
        /// The scopes with keys of each local name, by the number of the name.
        var users: [UInt32: [NameUser]] = [:]
    }

    /// Keys that are written with a local name: the first of a scope.
    private struct NameUser {
        var keys: EncodingKeys
        var name: UInt32
        /// Whether it is the name of an element around values, in which other values may be.
        var isWrapper: Bool
        /// Whether it is inside of such an element, or a text.
        var isInside: Bool
    }

    let names = UncheckedCell(EncodingNames())
    let options: KeyOptions
    let types: UncheckedCell<KnownTypes<EncodingKeys>>
    let invalidNames: XMLWritingOptions.InvalidNames
    let entryKey = EntryKey.type
    private let state = UncheckedCell(State())

    /// Whether it is what an encoder with these options would find.
    func fits(_ options: XMLEncoder) -> Bool {
        self.options.isSame(as: KeyOptions(options)) && invalidNames == options.writingOptions.invalidNames
    }

    /// Whether it may be kept. This limits what is kept, even if dictionaries have many different keys.
    var isSmall: Bool { planCount <= 512 && names.modify { $0.count <= 512 } && options.isSame(as: options) }

    init(_ options: XMLEncoder) {
        let keys = KeyOptions(options)
        self.options = keys
        types = UncheckedCell(KnownTypes([EncodingKeys(keys)]))
        invalidNames = options.writingOptions.invalidNames
        _ = add(EncodingPlan(role: .element), EncodingPlanDetail(key: ""))
    }

    // MARK: Plans

    /// The scope of the keys of a dictionary that is encoded into the encoder of a type, beside the keys of another
    /// scope.
    func entries(_ scope: UInt16) -> UInt16 { self.scope(.entries, of: keys(scope).type) }

    func keys(_ scope: UInt16) -> EncodingKeys { types.modify { $0.scopes[Int(scope)] } }

    /// The number of the plan for a key.
    func plan(_ key: String, _ scope: UInt16) -> UInt32 { plan(key, keys(scope)) }

    func plan(_ key: String, _ keys: EncodingKeys) -> UInt32 {
        if let known = keys.number(of: key) { return known }
        // The conversion of names is code of the program.
        let number = makePlan(keys, key)
        return keys.add(key, number, self[number])
    }

    @inline(__always)
    subscript(plan: UInt32) -> EncodingPlan { state.modify { $0.plans[Int(plan)] } }

    var planCount: Int { state.modify { $0.plans.count } }

    func detail(_ plan: UInt32) -> EncodingPlanDetail { state.modify { $0.details[Int(plan)] } }

    func add(_ plan: EncodingPlan, _ detail: EncodingPlanDetail) -> UInt32 {
        state.modify { state in
            state.plans.append(plan)
            state.details.append(detail)
            return UInt32(state.plans.count - 1)
        }
    }

    private func makePlan(_ scope: EncodingKeys, _ key: String) -> UInt32 {
        var detail = EncodingPlanDetail(key: key, keys: scope)
        do throws(XMLError) {
            var plan = try plan(for: key, in: scope, &detail)
            if scope.recordsAbsent, plan.role == .element, !plan.isExplicit, plan.name != 0 {
                plan.attribute = try addAttribute(of: key, in: scope, detail)
                let mayBeAttribute =
                    scope.strategy.makesAttributes || detail.isWrittenAsAttribute || plan.isMirrored
                if mayBeAttribute || scope.sharesElement { plan.isPlain = false }
            }
            findSharedNames(of: plan, detail, in: scope)
            return add(plan, detail)
        } catch {
            detail.error = error
            return add(EncodingPlan(role: .invalid), detail)
        }
    }

    /// Adds the plan of the attribute that a decoder reads for a key without a role. Returns 0 if it reads none.
    private func addAttribute(
        of key: String, in scope: EncodingKeys, _ detail: EncodingPlanDetail
    ) throws(XMLError) -> UInt32 {
        var plan = EncodingPlan(role: .attribute, kind: .attribute)
        plan.name = try number(of: name(scope.plan(of: key), scope), .attribute)
        return names.modify { $0[plan.name].kind == .declaration } ? 0 : add(plan, detail)
    }

    /// Finds out whether another key of the scope has the local name of a new one.
    private func findSharedNames(of plan: EncodingPlan, _ detail: EncodingPlanDetail, in keys: EncodingKeys) {
        if let wrapper = detail.wrappers.first {
            add(NameUser(keys: keys, name: wrapper.name, isWrapper: true, isInside: false))
        }
        let isText = plan.kind == .text
        guard isText || plan.name != 0 else { return }
        add(NameUser(keys: keys, name: plan.name, isWrapper: false, isInside: isText || !detail.wrappers.isEmpty))
    }

    private func add(_ user: NameUser) {
        // The keys of a dictionary are names as they are written.
        let name = user.keys.kind == .properties ? names.modify { $0[user.name].local } : user.name
        let other = state.modify { state -> NameUser? in
            let other = state.users[name]?.first { $0.keys === user.keys && $0.isInside == user.isInside }
            if other == nil { state.users[name, default: []].append(user) }
            return other
        }
        guard let other, !(other.isWrapper && user.isWrapper && other.name == user.name) else { return }
        if user.isInside { user.keys.hasSharedPaths = true } else { user.keys.hasSharedNames = true }
    }

    /// Makes the plans of all keys with roles, and of the keys that have the names of their elements, before a value is
    /// encoded. A key without a value is then known, too.
    @inline(never)
    func prepare<Key: CodingKey>(_ keys: EncodingKeys, _ type: Key.Type) {
        keys.isPrepared = true
        for key in keys.roles.keys.inOrder() where Key(stringValue: key) != nil {
            let plan = self[plan(key, keys)]
            guard plan.kind == .element, plan.name != 0 else { continue }
            let name = names.modify { $0.string(plan.name) }
            if Key(stringValue: name) != nil { _ = self.plan(name, keys) }
        }
    }

    /// The key of a type of keys, other than a given key, that would be read from a node.
    ///
    /// Types of keys that take any string do not say which keys they have.
    func key(
        _ type: any CodingKey.Type, reading node: EncodedNode, _ keys: EncodingKeys, except own: String? = nil
    ) -> String? {
        guard type.init(stringValue: "\0") == nil else { return nil }
        let (name, local) = names.modify { names in
            (names.test(node.name).description, names.string(names[node.name].local))
        }
        var candidates = [options.conversion.key(for: local), local, "*:" + local, "{}" + local, name]
        if node.kind == .attribute { candidates += candidates.map { "@" + $0 } }
        if node.kind == .text { candidates = ["", "#text"] }
        if !keys.isPrepared { prepare(keys, type) }
        for key in candidates where type.init(stringValue: key) != nil { _ = plan(key, keys) }
        return keys.keys.first { key, number in
            key != own && type.init(stringValue: key) != nil && reads(self[number], detail(number), node)
        }?.key
    }

    /// Whether a key would be read from a node, whatever namespaces are declared.
    private func reads(_ plan: EncodingPlan, _ detail: EncodingPlanDetail, _ node: EncodedNode) -> Bool {
        let isPath = !detail.wrappers.isEmpty
        if node.kind == .text { return plan.kind == .text && !isPath && plan.role != .invalid }
        let isElement = plan.kind == .element || isPath
        guard isElement == (node.kind == .element) || isElement && !isPath && !plan.isExplicit else { return false }
        guard let name = detail.wrappers.first?.name ?? (plan.name == 0 ? nil : plan.name) else { return false }
        return names.modify { names in
            if isElement != (node.kind == .element) {
                return (detail.isInAnyNamespace || names[node.name].kind == .plain)
                    && names.test(name).localName.hasSameBytes(as: names.test(node.name).localName)
            }
            // The namespace of an element may be that of its parent. An attribute with a prefix has its own.
            let isPlain = names[name].kind == .plain && (isElement || names[node.name].kind == .plain)
            return name == node.name
                || names[name].local == names[node.name].local && (detail.isInAnyNamespace || isPlain)
        }
    }

    /// Whether a plan is that of a case of a choice.
    func isCase(_ plan: UInt32) -> Bool { detail(plan).keys?.isOfCases ?? false }

    private func plan(
        for key: String, in scope: EncodingKeys, _ detail: inout EncodingPlanDetail
    ) throws(XMLError) -> EncodingPlan {
        let meaning = scope.plan(of: key)
        let role = meaning.role
        if scope.kind == .entries, !meaning.isDeclared { return try entry(key) }
        detail.isWrittenAsAttribute = role.isWrittenAsAttribute
        let isExplicit = meaning.isDeclared && !role.isWrittenAsAttribute && !role.isMirrored
        var plan = EncodingPlan(role: .element, isExplicit: isExplicit)
        plan.isMirrored = role.isMirrored
        switch role.kind {
        case .any, .element: plan.name = try number(of: name(meaning, scope), .element, &detail)
        case .attribute:
            plan.role = .attribute
            plan.kind = .attribute
            plan.name = try number(of: name(meaning, scope), .attribute, &detail)
        case .text:
            plan.role = .text
            plan.kind = .text
        case .path(let path):
            plan.role = .path
            try setSteps(of: path, &plan, &detail)
        case .map(let path, let key, let value):
            plan.role = .map
            detail.map = (key, value)
            try setSteps(of: path, &plan, &detail)
            guard plan.kind == .element else { throw Self.unwritable(path) }
            if detail.map?.key == detail.map?.value {
                throw XMLError(.invalidPath, "the keys and the values of a map cannot be written in one place")
            }
        case .flattened:
            throw XMLError(
                .invalidValue,
                scope.roles[key] == nil
                    ? CodingMessage.cannotFlatten(key.excerpt)
                    : "“\(key.excerpt)” is flattened, and must be a structure with keys")
        case .content: plan.role = .content
        case .comments: (plan.role, plan.kind) = (.comment, .comment)
        case .type(let name):
            plan.role = .type
            detail.type = name
        }
        plan.isPlain =
            plan.role == .element && plan.name != 0 && names.modify { $0[plan.name].kind == .plain }
        return plan
    }

    /// Returns the plan for a key of a dictionary, which is a name, and never a role or path.
    private func entry(_ key: String) throws(XMLError) -> EncodingPlan {
        let prefix = key.utf8.firstIndex(of: UInt8(ascii: ":")).map { String(key[..<$0]) }
        do {
            let name: NameTest =
                if let prefix {
                    prefix.withUTF8Span { $0.isQualifiedName } ? .written(key) : .local(key)
                } else {
                    options.conversion.isNone ? .written(key) : try converted(key, options.conversion.nameOfData(key))
                }
            let number = try number(of: name, .element)
            return EncodingPlan(role: .entry, isPlain: names.modify { $0[number].kind == .plain }, name: number)
        } catch {
            let isPlain = XMLCodingRole(key: key).kind == .any && !NameTest.isSpecial(key)
            let help = "a key of a dictionary is the name of an element; use XMLDictionary, or a type with coding keys"
            throw isPlain ? error : XMLError(error.code, error.message, help: help)
        }
    }

    /// The number of the name of an attribute that is the key of a dictionary.
    func attributeName(_ key: String) throws(XMLError) -> UInt32 {
        let isPlain = !options.conversion.isNone && !key.utf8.contains(UInt8(ascii: ":"))
        guard !key.isDeclaration else { throw XMLError(.invalidName, "“\(key)” declares a namespace") }
        return try number(of: isPlain ? converted(key, options.conversion.nameOfData(key)) : .written(key), .attribute)
    }

    /// The name that a key means.
    private func name(_ plan: KeyPlan, _ keys: EncodingKeys) throws(XMLError) -> NameTest {
        if let test = plan.test { return test }
        return try converted(plan.key, keys.conversion.name(for: plan.key))
    }

    private func converted(_ key: String, _ name: String?) throws(XMLError) -> NameTest {
        guard let name else {
            throw XMLError(
                .invalidName, "no name is read as the key “\(key.excerpt)”",
                help: "give the key a name that keyEncodingStrategy can convert")
        }
        return .written(name)
    }

    /// Returns the number of a name that is not the name of a key.
    func number(of test: NameTest, _ kind: EncodedNode.Kind) throws(XMLError) -> UInt32 {
        try names.modify { (names) throws(XMLError) in
            try names.number(of: test, isAttribute: kind == .attribute, invalidNames)
        }
    }

    private func number(
        of test: NameTest, _ kind: EncodedNode.Kind, _ detail: inout EncodingPlanDetail
    ) throws(XMLError) -> UInt32 {
        detail.isInAnyNamespace = test.isLocal
        return try number(of: test, kind)
    }

    private func setSteps(
        of path: XMLPath, _ plan: inout EncodingPlan, _ detail: inout EncodingPlanDetail
    ) throws(XMLError) {
        if let error = path.error { throw error }
        guard let last = path.steps.last, path.steps.allSatisfy({ !$0.isDeep && $0.predicates.isEmpty }) else {
            throw Self.unwritable(path)
        }
        for step in path.steps.dropLast() {
            guard let test = step.nameTest else { throw Self.unwritable(path) }
            let name = try number(of: test, .element)
            detail.wrappers.append(EncodingPlanDetail.Wrapper(name: name, isInAnyNamespace: test.isLocal))
        }
        switch last.target {
        case .element where path.isText: plan.kind = .text
        case .element(.any): plan.name = 0
        case .element(let test): plan.name = try number(of: test, .element, &detail)
        case .attribute(let test):
            plan.kind = .attribute
            plan.name = try number(of: test, .attribute, &detail)
        case .itself, .malformed: throw Self.unwritable(path)
        }
        guard plan.kind != .attribute || plan.name != 0, !detail.wrappers.contains(where: { $0.name == 0 }) else {
            throw Self.unwritable(path)
        }
    }

    private static func unwritable(_ path: XMLPath) -> XMLError {
        XMLError(.invalidPath, "the path “\(path)” does not say which elements to write")
    }
}

extension KeyOptions {
    fileprivate init(_ encoder: XMLEncoder) {
        conversion = encoder.keyEncodingStrategy.conversion
        roles = encoder.roleStrategy
        isOfEncoder = true
    }
}

extension NameTest {
    fileprivate var isLocal: Bool { if case .local = self { true } else { false } }
}
