import CLibXML2

/// Reads the declarations of a DTD that libxml2 has parsed.
enum DTDDeclarations {
    typealias CString = UnsafePointer<UInt8>

    static func forEachElement(in cDTD: xmlDtdPtr, _ body: (xmlElementPtr) -> Void) {
        var node = unsafe cDTD.pointee.children
        while let current = unsafe node {
            if unsafe current.pointee.type == XML_ELEMENT_DECL {
                unsafe body(UnsafeMutableRawPointer(current).assumingMemoryBound(to: xmlElement.self))
            }
            unsafe node = unsafe current.pointee.next
        }
    }

    /// The declared names, for suggestions.
    static func names(in cDTD: xmlDtdPtr) -> (elements: [String], attributes: [String]) {
        var elements: [String] = []
        var attributes: Set<String> = []
        unsafe forEachElement(in: cDTD) { element in
            unsafe elements.append(name(element.pointee.prefix, element.pointee.name))
            unsafe forEachAttribute(of: element) { attribute in
                unsafe attributes.insert(name(attribute.pointee.prefix, attribute.pointee.name))
            }
        }
        return (elements.sorted(), attributes.sorted())
    }

    @inline(__always)
    static func forEachAttribute(of element: xmlElementPtr, _ body: (xmlAttributePtr) -> Void) {
        var attribute = unsafe element.pointee.attributes
        while let current = unsafe attribute {
            unsafe body(current)
            unsafe attribute = unsafe current.pointee.nexth
        }
    }

    /// The declaration of an element; nil if it has none. As in libxml2, a declaration without a prefix applies to all
    /// prefixes.
    static func element(_ local: CString, _ prefix: CString?, in cDTD: xmlDtdPtr) -> xmlElementPtr? {
        let found = unsafe xmlGetDtdQElementDesc(cDTD, local, prefix)
        guard let element = unsafe found ?? (prefix == nil ? nil : xmlGetDtdQElementDesc(cDTD, local, nil)),
            unsafe element.pointee.etype != XML_ELEMENT_TYPE_UNDEFINED
        else { return nil }
        return unsafe element
    }

    /// The declaration of an attribute of an element.
    static func attribute(_ local: CString, _ prefix: CString?, of element: xmlElementPtr) -> xmlAttributePtr? {
        var attribute = unsafe element.pointee.attributes
        while let current = unsafe attribute {
            if unsafe xmlStrEqual(current.pointee.name, local) == 1,
                unsafe xmlStrEqual(current.pointee.prefix, prefix) == 1
            {
                return unsafe current
            }
            unsafe attribute = unsafe current.pointee.nexth
        }
        return nil
    }

    /// The names of the elements that mixed content may contain.
    static func mixedNames(of element: xmlElementPtr) -> [String] {
        var names: [String] = []
        var content = unsafe element.pointee.content
        while let current = unsafe content {
            let part = unsafe current.pointee.type == XML_ELEMENT_CONTENT_OR ? current.pointee.c1 : current
            if let part = unsafe part, unsafe part.pointee.type == XML_ELEMENT_CONTENT_ELEMENT {
                unsafe names.append(name(part.pointee.prefix, part.pointee.name))
            }
            unsafe content = unsafe current.pointee.type == XML_ELEMENT_CONTENT_OR ? current.pointee.c2 : nil
        }
        return names
    }

    /// How many names the content of an element has, unless it is mixed.
    static func memberCount(of element: xmlElementPtr) -> Int {
        guard unsafe element.pointee.etype == XML_ELEMENT_TYPE_ELEMENT else { return 0 }
        var count = 0
        var rest = unsafe [element.pointee.content]
        while let last = unsafe rest.popLast() {
            guard let part = unsafe last else { continue }
            if unsafe part.pointee.type == XML_ELEMENT_CONTENT_ELEMENT { count += 1 }
            unsafe rest += [part.pointee.c1, part.pointee.c2]
        }
        return count
    }

    /// Whether mixed content may contain an element.
    static func isMixed(_ local: CString, _ prefix: CString?, in element: xmlElementPtr) -> Bool {
        var content = unsafe element.pointee.content
        while let current = unsafe content {
            let part = unsafe current.pointee.type == XML_ELEMENT_CONTENT_OR ? current.pointee.c1 : current
            if let part = unsafe part, unsafe part.pointee.type == XML_ELEMENT_CONTENT_ELEMENT,
                unsafe xmlStrEqual(part.pointee.name, local) == 1, unsafe xmlStrEqual(part.pointee.prefix, prefix) == 1
            {
                return true
            }
            unsafe content = unsafe current.pointee.type == XML_ELEMENT_CONTENT_OR ? current.pointee.c2 : nil
        }
        return false
    }

    /// The values that an attribute lists.
    static func values(of attribute: xmlAttributePtr) -> [String] {
        var values: [String] = []
        var value = unsafe attribute.pointee.tree
        while let current = unsafe value {
            unsafe values.append(name(nil, current.pointee.name))
            unsafe value = unsafe current.pointee.next
        }
        return values
    }

    /// Whether an attribute lists a value.
    static func lists(_ value: UnsafeBufferPointer<UInt8>, _ attribute: xmlAttributePtr) -> Bool {
        let count = Int32(value.count)
        var listed = unsafe attribute.pointee.tree
        while let current = unsafe listed {
            if unsafe xmlStrncmp(current.pointee.name, value.baseAddress, count) == 0,
                unsafe current.pointee.name[value.count] == 0
            {
                return true
            }
            unsafe listed = unsafe current.pointee.next
        }
        return false
    }

    /// The names with which the content could continue.
    static func expected(_ cContent: xmlRegExecCtxtPtr, isAfterError: Bool) -> [String] {
        var values: [UnsafeMutablePointer<UInt8>?] = unsafe Array(repeating: nil, count: 20)
        var (count, negativeCount, isEnd) = (Int32(20), Int32(0), Int32(0))
        let result =
            unsafe isAfterError
            ? xmlRegExecErrInfo(cContent, nil, &count, &negativeCount, &values, &isEnd)
            : xmlRegExecNextValues(cContent, &count, &negativeCount, &values, &isEnd)
        guard result >= 0 else { return [] }
        var names: [String] = []
        for index in 0..<Int(max(0, count)) {
            guard let value = unsafe values[index] else { continue }
            let name = unsafe String(cString: value)
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    static func name(_ prefix: CString?, _ local: CString?) -> String {
        let local = unsafe local.map { unsafe String(cString: $0) } ?? ""
        return unsafe prefix.map { unsafe String(cString: $0) + ":" + local } ?? local
    }
}
