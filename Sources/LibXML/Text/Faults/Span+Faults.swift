// The first faults of markup that its own text shows.

extension Span<UInt8> {
    /// Returns the fault of a `<` that does not begin a tag, comment, CDATA section, processing instruction or
    /// declaration.
    func lessThanFault(at start: Int) -> Fault {
        guard start + 1 < count else { return Fault(.unclosedTag, "the document ends after “<”", at: start) }
        if let fault = badCharacter(at: start + 1) { return fault }
        if scalar(at: start + 1)?.mayContinueName == true {
            return Fault(.invalidName, "a name cannot begin with \(described(at: start + 1))", at: start + 1)
        }
        if hasConflictMarker(at: start) {
            return Fault(.malformedTag, "“<<<<<<<” does not begin a tag", at: start + 1, help: Self.helpForConflict)
        }
        return Fault.lessThanInText.at(start + 1)
    }

    /// Returns the fault of a `<!` that begins neither a comment nor a CDATA section.
    func declarationFault(at start: Int) -> Fault {
        if start + 2 < count, let fault = badCharacter(at: start + 2) { return fault }
        return Fault(.malformedTag, "“<!” does not begin a comment or a CDATA section", at: start)
    }

    /// Returns the fault of a comment that does not end or contains two hyphens in a row.
    func commentFault(at start: Int) -> Fault {
        if let end = endIfAny(of: "--", from: start + 4), !has(">", at: end) {
            return doubleHyphenFault(at: end - 2)
        }
        return .unclosedComment.at(start)
    }

    /// Returns the fault of two hyphens inside a comment.
    func doubleHyphenFault(at start: Int) -> Fault {
        .doubleHyphenInComment(help: has("<!--", at: start - 2) ? "comments do not nest" : nil).at(start)
    }

    /// Returns the fault of a processing instruction, or of an XML declaration that is not at the beginning; nil if
    /// there is no fault.
    ///
    /// - Parameters:
    ///   - isClosed: whether a `?>` follows.
    ///   - isBeforeRoot: whether no element comes before it.
    func instructionFault(at start: Int, isClosed: Bool, isBeforeRoot: Bool) -> Fault? {
        let nameEnd = endOfXMLName(from: start + 2)
        if nameEnd < count, let fault = badCharacter(at: nameEnd) { return fault }
        let target = string(start + 2..<nameEnd)
        if target == "xml" {
            return Fault(
                .misplacedXMLDeclaration, "the XML declaration is not at the start of the document", at: start,
                help: isBeforeRoot ? "remove everything before it" : nil)
        }
        if target.lowercased() == "xml" {
            let message = "the target “\(target)” of a processing instruction is reserved"
            return Fault(.reservedProcessingInstruction, message, at: start)
        }
        if !isClosed { return .unclosedProcessingInstruction.at(start) }
        if target.isEmpty {
            let message = "the target of a processing instruction cannot begin with \(described(at: start + 2))"
            return Fault(.invalidName, message, at: start + 2)
        }
        if nameEnd < count, !has("?>", at: nameEnd), !self[nameEnd].isXMLSpace {
            let message = "white space is missing after the target “\(target)” of a processing instruction"
            return Fault(.missingWhitespace, message, at: nameEnd)
        }
        guard target.contains(":") else { return nil }
        return Fault(.invalidName, "the target “\(target)” of a processing instruction contains a colon", at: start + 2)
    }

    // MARK: Outside of the root element

    /// Returns the fault of content that must not come before the root element.
    func missingRoot(at start: Int) -> Fault {
        guard start < count else { return .missingRootElement.at(start) }
        return badCharacter(at: start)
            ?? Fault(
                .missingRootElement, "expected an element, found \(described(at: start))", at: start,
                help: hasConflictMarker(at: start) ? Self.helpForConflict : isPath ? Self.helpForPath : nil)
    }

    /// Whether the text is the path or the address of a document, rather than a document.
    private var isPath: Bool {
        let start = skipSpace(from: 0)
        guard start < count, count < 4_096, index(from: start, where: { $0 == UInt8(ascii: "<") }) == count else {
            return false
        }
        let hasSuffix = end(of: ".xml", from: start) < count || has(".xml", at: max(0, count - 4))
        return hasSuffix || has("/", at: start) || has("http://", at: start) || has("https://", at: start)
    }

    private static var helpForPath: String { "a string is the text of a document: for a file, pass .file(path)" }

    /// Returns the fault of content that must not come after the root element.
    func contentAfterRoot(at start: Int) -> Fault {
        if has("<!DOCTYPE", at: start) {
            return Fault(
                .misplacedDocumentType, "a document type declaration is not allowed after the root element", at: start)
        }
        let isElement = has("<", at: start) && mayBeginName(at: start + 1)
        let what = isElement ? "a second root element" : has("</", at: start) ? "an end tag" : "text"
        var help = isElement ? Fault.helpForFurtherRoot : nil
        if hasConflictMarker(at: start) || hasFurtherConflictMarker(at: start) { help = Self.helpForConflict }
        return Fault(.contentAfterRootElement, "\(what) is not allowed after the root element", at: start, help: help)
    }

    // MARK: Tags

    /// Returns the fault of an end tag, other than a mismatched name; nil if there is no fault.
    func endTagFault(at start: Int) -> Fault? {
        let nameEnd = endOfXMLName(from: start + 2)
        let close = skipSpace(from: nameEnd)
        if close < count, let fault = badCharacter(at: close) { return fault }
        if close == count { return Fault(.unclosedTag, "the document ends inside an end tag", at: start) }
        if nameEnd == start + 2 {
            return Fault(
                .malformedTag, "expected the name of an end tag, found \(described(at: start + 2))", at: start + 2)
        }
        if self[close] == UInt8(ascii: ">") { return nil }
        let isAttribute = close > nameEnd && has("=", at: skipSpace(from: endOfXMLName(from: close)))
        return Fault(
            .malformedTag, "expected “>” after the name of the end tag, found \(described(at: close))", at: close,
            help: isAttribute ? "only start tags have attributes" : nil)
    }

    /// Returns the fault of the colons of a name in a tag; nil if the name is qualified or empty.
    func colonFault(in name: Range<Int>, isElement: Bool) -> Fault? {
        if name.isEmpty { return nil }
        if isElement, has("xmlns:", at: name.lowerBound), extracting(name).isQualifiedName {
            return .undeclaredPrefix("xmlns").at(name.lowerBound - 1)
        }
        guard !extracting(name).isQualifiedName else { return nil }
        let message = "“\(string(name))” is not a valid qualified name"
        return Fault(.invalidName, message, at: name.lowerBound)
    }

    // MARK: References

    /// Returns the fault of a reference without a name, valid number or semicolon; nil if there is no fault.
    ///
    /// - Parameter end: the end of the text or attribute value.
    func referenceFault(at start: Int, to end: Int) -> Fault? {
        let reference = Reference(in: self, at: start, before: end)
        let name = reference.name
        guard reference.kind == .entity else {
            guard reference.isClosed, !name.isEmpty else {
                let expected = name.isEmpty ? "a digit" : "“;”"
                let message = "expected \(expected) in a character reference, found \(described(at: name.upperBound))"
                return Fault(.invalidCharacterReference, message, at: name.upperBound)
            }
            if reference.character(in: self)?.isXMLCharacter == true { return nil }
            let message = "“\(string(start..<reference.end))” refers to a character that is not allowed in XML"
            return Fault(.invalidCharacterReference, message, at: start)
        }
        if name.isEmpty { return .ampersand.at(start) }
        return reference.isClosed ? nil : missingSemicolon(of: start..<reference.end)
    }

    private func missingSemicolon(of reference: Range<Int>) -> Fault {
        if reference.upperBound == count { return .unclosedReference.at(reference.lowerBound) }
        return Fault(
            .malformedReference, "“;” is missing after “\(string(reference))”", at: reference.upperBound,
            help: has("=", at: reference.upperBound) ? "write &amp; for a “&” in a URL" : Fault.helpForAmpersand)
    }

    // MARK: Characters

    /// Returns a fault if the bytes at an offset are not a character, or are a character that XML does not allow.
    func badCharacter(at index: Int) -> Fault? {
        guard let scalar = scalar(at: index) else {
            let byte =
                self[index] == RawBuffer<UInt8>.noCharacter
                ? "a byte" : "the byte 0x\(UInt32(self[index]).hexadecimal.suffix(2))"
            return Fault(
                .invalidEncoding, "\(byte) is not valid UTF-8 here", at: index,
                help: "if the text has another encoding, declare it or give it when parsing")
        }
        if scalar.isXMLCharacter { return nil }
        return .invalidCharacter(scalar.value).at(index)
    }

    /// Returns a description of the character at an offset for a message.
    func described(at index: Int) -> String {
        guard index < count else { return "the end of the document" }
        guard let scalar = scalar(at: index) else { return "an invalid byte" }
        if scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value) { return "U+\(scalar.value.hexadecimal)" }
        return "“\(scalar)”"
    }

    /// Returns the first such fault in a range.
    func badCharacter(in range: Range<Int>) -> Fault? {
        var offset = range.lowerBound
        while offset < range.upperBound {
            if let fault = badCharacter(at: offset) { return fault }
            offset += scalar(at: offset).map(UTF8.width) ?? 1
        }
        return nil
    }
}
