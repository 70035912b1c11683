// Comments, processing instructions, the document type, and content that cannot be written.

extension HTMLWriter {
    /// Writes a node that is neither an element nor text.
    mutating func other(_ index: Int, _ head: TapeHead) throws(XMLError) {
        switch head.kind {
        case .comment: try comment(index)
        case .processingInstruction: try processingInstruction(index, target: tape.string(head.target) ?? "")
        case .documentType: try documentType(index)
        case .document, .element, .attribute, .namespace, .text, .cdata, .entityReference: break
        }
    }

    private mutating func comment(_ index: Int) throws(XMLError) {
        guard !tape.withData(index, { $0.breaksHTMLComment }) else {
            throw failure("a comment in HTML cannot contain “-->” or “--!>”, or begin with “>” or “->”", at: index)
        }
        let (tape, start) = (tape, bytes.count)
        bytes.append("<!--")
        tape.withData(index) { $0.append(to: &bytes) }
        try checkUnescaped(from: start, at: index)
        bytes.append("-->")
    }

    /// Writes a processing instruction, which parsers of HTML read as a comment.
    private mutating func processingInstruction(_ index: Int, target: String) throws(XMLError) {
        let (tape, start) = (tape, bytes.count)
        bytes.append("<?")
        target.withUTF8Span { $0.append(to: &bytes) }
        bytes.append(UInt8(ascii: " "))
        tape.withData(index) { $0.append(to: &bytes) }
        guard !bytes.withSpan(start..<bytes.count, { $0.hasByte(UInt8(ascii: ">")) }) else {
            throw failure("a processing instruction in HTML cannot contain “>”", at: index)
        }
        try checkUnescaped(from: start, at: index)
        bytes.append(UInt8(ascii: ">"))
    }

    /// Writes the document type. Its identifiers determine how browsers lay out the page. HTML has no internal subset.
    private mutating func documentType(_ index: Int) throws(XMLError) {
        let type = tape.documentTypeDeclaration(index)
        let start = bytes.count
        var text = "<!DOCTYPE"
        if !type.name.isEmpty { text += " " + type.name }
        guard !type.name.withUTF8Span({ name in name.index(from: 0) { $0.isHTMLSpace || $0 == 0x3E } < name.count })
        else {
            throw failure(
                "“\(type.name.excerpt)” cannot be the name of a document type in HTML", .malformedDocumentType,
                at: index)
        }
        if let publicID = type.publicID {
            text += " PUBLIC " + (try quoted(publicID, at: index))
        } else if type.systemID != nil {
            text += " SYSTEM"
        }
        if let systemID = type.systemID { text += " " + (try quoted(systemID, at: index)) }
        text.withUTF8Span { $0.append(to: &bytes) }
        try checkUnescaped(from: start, at: index)
        bytes.append(UInt8(ascii: ">"))
    }

    private func quoted(_ identifier: String, at index: Int) throws(XMLError) -> String {
        let hasQuote = identifier.utf8.contains(UInt8(ascii: "\""))
        if identifier.utf8.contains(UInt8(ascii: ">")) || hasQuote && identifier.utf8.contains(UInt8(ascii: "'")) {
            throw failure(
                "an identifier in HTML cannot contain “>” or both kinds of quotes", .malformedDocumentType, at: index)
        }
        return hasQuote ? "'\(identifier)'" : "\"\(identifier)\""
    }

    // MARK: Characters

    /// From an offset of the output on, replaces characters that the encoding cannot represent with references.
    @inline(never)
    mutating func writeReferences(from start: Int, at index: Int) throws(XMLError) {
        try checkControls(from: start, at: index)
        let text = bytes.withSpan(start..<bytes.count) { text in
            encoding?.firstUnrepresentable(in: text).map { _ in text.string(text.indices) }
        }
        guard let text, let encoding else { return }
        try encoding.checkMemory()
        bytes.truncate(to: start)
        encoding.replacing(text, \.reference).withUTF8Span { $0.append(to: &bytes) }
    }

    /// Checks that output in which references are not recognized will be read as written.
    func checkUnescaped(from start: Int, at index: Int) throws(XMLError) {
        let (hasReturn, scalar) = bytes.withSpan(start..<bytes.count) { text in
            (text.hasByte(0x0D), encoding?.firstUnrepresentable(in: text))
        }
        if hasReturn { throw failure("HTML would read the carriage return in this text as a line feed", at: index) }
        if let scalar { throw unrepresentable(in: String(scalar), at: index) }
        try checkControls(from: start, at: index)
    }

    /// Checks that output in an encoding without all characters has none of U+0080 to U+009F. For their bytes and
    /// references, HTML has other characters.
    private func checkControls(from start: Int, at index: Int) throws(XMLError) {
        guard let encoding, !encoding.isComplete else { return }
        let hasControl = bytes.withSpan(start..<bytes.count) { text in
            var position = 0
            while true {
                position = text.index(from: position) { $0 == 0xC2 }
                guard position < text.count else { return false }
                if text.isC1Control(at: position) { return true }
                position += 1
            }
        }
        if hasControl {
            throw failure(
                "HTML in the encoding \(encodingName) cannot contain the characters U+0080 to U+009F",
                .unrepresentableCharacter, at: index)
        }
    }

    // MARK: Errors

    func qualifiedName(of element: Int) -> String { tape.qualifiedName(tape.nameNumber(element)) }

    /// Returns an error at an entry.
    func failure(_ message: String, _ code: XMLError.Code = .unwritableHTML, at index: Int) -> XMLError {
        XMLError(tape.source.thrown(Fault(code, message, at: tape.sourceRange(index).lowerBound)))
    }

    func unrepresentable(in text: String, at index: Int) -> XMLError {
        let scalar = text.withUTF8Span { encoding?.firstUnrepresentable(in: $0) } ?? "\u{FFFD}"
        let fault = Fault.unrepresentable(scalar, in: encodingName)
        return failure(fault.message, fault.code, at: index)
    }

    /// The error of an element with content that has none in HTML.
    func hasContent(_ element: Int) -> XMLError {
        failure("“\(qualifiedName(of: element).excerpt)” has no content in HTML", at: element)
    }

    /// The error of a node in an element such as `title`.
    func isReadAsText(_ index: Int, in element: Int) -> XMLError {
        let name = qualifiedName(of: element).excerpt
        return failure("HTML reads markup in “\(name)” as text", at: index)
    }
}
