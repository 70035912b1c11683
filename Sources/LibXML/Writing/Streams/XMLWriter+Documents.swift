extension XMLWriter {
    /// Writes the rest of the document that a reader reads, in constant memory.
    ///
    /// ```swift
    /// var reader = XMLReader(parsing: "<!DOCTYPE a [<!ENTITY e 'x'>]><a> <b>&e;</b> </a>")
    /// let writer = try XMLWriter(options: XMLWritingOptions(whiteSpace: .minified))
    /// try writer.writeDocument(from: &reader)
    /// let bytes = try writer.xmlBytes()  // <!DOCTYPE a [<!ENTITY e 'x'>]><a><b>&e;</b></a>
    /// ```
    ///
    /// The output is that of ``XMLTree/xmlBytes(options:)`` for the tree of the document: with its XML declaration, and
    /// with its references, as ``XMLWritingOptions/references-swift.property`` says. A document that the reader repairs
    /// is expanded. Events that the reader has read before are not written, and the content after the document type
    /// declaration is then expanded.
    ///
    /// - Throws: the errors of ``XMLReader/next()``, and those of the sink.
    public func writeDocument(from reader: inout XMLReader) throws {
        let isKept = cell.modify { $0.options.references == .kept } && !reader.cursor.isRepaired
        var copy = DocumentCopy()
        var isFirst = reader.event == nil
        while try reader.next() != nil {
            if isFirst {
                isFirst = false
                let declaration = reader.declaration
                try checked { (markup) throws(XMLError) in try markup.beginDocument(declaration, isValid: true) }
            }
            if isKept {
                try checked { (markup) throws(XMLError) in try copy.write(reader.cursor, to: &markup) }
            } else {
                try write(reader)
            }
        }
    }
}

/// Writes the events of a document with the references and tags of its source, as `TapeWriter` writes its tree.
struct DocumentCopy {
    /// The end of the part of the source that has been written.
    private var written = 0
    private var use = SourceUse.part

    /// Writes the current event.
    mutating func write(_ cursor: borrowing ReaderCursor, to markup: inout MarkupWriter) throws(XMLError) {
        let count = cursor.entries.window.text.count
        try cursor.entries.window.text.withSpan(0..<count) { (text) throws(XMLError) in
            if cursor.event == .documentType {
                let range = cursor.eventRange(in: text)
                use = text.extracting(range).hasDeclarations ? .declared : .whole
                return try markup.sourceDocumentType(text, range)
            }
            if use == .declared, cursor.depth > 0, try writeReference(cursor, text, to: &markup) { return }
            try cursor.write(to: &markup, use)
        }
    }

    /// Writes text as in the source; for an event that comes from an entity, the reference, once. Returns false for
    /// other events.
    private mutating func writeReference(
        _ cursor: borrowing ReaderCursor, _ text: Span<UInt8>, to markup: inout MarkupWriter
    ) throws(XMLError) -> Bool {
        let base = cursor.entries.window.start.offset
        let end = written - base
        let range = cursor.eventRange(in: text)
        if range.upperBound <= end || range.lowerBound < end && !cursor.isText { return true }
        written = base + range.upperBound
        try markup.sourceGap(text, from: end, to: range.lowerBound)
        guard cursor.isText || text.has("&", at: range.lowerBound) else { return false }
        try markup.sourceText(text, max(range.lowerBound, end)..<range.upperBound)
        return true
    }
}

extension ReaderCursor {
    /// The range of the current event in the window: that of a tag, not of the whole element.
    func eventRange(in text: Span<UInt8>) -> Range<Int> {
        switch event {
        case .startElement:
            let start = entries.builder.start(ofElement: entry)
            if text.has("<", at: start) { return start..<TagScanner.end(in: text, from: start) }
            return start..<Swift.min(text.extracting(start..<text.count).end(of: ";", from: 0) + start, text.count)
        case .endElement:
            let end = Int(entries.builder.words[entry, .end])
            return text.startOfTag(endingAt: end)..<end
        default: return entries.builder.words.sourceRange(entry, in: text)
        }
    }

    fileprivate var isText: Bool { event == .text || event == .whiteSpace }

    /// Whether the data of the current event differs from the source.
    var isDecoded: Bool { entries.builder.words.data(entry).isInArena }

    fileprivate var isRepaired: Bool { entries.window.options.repairRules != nil }
}
