import CLibXML2
import CLibXML2Shims

extension HTMLState {
    /// `characters`, `ignorableWhitespace` and `cdataBlock`. libxml2 splits long text into several calls, and up to
    /// 2.13 passes copies.
    mutating func characters(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        guard !isFailed, length > 0 else { return }
        let text = unsafe UnsafeBufferPointer(start: bytes, count: length)
        let cursor = cursor
        if builder.depth == 0, builder.run.kind == nil {
            // Top-level white space is not part of any document. Neither is the `<` of a top-level `<>`, after which
            // libxml2 up to 2.13 implies elements for the text that follows.
            if unsafe text.allSatisfy({ $0.isHTMLSpace }) || form == .document && length == 1 {
                position = max(position, cursor)
                return
            }
            if form == .document { reopenRoot() }
        }
        if let start = unsafe sourceOffset(of: text, cursor) {
            moveImpliedElements(to: start)
            builder.appendText(at: start, length: length)
            position = max(position, start + length)
        } else {
            // White space before the text may have been dropped.
            let start = unsafe text[0].isHTMLSpace ? position : impliedStart(before: cursor)
            moveImpliedElements(to: start)
            unsafe builder.appendText(text, start: start)
        }
        position = max(position, cursor)
        checkLength(builder.run.length, of: "text", at: builder.run.start)
    }

    /// Moves the start of implied elements to the text that implies them. Before this, it is not known whether the
    /// white space before the text is a part of it.
    private mutating func moveImpliedElements(to start: Int) {
        guard builder.run.kind == nil else { return }
        var element = Int(builder.current)
        while element != Tape.document, builder.start(ofElement: element) > start {
            builder.words[element, .start] = UInt32(truncatingIfNeeded: start)
            element = builder.parent(ofElement: element)
        }
    }

    /// The offset of text that the source contains unchanged; nil for text that was decoded.
    private mutating func sourceOffset(of text: UnsafeBufferPointer<UInt8>, _ cursor: Int) -> Int? {
        if let start = text.baseAddress, let offset = unsafe offset(of: start) { return offset }
        let source = unsafe builder.source
        for start in [builder.run.kind == nil ? position : max(position, builder.run.sourceEnd), cursor - text.count]
        where start >= position {
            if unsafe source.matches(text, at: start) && source[start] != UInt8(ascii: "&") { return start }
        }
        return nil
    }

    /// Writes the text that is being collected, if any.
    mutating func writeRun(end: Int) {
        builder.flushRun(end: max(end, builder.run.start))
    }
}

// MARK: Comments, processing instructions, document type

extension HTMLState {
    /// `comment`. From 2.14 on, many other constructs that begin with `<!`, `<?` or `</` are comments too, as in
    /// browsers.
    mutating func comment(_ cText: UnsafePointer<UInt8>) {
        guard let place = beginMarkup() else { return }
        let text = unsafe UnsafeBufferPointer(start: cText, count: UnsafePointer<UInt8>.length(cText))
        checkLength(text.count, of: "a comment", at: place.lowerBound)
        if isFailed { return }
        let data = unsafe data(text, in: place)
        builder.addData(
            .comment, start: place.lowerBound, end: place.upperBound, data: data.range, isInArena: data.isInArena)
    }

    /// `processingInstruction`, which up to 2.13 ends at the first `>`.
    mutating func processingInstruction(_ cTarget: UnsafePointer<UInt8>, _ cText: UnsafePointer<UInt8>?) {
        guard let place = beginMarkup() else { return }
        guard let cInterned = unsafe xmlDictLookup(cContext.pointee.dict, cTarget, -1) else {
            return fail(.outOfMemory.at(place.lowerBound))
        }
        let target = unsafe builder.names.string(cInterned)
        var data: (range: Range<Int>, isInArena: Bool) = (place.upperBound..<place.upperBound, false)
        if let cText = unsafe cText {
            let text = unsafe UnsafeBufferPointer(start: cText, count: UnsafePointer<UInt8>.length(cText))
            checkLength(text.count, of: "a processing instruction", at: place.lowerBound)
            if isFailed { return }
            data = unsafe self.data(text, in: place)
        }
        if let fault = builder.faultOfNameCount(limits, at: place.lowerBound) { fail(fault) }
        builder.addProcessingInstruction(
            target: target, start: place.lowerBound, end: place.upperBound, data: data.range, isInArena: data.isInArena)
    }

    /// `internalSubset`: the name and identifiers of the document type.
    mutating func documentType(
        _ cName: UnsafePointer<UInt8>?, publicID: UnsafePointer<UInt8>?, systemID: UnsafePointer<UInt8>?
    ) {
        guard builder.depth == 0, let place = beginMarkup() else { return }
        // As browsers do, ignores all but the first one before the root element.
        guard !hasDocumentType, !builder.hasRoot else { return }
        hasDocumentType = true
        let name = unsafe builder.names.addString(cName)
        let publicID = unsafe builder.names.addString(publicID)
        let systemID = unsafe builder.names.addString(systemID)
        builder.addDocumentType(name: name, publicID: publicID, systemID: systemID, start: place.lowerBound)
        builder.endDocumentType(end: place.upperBound)
    }

    /// The place of the markup that has just been read. Writes the text before it.
    private mutating func beginMarkup() -> Range<Int>? {
        guard !isFailed else { return nil }
        let end = max(cursor, position)
        let start = min(markup(before: end), end)
        writeRun(end: start)
        position = end
        return isFailed ? nil : start..<end
    }

    /// The next `<` that begins a declaration, comment or instruction; the last event if there is none before `end`.
    private mutating func markup(before end: Int) -> Int {
        let source = unsafe builder.source
        var start = position
        while start < end {
            start = unsafe source.firstIndex(of: UInt8(ascii: "<"), from: start)
            guard start + 1 < source.count else { break }
            switch builder.byte(at: start + 1) {
            case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "/"): return start
            default: start += 1
            }
        }
        return position
    }

    /// The range of the content of markup in the source, before the mark that ends it. Copies the content to the arena
    /// and returns its range there if the source does not contain it.
    private mutating func data(
        _ text: UnsafeBufferPointer<UInt8>, in place: Range<Int>
    ) -> (range: Range<Int>, isInArena: Bool) {
        for mark in [3, 2, 1, 0] {
            let start = place.upperBound - mark - text.count
            let isInside = start > place.lowerBound && start >= 0
            if unsafe isInside && builder.source.matches(text, at: start) { return (start..<start + text.count, false) }
        }
        let start = builder.arena.count
        unsafe builder.arena.append(text)
        return (start..<start + text.count, true)
    }
}
