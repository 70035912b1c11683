/// New markup that was parsed in the namespaces of its place.
struct ParsedMarkup: Sendable {
    let text: [UInt8]
    let tape: Tape
    /// The element that contains the markup.
    let container: Int
    /// The number of elements at the top level, and whether there is text other than white space.
    private(set) var elementCount = 0
    private(set) var hasText = false

    /// Parses markup that is to be inserted into an element, or at the top level of a document.
    ///
    /// Entities of the document are not known in it.
    ///
    /// - Throws: the first fault, located in the markup, whose source is called `<markup>`.
    /// - Complexity: O(*n*) in the length of the markup, and O(depth) for each prefix in it.
    init(_ markup: String, in parent: Int, of document: Tape) throws(XMLError) {
        text = Array(markup.utf8)
        let start = Self.startTag(for: text, in: parent, of: document)
        var options = XMLParsingOptions()
        if let limits = document.source.origin?.options.limits { options.limits = limits }
        options.limits.depth = max(options.limits.depth, options.limits.depth &+ 1)
        let source = try Source(text: start + text + Array("</_>".utf8), options: options)
        let result = SAXParser.parse(source, options: options)
        if let fault = result.faults.first(where: { $0.severity == .error }) {
            throw Self.error(fault, after: start.count, in: text)
        }
        tape = result.tape
        container = tape.firstElement(Tape.document) ?? Tape.document
        var children = tape.children(of: container)
        while let (index, head) = children.next(tape) {
            if head.kind == .element { elementCount += 1 }
            if head.kind.isText, head.kind != .text || !tape.withData(index, { $0.isXMLSpace }) { hasText = true }
        }
    }

    var isEmpty: Bool { text.isEmpty }

    /// Returns a start tag that declares the namespaces in scope, as far as the markup may use them.
    private static func startTag(for text: [UInt8], in parent: Int, of document: Tape) -> [UInt8] {
        var tag = Array("<_".utf8)
        guard parent != Tape.document else { return tag + [UInt8(ascii: ">")] }
        func declare(_ prefix: String?) {
            guard let uri = document.namespace(ofPrefix: prefix, at: parent), !uri.isEmpty else { return }
            tag += " xmlns\(prefix.map { ":" + $0 } ?? "")=\"".utf8
            tag += EditText.escaped(uri, .attribute) + Array("\"".utf8)
        }
        declare(nil)
        for prefix in prefixes(in: text.span).sorted() { declare(prefix) }
        return tag + [UInt8(ascii: ">")]
    }

    /// Returns the names before colons.
    private static func prefixes(in text: Span<UInt8>) -> Set<String> {
        var prefixes: Set<String> = []
        var start = 0
        for index in text.indices {
            if text[index] == UInt8(ascii: ":") {
                let name = text.extracting(start..<index)
                if name.isQualifiedName { prefixes.insert(name.string(name.indices)) }
                start = index + 1
            } else if text[index] < 0x80, !text[index].isASCIINameCharacter {
                start = index + 1
            }
        }
        return prefixes.subtracting(["xml", "xmlns"])
    }

    private static func error(_ fault: Fault, after start: Int, in text: [UInt8]) -> XMLError {
        var fault = fault.moved(by: -start)
        if fault.code == .mismatchedEndTag || fault.code == .unclosedElement, fault.offset >= text.count {
            fault = Fault(.unclosedElement, "an element is not closed", at: fault.note?.offset ?? text.count)
        } else if let note = fault.note, note.offset < 0 {
            fault = Fault(.mismatchedEndTag, "the end tag has no start tag", at: fault.offset)
        } else if fault.code == .contentAfterRootElement || fault.code == .malformed && fault.offset >= text.count {
            fault = Fault(.mismatchedEndTag, "an end tag has no start tag", at: min(fault.offset, text.count))
        }
        return Self.error(fault, in: text)
    }

    /// Returns an error at an offset in the markup.
    static func error(_ fault: Fault, in text: [UInt8]) -> XMLError {
        func location(_ offset: Int) -> XMLLocation {
            let offset = min(max(0, offset), text.count)
            var position = Position(offset: 0, line: 1, column: 1)
            position.advance(to: offset, in: text.span)
            return XMLLocation(
                line: position.line, column: position.column, byteOffset: offset, sourceName: "<markup>")
        }
        var diagnostic = fault.diagnostic(location)
        diagnostic.extract = SourceExtract(
            text.span, at: min(max(0, fault.offset), text.count), noteAt: fault.note?.offset)
        return XMLError(diagnostic)
    }
}

extension Span<UInt8> {
    /// Whether all bytes are white space.
    var isXMLSpace: Bool { skipSpace(from: 0) == count }
}
