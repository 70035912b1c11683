import CLibXML2
import CLibXML2Shims

extension TextReaderState {
    /// Puts our callbacks before those of xmlTextReader, in the parser's own table.
    mutating func install(_ cContext: xmlParserCtxtPtr) {
        guard let cHandler = unsafe cContext.pointee.sax else { return }
        unsafe self.cContext = unsafe cContext
        unsafe cOriginal = unsafe cHandler.pointee
        unsafe cHandler.pointee._private = unsafe selfPointer
        unsafe lx_forbid_loading(cContext)
        unsafe lx_lift_amplification_limit(cContext)

        unsafe cHandler.pointee.startElementNs = {
            userData, local, prefix, uri, namespaceCount, namespaces, attributeCount, defaultedCount, attributes in
            let tag = unsafe Tag(
                cLocal: local, cPrefix: prefix, cURI: uri, namespaceCount: namespaceCount, cNamespaces: namespaces,
                attributeCount: attributeCount, defaultedCount: defaultedCount, cAttributes: attributes)
            unsafe TextReaderState.callback(userData) { unsafe $0.pointee.startElement(userData, tag) }
        }
        unsafe cHandler.pointee.endElementNs = { userData, local, prefix, uri in
            unsafe TextReaderState.callback(userData) { unsafe $0.pointee.endElement(userData, local, prefix, uri) }
        }
        unsafe cHandler.pointee.characters = { userData, bytes, length in
            guard let bytes = unsafe bytes else { return }
            unsafe TextReaderState.callback(userData) { unsafe $0.pointee.characters(userData, bytes, length) }
        }
        // The same function: libxml2 then does not look whether text is blank, whatever a host program has set.
        unsafe cHandler.pointee.ignorableWhitespace = cHandler.pointee.characters
        unsafe cHandler.pointee.cdataBlock = { userData, bytes, length in
            guard let bytes = unsafe bytes else { return }
            unsafe TextReaderState.callback(userData) { unsafe $0.pointee.cdata(userData, bytes, Int(length)) }
        }
        unsafe cHandler.pointee.comment = { userData, text in
            unsafe TextReaderState.callback(userData) { unsafe $0.pointee.comment(userData, text) }
        }
        unsafe cHandler.pointee.processingInstruction = { userData, target, data in
            unsafe TextReaderState.callback(userData) {
                unsafe $0.pointee.processingInstruction(userData, target, data)
            }
        }
        unsafe cHandler.pointee.reference = { userData, name in
            unsafe TextReaderState.callback(userData) { unsafe $0.pointee.reference(userData, name) }
        }
        unsafe addDeclarations(to: cHandler)
    }

    private func addDeclarations(to cHandler: UnsafeMutablePointer<xmlSAXHandler>) {
        unsafe cHandler.pointee.internalSubset = { userData, name, publicID, systemID in
            unsafe TextReaderState.callback(userData) {
                unsafe $0.pointee.beginDocumentType(userData, name, publicID, systemID)
            }
        }
        // Not what libxml2 does itself there, which can load.
        unsafe cHandler.pointee.externalSubset = { userData, _, _, _ in
            unsafe TextReaderState.callback(userData) { unsafe $0.pointee.endDocumentType() }
        }
        unsafe cHandler.pointee.resolveEntity = { _, _, _ in nil }
        unsafe cHandler.pointee.entityDecl = { userData, name, type, publicID, systemID, content in
            guard let name = unsafe name else { return }
            unsafe TextReaderState.callback(userData) { state in
                guard unsafe state.pointee.mayDeclareEntity(name) else { return }
                unsafe xmlSAX2EntityDecl(userData, name, type, publicID, systemID, content)
            }
        }
        unsafe cHandler.pointee.unparsedEntityDecl = { userData, name, publicID, systemID, notation in
            guard let name = unsafe name else { return }
            unsafe TextReaderState.callback(userData) { state in
                guard unsafe state.pointee.mayDeclareEntity(name) else { return }
                unsafe xmlSAX2UnparsedEntityDecl(userData, name, publicID, systemID, notation)
            }
        }
        unsafe cHandler.pointee.notationDecl = { userData, name, publicID, systemID in
            unsafe TextReaderState.callback(userData) {
                unsafe $0.pointee.declareNotation(publicID: publicID, systemID: systemID)
            }
        }
        unsafe cHandler.pointee.elementDecl = nil
        unsafe cHandler.pointee.getEntity = { userData, name in
            guard let name = unsafe name else { return nil }
            return unsafe TextReaderState.from(userData).pointee.entity(userData, name)
        }
        unsafe cHandler.pointee.getParameterEntity = { userData, name in
            guard let name = unsafe name else { return nil }
            return unsafe TextReaderState.from(userData).pointee.parameterEntity(
                name, TextReaderState.context(userData))
        }
    }

    /// Calls `body` with the state behind the pointer that a callback of an event receives, and stops libxml2 when the parse
    /// has ended early: that frees the buffer that the callback's arguments point into.
    @inline(__always)
    private static func callback(
        _ userData: UnsafeMutableRawPointer?, _ body: (UnsafeMutablePointer<TextReaderState>) -> Void
    ) {
        let state = unsafe from(userData)
        unsafe body(state)
        if unsafe state.pointee.isFailed { unsafe xmlStopParser(state.pointee.cContext) }
    }

    /// What libxml2 tells of a start tag.
    @safe
    struct Tag {
        var cLocal: UnsafePointer<UInt8>?
        var cPrefix: UnsafePointer<UInt8>?
        var cURI: UnsafePointer<UInt8>?
        var namespaceCount: Int32
        var cNamespaces: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
        var attributeCount: Int32
        var defaultedCount: Int32
        var cAttributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    }
}
