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
    /// Elements keep their namespace declarations, and get those that they need in their new place. Nothing is written if the reader has no
    /// current event. The XML declaration is not an event: see ``XMLReader/declaration``.
    ///
    /// - Throws: ``XMLError`` if the event is not allowed here; the error of the sink.
    public func write(_ reader: borrowing XMLReader) throws {
        switch reader.event {
        case .startElement:
            try undoing { (markup) throws(XMLError) in
                try reader.cursor.startTag(to: &markup)
                if reader.cursor.isEmptyElement { try markup.endElement() }
            }
        case .endElement: try checked { (markup) throws(XMLError) in try markup.endElement(hasTwoTags: true) }
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
    /// Writes character data.
    fileprivate func text(to markup: inout MarkupWriter) throws(XMLError) {
        // Outside the root there is only white space, which is not content.
        if depth == 0 { return }
        let isPlain = !entries.builder.words.data(entry).isInArena
        let mark = try markup.beginText()
        withData { markup.appendValid($0, isPlain: isPlain) }
        markup.endText(from: mark)
    }

    /// Writes the start tag of an element, without its end.
    fileprivate func startTag(to markup: inout MarkupWriter) throws(XMLError) {
        let names = entries.builder.names.view
        let parts = names.name(head.name)
        let mark = try markup.beginElement()
        names.withString(parts.prefix) { prefix in
            names.withString(parts.local) { markup.endValidName(prefix: prefix, local: $0, from: mark) }
        }
        var index = entry + TapeHead.elementLength
        while let part = entries.builder.words.tagHead(index) {
            if part.kind == .attribute {
                let parts = names.name(part.name)
                names.withString(parts.prefix) { prefix in
                    names.withString(parts.local) { local in
                        withData(of: index) { markup.attribute(prefix: prefix, local: local, $0, isQuoted: false) }
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
