import CLibXML2
import CLibXML2Shims

// What the current node is called, and what it holds.

extension TextReader {
    /// The name of the current event's node; empty for one that has none.
    var name: CName {
        @inline(__always) get {
            guard let cNode = unsafe cNode else { return unsafe CName(nil) }
            switch event {
            case .startElement, .endElement:
                if unsafe references.isEmpty {
                    let cNamespace = unsafe cNode.pointee.ns
                    if unsafe cNamespace == nil && state.pointee.isMended {
                        return unsafe undeclaredName(cNode.pointee.name)
                    }
                    return unsafe CName(cNode.pointee.name, cNamespace?.pointee.prefix, cNamespace?.pointee.href)
                }
                return nameInEntity
            case .processingInstruction, .documentType, .entityReference: return unsafe CName(cNode.pointee.name)
            default: return unsafe CName(nil)
            }
        }
    }

    /// A name of which libxml2 has kept prefix and local name in one, because nothing declares the prefix.
    func undeclaredName(_ cName: UnsafePointer<UInt8>?) -> CName {
        guard let cName = unsafe cName, let cColon = unsafe xmlStrchr(cName, UInt8(ascii: ":")),
            unsafe cColon != cName
        else { return unsafe CName(cName) }
        // What does not begin as a local name does is no prefix's.
        let rest = unsafe UnsafeBufferPointer(start: cColon + 1, count: UnsafePointer<UInt8>.length(cColon + 1)).span
        guard rest.mayBeginName(at: 0), !rest.has(":", at: 0) else { return unsafe CName(cName) }
        let cPrefix = unsafe xmlDictLookup(state.pointee.cContext?.pointee.dict, cName, Int32(cColon - cName))
        let cLocal = unsafe xmlDictLookup(state.pointee.cContext?.pointee.dict, cColon + 1, -1)
        return unsafe CName(cLocal, cPrefix)
    }

    private var nameInEntity: CName {
        guard let cNode = unsafe cNode else { return unsafe CName(nil) }
        let prefix = unsafe UnsafePointer(cNode.pointee.psvi?.assumingMemoryBound(to: UInt8.self))
        return unsafe CName(cNode.pointee.name, prefix, uri(ofPrefix: prefix, at: cNode))
    }

    /// The URI that a prefix has at an element in an entity. What is declared around a reference is in scope in its
    /// entity, each time anew.
    func uri(ofPrefix prefix: UnsafePointer<UInt8>?, at cElement: xmlNodePtr) -> UnsafePointer<UInt8>? {
        var level = unsafe references.count
        var cCurrent: xmlNodePtr? = unsafe cElement
        while true {
            while let cNode = unsafe cCurrent, unsafe cNode.pointee.type == XML_ELEMENT_NODE {
                var cNamespace = unsafe cNode.pointee.nsDef
                while let cFound = unsafe cNamespace {
                    if unsafe cFound.pointee.href != nil && xmlStrEqual(cFound.pointee.prefix, prefix) != 0 {
                        return unsafe cFound.pointee.href
                    }
                    unsafe cNamespace = cFound.pointee.next
                }
                unsafe cCurrent = cNode.pointee.parent
            }
            level -= 1
            guard level >= 0 else { break }
            unsafe cCurrent = references[level].pointee.parent
        }
        guard let prefix = unsafe prefix, unsafe String(cXML: prefix) == "xml" else { return nil }
        return unsafe xmlDictLookup(
            state.pointee.cContext?.pointee.dict, "http://www.w3.org/XML/1998/namespace", -1)
    }

    /// How many elements are open around the current event's node.
    var depth: Int {
        guard event != nil else { return 0 }
        if let depth = joined.depth { return depth }
        return mainDepth + depthInEntities
    }

    private var mainDepth: Int {
        guard isSalvaging else { return max(0, unsafe Int(xmlTextReaderDepth(cReader))) }
        var depth = 0
        var cParent = unsafe cMain?.pointee.parent
        while let cNode = unsafe cParent, unsafe cNode.pointee.type == XML_ELEMENT_NODE {
            depth += 1
            unsafe cParent = cNode.pointee.parent
        }
        return depth
    }

    /// Whether the current element is written as one tag, `<a/>`.
    var isEmptyElement: Bool {
        guard event == .startElement, let cNode = unsafe cNode else { return false }
        return unsafe NodePlace.isEmpty(cNode)
    }

    /// The text of the current event; nil for one that has none.
    var value: String? {
        guard let cNode = unsafe cNode else { return nil }
        switch event {
        case .text, .whiteSpace:
            if joined.depth != nil { return joined.bytes.withSpan(0..<joined.bytes.count) { $0.string(0..<$0.count) } }
            return unsafe String(cXML: cNode.pointee.content)
        case .cdata, .comment, .processingInstruction: return unsafe String(cXML: cNode.pointee.content)
        case .entityReference: return unsafe "&\(String(cXML: cNode.pointee.name));"
        default: return nil
        }
    }

    /// Calls `body` with the bytes of the text of the current event.
    @inline(__always)
    func withValue<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        if joined.depth != nil { return joined.bytes.withSpan(0..<joined.bytes.count, body) }
        let content = unsafe UnsafePointer(cNode?.pointee.content)
        let length = unsafe content.map { unsafe UnsafePointer<UInt8>.length($0) } ?? 0
        return body(unsafe UnsafeBufferPointer(start: content, count: length).span)
    }

    /// Where the current event begins.
    var location: XMLLocation { unsafe state.pointee.input.location(at: start) }

    var diagnostics: [XMLDiagnostic] { unsafe state.pointee.warnings.kept }

    var diagnosticCount: Int { unsafe state.pointee.warnings.count }

    var sourceError: (any Error)? {
        let error = unsafe state.pointee.input.error
        return error is XMLError ? nil : error
    }
}
