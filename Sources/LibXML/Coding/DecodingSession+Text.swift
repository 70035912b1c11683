// The text of values, and its white space.

extension DecodingSession {
    /// Calls `body` with the text at a position in UTF-8.
    @inline(__always)
    func withText<Result>(_ position: DecodingPosition, _ body: (Span<UInt8>) -> Result) -> Result {
        switch position.kind {
        case .attribute, .comment: return tape.withData(position.index, body)
        case .element, .text, .payload: return tape.withText(of: position.index, isDeep: false, body)
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
            return tape.withText(of: position.index, isDeep: false, body)
        }
        return tape.withRun(from: position.index, to: tape.end(position.parent), body)
    }

    /// Calls `body` with a word of an attribute or a text.
    private func withWord(_ word: DecodingPosition, _ body: (Span<UInt8>) -> Void) {
        guard tape.kind(word.index) == .element else {
            return tape.withData(word.index) { body($0.extracting(word.key..<$0.endOfWord(from: word.key))) }
        }
        // Text in several pieces would be joined again for each word.
        if wordText.element != word.index {
            let known = longWordTexts.first { $0.element == word.index }
            wordText = known ?? (word.index, tape.withText(of: word.index, isDeep: false) { $0.array })
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

    /// The text at a position as a string.
    @inline(__always)
    func string(at position: DecodingPosition) -> String {
        guard !options.trimsWhiteSpace, !position.isTrimmed else { return trimmedString(at: position) }
        return withText(position) { $0.string(0..<$0.count) }
    }

    private func trimmedString(at position: DecodingPosition) -> String {
        let isKept = position.kind == .run || !position.isTrimmed && preservesSpace(at: position)
        return withText(position) { $0.string(isKept ? 0..<$0.count : $0.trimmedRange) }
    }

    /// Whether `xml:space="preserve"` applies to a position (XML 1.0, section 2.10).
    private func preservesSpace(at position: DecodingPosition) -> Bool {
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
            if let own = ownSpace(of: current) {
                isKept = own
                break
            }
            current = tape.parent(ofElement: current) ?? Tape.document
        }
        for element in unknown { preservesSpace[element] = isKept }
        return isKept
    }

    /// Whether the `xml:space` of an element is “preserve”; nil if it has none.
    private func ownSpace(of element: Int) -> Bool? {
        var tag = tape.tag(of: element)
        while let (attribute, head) = tag.next(tape) {
            guard head.kind == .attribute, head.name == scopes.spaceName else { continue }
            return tape.withData(attribute) { $0.count == 8 && $0.has("preserve", at: 0) }
        }
        return nil
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
