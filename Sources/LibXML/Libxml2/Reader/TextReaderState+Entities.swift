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
        let (text, start) = (text, text.markup(from: position))
        documentTypeStart = start
        let isRead: Void? = withEntities { (entities) throws(Fault) in try entities.begin(documentType: text, at: start)
        }
        guard isRead != nil else { return }
        unsafe cOriginal.internalSubset?(userData, cName, publicID, systemID)
        guard let cSubset = unsafe cContext?.pointee.myDoc?.pointee.intSubset else { return }
        unsafe cSubset.pointee._private = NodePlace.pack(start: start, isEmpty: false)
    }

    /// `externalSubset`, which is called, whether there is one or not, after the `>` of the declaration.
    mutating func endDocumentType() {
        guard !isFailed, isInDocumentType else { return }
        documentTypeStart = nil
        position = cursor
    }

    // MARK: Entities

    /// `getEntity`: declared entities as they are, of which libxml2 does not read the external ones, and stand-ins for
    /// those that may be declared outside.
    mutating func entity(_ userData: UnsafeMutableRawPointer?, _ cName: UnsafePointer<UInt8>) -> xmlEntityPtr? {
        guard !isFailed, let cContext = unsafe cContext else { return nil }
        let entity = unsafe xmlSAX2GetEntity(userData, cName)
        let position = position
        if isInDocumentType {
            return unsafe withEntities { (entities) throws(Fault) in
                unsafe try entities.declaredEntity(entity, cContext, at: position)
            } ?? nil
        }
        let namespaceCount = unsafe lx_namespaces_in_scope(cContext)
        let place = references.start(before: cursor, in: text)
        let answer = withEntities { (entities) throws(Fault) in
            unsafe try entities.entity(
                entity, cName, cContext, namespaceCount: Int(namespaceCount), at: place)
        }
        switch answer {
        case .entity(let entity): return unsafe entity
        case .unresolved(isExternal: true):
            // One in an attribute value is an error, of which libxml2 tells.
            if unsafe lx_is_in_attribute_value(Self.context(userData)) == 0 {
                reportUnresolved(unsafe String(cXML: cName), isExternal: true, at: place)
            }
            return unsafe isFailed ? nil : entity
        case .unresolved(isExternal: false):
            reportUnresolved(unsafe String(cXML: cName), isExternal: false, at: place)
            return unsafe isFailed ? nil : entities.standIn(for: cName)
        case .unknown, nil: return nil
        }
    }

    private mutating func reportUnresolved(_ name: String, isExternal: Bool, at offset: Int) {
        let fault = entities.unresolved(name, isExternal: isExternal, at: offset)
        if fault.isFatal { return fail(fault) }
        let diagnostic = diagnostic(fault, base: 0)
        warnings.add(diagnostic)
    }
}
