import CLibXML2
import CLibXML2Shims

/// How a parse treats the entities of a document. Limits their declarations, counts the bytes that they add, and
/// provides stand-ins for entities that are not read.
///
/// Thrown faults end the parse; their offsets are in the text.
@safe
struct EntityPolicy {
    /// The answer to a request of libxml2.
    @safe enum Answer {
        /// An internal entity, which has been counted, or an entity that libxml2 predefines.
        case entity(xmlEntityPtr)
        /// An entity whose reference is kept, or is an error: see ``unresolved(_:isExternal:at:)``.
        case unresolved(isExternal: Bool)
        case unknown
    }

    private let keepsUnresolved: Bool
    private let isRepaired: Bool
    /// The totals of the declarations.
    private var declarations: DeclarationCounts
    /// Whether there is a document type declaration.
    private(set) var hasDocumentType = false
    /// Whether it is being read.
    var isInDocumentType = false
    /// The parameter entity that libxml2 has requested last, except for the value of an entity.
    var cParameterEntity: xmlEntityPtr?
    /// How many entities the internal subset has declared so far.
    private(set) var declaredCount = 0
    /// How many bytes entities and attribute defaults have added.
    private var addedCount = 0
    private var nesting = EntityNesting()
    /// How many bytes of text came before offset 0.
    var discarded = 0
    /// The document that owns the stand-ins.
    private var cStandIns: xmlDocPtr?

    init(_ options: borrowing XMLParsingOptions) {
        keepsUnresolved = options.unresolvedEntities == .keep
        isRepaired = options.repairRules != nil
        declarations = DeclarationCounts(limits: options.limits)
    }

    private var limits: XMLParsingLimits { declarations.limits }

    /// Frees the stand-ins.
    func free() { unsafe xmlFreeDoc(cStandIns) }

    // MARK: Declarations

    /// Checks a document type declaration, which begins at `start`, before libxml2 reads it.
    mutating func begin(documentType text: ParsedText, at start: Int) throws(Fault) {
        hasDocumentType = true
        if let excess = unsafe declarations.add(documentType: text.bytes.span, from: start) { throw excess }
    }

    /// Whether libxml2 may process an entity declaration. Declarations of the five predefined entities are dropped:
    /// their meaning is fixed, and libxml2 prints a message if a declaration contradicts it.
    mutating func mayDeclare(_ cName: UnsafePointer<UInt8>, at offset: Int) throws(Fault) -> Bool {
        guard unsafe xmlGetPredefinedEntity(cName) == nil else { return false }
        declaredCount += 1
        if declaredCount > limits.distinctNames { throw limits.fault(.distinctNames, at: offset) }
        return true
    }

    /// Limits the references in declarations to 10,000: with some larger number, libxml2 2.9 may enter an endless loop.
    private func checkReferences(
        to cEntity: xmlEntityPtr?, _ cContext: xmlParserCtxtPtr, at offset: Int
    ) throws(Fault) {
        guard unsafe lx_reference_count(cContext, cEntity) > 10_000 else { return }
        throw Fault(.entityExpansionTooLarge, "the declarations refer to entities more than 10,000 times", at: offset)
    }

    // MARK: References

    /// Whether libxml2 requests an internal general entity because of a reference. It also does so after the
    /// declaration, to add the literal value (`xmlParseEntityDecl`), which all have from then on. It requests entities
    /// that it predefines only for that.
    ///
    /// This does not hold for parameter entities: up to 2.12, a declaration may refer to its own before it ends.
    private static func isReference(to cEntity: xmlEntityPtr) -> Bool {
        unsafe cEntity.pointee.orig != nil && cEntity.pointee.etype != XML_INTERNAL_PREDEFINED_ENTITY
    }

    /// The entity for a reference in a document type declaration. libxml2 requests it to complete entity values and
    /// default values.
    mutating func declaredEntity(
        _ cEntity: xmlEntityPtr?, _ cContext: xmlParserCtxtPtr, at offset: Int
    ) throws(Fault) -> xmlEntityPtr? {
        unsafe try checkReferences(to: cEntity, cContext, at: offset)
        guard let cEntity = unsafe cEntity, unsafe cEntity.pointee.etype != XML_EXTERNAL_GENERAL_PARSED_ENTITY else {
            return nil
        }
        if unsafe Self.isReference(to: cEntity) { try charge(unsafe Int(cEntity.pointee.length) + 32, at: offset) }
        return unsafe cEntity
    }

    /// How many levels of entities are allowed: fewer than every version of libxml2 allows.
    private static let deepestNesting = 32

    private mutating func checkNesting(
        of cEntity: xmlEntityPtr, _ cContext: xmlParserCtxtPtr, at offset: Int
    ) throws(Fault) {
        guard let levels = unsafe nesting.levels(of: cEntity, in: cContext.pointee.myDoc) else {
            throw .recursiveEntity.at(offset)
        }
        guard levels > Self.deepestNesting else { return }
        throw Fault(.entityExpansionTooLarge, "entities nest deeper than \(Self.deepestNesting) levels", at: offset)
    }

    /// The entity for a reference in content.
    ///
    /// - Parameters:
    ///   - cEntity: the entity that libxml2 knows by that name.
    ///   - isInEntity: whether the reference is in an entity.
    ///   - namespaceCount: how many namespaces are in scope: libxml2 up to 2.12 passes all of them to the parser of the
    ///     replacement text.
    mutating func entity(
        _ cEntity: xmlEntityPtr?, _ cName: UnsafePointer<UInt8>, _ cContext: xmlParserCtxtPtr, isInEntity: Bool,
        namespaceCount: Int, at offset: Int
    ) throws(Fault) -> Answer {
        guard let cEntity = unsafe cEntity else {
            if isRepaired, let scalar = unsafe InvalidCharacterReference.character(named: String(cXML: cName)) {
                return unsafe .entity(try keptCharacter(scalar, cName, at: offset))
            }
            return unsafe lx_may_be_declared_elsewhere(cContext) == 0 ? .unknown : .unresolved(isExternal: false)
        }
        switch unsafe cEntity.pointee.etype {
        case XML_EXTERNAL_GENERAL_PARSED_ENTITY: return .unresolved(isExternal: true)
        case XML_INTERNAL_GENERAL_ENTITY:
            unsafe try checkNesting(of: cEntity, cContext, at: offset)
            // libxml2 takes as long to enter an entity as to read much text, and a reference in an entity may be short.
            let cost = isInEntity ? 256 : 32
            try charge(unsafe Int(cEntity.pointee.length) + cost + 8 * namespaceCount, at: offset)
        default: break
        }
        return unsafe .entity(cEntity)
    }

    /// The entity for a reference to a parameter entity. Internal entities are returned unchanged. External entities
    /// get an empty stand-in, so that the entities that they may declare count as declared elsewhere.
    mutating func parameterEntity(
        _ cEntity: xmlEntityPtr, _ cName: UnsafePointer<UInt8>, _ cContext: xmlParserCtxtPtr, at offset: Int
    ) throws(Fault) -> xmlEntityPtr? {
        guard unsafe cEntity.pointee.etype == XML_INTERNAL_PARAMETER_ENTITY else {
            let cDocument = unsafe try standInDocument(at: offset)
            if let known = unsafe xmlGetParameterEntity(cDocument, cName) { return unsafe known }
            return unsafe try add(XML_INTERNAL_PARAMETER_ENTITY, cName, " ", at: offset)
        }
        try charge(unsafe Int(cEntity.pointee.length) + 32, at: offset)
        if var excess = unsafe declarations.add(replacementTextOf: cEntity) {
            excess.offset = offset
            throw excess
        }
        unsafe try checkReferences(to: cEntity, cContext, at: offset)
        return unsafe cEntity
    }

    /// The fault for an entity that is not read: a warning if its reference is kept.
    func unresolved(_ name: String, isExternal: Bool, at offset: Int) -> Fault {
        var fault = Fault.unresolvedEntity(name, isExternal: isExternal).at(offset)
        guard keepsUnresolved else { return fault }
        fault.message += "; its reference is kept"
        return fault.warning
    }

    /// The stand-in for an entity, whose replacement text is `&name;`.
    mutating func standIn(for cName: UnsafePointer<UInt8>, at offset: Int) throws(Fault) -> xmlEntityPtr {
        if let known = unsafe xmlGetDocEntity(try standInDocument(at: offset), cName) { return unsafe known }
        return unsafe try add(XML_INTERNAL_GENERAL_ENTITY, cName, "&#38;\(String(cXML: cName));", at: offset)
    }

    /// The entity for a character that is kept although XML does not allow it.
    ///
    /// libxml2 passes on the value of a predefined entity unchanged.
    private mutating func keptCharacter(
        _ scalar: Unicode.Scalar, _ cName: UnsafePointer<UInt8>, at offset: Int
    ) throws(Fault) -> xmlEntityPtr {
        if let known = unsafe xmlGetDocEntity(try standInDocument(at: offset), cName) { return unsafe known }
        let entity = unsafe try add(XML_INTERNAL_GENERAL_ENTITY, cName, String(Character(scalar)), at: offset)
        unsafe entity.pointee.etype = XML_INTERNAL_PREDEFINED_ENTITY
        return unsafe entity
    }

    private mutating func add(
        _ type: xmlEntityType, _ cName: UnsafePointer<UInt8>, _ text: String, at offset: Int
    ) throws(Fault) -> xmlEntityPtr {
        let cDocument = unsafe try standInDocument(at: offset)
        guard let entity = unsafe xmlAddDocEntity(cDocument, cName, Int32(type.rawValue), nil, nil, text),
            unsafe Libxml2.isComplete(entity)
        else { throw .outOfMemory.at(offset) }
        return unsafe entity
    }

    private mutating func standInDocument(at offset: Int) throws(Fault) -> xmlDocPtr {
        if unsafe cStandIns == nil { unsafe cStandIns = xmlNewDoc("1.0") }
        guard let cDocument = unsafe cStandIns,
            unsafe cDocument.pointee.intSubset != nil || xmlCreateIntSubset(cDocument, "stand-ins", nil, nil) != nil
        else { throw .outOfMemory.at(offset) }
        return unsafe cDocument
    }

    // MARK: Expansion

    /// Counts a default value. libxml2 compares it with all attributes of the element.
    mutating func charge(defaultOf length: Int, among attributeCount: Int, at offset: Int) throws(Fault) {
        try charge(length + 16 + attributeCount / 4, at: offset)
    }

    /// Counts bytes that entities or attribute defaults add. Throws if all such bytes, less ten times the length of the
    /// text before `offset`, exceed the limit.
    mutating func charge(_ bytes: Int, at offset: Int) throws(Fault) {
        addedCount += bytes
        let excess = addedCount - 10 * (discarded + offset)
        if excess > limits.entityExpansion { throw limits.fault(.entityExpansion, at: offset) }
    }
}
