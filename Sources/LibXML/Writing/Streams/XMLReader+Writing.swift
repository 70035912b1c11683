extension XMLReader {
    /// The XML declaration; nil if there is no declaration, and before the first event.
    public var declaration: XMLTree.Declaration? { cursor.declaration }
}

extension XMLWriter {
    /// Writes the current event of a reader unchanged, to copy a part of a document in constant memory.
    ///
    /// ```swift
    /// var reader = XMLReader(parsing: "<list><item/><draft/></list>")
    /// let writer = try XMLWriter()
    /// while let event = try reader.next() {
    ///     if event == .startElement, reader.isNamed("draft") { try reader.skip() } else { try writer.write(reader) }
    /// }
    /// let bytes = try writer.xmlBytes()  // <list><item/></list>
    /// ```
    ///
    /// Elements keep their namespace declarations, and get those that they need in their new place. Nothing is written
    /// if the reader has no current event. The XML declaration is not an event: see ``XMLReader/declaration``.
    ///
    /// - Throws: ``XMLError`` if the event is not allowed here; the error of the sink.
    public func write(_ reader: borrowing XMLReader) throws {
        switch reader.event {
        case nil: break
        case .startElement, .cdata, .comment, .processingInstruction:
            try undoing { (markup) throws(XMLError) in try reader.cursor.write(to: &markup, .none) }
        case .endElement, .text, .whiteSpace, .documentType, .entityReference:
            try checked { (markup) throws(XMLError) in try reader.cursor.write(to: &markup, .none) }
        }
    }
}

extension ReaderCursor {
    /// Writes the current event.
    func write(to markup: inout MarkupWriter, _ use: SourceUse) throws(XMLError) {
        switch event {
        case .startElement:
            _ = try markup.startTag(
                entry, head, of: self, use, keepsReferences: use == .none && markup.hasDocumentType,
                RawBuffer(capacity: 0))
            if isEmptyElement { try markup.endElement() }
        case .endElement: try markup.endElement(hasTwoTags: hasEndTag)
        case .text, .whiteSpace: try text(to: &markup, use)
        case .cdata: try markup.cdata(value ?? "")
        case .comment: try markup.comment(value ?? "")
        case .processingInstruction: try markup.processingInstruction(qualifiedName, value ?? "")
        case .documentType: try markup.documentType(documentType, isValid: true)
        case .entityReference:
            let isDeclared = use == .none ? markup.hasDocumentType : use != .part
            if isDeclared { try markup.reference(value ?? "") } else { try markup.text(value ?? "") }
        case nil: break
        }
    }

    /// Whether the source has an end tag for the element that ends here, rather than a reference to an entity that
    /// contains the end tag.
    private var hasEndTag: Bool {
        let end = Int(entries.builder.words[entry, .end])
        let count = entries.window.text.count
        return entries.window.text.withSpan(0..<count) { end > 0 && $0.has(">", at: end - 1) }
    }

    /// Writes character data.
    private func text(to markup: inout MarkupWriter, _ use: SourceUse) throws(XMLError) {
        // Outside the root there is only white space, which is not content.
        if depth == 0 { return }
        let isPlain = !isDecoded
        if !isPlain, use != .none, try sourceText(to: &markup, isPart: use == .part) { return }
        let mark = try markup.beginText()
        withData { markup.appendValid($0, isPlain: isPlain) }
        markup.endText(from: mark)
    }

    /// Writes text as in the source, with its references. Returns false if that is not possible.
    private func sourceText(to markup: inout MarkupWriter, isPart: Bool) throws(XMLError) -> Bool {
        try withSource { (text) throws(XMLError) in
            let range = eventRange(in: text)
            guard !isPart || text.entityReference(in: range) == nil else { return false }
            try markup.sourceText(text, range)
            return true
        }
    }

    private var documentType: XMLTree.DocumentType {
        func string(_ field: TapeField) -> String? { self.string(Int(entries.builder.words[entry, field])) }
        let subset = entries.window.text.withSpan(0..<entries.window.text.count) { text in
            text.rangeOfInternalSubset(in: entries.builder.words.sourceRange(entry, in: text)).map { text.string($0) }
        }
        return XMLTree.DocumentType(
            name: string(.name) ?? "", publicID: string(.publicID), systemID: string(.systemID), internalSubset: subset)
    }
}

extension ReaderCursor: TagEntries {
    func head(_ entry: Int) -> TapeHead { entries.builder.words.head(entry) }

    func tagHead(_ index: Int) -> TapeHead? { entries.builder.words.tagHead(index) }

    func data(_ entry: Int) -> (range: Range<Int>, isInArena: Bool) { entries.builder.words.data(entry) }

    func start(ofElement element: Int) -> Int { entries.builder.start(ofElement: element) }

    func uri(ofDeclaration index: Int) -> Int { Int(entries.builder.words[index, .uri]) }

    func name(_ number: Int) -> (local: Int, prefix: Int, uri: Int) { entries.builder.names.name(number) }

    func qualifiedName(_ number: Int) -> String { entries.builder.names.qualifiedName(number) }

    func withString<Result>(_ number: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        entries.builder.names.withString(number, body)
    }

    func withSource<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try entries.window.text.withSpan(0..<entries.window.text.count, body)
    }
}
