import CLibXML2
import CLibXML2Shims

extension TextReader {
    /// Calls `body` with the attributes of the current element, in order, until it returns false.
    @inline(__always)
    func forEachAttribute(_ body: (CName, xmlAttrPtr) -> Bool) {
        guard event == .startElement || event == .endElement, let cNode = unsafe cNode else { return }
        var cAttribute = unsafe cNode.pointee.properties
        while let cCurrent = unsafe cAttribute {
            let name: CName
            if unsafe references.isEmpty {
                let cNamespace = unsafe cCurrent.pointee.ns
                name =
                    unsafe cNamespace == nil && state.pointee.isMended
                    ? undeclaredName(cCurrent.pointee.name)
                    : CName(cCurrent.pointee.name, cNamespace?.pointee.prefix, cNamespace?.pointee.href)
            } else {
                let prefix = unsafe UnsafePointer(cCurrent.pointee.psvi?.assumingMemoryBound(to: UInt8.self))
                let uri = unsafe prefix == nil ? nil : uri(ofPrefix: prefix, at: cNode)
                name = unsafe CName(cCurrent.pointee.name, prefix, uri)
            }
            guard unsafe body(name, cCurrent) else { return }
            unsafe cAttribute = cCurrent.pointee.next
        }
    }

    /// The value of the attribute that is written so; of the one that has this local name, where none is written so and
    /// all that have it are of one namespace; nil when there is none.
    func attribute(written name: String) -> String? {
        var exact: xmlAttrPtr?
        var local: xmlAttrPtr?
        var localURI: String?
        var isAmbiguous = false
        unsafe forEachAttribute { candidate, cAttribute in
            if candidate.isWritten(name) {
                unsafe exact = unsafe cAttribute
                return false
            }
            if unsafe candidate.cLocal?.equals(name.utf8) == true {
                if unsafe local != nil && localURI != candidate.uri { isAmbiguous = true }
                if unsafe local == nil { unsafe (local, localURI) = unsafe (cAttribute, candidate.uri) }
            }
            return true
        }
        guard let found = unsafe exact ?? (isAmbiguous ? nil : local) else { return nil }
        return unsafe value(of: found)
    }

    /// The value of the attribute that has this expanded name; nil when there is none.
    func attribute(_ name: XMLName) -> String? {
        var found: xmlAttrPtr?
        unsafe forEachAttribute { candidate, cAttribute in
            guard candidate.isExpanded(name) else { return true }
            unsafe found = unsafe cAttribute
            return false
        }
        return unsafe found.map { unsafe value(of: $0) }
    }

    /// The value of an attribute, with the references in it expanded.
    func value(of cAttribute: xmlAttrPtr) -> String {
        guard let cText = unsafe cAttribute.pointee.children else { return "" }
        if unsafe cText.pointee.next == nil && cText.pointee.type == XML_TEXT_NODE {
            return unsafe String(cXML: cText.pointee.content)
        }
        let bytes = unsafe expandedValue(of: cAttribute)
        return bytes.span.string(0..<bytes.count)
    }

    /// The value of an attribute in which there are references to entities.
    func expandedValue(of cAttribute: xmlAttrPtr) -> [UInt8] {
        var bytes: [UInt8] = []
        var cPart = unsafe cAttribute.pointee.children
        let expander = unsafe EntityExpander(cDocument: state.pointee.cContext?.pointee.myDoc)
        while let cNode = unsafe cPart {
            if unsafe cNode.pointee.type == XML_ENTITY_REF_NODE {
                unsafe expander.append(cNode.pointee.name, to: &bytes)
            } else if let content = unsafe cNode.pointee.content {
                unsafe bytes.append(
                    contentsOf: UnsafeBufferPointer(start: content, count: UnsafePointer<UInt8>.length(content)))
            }
            unsafe cPart = cNode.pointee.next
        }
        return unsafe isTokenized(cAttribute) ? Self.collapse(bytes) : bytes
    }

    /// Whether an attribute is declared with a type other than CDATA, so that white space in its value is collapsed.
    private func isTokenized(_ cAttribute: xmlAttrPtr) -> Bool {
        guard let cSubset = unsafe state.pointee.cContext?.pointee.myDoc?.pointee.intSubset else { return false }
        let prefix = unsafe cAttribute.pointee.ns?.pointee.prefix
        let cDeclaration = unsafe xmlGetDtdQAttrDesc(cSubset, name.qualified, cAttribute.pointee.name, prefix)
        return unsafe cDeclaration.map { unsafe $0.pointee.atype != XML_ATTRIBUTE_CDATA } ?? false
    }

    private static func collapse(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes where byte != 0x20 || !result.isEmpty && result.last != 0x20 { result.append(byte) }
        if result.last == 0x20 { result.removeLast() }
        return result
    }
}

extension TextReader {
    /// An attribute as strings.
    struct Attribute {
        var qualified: String
        var local: String
        var uri: String?
        var value: String
    }

    var attributes: [Attribute] {
        var attributes: [Attribute] = []
        unsafe forEachAttribute { name, cAttribute in
            unsafe attributes.append(
                Attribute(qualified: name.qualified, local: name.local, uri: name.uri, value: value(of: cAttribute)))
            return true
        }
        return attributes
    }
}
