/// The results of decoders for the names in a document and the types of the program; shared by the records of one
/// document.
///
/// One call uses it at a time, which ``ScopePool`` ensures.
final class DecodingScopes: CodedScopes {
    static let pool = ScopePool<DecodingScopes>()

    /// The keys of types without roles.
    let plain: DecodingKeys
    /// The numbers of the attributes `xsi:nil`, `xsi:type` and `xml:space`; -1 for those that the document does not
    /// contain.
    let nilName: Int
    let typeName: Int
    let spaceName: Int
    /// The names of the tapes that it fits.
    private let names: TapeNames
    let options: KeyOptions
    let types: UncheckedCell<KnownTypes<DecodingKeys>>

    init(_ tape: Tape, _ options: KeyOptions) {
        names = tape.names
        self.options = options
        plain = DecodingKeys(options)
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
    subscript(scope: UInt16) -> DecodingKeys {
        scope == 0 ? plain : types.modify { $0.scopes[Int(scope)] }
    }

    /// Whether keys may have roles that no type lists.
    @inline(__always)
    func hasStrategy(_ scope: UInt16) -> Bool {
        scope == 0 ? options.roles.isCustom : self[scope].strategy.isCustom
    }

    /// The scope of the keys of a dictionary that is decoded from the element of another scope. Its keys are data, and
    /// have no strategy.
    func entries(_ scope: UInt16) -> UInt16 {
        let keys = self[scope]
        guard keys.strategy.isCustom else { return scope }
        return self.scope(.entries, of: keys.type, in: keys.outer)
    }
}
