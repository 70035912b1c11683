extension XMLReader {
    /// The XML declaration; nil if there is no declaration, and before the first event.
    public var declaration: XMLTree.Declaration? { cursor.declaration }
}

extension XMLWriter {
    /// Writes the current event of a reader as it is: a part of a document that is copied in constant memory.
    ///
    /// ```swift
    /// var reader = XMLReader(parsing: "<list><item/><draft/></list>")
    /// let writer = try XMLWriter()
    /// while let event = try reader.next() {
    ///     if event == .startElement, reader.isNamed("draft") { try reader.skip() } else { try writer.write(reader) }
    /// }
    /// let bytes = try writer.finish()  // <list><item/></list>
    /// ```
    ///
    /// Elements keep their namespace declarations, and get those that they need in their new place. Nothing is written
    /// if the reader has no current event. The XML declaration is not an event: see ``XMLReader/declaration``.
    ///
    /// - Throws: ``XMLError`` if the event is not allowed here; the error of the sink.
    public func write(_ reader: borrowing XMLReader) throws {
        switch reader.event {
        case .startElement:
            try undoing { (markup) throws(XMLError) in
                let count = reader.cursor.entries.window.text.count
                try reader.cursor.entries.window.text.withSpan(0..<count) { (text) throws(XMLError) in
                    try reader.cursor.startTag(to: &markup, text, .expanded)
                }
                if reader.cursor.isEmptyElement { try markup.endElement() }
            }
        case .endElement:
            try checked { (markup) throws(XMLError) in
                try markup.endElement(hasTwoTags: reader.cursor.hasEndTag)
            }
        case .text, .whiteSpace: try checked { (markup) throws(XMLError) in try reader.cursor.text(to: &markup) }
        case .cdata: try cdata(reader.value ?? "")
        case .comment: try comment(reader.value ?? "")
        case .processingInstruction: try processingInstruction(reader.qualifiedName, reader.value ?? "")
        case .documentType:
            try checked { (markup) throws(XMLError) in
                try markup.documentType(reader.cursor.documentType, isValid: true)
            }
        case .entityReference:
            let reference = reader.value ?? ""
            try checked { (markup) throws(XMLError) in
                if markup.hasDocumentType { try markup.reference(reference) } else { try markup.text(reference) }
            }
        case nil: break
        }
    }
}

extension ReaderCursor {
    /// How a start tag is written.
    enum TagUse {
        /// With the values of its attributes, and with default attributes.
        case expanded
        /// As it is in the source, if the values differ and it refers to no entity. The document type declaration is
        /// not written.
        case part
        /// As it is in the source, if the values differ.
        case whole
        /// The same; what comes from entities is written as references.
        case declared
    }

    /// Whether the source has an end tag for the element that ends here, and not a reference to an entity that contains
    /// it.
    var hasEndTag: Bool {
        let end = Int(entries.builder.words[entry, .end])
        let count = entries.window.text.count
        return entries.window.text.withSpan(0..<count) { end > 0 && $0.has(">", at: end - 1) }
    }

    /// Writes character data.
    func text(to markup: inout MarkupWriter) throws(XMLError) {
        // Outside the root there is only white space, which is not content.
        if depth == 0 { return }
        let isPlain = !entries.builder.words.data(entry).isInArena
        let mark = try markup.beginText()
        withData { markup.appendValid($0, isPlain: isPlain) }
        markup.endText(from: mark)
    }

    /// Writes the start tag of an element, without its end.
    ///
    /// - Parameter text: the window, in which the tag is, unless it comes from an entity.
    func startTag(
        to markup: inout MarkupWriter, _ text: Span<UInt8>, _ use: TagUse
    ) throws(XMLError) {
        let names = entries.builder.names.view
        let parts = names.name(head.name)
        let mark = try markup.beginElement()
        names.withString(parts.prefix) { prefix in
            names.withString(parts.local) { markup.endValidName(prefix: prefix, local: $0, from: mark) }
        }
        var index = entry + TapeHead.elementLength
        var usesSource = use != .expanded
        let size = markup.bytes.count
        while let part = entries.builder.words.tagHead(index) {
            if usesSource, part.isInArena || head.hasNamespaces {
                if try sourceTag(text, isPart: use == .part, from: size, to: &markup) { break }
                usesSource = false
            }
            if part.kind == .attribute {
                let parts = names.name(part.name)
                names.withString(parts.prefix) { prefix in
                    names.withString(parts.local) { local in
                        let (range, isInArena) = entries.builder.words.data(index)
                        var quoted: Range<Int>?
                        if !isInArena, range.lowerBound > 0, text.isQuoted(range) {
                            quoted = range.lowerBound - 1..<range.upperBound + 1
                        } else if isInArena, use == .expanded, markup.hasDocumentType {
                            quoted = unreadValue(of: index, named: part.name, in: text)
                        }
                        if let quoted {
                            markup.attribute(prefix: prefix, local: local, text.extracting(quoted), isQuoted: true)
                        } else {
                            withData(of: index) { markup.attribute(prefix: prefix, local: local, $0, isQuoted: false) }
                        }
                    }
                }
            } else {
                let uri = string(Int(entries.builder.words[index, .uri])) ?? ""
                try markup.declare(prefix: string(part.prefix) ?? "", uri: uri, isForTag: true)
            }
            index += part.length
        }
        try declareMissing(to: &markup)
    }

    /// The value of an attribute with a reference that was not read, in its quotes; nil for others.
    @inline(never)
    private func unreadValue(of index: Int, named name: Int, in text: Span<UInt8>) -> Range<Int>? {
        let start = entries.builder.start(ofElement: entry)
        return entries.builder.names.qualifiedName(name).withUTF8Span { name in
            withData(of: index) { text.unreadValue(ofAttribute: name, tag: start, readAs: $0) }
        }
    }

    /// Writes the attributes and declarations of a start tag as they are in the source. Returns false if that is not
    /// possible.
    @inline(never)
    private func sourceTag(
        _ text: Span<UInt8>, isPart: Bool, from size: Int, to markup: inout MarkupWriter
    ) throws(XMLError) -> Bool {
        let start = entries.builder.start(ofElement: entry)
        guard text.has("<", at: start) else { return false }
        var (count, first) = (0, entry + TapeHead.elementLength)
        while let part = entries.builder.words.tagHead(first) { (count, first) = (count + 1, first + part.length) }
        guard !isPart || text.isCompleteTag(at: start, attributeCount: count) else { return false }
        markup.removeAttributes(to: size)
        try markup.sourceAttributes(text, ofTagAt: start)
        var index = entry + TapeHead.elementLength
        while let part = entries.builder.words.tagHead(index) {
            if part.kind == .namespace {
                let uri = string(Int(entries.builder.words[index, .uri])) ?? ""
                markup.bindings.add(prefix: string(part.prefix) ?? "", uri: uri)
            } else if markup.layout.isActive, entries.builder.names.qualifiedName(part.name) == "xml:space" {
                markup.noteSpace(withData(of: index) { $0.string($0.indices) })
            }
            index += part.length
        }
        return true
    }

    /// Declares the prefixes in the start tag that are not declared in the output.
    private func declareMissing(to markup: inout MarkupWriter) throws(XMLError) {
        try declareIfMissing(head.name, to: &markup)
        var index = entry + TapeHead.elementLength
        while let part = entries.builder.words.tagHead(index) {
            if part.kind == .attribute { try declareIfMissing(part.name, isAttribute: true, to: &markup) }
            index += part.length
        }
    }

    @inline(__always)
    private func declareIfMissing(
        _ number: Int, isAttribute: Bool = false, to markup: inout MarkupWriter
    ) throws(XMLError) {
        let names = entries.builder.names.view
        let name = names.name(number)
        if isAttribute, name.prefix == Int(TapeHead.none) { return }
        let isDeclared = names.withString(name.prefix) { prefix in
            names.withString(name.uri) { markup.bindings.binds(prefix, to: $0) }
        }
        if isDeclared { return }
        try markup.declare(prefix: string(name.prefix) ?? "", uri: string(name.uri) ?? "", isForTag: true)
    }

    fileprivate var documentType: XMLTree.DocumentType {
        func string(_ field: TapeField) -> String? { self.string(Int(entries.builder.words[entry, field])) }
        let subset = entries.window.text.withSpan(0..<entries.window.text.count) {
            $0.internalSubset(in: entries.builder.words.sourceRange(entry, in: $0))
        }
        return XMLTree.DocumentType(
            name: string(.name) ?? "", publicID: string(.publicID), systemID: string(.systemID), internalSubset: subset)
    }
}
