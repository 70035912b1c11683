import CLibXML2
import CLibXML2Shims

extension TextReaderState {
    // MARK: Document type

    /// `internalSubset`: the name and identifiers of the document type, before its declarations.
    mutating func beginDocumentType(
        _ userData: UnsafeMutableRawPointer?, _ cName: UnsafePointer<UInt8>?, _ publicID: UnsafePointer<UInt8>?,
        _ systemID: UnsafePointer<UInt8>?
    ) {
        guard !isFailed else { return }
        documentTypeStart = text.markup(from: position)
        var declarations = DeclarationCounts(limits: limits)
        let base = window.start.offset
        if let excess = unsafe declarations.add(
            documentType: window.text.elements.span, from: documentTypeStart - base)
        {
            return fail(excess.code, excess.message, at: base + excess.offset)
        }
        self.declarations = declarations
        unsafe cOriginal.internalSubset?(userData, cName, publicID, systemID)
        guard let cSubset = unsafe cContext?.pointee.myDoc?.pointee.intSubset else { return }
        unsafe cSubset.pointee._private = NodePlace.pack(start: documentTypeStart, isEmpty: false)
    }

    /// `externalSubset`, which is called, whether there is one or not, after the `>` of the declaration.
    mutating func endDocumentType() {
        guard !isFailed, documentTypeStart >= 0 else { return }
        documentTypeStart = -1
        let current = unsafe current
        position = unsafe offset(of: current.current.unsafelyUnwrapped, in: current)
    }

    /// `notationDecl`: libxml2 leaves it to this callback to see that there is an identifier (XML 1.0, section 4.7).
    mutating func declareNotation(
        _ cName: UnsafePointer<UInt8>?, publicID: UnsafePointer<UInt8>?, systemID: UnsafePointer<UInt8>?
    ) {
        guard unsafe publicID == nil && systemID == nil else { return }
        let current = unsafe current
        let offset = unsafe offset(of: current.current.unsafelyUnwrapped, in: current)
        fail(.malformedDocumentType, "a notation without a public or system identifier", at: offset)
    }

    /// Whether libxml2 is to keep a declaration: the five predefined entities keep their meaning, and libxml2 prints of
    /// declarations that contradict it.
    mutating func mayDeclareEntity(_ cName: UnsafePointer<UInt8>) -> Bool {
        guard !isFailed, unsafe xmlGetPredefinedEntity(cName) == nil else { return false }
        declaredEntities += 1
        if declaredEntities > limits.distinctNames { fail(limits.tooManyNames(at: position)) }
        return !isFailed
    }

    // MARK: Entities

    /// `getEntity`: declared entities as they are, of which libxml2 does not read the external ones, and stand-ins for
    /// those that may be declared outside.
    mutating func entity(_ userData: UnsafeMutableRawPointer?, _ cName: UnsafePointer<UInt8>) -> xmlEntityPtr? {
        guard !isFailed, let cContext = unsafe cContext else { return nil }
        let entity = unsafe xmlSAX2GetEntity(userData, cName)
        if documentTypeStart >= 0 {
            // In the declarations libxml2 asks for entities to complete them, and for those in default values.
            guard unsafe checkDeclarationReferences(entity) else { return nil }
            guard let entity = unsafe entity, unsafe entity.pointee.etype != XML_EXTERNAL_GENERAL_PARSED_ENTITY else {
                return nil
            }
            charge(unsafe Int(entity.pointee.length) + 32, at: position)
            return isFailed ? nil : unsafe entity
        }
        guard let entity = unsafe entity else {
            if isMended, let kept = unsafe Libxml2.keptCharacter(cName, in: standInDocument()) {
                return unsafe kept
            }
            guard unsafe lx_may_be_declared_elsewhere(cContext) != 0 else { return nil }
            reportUnresolved(unsafe String(cXML: cName), isExternal: false)
            return isFailed
                ? nil : unsafe standIn(for: cName, XML_INTERNAL_GENERAL_ENTITY, "&#38;\(String(cXML: cName));")
        }
        switch unsafe entity.pointee.etype {
        case XML_EXTERNAL_GENERAL_PARSED_ENTITY:
            // One in an attribute value is an error, of which libxml2 tells.
            if unsafe lx_is_in_attribute_value(Self.context(userData)) == 0 {
                reportUnresolved(unsafe String(cXML: cName), isExternal: true)
            }
        case XML_INTERNAL_GENERAL_ENTITY:
            // libxml2 up to 2.12 hands all namespaces in scope to the parser of the replacement text.
            let cost = unsafe Int(entity.pointee.length) + 32 + 8 * lx_namespaces_in_scope(cContext)
            charge(cost, at: referencePlace)
        default: break
        }
        return isFailed ? nil : unsafe entity
    }

    /// `getParameterEntity`: internal ones as they are, empty stand-ins for external ones, so that what they may declare
    /// counts as declared elsewhere.
    mutating func parameterEntity(_ userData: UnsafeMutableRawPointer?, _ cName: UnsafePointer<UInt8>) -> xmlEntityPtr?
    {
        guard !isFailed, let entity = unsafe xmlSAX2GetParameterEntity(userData, cName) else { return nil }
        guard unsafe entity.pointee.etype == XML_INTERNAL_PARAMETER_ENTITY else {
            return unsafe standIn(for: cName, XML_INTERNAL_PARAMETER_ENTITY, " ")
        }
        charge(unsafe Int(entity.pointee.length) + 32, at: position)
        if let excess = unsafe declarations?.add(replacementTextOf: entity) {
            fail(excess.code, excess.message, at: position)
        }
        return unsafe isFailed || !checkDeclarationReferences(entity) ? nil : entity
    }

    /// At some number of references in declarations above 10,000, libxml2 2.9 ends the parse in a way that can leave it
    /// in an endless loop. Returns whether that number is still far.
    private mutating func checkDeclarationReferences(_ entity: xmlEntityPtr?) -> Bool {
        guard let cContext = unsafe cContext, unsafe lx_reference_count(cContext, entity) > 10_000 else { return true }
        fail(.entityExpansionTooLarge, "the declarations refer to entities more than 10,000 times", at: position)
        return false
    }

    /// Counts bytes that entities or attribute defaults add, and ends the parse when they are too many.
    mutating func charge(_ bytes: Int, at offset: Int) {
        expansion += bytes
        if expansion - 10 * offset > limits.entityExpansion {
            fail(limits.entitiesTooLarge(at: offset))
        }
    }

    private var referencePlace: Int {
        mutating get {
            let current = unsafe current
            let end = unsafe offset(of: current.current.unsafelyUnwrapped, in: current)
            return references.start(before: end, in: text)
        }
    }

    private mutating func reportUnresolved(_ name: String, isExternal: Bool) {
        let reason = isExternal ? "is external, and is not read" : "may be declared in a DTD that is not read"
        if options.unresolvedEntities == .keep {
            warn(.unresolvedEntity, "the entity “\(name)” \(reason); its reference is kept", at: referencePlace)
        } else {
            fail(.unresolvedEntity, "the entity “\(name)” \(reason)", at: referencePlace)
        }
    }

    private mutating func standIn(
        for cName: UnsafePointer<UInt8>, _ type: xmlEntityType, _ content: String
    ) -> xmlEntityPtr? {
        let cStandIns = unsafe standInDocument()
        let known =
            unsafe type == XML_INTERNAL_PARAMETER_ENTITY
            ? xmlGetParameterEntity(cStandIns, cName) : xmlGetDocEntity(cStandIns, cName)
        return unsafe known ?? xmlAddDocEntity(cStandIns, cName, Int32(type.rawValue), nil, nil, content)
    }

    private mutating func standInDocument() -> xmlDocPtr? {
        if unsafe cStandIns == nil {
            unsafe cStandIns = xmlNewDoc("1.0")
            unsafe xmlCreateIntSubset(cStandIns, "stand-ins", nil, nil)
        }
        return unsafe cStandIns
    }
}
