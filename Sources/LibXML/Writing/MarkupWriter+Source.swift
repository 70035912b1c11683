// Parts of a well-formed document as written in its source, with their references.

extension MarkupWriter {
    /// Writes the character data in a range of the source.
    mutating func sourceText(_ text: Span<UInt8>, _ range: Range<Int>) throws(XMLError) {
        guard !range.isEmpty else { return }
        let mark = try beginText()
        try appendSource(text, range, from: mark)
        endText(from: mark)
    }

    /// Writes the references to empty entities in a range of the source, which have no content.
    mutating func sourceGap(_ text: Span<UInt8>, from start: Int, to end: Int) throws(XMLError) {
        if start < end, text.has("&", at: start) { try sourceText(text, start..<end) }
    }

    /// Writes the attributes and namespace declarations of the start tag at an offset, whose name was written.
    ///
    /// The caller adds the bindings of the declarations, because default declarations are not in the tag.
    mutating func sourceAttributes(_ text: Span<UInt8>, ofTagAt start: Int) throws(XMLError) {
        let mark = bytes.count
        var failure: XMLError?
        TagScanner.forEachAttribute(in: text, tag: start..<text.count) { attribute in
            do throws(XMLError) {
                try sourceAttribute(text, name: attribute.name, end: attribute.end, from: mark)
                return true
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
    }

    private mutating func sourceAttribute(
        _ text: Span<UInt8>, name: Range<Int>, end: Int, from mark: Int
    ) throws(XMLError) {
        let isDeclaration = TagScanner.declaredPrefix(text, name) != nil
        try validAttribute(isQuoted: true, isDeclaration: isDeclaration) { (markup, _) throws(XMLError) in
            markup.bytes.appendShort(text.extracting(name))
            let prefix = text.extracting(name).index(from: 0) { $0 == UInt8(ascii: ":") }
            return prefix < name.count ? prefix : 0
        } value: { (markup, _) throws(XMLError) in
            let quote = text.index(from: name.upperBound) { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
            try markup.appendSource(text, quote..<end, from: mark)
        }
    }

    /// Writes the document type declaration at a range of the source.
    mutating func sourceDocumentType(_ text: Span<UInt8>, _ range: Range<Int>) throws(XMLError) {
        try documentType { (markup, mark) throws(XMLError) in
            markup.bytes.appendFoldingLineEnds(text.extracting(range))
            if markup.encoding != nil { try markup.checkRepresentable(from: mark, mark) }
        }
    }

    private mutating func appendSource(
        _ text: Span<UInt8>, _ range: Range<Int>, from mark: Int
    ) throws(XMLError) {
        var start = range.lowerBound
        // Otherwise, a character in the name of an entity might be replaced by a reference.
        while encoding != nil, let reference = text.entityReference(in: start..<range.upperBound) {
            bytes.appendFoldingLineEnds(text.extracting(start..<reference.lowerBound))
            let name = bytes.count
            bytes.appendShort(text.extracting(reference))
            try checkRepresentable(from: name, mark)
            start = reference.upperBound
        }
        bytes.appendFoldingLineEnds(text.extracting(start..<range.upperBound))
    }
}

extension RawBuffer<UInt8> {
    /// Appends text with a line feed for each line end, as a parser reads it (XML 1.0, section 2.11).
    mutating func appendFoldingLineEnds(_ text: Span<UInt8>) {
        guard text.hasByte(0x0D) else { return text.append(to: &self) }
        for index in text.indices {
            let byte = text[index]
            if byte != 0x0D { append(byte) } else if !text.has("\n", at: index + 1) { append(0x0A) }
        }
    }
}
