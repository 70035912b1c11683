import CLibXML2
import CLibXML2Shims

/// A reference to an entity that is not read. libxml2 gets a stand-in with the replacement text `&name;`. In content,
/// the delivered text becomes a reference node; in an attribute value, it is part of the value.
struct PendingReference {
    var name: String
    /// The place in the source of the reference, or of the outermost one around it.
    var start: Int
    var end: Int
    /// `&name;` if the source does not contain it there, because the reference comes from another entity.
    var text: [UInt8]?
    /// How many bytes of the stand-in remain to be delivered.
    var remaining: Int
    /// The name of an entity that is declared as external. An attribute value must not refer to it.
    var externalName: String?
}

extension SAXState {
    /// `getEntity`. Internal entities are returned unchanged. External entities and those that may be declared
    /// elsewhere get stand-ins.
    mutating func entity(_ cName: UnsafePointer<UInt8>) -> xmlEntityPtr? {
        guard !isFailed else { return nil }
        lx_restore_defaults()
        let entity = unsafe xmlSAX2GetEntity(cContext, cName)
        let (cContext, position) = unsafe (cContext, position)
        if entities.isInDocumentType {
            return unsafe withEntities { (entities) throws(Fault) in
                unsafe try entities.declaredEntity(entity, cContext, at: position)
            } ?? nil
        }
        let namespaceCount = builder.namespacesInScope
        let place = referencePlace()
        let answer = withEntities { (entities) throws(Fault) in
            unsafe try entities.entity(
                entity, cName, cContext, isInEntity: place.isInEntity, namespaceCount: namespaceCount,
                at: place.start)
        }
        switch answer {
        case .entity(let entity): return unsafe entity
        case .unresolved(let isExternal): return unsafe standIn(for: cName, isExternal: isExternal, place)
        case .unknown, nil: return nil
        }
    }

    /// The place of the reference that libxml2 has just read, or of the outermost reference around it.
    private mutating func referencePlace() -> Place {
        let current = unsafe lx_current_position(cContext)
        let end = unsafe offset(of: unsafe current.current.unsafelyUnwrapped, in: current)
        let start = references.start(before: end, in: text)
        return Place(start: start, end: end, isInEntity: unsafe current.isInsideEntity != 0)
    }

    // MARK: References that are kept

    private mutating func standIn(
        for cName: UnsafePointer<UInt8>, isExternal: Bool, _ place: Place
    ) -> xmlEntityPtr? {
        let name = unsafe String(cXML: cName)
        let fault = entities.unresolved(name, isExternal: isExternal, at: place.start)
        // It is a violation if a DTD that was read does not declare the entity.
        let isUndeclared = !isExternal && validation.request?.sinkMaker.declaresEntities == true
        if fault.isFatal || !isUndeclared { report(fault) }
        if fault.isFatal {
            isFailed = true
            return nil
        }
        let text = Array("&\(name);".utf8)
        pending = PendingReference(
            name: name, start: place.start, end: place.end, text: place.isInEntity ? text : nil, remaining: text.count,
            externalName: isExternal ? name : pending?.externalName)
        return unsafe withEntities { (entities) throws(Fault) in
            unsafe try entities.standIn(for: cName, at: place.start)
        }
    }

    /// Takes `length` bytes of a stand-in. The last of them adds the reference.
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

    /// Handles a stand-in that has not been delivered as content when a tag ends: it is part of an attribute value.
    mutating func settlePendingInAttribute() {
        guard let reference = pending else { return }
        pending = nil
        guard let name = reference.externalName else {
            if validation.request?.sinkMaker.declaresEntities == true { addUndeclared(reference) }
            return
        }
        fail(.externalEntityInValue(name).at(reference.start))
    }
}

// MARK: Declarations and counts

extension SAXState {
    /// Calls `body`. Returns nil if that ends the parse.
    mutating func withEntities<Result>(_ body: (inout EntityPolicy) throws(Fault) -> Result) -> Result? {
        do throws(Fault) {
            return try body(&entities)
        } catch {
            fail(error)
            return nil
        }
    }

    /// Whether libxml2 may process a declaration.
    mutating func mayDeclareEntity(_ cName: UnsafePointer<UInt8>) -> Bool {
        let position = position
        return !isFailed
            && withEntities { (entities) throws(Fault) in unsafe try entities.mayDeclare(cName, at: position) } ?? false
    }

    /// Ends the parse if an entity that was declared is not known. libxml2 does not report all failed allocations.
    mutating func checkDeclared(_ cName: UnsafePointer<UInt8>, _ type: Int32) {
        if unsafe !Libxml2.declares(cName, type, cContext) { failForMemory() }
    }

    /// The same for an unparsed entity. libxml2 does not check that a name comes after `NDATA` (XML 1.0, section
    /// 4.2.2).
    mutating func mayDeclareUnparsedEntity(
        _ cName: UnsafePointer<UInt8>, _ cNotation: UnsafePointer<UInt8>?
    ) -> Bool {
        if unsafe cNotation == nil { fail(.malformedDocumentType, "the name of a notation is missing", at: cursor) }
        return unsafe mayDeclareEntity(cName)
    }

    /// `notationDecl`. This callback, not libxml2, checks that there is an identifier (XML 1.0, section 4.7).
    mutating func declareNotation(publicID: UnsafePointer<UInt8>?, systemID: UnsafePointer<UInt8>?) {
        guard unsafe publicID == nil && systemID == nil else { return }
        fail(.malformedDocumentType, "a notation has no public or system identifier", at: cursor)
    }

    /// `getParameterEntity`.
    mutating func parameterEntity(_ cName: UnsafePointer<UInt8>, _ cContext: xmlParserCtxtPtr) -> xmlEntityPtr? {
        guard !isFailed, let cEntity = unsafe xmlSAX2GetParameterEntity(cContext, cName) else { return nil }
        let position = position
        let answer = unsafe withEntities { (entities) throws(Fault) in
            unsafe try entities.parameterEntity(cEntity, cName, cContext, at: position)
        }
        if unsafe lx_is_expanding(cContext) == 0 { unsafe entities.cParameterEntity = answer ?? nil }
        return unsafe answer ?? nil
    }
}
