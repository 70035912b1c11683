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
        case .documentType: try documentType(reader.cursor.documentType)
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
        var used = [head.name]
        var index = entry + TapeHead.elementLength
        while let part = entries.builder.words.tagHead(index) {
            if part.kind == .attribute {
                let parts = names.name(part.name)
                names.withString(parts.prefix) { prefix in
                    names.withString(parts.local) { local in
                        withData(of: index) { markup.attribute(prefix: prefix, local: local, $0, isQuoted: false) }
                    }
                }
                if parts.prefix != Int(TapeHead.none) { used.append(part.name) }
            } else {
                let uri = string(Int(entries.builder.words[index, .uri])) ?? ""
                try markup.declare(prefix: string(part.prefix) ?? "", uri: uri, isForTag: true)
            }
            index += part.length
        }
        try declareMissing(used, to: &markup)
    }

    /// Declares the prefixes of names in the start tag that are not declared in the output.
    private func declareMissing(_ names: [Int], to markup: inout MarkupWriter) throws(XMLError) {
        for number in names {
            let name = entries.builder.names.name(number)
            if name.prefix == Int(TapeHead.none), name.uri == Int(TapeHead.none), markup.bindings.count == 0 {
                continue
            }
            let (prefix, uri) = (string(name.prefix) ?? "", string(name.uri) ?? "")
            if markup.bindings.uri(of: prefix) != uri { try markup.declare(prefix: prefix, uri: uri, isForTag: true) }
        }
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
