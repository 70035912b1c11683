// Start tags that are not well-formed, as HTML reads them.

extension RepairScanner {
    /// A part of a tag.
    private struct TagPart {
        var range: Range<Int>
        /// Nil for something that has no place in a tag.
        var attribute: Attribute?
    }

    private struct Attribute {
        var name: Range<Int>
        /// The value without its quotes; nil for none.
        var value: Range<Int>?
        /// 0 for a value without quotes.
        var quote: UInt8 = 0
        var isClosed = true
    }

    /// Goes past a start tag that is not well-formed; nil where more of the text is needed to see its end.
    mutating func malformedTag(_ text: Span<UInt8>, at start: Int, _ isLast: Bool) -> Int? {
        let mayWait = !isLast && text.count - start <= parsingOptions.limits.tagSize
        let nameEnd = text.endOfTagName(from: start + 1)
        if isText(text, after: nameEnd) { return lessThan(text, at: start) }
        guard !endsHere(text, at: start) else { return text.count }
        var parts: [TagPart] = []
        var index = nameEnd
        var isEmpty = false
        var end: (of: Int, hasMark: Bool)?
        while end == nil {
            index = text.skipSpace(from: index)
            guard index < text.count else {
                if mayWait { return nil }
                end = (text.count, false)
                break
            }
            switch text[index] {
            case UInt8(ascii: ">"): end = (index + 1, true)
            case UInt8(ascii: "<"): end = (index, false)
            case UInt8(ascii: "/"):
                guard index + 1 < text.count || !mayWait else { return nil }
                isEmpty = index + 1 < text.count && text[index + 1] == UInt8(ascii: ">")
                if isEmpty {
                    end = (index + 2, true)
                } else {
                    parts.append(TagPart(range: index..<index + 1))
                    index += 1
                }
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="):
                parts.append(TagPart(range: index..<index + 1))
                index += 1
            default:
                guard let (attribute, next) = attribute(text, from: index, mayWait) else { return nil }
                parts.append(TagPart(range: index..<next, attribute: attribute))
                index = next
            }
        }
        guard let end else { return nil }
        return finish(text, at: start, nameEnd: nameEnd, parts, end: end, isEmpty: isEmpty)
    }

    /// Whether what follows a name shows that it is text, as in `a<b && c` or `x<y</p>`.
    private func isText(_ text: Span<UInt8>, after nameEnd: Int) -> Bool {
        guard nameEnd < text.count, !options.isHTML else { return false }
        if text[nameEnd] == UInt8(ascii: "<") { return true }
        let next = text.skipSpace(from: nameEnd)
        guard next > nameEnd, next < text.count else { return false }
        switch text[next] {
        case UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: ";"),
            UInt8(ascii: ","), UInt8(ascii: "?"):
            return true
        default: return false
        }
    }

    /// Reads an attribute; nil where more of the text is needed.
    private func attribute(_ text: Span<UInt8>, from start: Int, _ mayWait: Bool) -> (Attribute, Int)? {
        let nameEnd = max(text.endOfTagName(from: start), start + 1)
        var attribute = Attribute(name: start..<nameEnd)
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
            let end = endOfUnquoted(text, from: index)
            if mayWait, end + 1 >= text.count { return nil }
            let valueEnd = isEmptyTag(text, value: index..<end) ? end - 1 : end
            attribute.value = index..<valueEnd
            return (attribute, valueEnd)
        }
        guard let (end, isClosed) = endOfQuoted(text, from: index + 1, quote, mayWait) else { return nil }
        attribute.value = index + 1..<end
        attribute.quote = quote
        attribute.isClosed = isClosed
        return (attribute, isClosed ? end + 1 : end)
    }

    private func endOfUnquoted(_ text: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < text.count, !text[index].isXMLSpace, text[index] != UInt8(ascii: ">") {
            if text[index] == UInt8(ascii: "<"), isMarkup(text, at: index) { break }
            index += 1
        }
        return index
    }

    /// Whether the `/` at the end of a value without quotes belongs to `/>`. HTML takes it for a part of the value, and so do
    /// we where that is like a path.
    private func isEmptyTag(_ text: Span<UInt8>, value: Range<Int>) -> Bool {
        guard !options.isHTML, value.count > 1, value.upperBound < text.count,
            text[value.upperBound] == UInt8(ascii: ">")
        else { return false }
        return text.index(from: value.lowerBound) { $0 == UInt8(ascii: "/") } == value.upperBound - 1
    }

    private func isMarkup(_ text: Span<UInt8>, at index: Int) -> Bool {
        guard index + 1 < text.count else { return true }
        return text[index + 1] == UInt8(ascii: "/") || text.mayBeginName(at: index + 1)
    }

    /// Where a value in quotes ends, and whether with its quote; nil where more of the text is needed.
    ///
    /// A quote that was left open ends with the tag. It was, when the next quote plainly begins another value, or stands
    /// inside of text, and a tag could have ended before it.
    private func endOfQuoted(
        _ text: Span<UInt8>, from start: Int, _ quote: UInt8, _ mayWait: Bool
    ) -> (end: Int, isClosed: Bool)? {
        let close = text.index(from: start) { $0 == quote }
        if mayWait, close + 1 >= text.count { return nil }
        let tagEnd = text.extracting(..<close).index(from: start) { $0 == UInt8(ascii: ">") }
        if close < text.count {
            if tagEnd == close { return (close, true) }
            var before = close
            while before > start, text[before - 1].isXMLSpace { before -= 1 }
            let beginsValue = before > start && text[before - 1] == UInt8(ascii: "=")
            if !beginsValue {
                guard let endsValue = isAfterValue(text, at: close + 1, mayWait) else { return nil }
                if endsValue { return (close, true) }
            }
        }
        var end = tagEnd
        for index in start..<tagEnd where text[index] == UInt8(ascii: "<") && isMarkup(text, at: index) {
            end = index
            break
        }
        if end == tagEnd, end < text.count, end > start, text[end - 1] == UInt8(ascii: "/") { end -= 1 }
        return (end, false)
    }

    /// Whether what stands at an offset may follow a value: white space, the end of the tag, or an attribute; nil where more
    /// of the text is needed.
    private func isAfterValue(_ text: Span<UInt8>, at index: Int, _ mayWait: Bool) -> Bool? {
        guard index < text.count else { return true }
        let byte = text[index]
        if byte.isXMLSpace || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { return true }
        let end = text.endOfXMLName(from: index)
        let next = text.skipSpace(from: end)
        if next == text.count { return mayWait ? nil : false }
        return end > index && text[next] == UInt8(ascii: "=")
    }

    // MARK: Mending

    private mutating func finish(
        _ text: Span<UInt8>, at start: Int, nameEnd: Int, _ parts: [TagPart], end: (of: Int, hasMark: Bool),
        isEmpty: Bool
    ) -> Int? {
        if !end.hasMark, nameEnd == text.count || !part.isInDocument {
            replace(start..<end.of, text, "", .unclosedTag, "a tag that does not end", "left out")
            return end.of
        }
        guard part.isInDocument else {
            replace(
                start..<end.of, text, "", .contentAfterRootElement, "an element after the root element",
                "its tag left out")
            return end.of
        }
        wrapIfFirst(at: start, text)
        let place = position(at: start, text)
        let name = XMLNameRepair.name(text.extracting(start + 1..<nameEnd))
        if !name.span.hasSameBytes(as: text.extracting(start + 1..<nameEnd)) {
            replace(
                start + 1..<nameEnd, text, name, .invalidName,
                "“\(text.string(start + 1..<nameEnd))” is no name", "taken as “\(name.span.string(0..<name.count))”")
        }
        var seen: [[UInt8]: Int] = [:]
        for part in parts { mend(part, text, &seen) }
        open(name, at: place, isEmpty: isEmpty, markAt: end.hasMark ? end.of - 1 : end.of, text)
        if !end.hasMark {
            replace(end.of..<end.of, text, ">", .unclosedTag, "a tag without “>”", "“>” inserted", at: place)
        }
        return end.of
    }

    private mutating func mend(_ part: TagPart, _ text: Span<UInt8>, _ seen: inout [[UInt8]: Int]) {
        guard let attribute = part.attribute else {
            replace(
                part.range, text, "", .malformedTag, "“\(text.string(part.range))” has no place in a tag", "left out")
            return
        }
        var name = XMLNameRepair.name(text.extracting(attribute.name))
        let isMended = !name.span.hasSameBytes(as: text.extracting(attribute.name))
        if isMended, var number = seen[name] {
            let written = name
            repeat {
                name = written + (number == 1 ? "_" : "_\(number)").utf8
                number += 1
            } while seen[name] != nil
            seen[written] = number
        }
        guard seen.updateValue(1, forKey: name) == nil else {
            replace(
                part.range, text, "", .duplicateAttribute,
                "the attribute “\(text.string(attribute.name))” stands twice in one tag", "the first one is taken")
            return
        }
        if !text[part.range.lowerBound - 1].isXMLSpace {
            replace(
                part.range.lowerBound..<part.range.lowerBound, text, " ", .missingWhitespace,
                "no white space before an attribute", "white space inserted")
        }
        if isMended {
            replace(
                attribute.name, text, name, .invalidName, "“\(text.string(attribute.name))” is no name",
                "taken as “\(name.span.string(0..<name.count))”")
        }
        guard let value = attribute.value else {
            let start = position(at: attribute.name.lowerBound, text)
            let end = attribute.name.upperBound
            replace(
                end..<end, text, "=\"\"", .missingAttributeValue,
                "the attribute “\(text.string(attribute.name))” has no value", "taken as an empty one", at: start)
            return
        }
        if attribute.quote == 0 {
            replace(
                value.lowerBound..<value.lowerBound, text, "\"", .unquotedAttributeValue,
                "the value of “\(text.string(attribute.name))” is not in quotes", "put in quotes")
            mendValue(value, text, escaping: UInt8(ascii: "\""))
            edit(value.upperBound..<value.upperBound, text, "\"".utf8)
        } else {
            mendValue(value, text, escaping: 0)
            guard !attribute.isClosed else { return }
            replace(
                value.upperBound..<value.upperBound, text, [attribute.quote], .unclosedAttributeValue,
                "the value of “\(text.string(attribute.name))” has no closing quote", "ended here")
        }
    }

    private mutating func mendValue(_ range: Range<Int>, _ text: Span<UInt8>, escaping quote: UInt8) {
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "<"):
                replace(
                    index..<index + 1, text, "&lt;", .lessThanInAttributeValue, "“<” in an attribute value",
                    "taken as text", help: "write &lt;")
                index += 1
            case UInt8(ascii: "&"):
                index =
                    reference(text, at: index, to: range.upperBound, true, isInAttribute: true) ?? range.upperBound
            case quote where quote != 0:
                edit(index..<index + 1, text, "&quot;".utf8)
                index += 1
            default: index = character(text, at: index, mayBeKept: true)
            }
        }
    }
}
