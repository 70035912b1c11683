/// What an encoder has found of the types and the keys of the program. One call uses it at a time.
final class EncodingScopes {
    static let pool = ScopePool<EncodingScopes>()

    private struct State: ~Copyable {
        var types: KnownTypes<EncodingKeys>
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
    let conversion: KeyConversion
    let invalidNames: XMLWritingOptions.InvalidNames
    let entryKey = EntryKey.type
    private let strategy: XMLRoleStrategy
    private let state: UncheckedCell<State>

    /// Whether it is what an encoder with these options would find.
    func fits(_ options: XMLEncoder) -> Bool {
        conversion.isSame(as: options.keyEncodingStrategy.conversion)
            && invalidNames == options.writingOptions.invalidNames && strategy.isSame(as: options.roleStrategy)
    }

    /// Whether it may be kept. What is kept is then bounded, whatever the keys of dictionaries are.
    var isSmall: Bool { planCount <= 512 && names.modify { $0.count <= 512 } && isPlain }

    /// Whether its options contain no closure.
    private var isPlain: Bool { conversion.isSame(as: conversion) && !strategy.isCustom }

    init(_ options: XMLEncoder) {
        conversion = options.keyEncodingStrategy.conversion
        invalidNames = options.writingOptions.invalidNames
        strategy = options.roleStrategy
        state = UncheckedCell(
            State(types: KnownTypes([EncodingKeys(.properties, strategy), EncodingKeys(.literal, strategy)])))
        _ = add(EncodingPlan(role: .element), EncodingPlanDetail(key: ""))
    }

    // MARK: Types

    @inline(__always)
    func known(_ type: Any.Type) -> KnownType { state.modify { $0.types.recent(type) } ?? find(type) }

    @inline(never)
    private func find(_ type: Any.Type) -> KnownType {
        let coded = CodedType.of(type)
        var known = KnownType(
            coded, scope: coded.owner.map { scope(.properties, of: $0) } ?? 0,
            choice: coded.choice.map { scope(.properties, of: $0) } ?? 0)
        if strategy.needsType, coded.isStructure, coded.kind == .plain {
            (known.kind, known.scope) = (.roles, scope(.properties, of: coded))
        }
        state.modify { [known] in $0.types.add(known, for: type) }
        return known
    }

    /// The scope of names that are never converted.
    var literal: UInt16 { 1 }

    /// The scope of the keys of a dictionary that is encoded where the keys of another scope are: into the encoder of a
    /// type.
    func entries(_ scope: UInt16) -> UInt16 { self.scope(.entries, of: type(ofScope: scope)) }

    /// The scope of the associated values of a choice.
    func labels(_ choice: UInt16) -> UInt16 {
        type(ofScope: choice).map { $0.labels.isEmpty ? 0 : scope(.labels, of: $0) } ?? 0
    }

    private func scope(_ kind: EncodingKeys.Kind, of type: CodedType?) -> UInt16 {
        state.modify {
            $0.types.scope(
                where: { $0.kind == kind && $0.type === type && $0.outer == nil },
                orNew: { EncodingKeys(kind, type: type, strategy) })
        }
    }

    /// The scope of the keys of a structure that is flattened into an element with the keys of another scope.
    func flattened(_ type: Any.Type, in outer: OuterKey) -> UInt16 {
        let owner = CodedType.of(type).owner
        return state.modify {
            $0.types.scope(
                where: { $0.outer == outer },
                orNew: { EncodingKeys(.properties, type: owner, strategy, in: outer) })
        }
    }

    func type(ofScope scope: UInt16) -> CodedType? { state.modify { $0.types.scopes[Int(scope)] }.type }

    // MARK: Plans

    func keys(_ scope: UInt16) -> EncodingKeys { state.modify { $0.types.scopes[Int(scope)] } }

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
                if scope.makesAttributes || scope.sharesElement { plan.isPlain = false }
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
        plan.name = try number(of: test(key, scope), .attribute)
        if names.modify({ $0[plan.name].kind == .declaration }) || isRole(plan.name, in: scope) { return 0 }
        return add(plan, detail)
    }

    /// Whether a role of the type is an attribute.
    private func isRole(_ attribute: UInt32, in scope: EncodingKeys) -> Bool {
        scope.roles.contains { key, role in
            guard case .attribute(let test) = role.kind else { return false }
            return (try? number(of: declaredName(test, or: key, scope), .attribute)) == attribute
        }
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
    /// encoded: so a key without a value is known too.
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

    /// The key of a type of keys, other than one of them, that would be read from a node.
    ///
    /// Types of keys that take any string do not say which keys they have.
    func key(
        _ type: any CodingKey.Type, reading node: EncodedNode, _ keys: EncodingKeys, except own: String? = nil
    ) -> String? {
        guard type.init(stringValue: "\0") == nil else { return nil }
        let (name, local) = names.modify { names in
            (names.test(node.name).description, names.string(names[node.name].local))
        }
        var candidates = [conversion.key(for: local), local, "*:" + local, "{}" + local, name]
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
                return names.test(name).localName.hasSameBytes(as: names.test(node.name).localName)
            }
            return name == node.name
                || names[name].local == names[node.name].local
                    && (detail.isInAnyNamespace || names[name].kind == .plain)
        }
    }

    /// Whether a plan is that of a case of a choice.
    func isCase(_ plan: UInt32) -> Bool { detail(plan).keys?.isOfCases ?? false }

    private func plan(
        for key: String, in scope: EncodingKeys, _ detail: inout EncodingPlanDetail
    ) throws(XMLError) -> EncodingPlan {
        let isCase = scope.type?.kind == .choice && scope.kind != .labels
        let declared = scope.roles[key] ?? (isCase ? .element : scope.strategy.role(of: key, in: scope.type))
        if scope.kind == .entries, declared == nil { return try entry(key) }
        let role = declared ?? XMLCodingRole(key: key)
        let name = key.hasPrefix("@") ? String(key.dropFirst()) : key
        var plan = EncodingPlan(role: .element, isExplicit: declared.map { !$0.isWrittenAsAttribute } ?? false)
        switch role.kind {
        case .any: plan.name = try number(of: test(key, scope), .element, &detail)
        case .element(let test): plan.name = try number(of: declaredName(test, or: key, scope), .element, &detail)
        case .attribute(let test):
            plan.role = .attribute
            plan.kind = .attribute
            plan.name = try number(of: declaredName(test, or: name, scope), .attribute, &detail)
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
                    ? "“\(key.excerpt)” can be flattened only by xmlRoles of its type"
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

    private func declaredName(
        _ test: NameTest?, or key: String, _ scope: EncodingKeys
    ) throws(XMLError) -> NameTest {
        if let test { return test }
        return try self.test(key, scope)
    }

    /// Returns the plan for a key of a dictionary, which is a name, and never a role or path.
    private func entry(_ key: String) throws(XMLError) -> EncodingPlan {
        let prefix = key.utf8.firstIndex(of: UInt8(ascii: ":")).map { String(key[..<$0]) }
        do {
            let name: NameTest =
                if let prefix {
                    prefix.withUTF8Span { $0.isQualifiedName } ? .written(key) : .local(key)
                } else {
                    conversion.isNone ? .written(key) : try converted(key, conversion.nameOfData(key))
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
        let isPlain = !conversion.isNone && !key.utf8.contains(UInt8(ascii: ":"))
        return try number(of: isPlain ? converted(key, conversion.nameOfData(key)) : .written(key), .attribute)
    }

    /// The name for a key that no role names.
    private func test(_ key: String, _ scope: EncodingKeys) throws(XMLError) -> NameTest {
        let isConverted = !conversion.isNone && scope.kind != .literal
        guard isConverted, !key.utf8.contains(UInt8(ascii: ":")), !NameTest.isSpecial(key) else { return NameTest(key) }
        return try converted(key, conversion.name(for: key))
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

extension NameTest {
    fileprivate var isLocal: Bool { if case .local = self { true } else { false } }
}
