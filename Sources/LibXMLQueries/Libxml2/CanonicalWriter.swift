import CLibXML2
import CLibXML2Shims
import LibXML

/// Writes canonical XML with libxml2.
enum CanonicalWriter {
    private static let deepest = 1_000

    /// - Parameter part: an element; nil for the document.
    /// - Throws: for an element that has no canonical form.
    static func check(_ tree: XMLTree, _ part: Int?) throws(XMLError) {
        // A page may contain names and characters that XML does not allow.
        if tree.isHTML { _ = try tree.xmlBytes() }
        try tree.withMemory { (tape) throws(XMLError) in
            var index = part ?? TapeEntry.documentLength
            // libxml2 also visits the elements around a part, and rejects their relative namespaces.
            var outer = part.map { tape.parent($0) } ?? 0
            var outerDepth = 0
            while outer > 0 {
                outerDepth += 1
                try checkNamespaces(tree, tape, tape.tag(outer), of: outer)
                outer = tape.parent(outer)
            }
            let end = part.map { tape.end($0) } ?? tape.count
            var open: [Int] = []
            var element = index
            var checked: Set<Int> = []
            var declared: DeclaredEntities?
            while index < end {
                let entry = tape.entry(index)
                if entry.kind == .element {
                    while let end = open.last, index >= end { open.removeLast() }
                    open.append(tape.end(index))
                    element = index
                    guard outerDepth + open.count <= deepest else {
                        throw tree.element(index).error(
                            "elements nest deeper than \(deepest): there is no canonical form", code: .tooDeep)
                    }
                } else if entry.kind == .entityReference {
                    let node = tree.node(index, in: element)
                    throw XMLError(
                        "“\(node.text ?? "")” was not read, so that there is no canonical form",
                        code: .unresolvedEntity, at: node.location)
                } else if entry.kind == .attribute, tape.contains(UInt8(ascii: "&"), entry) {
                    let attribute = tree.attribute(index, of: element)
                    let entities = declared ?? tree.declaredEntities
                    declared = entities
                    for name in attribute.unreadEntities(entities) {
                        throw attribute.error(
                            "“&\(name);” was not read, so that there is no canonical form", code: .unresolvedEntity)
                    }
                } else if entry.kind == .namespace, checked.insert(entry.uri).inserted {
                    try checkNamespaces(tree, tape, index..<index + entry.length, of: element)
                }
                index += entry.length
            }
        }
    }

    /// - Throws: for a relative namespace URI in a range of the tag of an element.
    private static func checkNamespaces(
        _ tree: XMLTree, _ tape: TapeMemory, _ range: Range<Int>, of element: Int
    ) throws(XMLError) {
        var index = range.lowerBound
        while index < range.upperBound {
            let entry = tape.entry(index)
            if entry.kind == .namespace, entry.uri != TapeEntry.none, try isRelative(tape.text(entry.uri)) {
                throw tree.element(element).error(
                    "the namespace “\(tape.text(entry.uri))” is relative, and has no canonical form",
                    code: .invalidNamespaceDeclaration)
            }
            index += entry.length
        }
    }

    /// Whether a namespace URI has no scheme (RFC 3986, section 3.1), or is not a URI for libxml2.
    private static func isRelative(_ uri: String) throws(XMLError) -> Bool {
        guard !uri.isEmpty else { return false }
        let scheme = uri.utf8.prefix { $0 != UInt8(ascii: ":") }
        guard scheme.count < uri.utf8.count, scheme.first?.isNameStart == true else { return true }
        return try Libxml2.isolated { () throws(XMLError) in
            guard let parsed = unsafe xmlCreateURI() else { throw noMemory }
            defer { unsafe xmlFreeURI(parsed) }
            let fault = unsafe xmlParseURIReference(parsed, uri)
            guard fault >= 0 else { throw noMemory }
            guard fault == 0 else { return true }
            guard let scheme = unsafe parsed.pointee.scheme else { throw noMemory }
            return unsafe scheme.pointee == 0
        }
    }

    private static var noMemory: XMLError { XMLError("there is no memory for the canonical form", code: .outOfMemory) }

    /// The receiver of the bytes, and its error. libxml2 has its address.
    private struct Output {
        let sink: ([UInt8]) throws -> Void
        var error: (any Error)?
    }

    /// - Parameter part: the entries of an element and its content; nil for the document.
    static func write(
        _ bridge: DocumentBridge, _ form: XMLCanonicalForm, comments: Bool, in part: Range<Int>?,
        _ sink: @escaping ([UInt8]) throws -> Void
    ) throws {
        let (mode, prefixes): (xmlC14NMode, [String]) =
            switch form {
            // They differ in attributes around a part: see ``DocumentBridge/reviseAttributes(around:)``.
            case .inclusive, .inclusive11: (XML_C14N_1_0, [])
            case .exclusive(let prefixes): (XML_C14N_EXCLUSIVE_1_0, prefixes)
            }
        var result = Output(sink: sink)
        var range = part ?? 0..<Int.max
        // Strings with NUL.
        var strings = prefixes.map { Array($0.utf8) + [0] }
        defer { withExtendedLifetime(bridge) {} }
        let isWritten = unsafe withUnsafeMutablePointer(to: &result) { result in
            unsafe withUnsafeMutablePointer(to: &range) { range in
                unsafe withPointers(to: &strings) { names in
                    Libxml2.isolated {
                        let output = unsafe xmlOutputBufferCreateIO(append, nil, result, nil)
                        guard let output = unsafe output else { return false }
                        xmlResetLastError()
                        let status = unsafe xmlC14NExecute(
                            bridge.document, part == nil ? nil : isVisible, range, Int32(mode.rawValue), names,
                            comments ? 1 : 0, output)
                        // Up to 2.12, a report may be the only effect of a failed allocation, and is lost once the
                        // receiver has been called.
                        let isReported = unsafe xmlGetLastError().map { unsafe $0.pointee.code != 0 } ?? false
                        let isComplete = lx_lacks_memory() == 0 && !isReported
                        return unsafe xmlOutputBufferClose(output) >= 0 && status >= 0 && isComplete
                    }
                }
            }
        }
        if let error = result.error { throw error }
        guard isWritten else { throw noMemory }
    }

    /// Passes bytes to the receiver, until it throws.
    private static let append: xmlOutputWriteCallback = { context, bytes, count in
        guard let context = unsafe context, count > 0, let bytes = unsafe bytes else { return 0 }
        let output = unsafe context.assumingMemoryBound(to: Output.self)
        guard unsafe output.pointee.error == nil else { return -1 }
        let chunk = unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        do {
            defer { lx_restore_defaults() }
            try Libxml2.suspended { try unsafe output.pointee.sink(chunk) }
            return count
        } catch {
            unsafe output.pointee.error = error
            return -1
        }
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
