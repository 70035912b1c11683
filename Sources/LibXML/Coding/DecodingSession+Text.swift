// The text of values, and its white space.

extension DecodingSession {
    /// Calls `body` with the text at a position in UTF-8.
    @inline(__always)
    func withText<Result>(_ position: DecodingPosition, _ body: (Span<UInt8>) -> Result) -> Result {
        switch position.kind {
        case .attribute, .comment: return tape.withData(position.index, body)
        case .element, .payload: return tape.withText(of: position.index, isDeep: true, body)
        case .text: return tape.withText(of: position.index, isDeep: false, body)
        case .list, .choices, .map, .absent: return body(Span())
        case .choice, .run, .word, .declaration:
            var result: Result?
            withOtherText(position) { result = body($0) }
            guard let result else { preconditionFailure("the text was not read") }
            return result
        }
    }

    /// Calls `body` with the text of a number or another value that cannot be beside elements; returns nil for an
    /// element with child elements.
    @inline(__always)
    func withLeafText<Result>(_ position: DecodingPosition, _ body: (Span<UInt8>) -> Result) -> Result? {
        position.kind == .element ? tape.withLeafText(of: position.index, body) : withText(position, body)
    }

    /// The same for less frequent positions, in one function for all results.
    @inline(never)
    private func withOtherText(_ position: DecodingPosition, _ body: (Span<UInt8>) -> Void) {
        if position.kind == .word { return withWord(position, body) }
        if position.kind == .declaration { return tape.withString(tape.uri(ofDeclaration: position.index), body) }
        guard tape.kind(position.index) != .element else {
            return tape.withText(of: position.index, isDeep: true, body)
        }
        return tape.withRun(from: position.index, to: tape.end(position.parent), body)
    }

    /// Whether an element has only white space between its child elements.
    func isBlank(_ element: Int) -> Bool { firstText(in: element) == nil }

    /// The first text in an element that is not white space.
    func firstText(in element: Int) -> Int? {
        tape.children(of: element).first(tape) { index, head in
            head.kind.isText && !tape.withData(index) { $0.trimmedRange.isEmpty }
        }
    }

    /// Calls `body` with a word of an attribute or a text.
    private func withWord(_ word: DecodingPosition, _ body: (Span<UInt8>) -> Void) {
        guard tape.kind(word.index) == .element else {
            return tape.withData(word.index) { body($0.extracting(word.key..<$0.endOfWord(from: word.key))) }
        }
        // Text in several pieces would be joined again for each word.
        if wordText.element != word.index || wordText.isOwn != word.isOwn {
            let known = longWordTexts.first { $0.element == word.index && $0.isOwn == word.isOwn }
            wordText =
                known ?? (word.index, word.isOwn, tape.withText(of: word.index, isDeep: !word.isOwn) { $0.array })
            if known == nil, wordText.bytes.count > 4096 {
                if longWordTexts.count == 8 { longWordTexts.removeFirst() }
                longWordTexts.append(wordText)
            }
        }
        let bytes = wordText.bytes.contiguous
        return body(bytes.span.extracting(word.key..<bytes.span.endOfWord(from: word.key)))
    }

    /// The offset in the source of the first character of a run that is not white space; of the run if all are.
    func textStart(ofRun entry: Int) -> Int {
        let range = tape.sourceRange(entry)
        guard tape.kind(entry) == .text else { return range.lowerBound }
        return tape.source.withText { text in
            let start = text.index(from: range.lowerBound) { !$0.isXMLSpace }
            return start < range.upperBound ? start : range.lowerBound
        }
    }

    /// Decodes a string.
    ///
    /// - Throws: an error for a value in an element that contains elements, and no text beside them. If the element was
    ///   passed to the decoder, its string has the text of all elements in it.
    @inline(__always)
    func text(at position: DecodingPosition) throws -> String {
        if position.kind == .element, tape.head(position.index).hasElements, position.index != root {
            return try mixedText(at: position)
        }
        return string(at: position)
    }

    @inline(never)
    private func mixedText(at position: DecodingPosition) throws -> String {
        if ownTexts.contains(position.index) {
            var own = position.with(.text)
            own.isTrimmed = position.isTrimmed
            return string(at: own)
        }
        let isBlank = tape.withText(of: position.index, isDeep: false) { $0.trimmedRange.isEmpty }
        guard isBlank, tape.firstElement(position.index) != nil else { return string(at: position) }
        return try replaced(position, with: "") {
            let element = XMLTree.Element(tape: tape, entry: position.index)
            let child = element.elements.first?.qualifiedName ?? ""
            let error = element.error(
                "expected String, found <\(child)>",
                help: "use a type with keys for the elements, or XMLTree.Element, whose text is that of all of them")
            return DecodingError.dataCorrupted(context(of: error, at: position))
        }
    }

    /// The text at a position as a string.
    @inline(__always)
    func string(at position: DecodingPosition) -> String {
        let isTrimmed = options.trimsWhiteSpace && (options.trimsAttributes || position.kind != .attribute)
        guard !isTrimmed, !position.isTrimmed else { return trimmedString(at: position) }
        return withText(position) { $0.string(0..<$0.count) }
    }

    private func trimmedString(at position: DecodingPosition) -> String {
        let isKept = position.kind == .run || !position.isTrimmed && preservesSpace(at: position)
        return withText(position) { $0.string(isKept ? 0..<$0.count : $0.trimmedRange) }
    }

    /// Whether `xml:space="preserve"` applies to a position (XML 1.0, section 2.10).
    func preservesSpace(at position: DecodingPosition) -> Bool {
        guard scopes.spaceName >= 0, position.kind != .attribute else { return false }
        return preservesSpace(in: tape.kind(position.index) == .element ? position.index : position.parent)
    }

    private func preservesSpace(in element: Int) -> Bool {
        var unknown: [Int] = []
        var (current, isKept) = (element, false)
        while current != Tape.document {
            if let known = preservesSpace[current] {
                isKept = known
                break
            }
            // The siblings of an element share its parent.
            if current != element { unknown.append(current) }
            if let own = tape.ownSpacePreservation(of: current) {
                isKept = own
                break
            }
            current = tape.parent(ofElement: current) ?? Tape.document
        }
        for element in unknown { preservesSpace[element] = isKept }
        return isKept
    }
}

extension Span<UInt8> {
    /// The end of the word that begins at an index.
    fileprivate func endOfWord(from start: Int) -> Int {
        var end = start
        while end < count, !self[end].isXMLSpace { end += 1 }
        return end
    }
}
