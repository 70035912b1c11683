import CLibXML2
import CLibXML2Shims

/// A reference to an entity that is not read. libxml2 is given a stand-in that reads `&name;`, and what it delivers of
/// that becomes a reference node; in an attribute value the stand-in is part of the value.
struct PendingReference {
    /// The reference in the source, or the outermost one around it.
    var start: Int
    var end: Int
    /// `&name;` where the source does not have it there, because it comes out of another entity.
    var text: [UInt8]?
    /// How many bytes of the stand-in are still to be delivered.
    var remaining: Int
    /// The name of an entity that is declared as external, which no attribute value may refer to.
    var externalName: String?
}

extension SAXState {
    /// Whether libxml2 is to keep a declaration: the five predefined entities keep their meaning, and libxml2 prints
    /// of declarations that contradict it.
    mutating func mayDeclareEntity(_ cName: UnsafePointer<UInt8>) -> Bool {
        guard !isFailed, unsafe xmlGetPredefinedEntity(cName) == nil else { return false }
        declaredEntities += 1
        if declaredEntities > limits.distinctNames { fail(limits.tooManyNames(at: position)) }
        return !isFailed
    }

    /// At some number of references in declarations above 10,000, libxml2 2.9 ends the parse in a way that can leave it
    /// in an endless loop. Returns whether that number is still far.
    private mutating func checkDeclarationReferences(_ entity: xmlEntityPtr?) -> Bool {
        guard unsafe lx_reference_count(cContext, entity) > 10_000 else { return true }
        fail(.entityExpansionTooLarge, "the declarations refer to entities more than 10,000 times", at: position)
        return false
    }

    /// `getEntity`: internal entities as they are, stand-ins for external ones and those that may be declared outside.
    mutating func entity(_ cName: UnsafePointer<UInt8>) -> xmlEntityPtr? {
        let entity = unsafe xmlSAX2GetEntity(cContext, cName)
        // In the declarations libxml2 asks for entities to complete them, and for those in default values.
        if isInDocumentType {
            guard unsafe checkDeclarationReferences(entity) else { return nil }
            guard let entity = unsafe entity, unsafe entity.pointee.etype != XML_EXTERNAL_GENERAL_PARSED_ENTITY else {
                return nil
            }
            unsafe charge(Int(entity.pointee.length) + 32, at: position)
            return isFailed ? nil : unsafe entity
        }
        guard !isFailed else { return nil }
        guard let entity = unsafe entity else {
            if isMended, let kept = unsafe Libxml2.keptCharacter(cName, in: standInDocument()) { return unsafe kept }
            guard unsafe lx_may_be_declared_elsewhere(cContext) != 0 else { return nil }
            return unsafe standIn(for: cName, isExternal: false)
        }
        switch unsafe entity.pointee.etype {
        case XML_EXTERNAL_GENERAL_PARSED_ENTITY: return unsafe standIn(for: cName, isExternal: true)
        case XML_INTERNAL_GENERAL_ENTITY:
            // libxml2 up to 2.12 hands all namespaces in scope to the parser of the replacement text.
            let cost = unsafe Int(entity.pointee.length) + 32 + 8 * builder.namespacesInScope
            charge(cost, at: referencePlace().start)
            return isFailed ? nil : unsafe entity
        default: return unsafe entity
        }
    }

    /// `getParameterEntity`: internal ones as they are, empty stand-ins for external ones, so that what they may
    /// declare counts as declared elsewhere.
    mutating func parameterEntity(_ cName: UnsafePointer<UInt8>) -> xmlEntityPtr? {
        guard !isFailed, let entity = unsafe xmlSAX2GetParameterEntity(cContext, cName) else { return nil }
        guard unsafe entity.pointee.etype == XML_INTERNAL_PARAMETER_ENTITY else {
            return unsafe standInParameterEntity(cName)
        }
        unsafe charge(Int(entity.pointee.length) + 32, at: position)
        if let excess = unsafe declarations?.add(replacementTextOf: entity) {
            fail(excess.code, excess.message, at: position)
        }
        return unsafe isFailed || !checkDeclarationReferences(entity) ? nil : unsafe entity
    }

    /// Counts bytes that entities or attribute defaults add, and ends the parse when they are too many.
    mutating func charge(_ bytes: Int, at offset: Int) {
        expansion += bytes
        if expansion - 10 * (forgotten + offset) > limits.entityExpansion {
            fail(limits.entitiesTooLarge(at: offset))
        }
    }

    /// The place of the reference that libxml2 has just read, or of the outermost one around it.
    private mutating func referencePlace() -> Place {
        let current = unsafe lx_current_position(cContext)
        let end = unsafe offset(of: unsafe current.current.unsafelyUnwrapped, in: current)
        return Place(start: references.start(before: end, in: text), end: end, isInEntity: unsafe current.isInsideEntity != 0)
    }
}

// MARK: References that stay

extension SAXState {
    private mutating func standIn(for cName: UnsafePointer<UInt8>, isExternal: Bool) -> xmlEntityPtr? {
        let place = referencePlace()
        let name = unsafe String(cString: cName)
        let reason = isExternal ? "is external, and is not read" : "may be declared in a DTD that is not read"
        guard unresolvedEntities == .keep else {
            fail(.unresolvedEntity, "the entity “\(name)” \(reason)", at: place.start)
            return nil
        }
        var warning = Fault(.unresolvedEntity, "the entity “\(name)” \(reason); its reference is kept", at: place.start)
        warning.severity = .warning
        report(warning)
        let text = Array("&\(name);".utf8)
        pending = PendingReference(
            start: place.start, end: place.end, text: place.isInEntity ? text : nil, remaining: text.count,
            externalName: isExternal ? name : pending?.externalName)

        let cDocument = unsafe standInDocument()
        return unsafe xmlGetDocEntity(cDocument, cName)
            ?? xmlAddDocEntity(
                cDocument, cName, Int32(XML_INTERNAL_GENERAL_ENTITY.rawValue), nil, nil, "&#38;\(name);")
    }

    private mutating func standInParameterEntity(_ cName: UnsafePointer<UInt8>) -> xmlEntityPtr? {
        let cDocument = unsafe standInDocument()
        return unsafe xmlGetParameterEntity(cDocument, cName)
            ?? xmlAddDocEntity(cDocument, cName, Int32(XML_INTERNAL_PARAMETER_ENTITY.rawValue), nil, nil, " ")
    }

    private mutating func standInDocument() -> xmlDocPtr? {
        if unsafe cStandIns == nil {
            unsafe cStandIns = xmlNewDoc("1.0")
            unsafe xmlCreateIntSubset(cStandIns, "stand-ins", nil, nil)
        }
        return unsafe cStandIns
    }

    /// Takes `length` bytes of a stand-in; with the last of them the reference is added.
    mutating func deliverPending(_ length: Int) {
        guard var reference = pending else { return }
        reference.remaining -= length
        guard reference.remaining <= 0 else {
            pending = reference
            return
        }
        pending = nil
        endRun(before: reference.start)
        var data = reference.start..<reference.end
        if let text = reference.text {
            data = builder.arena.count..<builder.arena.count + text.count
            for byte in text { builder.arena.append(byte) }
        }
        write(
            .entityReference, start: reference.start, end: reference.end, data: data, isInArena: reference.text != nil)
        position = max(position, reference.end)
    }

    /// Called when a tag ends and a stand-in was not delivered as content: it went into an attribute value.
    mutating func settlePendingInAttribute() {
        guard let reference = pending else { return }
        pending = nil
        guard let name = reference.externalName else { return }
        fail(.misplacedEntity, "the external entity “\(name)” in an attribute value", at: reference.start)
    }
}
