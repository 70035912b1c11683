import CLibXML2
import CLibXML2Shims

extension HTMLState {
    /// `characters`, `ignorableWhitespace` and `cdataBlock`. libxml2 splits long text into several calls, and up to
    /// 2.13 passes copies.
    mutating func characters(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        let skipped = min(skippedSpace, length)
        skippedSpace -= skipped
        guard !isFailed, length > skipped else { return }
        let text = unsafe UnsafeBufferPointer(start: bytes + skipped, count: length - skipped)
        let cursor = cursor
        if builder.depth == 0, builder.run.kind == nil {
            // Top-level white space is not part of any document.
            if unsafe text.allSatisfy({ $0.isHTMLSpace }) {
                position = max(position, cursor)
                return
            }
            if form == .document { reopenRoot() }
        }
        let start = unsafe offset(ofText: text, cursor)
        // White space before the text may have been dropped.
        let place = unsafe start ?? (text[0].isHTMLSpace ? position : impliedStart(before: cursor))
        unsafe add(text, at: place, isInText: start != nil)
        position = max(position, start.map { $0 + text.count } ?? cursor)
        if builder.run.length > limits.textLength {
            failure = failure ?? limits.textFault("text", at: builder.run.start)
        }
    }

    /// Adds character data.
    ///
    /// - Parameter isInText: whether the text contains the data as it is.
    @inline(__always)
    mutating func add(_ data: UnsafeBufferPointer<UInt8>, at start: Int, isInText: Bool) {
        let place = sourceStart(start)
        moveImpliedElements(to: place)
        let mustDecode = unsafe mustDecode(data)
        if !mustDecode, isInText, isVerbatim(start..<start + data.count) {
            builder.appendText(at: place, length: data.count)
        } else if mustDecode {
            let bytes = unsafe decoded(data)
            unsafe bytes.withUnsafeBufferPointer { unsafe builder.appendText($0, start: place) }
        } else {
            unsafe builder.appendText(data, start: place)
        }
    }

    /// Appends a value to the arena. Returns its length.
    mutating func append(_ value: UnsafeBufferPointer<UInt8>) -> Int {
        let start = builder.arena.count
        endsWithCR = false
        if unsafe mustDecode(value) {
            let bytes = unsafe decoded(value)
            unsafe bytes.withUnsafeBufferPointer { unsafe builder.arena.append($0) }
            endsWithCR = false
        } else {
            unsafe builder.arena.append(value)
        }
        return builder.arena.count - start
    }

    /// Whether text differs from what libxml2 reads from 2.14 on.
    private func mustDecode(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe !Libxml2.readsTextAsHTML5
            && (endsWithCR || text.firstIndex(of: 0x0D, from: 0) < text.count
                || (translation?.marks.isUsed ?? false) && text.contains { $0 >= 0xF3 })
    }

    /// Text with line feeds as line ends, and the characters for which marks stand.
    private mutating func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        for index in text.indices {
            let byte = unsafe text[index]
            if byte != 0x0A || !endsWithCR { bytes.append(byte == 0x0D ? 0x0A : byte) }
            endsWithCR = byte == 0x0D
        }
        guard let translation, translation.marks.isUsed else { return bytes }
        var decoded: [UInt8] = []
        translation.marks.append(bytes.contiguous.span, to: &decoded)
        return decoded
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

    /// The offset of character data that the text contains unchanged; nil for data that was decoded.
    private mutating func offset(ofText data: UnsafeBufferPointer<UInt8>, _ cursor: Int) -> Int? {
        if let start = data.baseAddress, let offset = unsafe offset(of: start) { return offset }
        for start in [position, cursor - data.count] where start >= position {
            if unsafe text.matches(data, at: start) && text[start] != UInt8(ascii: "&") { return start }
        }
        return nil
    }

    /// Writes the text that is being collected, if any.
    mutating func writeRun(end: Int) {
        endsWithCR = false
        builder.flushRun(end: max(sourceEnd(end), builder.run.start))
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
            .comment, start: sourceStart(place.lowerBound), end: sourceEnd(place.upperBound), data: data.range,
            isInArena: data.isInArena)
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
            target: target, start: sourceStart(place.lowerBound), end: sourceEnd(place.upperBound), data: data.range,
            isInArena: data.isInArena)
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
        builder.addDocumentType(
            name: name, publicID: publicID, systemID: systemID, start: sourceStart(place.lowerBound))
        builder.endDocumentType(end: sourceEnd(place.upperBound))
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
        var start = position
        while start < end {
            start = unsafe text.firstIndex(of: UInt8(ascii: "<"), from: start)
            guard unsafe start + 1 < text.count else { break }
            switch unsafe text[start + 1] {
            case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "/"): return start
            default: start += 1
            }
        }
        return position
    }

    /// The range of the content of markup in the source, before the mark that ends it. Copies the content to the arena
    /// and returns its range there if the source does not contain it.
    private mutating func data(
        _ data: UnsafeBufferPointer<UInt8>, in place: Range<Int>
    ) -> (range: Range<Int>, isInArena: Bool) {
        for mark in [3, 2, 1, 0] {
            let start = place.upperBound - mark - data.count
            guard start > place.lowerBound, unsafe text.matches(data, at: start),
                isVerbatim(start..<start + data.count),
                unsafe !mustDecode(data)
            else { continue }
            return (sourceStart(start)..<sourceStart(start) + data.count, false)
        }
        let start = builder.arena.count
        let length = unsafe append(data)
        return (start..<start + length, true)
    }
}
