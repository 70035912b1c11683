/// The meaning of a key for decoders and encoders, before there is a document or a name to write.
struct KeyPlan {
    /// The key, without the mark of an attribute or an element.
    var key: String
    var role: XMLCodingRole
    /// Whether the type of the key, or a strategy, gives the role.
    var isDeclared: Bool
    /// The test for the names; nil for names that are converted, and for roles without names.
    var test: NameTest?
    /// The path of the role, with local names if the options ask for them.
    var path: XMLPath?

    /// Whether one attribute may be read for two keys.
    func sharesAttribute(with other: Self, _ conversion: KeyConversion) -> Bool {
        switch (test, other.test) {
        case (let test?, let other?): test.meetsAttribute(other)
        case (nil, let test?), (let test?, nil):
            test.meetsAttribute(.written(test.localName))
                && conversion.key(for: test.localName).hasSameBytes(as: self.test == nil ? key : other.key)
        case (nil, nil): key.hasSameBytes(as: other.key)
        }
    }
}

extension NameTest {
    /// Whether two tests may match one attribute. A prefix may be declared for any namespace.
    fileprivate func meetsAttribute(_ other: Self) -> Bool {
        guard localName.hasSameBytes(as: other.localName) else { return false }
        return switch (self, other) {
        case (.local, _), (_, .local), (.any, _), (_, .any): true
        case (.written, .written), (.expanded, .expanded): self == other
        case (.expanded(let name), .written(let text)), (.written(let text), .expanded(let name)):
            (name.namespaceURI == nil) == !text.utf8.contains(UInt8(ascii: ":"))
        }
    }
}

/// The keys of one scope: those of a type with roles, or those of all other types.
class CodedKeys {
    enum Kind {
        /// The coding keys of a type. A key may be a role.
        case properties
        /// The names in roles, which are never converted.
        case literal
        /// The keys of a dictionary.
        case entries
        /// The labels of the associated values of a choice.
        case labels
    }

    let kind: Kind
    /// The type whose keys these are; nil for those of all types without roles.
    let type: CodedType?
    /// The roles that the type declares for these keys.
    let roles: [String: XMLCodingRole]
    /// The strategy for keys without a role.
    let strategy: XMLRoleStrategy
    let conversion: KeyConversion
    let matchesAnyNamespace: Bool
    /// Whether attributes with a prefix match only keys with this prefix.
    let attributesKeepPrefixes: Bool
    /// The property whose value is flattened into the element of another type; nil for keys of an element of their own.
    let outer: OuterKey?
    /// Whether other types may have keys in the same elements.
    let sharesElement: Bool
    /// Whether they are the cases of a choice.
    let isOfCases: Bool
    /// Whether an encoder may make attributes of texts without an explicit role.
    let makesAttributes: Bool
    /// Whether an encoder records keys without a value, with the attributes that a decoder would read for them.
    let recordsAbsent: Bool

    /// The types of keys that have been used, for a strategy that takes coding keys.
    private let keyTypes = UncheckedCell<[any CodingKey.Type]>([])

    required init(
        _ options: KeyOptions, type: CodedType? = nil, _ kind: Kind = .properties, in outer: OuterKey? = nil
    ) {
        self.kind = kind
        self.type = type
        self.outer = outer
        roles = (kind == .labels ? type?.labels : type?.roles) ?? [:]
        strategy = kind == .properties || kind == .labels ? options.strategy(of: type) : .byKey
        conversion = kind == .literal ? .none : options.conversion
        matchesAnyNamespace = options.matchesAnyNamespace
        attributesKeepPrefixes = options.attributesKeepPrefixes
        sharesElement = outer != nil || type?.hasFlattened ?? false
        isOfCases = kind != .labels && (type?.kind == .choice || type?.kind == .typedChoice)
        makesAttributes =
            strategy.makesAttributes || strategy.isCustom
            || roles.values.contains { $0.isWrittenAsAttribute || $0.isMirrored }
        recordsAbsent = sharesElement || makesAttributes || !strategy.isByKey
    }

    /// Records a type of keys, before the first key of it is looked up.
    @inline(__always)
    final func note<Key: CodingKey>(_ type: Key.Type) { if strategy.needsType { add(type) } }

    @inline(never)
    private final func add(_ type: any CodingKey.Type) {
        keyTypes.modify { types in
            if !types.contains(where: { $0 == type }) { types.append(type) }
        }
    }

    final var converts: Bool { !conversion.isNone }

    /// What a key means. The conversion of names and the strategy may be code of the program.
    final func plan(of key: String) -> KeyPlan {
        let declared = roles[key] ?? (isOfCases ? .element : strategy.role(of: key, in: type, keyTypes.modify { $0 }))
        let role = declared ?? XMLCodingRole(key: key)
        var plan = KeyPlan(key: key, role: role, isDeclared: declared != nil)
        switch role.kind {
        case .any, .element(nil):
            plan.key = XMLCodingRole.unmarked(key)
            plan.test = test(plan.key)
        case .attribute(let name):
            plan.key = key.utf8.first == UInt8(ascii: "@") ? String(key.dropFirst()) : XMLCodingRole.unmarked(key)
            let isDeclaration = plan.key.hasSameBytes(as: "xmlns")
            plan.test = name.map(test) ?? (isDeclaration ? NameTest(plan.key) : test(plan.key))
        case .element(let name?): plan.test = test(name)
        case .path(let path), .map(let path, _, _):
            plan.path = matchesAnyNamespace ? path.inAnyNamespace : path
            plan.test = plan.path?.childTest
        case .text, .type, .flattened, .content, .comments: break
        }
        return plan
    }

    /// The test for a key that is a name; nil for a key that is converted. Qualified and expanded names are not
    /// converted, and match as they are in any case.
    private func test(_ key: String) -> NameTest? {
        if key.utf8.contains(UInt8(ascii: ":")) || NameTest.isSpecial(key) { return NameTest(key) }
        return converts ? nil : anyNamespace(NameTest(key), local: key)
    }

    /// The test for a local name, if the options say so. A namespace declaration has no namespace that they ignore.
    private func anyNamespace(_ name: NameTest, local: String) -> NameTest {
        matchesAnyNamespace && name.declaredPrefix == nil ? .local(local) : name
    }

    private func test(_ name: NameTest) -> NameTest {
        guard case .written = name else { return name }
        return anyNamespace(name, local: name.localName)
    }

    /// Whether another key of a type of keys stands for the attribute from which a key may be read: `@id` beside `id`,
    /// or a key with the role of an attribute.
    @inline(__always)
    final func hasAttribute<Key: CodingKey, Value>(
        besides key: Int, of type: Key.Type, _ table: UncheckedCell<NumberedKeys<Value>>
    ) -> Bool {
        let id = ObjectIdentifier(type)
        let known = table.modify { table in table.entries[key].conflicts.first { $0.type == id }?.exists }
        if let known { return known }
        let exists = findAttribute(besides: table.modify { $0.entries[key].key }, type)
        table.modify { $0.setConflict(of: key, id, exists) }
        return exists
    }

    /// Types that take any string do not say which keys they have.
    @inline(never)
    private func findAttribute(besides key: String, _ type: any CodingKey.Type) -> Bool {
        let plan = plan(of: key)
        return type.init(stringValue: "\0") == nil
            && ["@", "@{}", "@*:"].contains { type.init(stringValue: $0 + key) != nil }
            || roles.contains { other, role in
                // The rest is what no other key reads.
                guard case .attribute(let test) = role.kind, test != .any else { return false }
                return !other.hasSameBytes(as: key) && plan.sharesAttribute(with: self.plan(of: other), conversion)
            }
    }
}

/// The options on which the meaning of keys depends.
struct KeyOptions {
    var conversion: KeyConversion
    var matchesAnyNamespace = false
    var attributesKeepPrefixes = false
    let roles: XMLRoleStrategy
    var isOfEncoder = false

    /// The strategy for the keys of a type.
    func strategy(of type: CodedType?) -> XMLRoleStrategy {
        if roles.isForAllTypes { return roles }
        return (isOfEncoder ? type?.encodingStrategy : type?.decodingStrategy) ?? roles
    }

    /// Whether two options are known to be the same. Options with closures never are.
    func isSame(as other: Self) -> Bool {
        conversion.isSame(as: other.conversion) && matchesAnyNamespace == other.matchesAnyNamespace
            && attributesKeepPrefixes == other.attributesKeepPrefixes && roles.isSame(as: other.roles)
    }
}

extension KeyOptions {
    init(_ decoder: XMLDecoder) {
        conversion = decoder.keyDecodingStrategy.conversion
        matchesAnyNamespace = decoder.matchesAnyNamespace
        attributesKeepPrefixes = decoder.attributesKeepPrefixes
        roles = decoder.roleStrategy
    }
}

extension XMLDecoder {
    /// Whether attributes with a prefix match only keys with this prefix.
    var attributesKeepPrefixes: Bool { !matchesAnyNamespace || followsXMLCoder }
}
