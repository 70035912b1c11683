/// A start tag that is not well-formed, as HTML reads it.
struct MalformedTag {
    struct Part {
        var range: Range<Int>
        /// Nil for a part that is not an attribute.
        var attribute: Attribute?
    }

    struct Attribute {
        var name: Range<Int>
        /// The value without its quotes; nil if there is no value.
        var value: Range<Int>?
        /// Nil for a value without quotes.
        var quote: UInt8?
        var isClosed = true
        /// Whether the quote before the value is missing.
        var isUnopened = false
    }

    enum Ending { case mark, emptyMark, none }

    var name: Range<Int>
    var parts: [Part] = []
    var ending = Ending.none
    var end: Int

    /// The offset of its `>`, or where the `>` is missing: white space before the next tag is content.
    var mark: Int { ending == .none ? parts.last?.range.upperBound ?? name.upperBound : end - 1 }
}

/// Reads start tags that are not well-formed.
struct MalformedTagReader {
    let isHTML: Bool
    /// Whether text that has not arrived may belong to the tag.
    var mayWait = false
    /// Whether the tag is known to be well-formed except for its names.
    var isWellFormed = false

    /// Reads the tag with a name. Returns nil if more text is needed to find its end.
    func tag(_ text: Span<UInt8>, named name: Range<Int>) -> MalformedTag? {
        var tag = MalformedTag(name: name, end: name.upperBound)
        while true {
            tag.end = text.skipSpace(from: tag.end)
            guard tag.end < text.count else { return mayWait ? nil : tag }
            let start = tag.end
            switch text[start] {
            case UInt8(ascii: ">"):
                tag.ending = .mark
                tag.end += 1
                return tag
            case UInt8(ascii: "<"): return mayWait && text.mayBeginConflictMarker(at: start) ? nil : tag
            case UInt8(ascii: "/") where text.has(">", at: start + 1):
                tag.ending = .emptyMark
                tag.end += 2
                return tag
            case UInt8(ascii: "/") where mayWait && start + 1 == text.count: return nil
            case UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="):
                tag.end += 1
                tag.parts.append(.init(range: start..<tag.end))
            default:
                guard let (attribute, end) = attribute(text, from: start) else { return nil }
                tag.end = end
                tag.parts.append(.init(range: start..<end, attribute: attribute))
            }
        }
    }

    /// Reads an attribute and returns its end. Returns nil if more text is needed.
    private func attribute(_ text: Span<UInt8>, from start: Int) -> (MalformedTag.Attribute, Int)? {
        let nameEnd = max(text.endOfTagName(from: start), start + 1)
        var attribute = MalformedTag.Attribute(name: start..<nameEnd)
        var index = text.skipSpace(from: nameEnd)
        guard index < text.count else { return mayWait ? nil : (attribute, nameEnd) }
        guard text[index] == UInt8(ascii: "=") else { return (attribute, nameEnd) }
        index = text.skipSpace(from: index + 1)
        guard index < text.count else {
            if mayWait { return nil }
            attribute.value = index..<index
            return (attribute, index)
        }
        let quote = text[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            var end = index
            while end < text.count, !text[end].isXMLSpace, text[end] != UInt8(ascii: ">"), !isMarkup(text, at: end) {
                end += 1
            }
            if mayWait, end + 1 >= text.count { return nil }
            let valueEnd = isEmptyTag(text, value: index..<end) ? end - 1 : end
            attribute.value = index..<valueEnd
            if let quote = quoteAtEnd(of: index..<valueEnd, text) {
                attribute.value = index..<valueEnd - 1
                attribute.quote = quote
                attribute.isUnopened = true
            }
            return (attribute, valueEnd)
        }
        guard let (end, isClosed) = endOfQuoted(text, from: index + 1, quote) else { return nil }
        attribute.value = index + 1..<end
        attribute.quote = quote
        attribute.isClosed = isClosed
        return (attribute, isClosed ? end + 1 : end)
    }

    /// Returns whether the `/` at the end of an unquoted value belongs to `/>`.
    ///
    /// HTML treats it as part of the value, and so does this reader if the value contains another `/`, as a path does.
    private func isEmptyTag(_ text: Span<UInt8>, value: Range<Int>) -> Bool {
        guard !isHTML, value.count > 1, value.upperBound < text.count,
            text[value.upperBound] == UInt8(ascii: ">")
        else { return false }
        return text.index(from: value.lowerBound) { $0 == UInt8(ascii: "/") } == value.upperBound - 1
    }

    /// Returns the only quote in an unquoted value if it is at the end, as in `a=b"`. HTML treats it as part of the
    /// value.
    private func quoteAtEnd(of value: Range<Int>, _ text: Span<UInt8>) -> UInt8? {
        guard !isHTML, value.count > 1 else { return nil }
        let first = text.index(from: value.lowerBound) { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        return first == value.upperBound - 1 ? text[first] : nil
    }

    private func isMarkup(_ text: Span<UInt8>, at index: Int) -> Bool {
        guard text[index] == UInt8(ascii: "<") else { return false }
        return index + 1 >= text.count || text[index + 1] == UInt8(ascii: "/") || text.mayBeginName(at: index + 1)
    }

    /// Returns where a quoted value ends, and whether a quote closes it; nil if more text is needed.
    ///
    /// An unclosed value ends before the next attribute with a value in quotes, or with the tag. A value is unclosed if
    /// the next quote begins another value, or if a `>` comes before it and it is part of text.
    private func endOfQuoted(_ text: Span<UInt8>, from start: Int, _ quote: UInt8) -> (end: Int, isClosed: Bool)? {
        let close = text.index(from: start) { $0 == quote }
        if isWellFormed { return (close, true) }
        if mayWait, close + 1 >= text.count { return nil }
        let tagEnd = text.extracting(..<close).index(from: start) { $0 == UInt8(ascii: ">") }
        if close < text.count {
            var before = close
            while before > start, text[before - 1].isXMLSpace { before -= 1 }
            let beginsValue = before > start && text[before - 1] == UInt8(ascii: "=")
            if tagEnd == close {
                guard beginsValue, let end = endBeforeAttribute(text, from: start, to: close + 1) else {
                    return (close, true)
                }
                // The quote ends the value if the text after it may follow a value.
                return isAfterValue(text, at: close + 1).map { $0 ? (close, true) : (end, false) }
            }
            if !beginsValue {
                guard let endsValue = isAfterValue(text, at: close + 1) else { return nil }
                if endsValue { return (close, true) }
            }
        }
        var end = (start..<tagEnd).first { isMarkup(text, at: $0) } ?? tagEnd
        if let end = endBeforeAttribute(text, from: start, to: end) { return (end, false) }
        if end == tagEnd, end < text.count, end > start, text[end - 1] == UInt8(ascii: "/") { end -= 1 }
        return (end, false)
    }

    /// Returns the end of an unclosed value before the first attribute that has a value in quotes: the offset of the
    /// white space before it. Returns nil if markup comes first, and in HTML, where the whole text belongs to the
    /// value.
    private func endBeforeAttribute(_ text: Span<UInt8>, from start: Int, to end: Int) -> Int? {
        guard !isHTML else { return nil }
        for quote in start..<end {
            if isMarkup(text, at: quote) { return nil }
            guard text[quote] == UInt8(ascii: "\"") || text[quote] == UInt8(ascii: "'") else { continue }
            func skipBack(_ index: Int, _ isSkipped: (UInt8) -> Bool) -> Int {
                var index = index
                while index > start, isSkipped(text[index - 1]) { index -= 1 }
                return index
            }
            let mark = skipBack(quote, \.isXMLSpace)
            guard mark > start, text[mark - 1] == UInt8(ascii: "=") else { continue }
            let nameEnd = skipBack(mark - 1, \.isXMLSpace)
            let name = skipBack(nameEnd) { $0.isASCIINameCharacter || $0 >= 0x80 }
            let valueEnd = skipBack(name, \.isXMLSpace)
            if name < nameEnd, valueEnd < name, text.mayBeginName(at: name) { return valueEnd }
        }
        return nil
    }

    /// Returns whether the text at an offset may follow a value: white space, the end of the tag, or an attribute.
    ///
    /// Returns nil if more text is needed.
    private func isAfterValue(_ text: Span<UInt8>, at index: Int) -> Bool? {
        guard index < text.count else { return true }
        let byte = text[index]
        if byte.isXMLSpace || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { return true }
        let end = text.endOfXMLName(from: index)
        let next = text.skipSpace(from: end)
        if next == text.count { return mayWait ? nil : false }
        return end > index && text[next] == UInt8(ascii: "=")
    }
}
