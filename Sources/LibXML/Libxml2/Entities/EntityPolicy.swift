import CLibXML2
import CLibXML2Shims

/// What a parse does with a document's entities: their declarations are limited, what they add is counted, and what is not
/// read has a stand-in.
///
/// What is thrown ends the parse; its offset is in the text.
@safe
struct EntityPolicy {
    /// What libxml2 asks for.
    @safe enum Answer {
        /// An internal entity, which has been counted, or one that libxml2 knows by itself.
        case entity(xmlEntityPtr)
        /// One whose reference stays, or is an error: see ``unresolved(_:isExternal:at:)``.
        case unresolved(isExternal: Bool)
        case unknown
    }

    private let limits: XMLParsingLimits
    private let keepsUnresolved: Bool
    private let isRepaired: Bool
    /// What the declarations come to.
    private var declarations: DeclarationCounts
    /// Whether there is a document type declaration.
    private(set) var hasDocumentType = false
    /// How many entities the internal subset has declared.
    private(set) var declaredCount = 0
    /// The bytes that entities and defaults have added.
    private var addedCount = 0
    private var nesting = EntityNesting()
    /// How much text there was before that to which offsets refer.
    var forgotten = 0
    /// The document that owns the stand-ins.
    private var cStandIns: xmlDocPtr?

    init(_ options: XMLParsingOptions) {
        limits = options.limits
        keepsUnresolved = options.unresolvedEntities == .keep
        isRepaired = options.repair != nil
        declarations = DeclarationCounts(limits: limits)
    }

    /// Frees what libxml2 holds of it.
    func free() { unsafe xmlFreeDoc(cStandIns) }

    // MARK: Declarations

    /// Looks at a document type declaration, from `start` on, before libxml2 reads it.
    mutating func begin(documentType text: ParsedText, at start: Int) throws(Fault) {
        hasDocumentType = true
        if let excess = unsafe declarations.add(documentType: text.bytes.span, from: start) { throw excess }
    }

    /// Whether libxml2 is to keep a declaration: the five predefined entities keep their meaning, and libxml2 prints of
    /// declarations that contradict it.
    mutating func mayDeclare(_ cName: UnsafePointer<UInt8>, at offset: Int) throws(Fault) -> Bool {
        guard unsafe xmlGetPredefinedEntity(cName) == nil else { return false }
        declaredCount += 1
        if declaredCount > limits.distinctNames { throw limits.tooManyNames(at: offset) }
        return true
    }

    /// At some number of references in declarations above 10,000, libxml2 2.9 ends the parse in a way that can leave it
    /// in an endless loop.
    private func checkReferences(
        to cEntity: xmlEntityPtr?, _ cContext: xmlParserCtxtPtr, at offset: Int
    ) throws(Fault) {
        guard unsafe lx_reference_count(cContext, cEntity) > 10_000 else { return }
        throw Fault(.entityExpansionTooLarge, "the declarations refer to entities more than 10,000 times", at: offset)
    }

    // MARK: References

    /// What a reference in a document type declaration stands for: libxml2 asks to complete entities, and for those in
    /// default values.
    mutating func declaredEntity(
        _ cEntity: xmlEntityPtr?, _ cContext: xmlParserCtxtPtr, at offset: Int
    ) throws(Fault) -> xmlEntityPtr? {
        unsafe try checkReferences(to: cEntity, cContext, at: offset)
        guard let cEntity = unsafe cEntity, unsafe cEntity.pointee.etype != XML_EXTERNAL_GENERAL_PARSED_ENTITY else {
            return nil
        }
        try charge(unsafe Int(cEntity.pointee.length) + 32, at: offset)
        return unsafe cEntity
    }

    /// How many entities may lie within each other: below what each version of libxml2 allows.
    private static let deepestNesting = 32

    private mutating func checkNesting(
        of cEntity: xmlEntityPtr, _ cContext: xmlParserCtxtPtr, at offset: Int
    ) throws(Fault) {
        guard let levels = unsafe nesting.levels(of: cEntity, in: cContext.pointee.myDoc) else {
            throw Fault(.recursiveEntity, "an entity refers to itself", at: offset)
        }
        guard levels > Self.deepestNesting else { return }
        throw Fault(.entityExpansionTooLarge, "entities nest deeper than \(Self.deepestNesting) levels", at: offset)
    }

    /// What a reference in content stands for.
    ///
    /// - Parameters:
    ///   - cEntity: what libxml2 knows by the name.
    ///   - isInEntity: whether the reference stands in an entity.
    ///   - namespaceCount: how many namespaces are in scope: libxml2 up to 2.12 hands all of them to the parser of the
    ///     replacement text.
    mutating func entity(
        _ cEntity: xmlEntityPtr?, _ cName: UnsafePointer<UInt8>, _ cContext: xmlParserCtxtPtr, isInEntity: Bool,
        namespaceCount: Int, at offset: Int
    ) throws(Fault) -> Answer {
        guard let cEntity = unsafe cEntity else {
            if isRepaired, let kept = unsafe Libxml2.keptCharacter(cName, in: standInDocument()) {
                return unsafe .entity(kept)
            }
            return unsafe lx_may_be_declared_elsewhere(cContext) == 0 ? .unknown : .unresolved(isExternal: false)
        }
        switch unsafe cEntity.pointee.etype {
        case XML_EXTERNAL_GENERAL_PARSED_ENTITY: return .unresolved(isExternal: true)
        case XML_INTERNAL_GENERAL_ENTITY:
            unsafe try checkNesting(of: cEntity, cContext, at: offset)
            // Going into an entity takes libxml2 as long as much text, for which a reference in an entity is no measure.
            let cost = isInEntity ? 256 : 32
            try charge(unsafe Int(cEntity.pointee.length) + cost + 8 * namespaceCount, at: offset)
        default: break
        }
        return unsafe .entity(cEntity)
    }

    /// What a reference to a parameter entity stands for: internal ones as they are, empty stand-ins for external ones, so
    /// that what they may declare counts as declared elsewhere.
    mutating func parameterEntity(
        _ cEntity: xmlEntityPtr, _ cName: UnsafePointer<UInt8>, _ cContext: xmlParserCtxtPtr, at offset: Int
    ) throws(Fault) -> xmlEntityPtr? {
        guard unsafe cEntity.pointee.etype == XML_INTERNAL_PARAMETER_ENTITY else {
            let cDocument = unsafe standInDocument()
            return unsafe xmlGetParameterEntity(cDocument, cName)
                ?? xmlAddDocEntity(cDocument, cName, Int32(XML_INTERNAL_PARAMETER_ENTITY.rawValue), nil, nil, " ")
        }
        try charge(unsafe Int(cEntity.pointee.length) + 32, at: offset)
        if var excess = unsafe declarations.add(replacementTextOf: cEntity) {
            excess.offset = offset
            throw excess
        }
        unsafe try checkReferences(to: cEntity, cContext, at: offset)
        return unsafe cEntity
    }

    /// What is said of an entity that is not read: a warning, where its reference is kept.
    func unresolved(_ name: String, isExternal: Bool, at offset: Int) -> Fault {
        let reason = isExternal ? "is external, and is not read" : "may be declared in a DTD that is not read"
        var fault = Fault(.unresolvedEntity, "the entity “\(name)” \(reason)", at: offset)
        if keepsUnresolved {
            fault.message += "; its reference is kept"
            fault.severity = .warning
        }
        return fault
    }

    /// An entity that reads `&name;`.
    mutating func standIn(for cName: UnsafePointer<UInt8>) -> xmlEntityPtr? {
        let cDocument = unsafe standInDocument()
        return unsafe xmlGetDocEntity(cDocument, cName)
            ?? xmlAddDocEntity(
                cDocument, cName, Int32(XML_INTERNAL_GENERAL_ENTITY.rawValue), nil, nil,
                "&#38;\(String(cXML: cName));")
    }

    private mutating func standInDocument() -> xmlDocPtr? {
        if unsafe cStandIns == nil {
            unsafe cStandIns = xmlNewDoc("1.0")
            unsafe xmlCreateIntSubset(cStandIns, "stand-ins", nil, nil)
        }
        return unsafe cStandIns
    }

    // MARK: What they add

    /// Counts a default value. libxml2 compares each with all attributes of the element.
    mutating func charge(defaultOf length: Int, among attributeCount: Int, at offset: Int) throws(Fault) {
        try charge(length + 16 + attributeCount / 4, at: offset)
    }

    /// Counts bytes that entities or attribute defaults add, at an offset of the text.
    mutating func charge(_ bytes: Int, at offset: Int) throws(Fault) {
        addedCount += bytes
        if addedCount - 10 * (forgotten + offset) > limits.entityExpansion { throw limits.entitiesTooLarge(at: offset) }
    }
}
