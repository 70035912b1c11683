import CLibXML2
import CLibXML2Shims
import LibXML

extension DocumentBridge {
    /// Prepares the document of an element for Canonical XML 1.1 (section 2.4): of the attributes of `xml:` around the
    /// element, it inherits only `xml:lang` and `xml:space`, and `xml:base` joined with its own.
    ///
    /// What libxml2 writes according to version 1.0 is then right. Its mode for 1.1 omits `xml:base=""` of each
    /// element. Returns false if there is no memory.
    func reviseAttributes(around element: xmlNodePtr) -> Bool {
        let isBase = { (attribute: xmlAttrPtr) in unsafe Self.name(of: attribute) == "base" }
        var base = unsafe attributes(of: element).first(where: isBase)
        var value = unsafe base.map { unsafe Self.value(of: $0) }
        var isInherited = false
        var outer = unsafe element.pointee.parent
        while let parent = unsafe outer, unsafe parent.pointee.type == XML_ELEMENT_NODE {
            let inherited = unsafe attributes(of: parent)
            for index in unsafe inherited.indices {
                let attribute = unsafe inherited[index]
                let name = unsafe Self.name(of: attribute)
                if name == "lang" || name == "space" { continue }
                if name == "base" {
                    isInherited = true
                    guard let reference = value else {
                        unsafe (base, value) = unsafe (attribute, Self.value(of: attribute))
                        continue
                    }
                    value = unsafe Self.join(reference, to: Self.value(of: attribute))
                    if value == nil { return false }
                }
                unsafe Self.remove(attribute)
            }
            unsafe outer = parent.pointee.parent
        }
        guard isInherited, let base = unsafe base, let value else { return true }
        if value.isEmpty {
            unsafe Self.remove(base)
        } else {
            unsafe base.pointee.children.pointee.content = keep(value)
        }
        return true
    }

    /// The attributes of `xml:` of an element.
    private func attributes(of element: xmlNodePtr) -> [xmlAttrPtr] {
        var found: [xmlAttrPtr] = unsafe []
        var next = unsafe element.pointee.properties
        while let attribute = unsafe next {
            if unsafe attribute.pointee.ns == document.pointee.oldNs { unsafe found.append(attribute) }
            unsafe next = attribute.pointee.next
        }
        return unsafe found
    }

    private static func name(of attribute: xmlAttrPtr) -> String { unsafe String(cString: attribute.pointee.name) }

    private static func value(of attribute: xmlAttrPtr) -> String {
        unsafe String(cString: attribute.pointee.children.pointee.content)
    }

    private static func remove(_ attribute: xmlAttrPtr) {
        let (previous, next) = unsafe (attribute.pointee.prev, attribute.pointee.next)
        unsafe next?.pointee.prev = previous
        if let previous = unsafe previous {
            unsafe previous.pointee.next = next
        } else {
            unsafe attribute.pointee.parent.pointee.properties = next
        }
    }

    /// Joins a URI reference to a base URI, which may be relative; a text that is not a URI stays as it is. Returns nil
    /// if there is no memory.
    private static func join(_ reference: String, to base: String) -> String? {
        let last = base.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
        // Both stand for a folder.
        let isDots = last.map { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) } ?? false
        return Libxml2.isolated {
            let joined = URIReference.resolve(reference, isDots ? base + "/" : base) ?? reference
            // After a failed allocation, libxml2 may return only a part.
            return lx_lacks_memory() == 0 ? joined : nil
        }
    }
}
