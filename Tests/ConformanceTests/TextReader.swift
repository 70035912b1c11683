import CLibXML2
import LibXML

/// A node as both readers report it.
struct ReadNode: Equatable {
    enum Kind { case startElement, endElement, text, cdata, comment, processingInstruction, documentType, reference }

    var kind: Kind
    /// The number of elements around it.
    var depth: Int
    var name = ""
    var namespaceURI: String?
    var value: String?
    var isEmpty = false
    var line = 0
}

extension [ReadNode] {
    /// Adds a node. Adjacent text is one node, as entities may divide it.
    fileprivate mutating func add(_ node: ReadNode) {
        if node.kind == .text, let last = indices.last, self[last].kind == .text {
            self[last].value = (self[last].value ?? "") + (node.value ?? "")
        } else {
            append(node)
        }
    }
}

/// Reads documents with libxml2's xmlTextReader.
enum TextReader {
    /// Returns the nodes of a document, and whether it is well-formed. Expands entities, which must not be external.
    static func nodes(of bytes: [UInt8]) -> (nodes: [ReadNode], isWellFormed: Bool) {
        var nodes: [ReadNode] = []
        let options = Int32(
            bitPattern: XML_PARSE_NOENT.rawValue | XML_PARSE_NONET.rawValue
                | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue)
        let status = unsafe bytes.withUnsafeBytes { bytes -> Int32 in
            let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            guard let reader = unsafe xmlReaderForMemory(start, Int32(bytes.count), nil, nil, options) else {
                return -1
            }
            // Without a handler, libxml2 prints errors of validity in spite of the options.
            unsafe xmlTextReaderSetStructuredErrorHandler(reader, { _, _ in }, nil)
            defer { unsafe xmlFreeTextReader(reader) }
            while true {
                let status = unsafe xmlTextReaderRead(reader)
                guard status == 1 else { return status }
                if let node = unsafe node(reader) { nodes.add(node) }
            }
        }
        return (nodes, status == 0)
    }

    private static func node(_ reader: xmlTextReaderPtr) -> ReadNode? {
        let kind: ReadNode.Kind
        switch unsafe UInt32(xmlTextReaderNodeType(reader)) {
        case XML_READER_TYPE_ELEMENT.rawValue: kind = .startElement
        case XML_READER_TYPE_END_ELEMENT.rawValue: kind = .endElement
        case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_WHITESPACE.rawValue,
            XML_READER_TYPE_SIGNIFICANT_WHITESPACE.rawValue:
            kind = .text
        case XML_READER_TYPE_CDATA.rawValue: kind = .cdata
        case XML_READER_TYPE_COMMENT.rawValue: kind = .comment
        case XML_READER_TYPE_PROCESSING_INSTRUCTION.rawValue: kind = .processingInstruction
        case XML_READER_TYPE_DOCUMENT_TYPE.rawValue: kind = .documentType
        default: kind = .reference
        }
        let isNamed =
            kind == .startElement || kind == .endElement || kind == .processingInstruction
            || kind == .documentType
        let hasValue = kind != .startElement && kind != .endElement && kind != .documentType
        return unsafe ReadNode(
            kind: kind, depth: Int(xmlTextReaderDepth(reader)),
            name: isNamed ? string(xmlTextReaderConstName(reader)) ?? "" : "",
            namespaceURI: kind == .startElement || kind == .endElement
                ? string(xmlTextReaderConstNamespaceUri(reader)) : nil,
            value: hasValue ? string(xmlTextReaderConstValue(reader)) ?? "" : nil,
            isEmpty: kind == .startElement && xmlTextReaderIsEmptyElement(reader) == 1,
            line: xmlTextReaderCurrentNode(reader).map { unsafe Int(xmlGetLineNo($0)) } ?? 0)
    }

    private static func string(_ text: UnsafePointer<xmlChar>?) -> String? {
        unsafe text.map { unsafe String(cString: $0) }
    }
}

extension XMLReader {
    /// Returns the nodes of a document, and its error.
    static func nodes(of bytes: [UInt8]) -> (nodes: [ReadNode], error: XMLError?) {
        var nodes: [ReadNode] = []
        do throws(XMLError) {
            var reader = XMLReader(parsing: bytes)
            while let event = try reader.next() { nodes.add(reader.node(event)) }
            return (nodes, nil)
        } catch {
            return (nodes, error)
        }
    }

    private borrowing func node(_ event: Event) -> ReadNode {
        let kind: ReadNode.Kind =
            switch event {
            case .startElement: .startElement
            case .endElement: .endElement
            case .text, .whiteSpace: .text
            case .cdata: .cdata
            case .comment: .comment
            case .processingInstruction: .processingInstruction
            case .documentType: .documentType
            case .entityReference: .reference
            }
        let isTag = kind == .startElement || kind == .endElement
        let isNamed = isTag || kind == .processingInstruction || kind == .documentType
        return ReadNode(
            kind: kind, depth: isTag ? depth - 1 : depth, name: isNamed ? qualifiedName : "",
            namespaceURI: isTag ? namespaceURI : nil,
            value: isTag || kind == .documentType ? nil : value, isEmpty: isEmptyElement, line: location.line)
    }
}
