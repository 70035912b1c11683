/// What decoders have found of the names in a document and of the types of the program; shared by the records of one
/// document.
///
/// One call uses it at a time, which ``ScopePool`` ensures.
final class DecodingScopes {
    static let pool = ScopePool<DecodingScopes>()

    /// The keys of types without roles.
    let plain: CodingKeyNames
    /// The numbers of the attributes `xsi:nil`, `xsi:type` and `xml:space`; -1 for those that the document does not
    /// contain.
    let nilName: Int
    let typeName: Int
    let spaceName: Int
    /// The names of the tapes that it fits.
    private let names: TapeNames
    private let options: KeyOptions
    private let types: UncheckedCell<KnownTypes<CodingKeyNames>>

    init(_ tape: Tape, _ options: KeyOptions) {
        names = tape.names
        self.options = options
        plain = CodingKeyNames(options)
        nilName = Self.number(of: Self.nilAttribute, tape)
        typeName = Self.number(of: Self.typeAttribute, tape)
        spaceName = Self.number(of: Self.spaceAttribute, tape)
        types = UncheckedCell(KnownTypes([plain]))
    }

    private static let nilAttribute = XMLNamespace.schemaInstance["nil"]
    static let typeAttribute = XMLNamespace.schemaInstance["type"]
    private static let spaceAttribute = XMLNamespace.xml["space"]

    private static func number(of name: XMLName, _ tape: Tape) -> Int {
        var found = -1
        tape.forEachCandidate(.expanded(name)) { if tape.isExpanded($0, name) { found = $0 } }
        return found
    }

    /// Whether it is what a decoder with these options would find in a tape.
    func fits(_ tape: Tape, _ options: KeyOptions) -> Bool {
        let hasSameNames =
            names === tape.names
            || names.table.count == tape.nameCount && tape.nameCount <= Self.fewNames
                && names.table.hasSameContent(as: tape.names.table)
        return hasSameNames && self.options.isSame(as: options)
    }

    /// The number of names up to which those of two documents are compared.
    private static let fewNames = 64

    /// Whether it may be kept for documents with the same names. Its size is then bounded by the program.
    var isSmall: Bool {
        names.table.count <= Self.fewNames && options.isSame(as: options) && plain.count <= 8 * Self.fewNames
    }

    /// The keys of a scope.
    @inline(__always)
    subscript(scope: UInt16) -> CodingKeyNames {
        scope == 0 ? plain : types.modify { $0.scopes[Int(scope)] }
    }

    @inline(__always)
    func known(_ type: Any.Type) -> KnownType { types.modify { $0.recent(type) } ?? find(type) }

    @inline(never)
    private func find(_ type: Any.Type) -> KnownType {
        let known = known(CodedType.of(type))
        types.modify { $0.add(known, for: type) }
        return known
    }

    func known(_ coded: CodedType) -> KnownType {
        var known = KnownType(coded, scope: coded.owner.map(scope) ?? 0, choice: coded.choice.map(scope) ?? 0)
        if options.roles.needsType, coded.isStructure, coded.kind == .plain, FirstRequest(of: coded.type).keys != nil {
            (known.kind, known.scope) = (.roles, scope(of: coded))
        }
        return known
    }

    private func scope(of owner: CodedType) -> UInt16 {
        types.modify {
            $0.scope(
                where: { $0.type === owner && $0.kind == .properties && $0.outer == nil },
                orNew: { CodingKeyNames(options, type: owner) })
        }
    }

    /// Whether keys may have roles that no type lists.
    @inline(__always)
    func hasStrategy(_ scope: UInt16) -> Bool {
        scope == 0 ? options.roles.isCustom : self[scope].strategy.isCustom
    }

    /// The scope of the keys of a dictionary that is decoded where the keys of another scope are: they are data, and
    /// have no strategy.
    func entries(_ scope: UInt16) -> UInt16 {
        let keys = self[scope]
        guard keys.strategy.isCustom else { return scope }
        return types.modify {
            $0.scope(
                where: { $0.kind == .entries && $0.type === keys.type && $0.outer == keys.outer },
                orNew: { CodingKeyNames(options, type: keys.type, .entries, in: keys.outer) })
        }
    }

    /// The scope of the keys of a structure that is flattened into an element with the keys of another scope.
    func flattened(_ type: Any.Type, in outer: OuterKey) -> UInt16 {
        let owner = CodedType.of(type).owner
        return types.modify {
            $0.scope(
                where: { $0.outer == outer },
                orNew: { CodingKeyNames(options, type: owner, in: outer) })
        }
    }

    /// The scope of the associated values of a choice.
    func labels(_ choice: UInt16) -> UInt16 {
        guard let type = self[choice].type, !type.labels.isEmpty else { return 0 }
        return types.modify {
            $0.scope(
                where: { $0.kind == .labels && $0.type === type },
                orNew: { CodingKeyNames(options, type: type, .labels) })
        }
    }

    /// The scope of names that are never converted.
    var literal: UInt16 {
        guard !options.conversion.isNone || options.roles.isCustom else { return 0 }
        var options = options
        options.conversion = .none
        return types.modify {
            $0.scope(where: { $0.kind == .literal }, orNew: { CodingKeyNames(options, .literal) })
        }
    }
}

/// The options on which the meaning of keys depends.
struct KeyOptions {
    var conversion: KeyConversion
    let matchesAnyNamespace: Bool
    let roles: XMLRoleStrategy

    init(_ decoder: XMLDecoder) {
        conversion = decoder.keyDecodingStrategy.conversion
        matchesAnyNamespace = decoder.matchesAnyNamespace
        roles = decoder.roleStrategy
    }

    /// Whether two options are known to be the same, as those with closures never are.
    func isSame(as other: Self) -> Bool {
        conversion.isSame(as: other.conversion) && matchesAnyNamespace == other.matchesAnyNamespace
            && roles.isSame(as: other.roles)
    }
}

extension XMLNamespace {
    /// The namespace of `xsi:nil` and `xsi:type`.
    static let schemaInstance = Self("http://www.w3.org/2001/XMLSchema-instance")
}
