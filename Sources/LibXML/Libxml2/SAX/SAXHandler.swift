import CLibXML2
import CLibXML2Shims

extension SAXState {
    /// Calls `body` with the state that a callback receives a pointer to, then stops libxml2 if the parse has failed.
    @inline(__always)
    private static func callback(
        _ userData: UnsafeMutableRawPointer?, _ body: (UnsafeMutablePointer<SAXState>) -> Void
    ) {
        let state = unsafe from(userData)
        unsafe body(state)
        unsafe state.pointee.stopIfFailed()
    }

    /// The table of callbacks, without ``errorHandler``. Each callback only gets the state and calls its methods.
    /// Between them, it calls functions of libxml2 that may report to the state.
    static func makeHandler() -> xmlSAXHandler {
        var handler = unsafe xmlSAXHandler()
        // Without this value libxml2 falls back to SAX1 and drops namespaces.
        unsafe handler.initialized = XML_SAX2_MAGIC
        unsafe handler.startDocument = { userData in
            unsafe SAXState.callback(userData) { unsafe $0.pointee.beginDocument() }
        }
        unsafe handler.startElementNs = {
            userData, local, prefix, uri, namespaceCount, namespaces, attributeCount, defaultedCount, attributes in
            guard let local = unsafe local else { return }
            unsafe SAXState.callback(userData) {
                unsafe $0.pointee.startElement(
                    local: local, prefix: prefix, uri: uri, namespaceCount: Int(namespaceCount),
                    cNamespaces: namespaces,
                    attributeCount: Int(attributeCount), defaultedCount: Int(defaultedCount), cAttributes: attributes)
            }
        }
        unsafe handler.endElementNs = { userData, local, prefix, uri in
            unsafe SAXState.callback(userData) { unsafe $0.pointee.endElement(local: local, prefix: prefix, uri: uri) }
        }
        unsafe handler.characters = { userData, bytes, length in
            guard let bytes = unsafe bytes else { return }
            unsafe SAXState.callback(userData) {
                if unsafe $0.pointee.validation.isActive {
                    unsafe $0.pointee.validatedCharacters(bytes, Int(length))
                } else {
                    unsafe $0.pointee.characters(bytes, Int(length))
                }
            }
        }
        // The same function, so that libxml2 does not check whether text is blank, whatever a host program has set.
        unsafe handler.ignorableWhitespace = handler.characters
        unsafe handler.cdataBlock = { userData, bytes, length in
            guard let bytes = unsafe bytes else { return }
            unsafe SAXState.callback(userData) {
                unsafe $0.pointee.cdata(bytes, Int(length))
                if unsafe $0.pointee.validation.isActive {
                    unsafe $0.pointee.validateText(bytes, Int(length), isSection: true)
                }
            }
        }
        unsafe handler.comment = { userData, text in
            guard let text = unsafe text else { return }
            unsafe SAXState.callback(userData) { unsafe $0.pointee.comment(text) }
        }
        unsafe handler.processingInstruction = { userData, target, data in
            guard let target = unsafe target else { return }
            unsafe SAXState.callback(userData) { unsafe $0.pointee.processingInstruction(target, data) }
        }
        unsafe addDeclarations(to: &handler)
        return unsafe handler
    }

    private static func addDeclarations(to handler: inout xmlSAXHandler) {
        unsafe handler.internalSubset = { userData, name, publicID, systemID in
            unsafe SAXState.callback(userData) { state in
                guard unsafe state.pointee.beginDocumentType(name, publicID: publicID, systemID: systemID) else {
                    return
                }
                unsafe xmlSAX2InternalSubset(state.pointee.cContext, name, nil, nil)
                unsafe state.pointee.checkInternalSubset()
            }
        }
        unsafe handler.externalSubset = { userData, _, _, _ in
            unsafe SAXState.callback(userData) { unsafe $0.pointee.endDocumentType() }
        }
        unsafe handler.entityDecl = { userData, name, type, publicID, systemID, content in
            guard let name = unsafe name else { return }
            unsafe SAXState.callback(userData) { state in
                guard unsafe state.pointee.mayDeclareEntity(name) else { return }
                unsafe xmlSAX2EntityDecl(state.pointee.cContext, name, type, publicID, systemID, content)
                unsafe state.pointee.checkDeclared(name, type)
            }
        }
        unsafe handler.unparsedEntityDecl = { userData, name, publicID, systemID, notation in
            guard let name = unsafe name else { return }
            unsafe SAXState.callback(userData) { state in
                guard unsafe state.pointee.mayDeclareUnparsedEntity(name, notation) else { return }
                unsafe xmlSAX2UnparsedEntityDecl(state.pointee.cContext, name, publicID, systemID, notation)
                unsafe state.pointee.checkDeclared(name, Int32(XML_EXTERNAL_GENERAL_UNPARSED_ENTITY.rawValue))
            }
        }
        unsafe handler.notationDecl = { userData, name, publicID, systemID in
            unsafe SAXState.callback(userData) {
                unsafe $0.pointee.declareNotation(publicID: publicID, systemID: systemID)
            }
        }
        unsafe handler.getEntity = { userData, name in
            guard let name = unsafe name else { return nil }
            return unsafe SAXState.from(userData).pointee.entity(name)
        }
        unsafe handler.getParameterEntity = { userData, name in
            guard let name = unsafe name else { return nil }
            let state = unsafe SAXState.from(userData)
            return unsafe state.pointee.parameterEntity(name, state.pointee.cContext)
        }
    }

    /// `serror`, the callback for errors.
    static var errorHandler: xmlStructuredErrorFunc {
        // From 2.12 on, the pointer to the error is a pointer to a constant, so its type is left to the compiler.
        { userData, error in
            guard let error = unsafe UnsafePointer<xmlError>(error) else { return }
            // For duplicates in enumerations and failed allocations, libxml2 up to 2.12 passes the context itself
            // instead of its user data.
            var state = unsafe userData
            if let cContext = unsafe error.pointee.ctxt, unsafe cContext == userData {
                unsafe state = cContext.assumingMemoryBound(to: xmlParserCtxt.self).pointee.userData
            }
            unsafe SAXState.from(state).pointee.libxml2Error(error.pointee)
            if unsafe !SAXState.from(state).pointee.isFailed { unsafe lx_keep_reporting(error) }
            unsafe lx_end_comment(error)
        }
    }
}
