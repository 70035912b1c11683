import CLibXML2
import CLibXML2Shims
import LibXML

/// Builds the nodes of a ``DocumentBridge`` in one pass over a tape, without recursion.
@safe
struct BridgeBuilder {
    let document: xmlDocPtr
    let firstNode: UnsafeMutablePointer<xmlNode>
    private(set) var nodeCount = 0
    /// Names and namespaces that exist only in parts of documents, and in documents that libxml2's recovery has read.
    private(set) var extras: [UnsafeMutableRawPointer] = unsafe []

    private let tape: TapeMemory
    private var nextAttribute: UnsafeMutableRawPointer
    private var nextNamespace: UnsafeMutablePointer<xmlNs>
    private var nextByte: UnsafeMutablePointer<xmlChar>
    /// The strings of the tape, each with a NUL.
    private var strings: [UnsafePointer<xmlChar>]
    private let textName: UnsafePointer<xmlChar>
    private let commentName: UnsafePointer<xmlChar>
    private let xmlNamespace: UnsafeMutablePointer<xmlNs>

    /// The namespace that each prefix is bound to, by the number of the prefix; the default namespace is the last.
    private var bound: [UnsafeMutablePointer<xmlNs>?]
    private var unbound: [(prefix: Int, namespace: UnsafeMutablePointer<xmlNs>?)] = unsafe []
    /// The innermost open element, or the document: its node, the entry after it, and the number of bindings outside.
    private var parent: (node: xmlNodePtr, end: Int, unboundCount: Int)
    /// The elements around it.
    private var outer: [(node: xmlNodePtr, end: Int, unboundCount: Int)] = unsafe []
    /// Whether the document has a name in the namespace of `xml`, or a document type: it may have IDs.
    private(set) var mayHaveIDs = false
    /// The text node that adjacent text is added to.
    private var text: xmlNodePtr?
    private var outerNamespaces: [String?: String] = [:]
    /// The line of an offset in the source; nil if the nodes get no lines.
    private var line: (number: Int, offset: Int)?

    /// - Parameter base: zeroed memory of this size.
    init(_ tape: TapeMemory, _ size: BridgeSize, at base: UnsafeMutableRawPointer, withLines: Bool) {
        self.tape = tape
        if withLines { line = (1, 0) }
        var place = unsafe base
        func take(_ count: Int) -> UnsafeMutableRawPointer {
            defer { unsafe place += count }
            return unsafe place
        }
        unsafe document = take(MemoryLayout<xmlDoc>.stride).bindMemory(to: xmlDoc.self, capacity: 1)
        // A document begins with the same members as a node.
        unsafe parent = (UnsafeMutableRawPointer(document).assumingMemoryBound(to: xmlNode.self), Int.max, 0)
        unsafe firstNode = take(size.nodeBytes).bindMemory(to: xmlNode.self, capacity: size.nodes)
        unsafe nextAttribute = take(size.attributeBytes)
        unsafe nextNamespace = take(size.namespaceBytes).bindMemory(to: xmlNs.self, capacity: size.namespaces + 1)
        unsafe nextByte = take(size.text).bindMemory(to: xmlChar.self, capacity: size.text)
        unsafe textName = lx_text_name()
        unsafe commentName = lx_comment_name()
        unsafe xmlNamespace = nextNamespace
        unsafe nextNamespace += 1
        unsafe strings = []
        let count = unsafe tape.strings.count / 2
        unsafe bound = Array(repeating: nil, count: count + 1)
        unsafe strings.reserveCapacity(count)
        for number in 0..<count { unsafe strings.append(UnsafePointer(copy(tape.string(number)))) }
    }

    // MARK: Bytes

    /// Copies bytes, and ends them with a NUL.
    private mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeMutablePointer<xmlChar> {
        let start = unsafe nextByte
        unsafe add(bytes)
        endBytes()
        return unsafe start
    }

    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        unsafe nextByte.update(from: source, count: bytes.count)
        unsafe nextByte += bytes.count
    }

    private mutating func endBytes() {
        unsafe nextByte.pointee = 0
        unsafe nextByte += 1
    }

    /// Memory for a value that no well-formed document needs.
    private mutating func extra(_ size: Int) -> UnsafeMutableRawPointer {
        let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        unsafe block.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        unsafe extras.append(block)
        return unsafe block
    }

    // MARK: The document

    /// - Parameter ranges: the entries, in the order of the document.
    /// - Parameter outer: the namespaces around the root element, which has them as declarations.
    mutating func build(_ ranges: [Range<Int>], isHTML: Bool, outer: [String?: String]) {
        outerNamespaces = outer
        startDocument(isHTML: isHTML)
        for range in ranges {
            var index = range.lowerBound
            while index < range.upperBound {
                let entry = tape.entry(index)
                while unsafe index >= parent.end { endElement() }
                switch entry.kind {
                case .element: index = addElement(entry, index)
                case .text, .cdata, .entityReference: addText(entry, index)
                case .comment, .processingInstruction: addNode(entry, index)
                case .documentType: mayHaveIDs = true
                case .attribute, .namespace, .document: break
                }
                if entry.kind != .element { index += entry.length }
            }
        }
        endText()
    }

    private func startDocument(isHTML: Bool) {
        unsafe document.pointee.type = isHTML ? XML_HTML_DOCUMENT_NODE : XML_DOCUMENT_NODE
        unsafe document.pointee.doc = document
        unsafe document.pointee.standalone = -1
        unsafe lx_set_version(document)
        unsafe document.pointee.properties = Int32(XML_DOC_WELLFORMED.rawValue | XML_DOC_NSVALID.rawValue)
        unsafe xmlNamespace.pointee.type = XML_NAMESPACE_DECL
        unsafe xmlNamespace.pointee.href = BridgeString.xmlURI
        unsafe xmlNamespace.pointee.prefix = BridgeString.xml
        unsafe document.pointee.oldNs = xmlNamespace
    }

    private mutating func endElement() {
        endText()
        while unsafe unbound.count > parent.unboundCount {
            let last = unsafe unbound.removeLast()
            unsafe bound[last.prefix] = last.namespace
        }
        unsafe parent = outer.removeLast()
    }

    // MARK: Nodes

    /// Adds a node as the last child of the innermost open element.
    private mutating func append(_ type: xmlElementType, _ entry: Int, at start: Int) -> xmlNodePtr {
        let node = unsafe firstNode + nodeCount
        nodeCount += 1
        unsafe node.pointee._private = UnsafeMutableRawPointer(bitPattern: entry)
        unsafe node.pointee.type = type
        unsafe node.pointee.doc = document
        if line != nil { unsafe node.pointee.line = UInt16(clamping: self.line(at: start)) }
        let parent = unsafe parent.node
        unsafe node.pointee.parent = parent
        if let last = unsafe parent.pointee.last {
            unsafe last.pointee.next = node
            unsafe node.pointee.prev = last
        } else {
            unsafe parent.pointee.children = node
        }
        unsafe parent.pointee.last = node
        return unsafe node
    }

    /// The line of an offset, from 1. Nodes of an entity have the position of its reference, which may be before the
    /// last position.
    private mutating func line(at offset: Int) -> Int {
        guard var known = line else { return 0 }
        if offset > known.offset, unsafe offset <= tape.source.count {
            known.number += unsafe tape.source[known.offset..<offset].count { $0 == UInt8(ascii: "\n") }
            known.offset = offset
            line = known
        }
        return known.number
    }

    private mutating func addText(_ entry: TapeEntry, _ index: Int) {
        if unsafe text == nil {
            let node = unsafe append(XML_TEXT_NODE, index, at: entry.start)
            unsafe node.pointee.name = textName
            unsafe node.pointee.content = nextByte
            unsafe text = node
        }
        unsafe add(tape.bytes(entry))
    }

    private mutating func endText() {
        guard unsafe text != nil else { return }
        endBytes()
        unsafe text = nil
    }

    private mutating func addNode(_ entry: TapeEntry, _ index: Int) {
        endText()
        let isComment = entry.kind == .comment
        let node = unsafe append(isComment ? XML_COMMENT_NODE : XML_PI_NODE, index, at: entry.start)
        unsafe node.pointee.name = isComment ? commentName : strings[entry.number]
        let bytes = unsafe tape.bytes(entry)
        if isComment || bytes.count > 0 { unsafe node.pointee.content = copy(bytes) }
    }

    // MARK: Elements

    /// Adds an element with its attributes and namespaces. Returns the first entry in it.
    private mutating func addElement(_ entry: TapeEntry, _ index: Int) -> Int {
        endText()
        let node = unsafe append(XML_ELEMENT_NODE, index, at: entry.start)
        unsafe outer.append(parent)
        unsafe parent = (node, entry.next, unbound.count)
        let tag = index + entry.length
        var end = tag
        var last: UnsafeMutablePointer<xmlNs>?
        while let part = tagEntry(end) {
            // No node of libxml2 declares the prefix `xml`.
            if part.kind == .namespace, !tape.isString(part.number, "xml") {
                unsafe last = declare(part, after: last, in: node)
            }
            end += part.length
        }
        if !outerNamespaces.isEmpty { unsafe declareOuter(in: node) }
        let name = tape.name(entry.number)
        let (written, namespace) = unsafe names(name, of: node)
        unsafe node.pointee.name = written
        unsafe node.pointee.ns = namespace
        var lastAttribute: xmlAttrPtr?
        var place = tag
        while place < end {
            let part = unsafe TapeEntry(tape.words, place)
            if part.kind == .attribute {
                unsafe lastAttribute = addAttribute(part, place, after: lastAttribute, to: node)
            }
            place += part.length
        }
        return end
    }

    /// The attribute or declaration at an index; nil after the last one of a tag.
    private func tagEntry(_ index: Int) -> TapeEntry? {
        guard unsafe index < tape.words.count else { return nil }
        let entry = unsafe TapeEntry(tape.words, index)
        return entry.kind == .attribute || entry.kind == .namespace ? entry : nil
    }

    private mutating func declare(
        _ entry: TapeEntry, after last: UnsafeMutablePointer<xmlNs>?, in node: xmlNodePtr
    ) -> UnsafeMutablePointer<xmlNs> {
        let namespace = unsafe nextNamespace
        unsafe nextNamespace += 1
        let isRemoved = unsafe entry.uri == TapeEntry.none || tape.string(entry.uri).isEmpty
        unsafe namespace.pointee.href = entry.uri == TapeEntry.none ? BridgeString.empty : strings[entry.uri]
        unsafe bind(namespace, entry.number, isRemoved: isRemoved, after: last, in: node)
        return unsafe namespace
    }

    /// Declares the namespaces around the root element in it, unless it declares their prefixes.
    private mutating func declareOuter(in root: xmlNodePtr) {
        var declared: Set<String?> = []
        var next = unsafe root.pointee.nsDef
        while let namespace = unsafe next {
            declared.insert(unsafe namespace.pointee.prefix.map { unsafe String(cString: $0) })
            unsafe next = namespace.pointee.next
        }
        let sorted = outerNamespaces.sorted { ($0.key ?? "") < ($1.key ?? "") }
        outerNamespaces = [:]
        for (prefix, uri) in sorted where !declared.contains(prefix) && prefix != "xml" {
            let namespace = unsafe extra(MemoryLayout<xmlNs>.stride).bindMemory(to: xmlNs.self, capacity: 1)
            let numbers = unsafe 0..<strings.count
            let number = prefix.map { prefix in numbers.first { tape.isString($0, prefix) } ?? -1 }
            unsafe namespace.pointee.href = UnsafePointer(text(uri))
            unsafe bind(namespace, number ?? TapeEntry.none, isRemoved: false, after: nil, in: root)
            unsafe namespace.pointee.prefix = prefix.map { unsafe UnsafePointer(text($0)) }
        }
    }

    /// A string that is not on the tape.
    private mutating func text(_ text: String) -> UnsafeMutablePointer<xmlChar> {
        let bytes = Array(text.utf8)
        let copy = unsafe extra(bytes.count + 1).bindMemory(to: xmlChar.self, capacity: bytes.count + 1)
        for (place, byte) in bytes.enumerated() { unsafe copy[place] = byte }
        return unsafe copy
    }

    private mutating func bind(
        _ namespace: UnsafeMutablePointer<xmlNs>, _ prefix: Int, isRemoved: Bool,
        after last: UnsafeMutablePointer<xmlNs>?, in node: xmlNodePtr
    ) {
        unsafe namespace.pointee.type = XML_NAMESPACE_DECL
        unsafe namespace.pointee.prefix = prefix == TapeEntry.none || prefix < 0 ? nil : strings[prefix]
        if let last = unsafe last {
            unsafe last.pointee.next = namespace
        } else {
            unsafe namespace.pointee.next = node.pointee.nsDef
            unsafe node.pointee.nsDef = namespace
        }
        // No name of the tape has this prefix.
        guard prefix >= 0 else { return }
        let place = place(ofPrefix: prefix)
        unsafe unbound.append((place, bound[place]))
        unsafe bound[place] = isRemoved ? nil : namespace
    }

    private func place(ofPrefix prefix: Int) -> Int { unsafe prefix == TapeEntry.none ? bound.count - 1 : prefix }

    /// The name that libxml2 gives an element or attribute, and its namespace.
    private mutating func names(
        _ name: (local: Int, prefix: Int, uri: Int), of element: xmlNodePtr
    ) -> (UnsafePointer<xmlChar>, UnsafeMutablePointer<xmlNs>?) {
        guard name.uri != TapeEntry.none else {
            guard name.prefix != TapeEntry.none else { return unsafe (strings[name.local], nil) }
            // A prefix that is not declared is a part of the name.
            let (prefix, local) = unsafe (tape.string(name.prefix), tape.string(name.local))
            let written = unsafe extra(prefix.count + local.count + 2).assumingMemoryBound(to: xmlChar.self)
            for (place, byte) in unsafe (Array(prefix) + [UInt8(ascii: ":")] + Array(local)).enumerated() {
                unsafe written[place] = byte
            }
            return unsafe (UnsafePointer(written), nil)
        }
        if let namespace = unsafe bound[place(ofPrefix: name.prefix)],
            unsafe namespace.pointee.href == strings[name.uri]
                || xmlStrEqual(namespace.pointee.href, strings[name.uri]) == 1
        {
            return unsafe (strings[name.local], namespace)
        }
        if name.prefix != TapeEntry.none, unsafe xmlStrEqual(strings[name.prefix], BridgeString.xml) == 1 {
            mayHaveIDs = true
            return unsafe (strings[name.local], xmlNamespace)
        }
        // The tape is a part of a document, and the namespace is declared around it.
        let block = unsafe extra(MemoryLayout<xmlNs>.stride)
        let namespace = unsafe block.bindMemory(to: xmlNs.self, capacity: 1)
        unsafe namespace.pointee.href = strings[name.uri]
        unsafe bind(namespace, name.prefix, isRemoved: false, after: nil, in: element)
        return unsafe (strings[name.local], namespace)
    }

    private mutating func addAttribute(
        _ entry: TapeEntry, _ index: Int, after last: xmlAttrPtr?, to element: xmlNodePtr
    ) -> xmlAttrPtr {
        let attribute = unsafe nextAttribute.bindMemory(to: xmlAttr.self, capacity: 1)
        let value = unsafe (nextAttribute + BridgeSize.attributeStride).bindMemory(to: xmlNode.self, capacity: 1)
        unsafe nextAttribute += BridgeSize.attributeStride + BridgeSize.nodeStride
        let (written, namespace) = unsafe names(tape.name(entry.number), of: element)
        unsafe attribute.pointee._private = UnsafeMutableRawPointer(bitPattern: index)
        unsafe attribute.pointee.type = XML_ATTRIBUTE_NODE
        unsafe attribute.pointee.name = written
        unsafe attribute.pointee.ns = namespace
        unsafe attribute.pointee.parent = element
        unsafe attribute.pointee.doc = document
        unsafe attribute.pointee.children = value
        unsafe attribute.pointee.last = value
        unsafe value.pointee.type = XML_TEXT_NODE
        unsafe value.pointee.name = textName
        unsafe value.pointee.doc = document
        unsafe value.pointee.parent = UnsafeMutableRawPointer(attribute).assumingMemoryBound(to: xmlNode.self)
        unsafe value.pointee.content = copy(tape.bytes(entry))
        if let last = unsafe last {
            unsafe last.pointee.next = attribute
            unsafe attribute.pointee.prev = last
        } else {
            unsafe element.pointee.properties = attribute
        }
        return unsafe attribute
    }
}

/// Strings that the nodes of every bridge refer to.
enum BridgeString {
    static var xml: UnsafePointer<xmlChar> { unsafe ("xml" as StaticString).utf8Start }
    static var xmlURI: UnsafePointer<xmlChar> {
        unsafe ("http://www.w3.org/XML/1998/namespace" as StaticString).utf8Start
    }
    static var empty: UnsafePointer<xmlChar> { unsafe ("" as StaticString).utf8Start }
}
