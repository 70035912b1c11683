import CLibXML2
import CLibXML2Shims
import LibXML

/// Writes canonical XML with libxml2.
enum CanonicalWriter {
    private static let deepest = 1_000

    /// - Throws: for an element that has no canonical form.
    static func check(_ top: XMLTree.Element) throws(XMLError) {
        var depth = 0
        var open: [Int] = []
        for element in [top] + Array(top.descendants) {
            let range = element.entries
            while let end = open.last, range.lowerBound >= end { open.removeLast() }
            open.append(range.upperBound)
            depth = max(depth, open.count)
            for declaration in element.namespaceDeclarations where isRelative(declaration.uri) {
                throw element.error(
                    "the namespace “\(declaration.uri)” is relative, and has no canonical form",
                    code: .invalidNamespaceDeclaration)
            }
        }
        guard depth <= deepest else {
            throw top.error("elements nest deeper than \(deepest), which is too deep", code: .tooDeep)
        }
    }

    /// Whether a namespace URI has no scheme (RFC 3986, section 3.1).
    private static func isRelative(_ uri: String) -> Bool {
        guard !uri.isEmpty else { return false }
        guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return true }
        let scheme = uri.utf8[..<colon]
        let isLetter = scheme.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) } ?? false
        return !isLetter
            || !scheme.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
            }
    }

    /// - Parameter part: the entries of an element with all that is in it; nil for the document.
    static func write(
        _ bridge: DocumentBridge, _ form: XMLCanonicalForm, comments: Bool, in part: Range<Int>?
    ) throws(XMLError) -> [UInt8] {
        let (mode, prefixes): (xmlC14NMode, [String]) =
            switch form {
            case .inclusive: (XML_C14N_1_0, [])
            case .inclusive11: (XML_C14N_1_1, [])
            case .exclusive(let prefixes): (XML_C14N_EXCLUSIVE_1_0, prefixes)
            }
        let written: [UInt8]? = Libxml2.isolated {
            guard let buffer = unsafe xmlBufferCreate() else { return nil }
            defer { unsafe xmlBufferFree(buffer) }
            guard let output = unsafe xmlOutputBufferCreateBuffer(buffer, nil) else { return nil }
            // Strings with NUL, one after the other, and pointers to them.
            var strings = prefixes.map { Array($0.utf8) + [0] }
            var range = part ?? 0..<Int.max
            let status = unsafe withUnsafeMutablePointer(to: &range) { range in
                unsafe withPointers(to: &strings) { names in
                    unsafe xmlC14NExecute(
                        bridge.document, part == nil ? nil : Self.isVisible, range, Int32(mode.rawValue), names,
                        comments ? 1 : 0, output)
                }
            }
            let closed = unsafe xmlOutputBufferClose(output)
            guard status >= 0, closed >= 0 else { return nil }
            return unsafe Array(
                UnsafeBufferPointer(start: xmlBufferContent(buffer), count: Int(xmlBufferLength(buffer))))
        }
        guard let written else { throw XMLError("there is no memory for the canonical form", code: .outOfMemory) }
        return written
    }

    /// Calls `body` with pointers to strings, and nil after the last one.
    private static func withPointers<Result>(
        to strings: inout [[xmlChar]], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<xmlChar>?>?) -> Result
    ) -> Result {
        var all = strings.flatMap(\.self)
        return unsafe all.withUnsafeMutableBufferPointer { bytes in
            var pointers: [UnsafeMutablePointer<xmlChar>?] = unsafe []
            var place = 0
            for string in strings {
                unsafe pointers.append(bytes.baseAddress.map { unsafe $0 + place })
                place += string.count
            }
            unsafe pointers.append(nil)
            return unsafe pointers.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress) }
        }
    }

    /// Whether a node is in the range of entries: that of its element for an attribute or a namespace.
    private static let isVisible: xmlC14NIsVisibleCallback = { data, node, parent in
        guard let data = unsafe data, let node = unsafe node else { return 1 }
        let range = unsafe data.assumingMemoryBound(to: Range<Int>.self).pointee
        let isPart = unsafe node.pointee.type == XML_ATTRIBUTE_NODE || node.pointee.type == XML_NAMESPACE_DECL
        guard let owner = unsafe isPart ? parent : node else { return 0 }
        if unsafe owner.pointee.type == XML_DOCUMENT_NODE { return 0 }
        return unsafe range.contains(DocumentBridge.entry(owner.pointee._private)) ? 1 : 0
    }
}
