// Start tags that are not well-formed.

extension RepairScanner {
    /// Goes past a start tag that is not well-formed; nil where more of the text is needed to see its end.
    mutating func malformedTag(_ text: Span<UInt8>, at start: Int) -> Int? {
        let nameEnd = text.endOfTagName(from: start + 1)
        if isText(text, after: nameEnd) { return lessThan(text, at: start) }
        guard !endsHere(text, at: start) else { return text.count }
        let mayWait = !piece.isLast && text.count - start <= parsingOptions.limits.tagSize
        let reader = MalformedTagReader(isHTML: options.isHTML, mayWait: mayWait)
        guard let tag = reader.tag(text, named: start + 1..<nameEnd) else { return nil }
        if tag.ending == .none, nameEnd == text.count || document.part == .epilog {
            leaveOut(start..<tag.end, text, .unclosedTag, "a tag that does not end")
        } else if document.part == .epilog {
            leaveOutTag(start..<tag.end, text)
        } else {
            mend(tag, text)
        }
        return tag.end
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

    private mutating func mend(_ tag: MalformedTag, _ text: Span<UInt8>) {
        let start = tag.name.lowerBound - 1
        wrapIfFirst(at: start, text)
        let place = piece.position(at: start, text)
        let name = XMLNameRepair.name(text.extracting(tag.name))
        if !name.span.hasSameBytes(as: text.extracting(tag.name)) { replaceName(tag.name, text, name) }
        var seen: [[UInt8]: Int] = [:]
        for part in tag.parts { mend(part, text, &seen) }
        begin(name.span, at: place.offset, isEmpty: tag.ending == .emptyMark, markAt: tag.mark, text)
        if tag.ending == .none {
            replace(tag.end..<tag.end, text, ">", .unclosedTag, "a tag without “>”", "“>” inserted", at: place)
        }
    }

    private mutating func replaceName(_ range: Range<Int>, _ text: Span<UInt8>, _ name: [UInt8]) {
        let name = String(decoding: name, as: UTF8.self)
        replace(range, text, name, .invalidName, "“\(text.string(range))” is no name", "taken as “\(name)”")
    }

    private mutating func mend(_ part: MalformedTag.Part, _ text: Span<UInt8>, _ seen: inout [[UInt8]: Int]) {
        guard let attribute = part.attribute else {
            leaveOut(part.range, text, .malformedTag, "“\(text.string(part.range))” has no place in a tag")
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
            leaveOut(
                part.range, text, .duplicateAttribute,
                "the attribute “\(text.string(attribute.name))” stands twice in one tag", "the first one is taken")
            return
        }
        if !text[part.range.lowerBound - 1].isXMLSpace {
            replace(
                part.range.lowerBound..<part.range.lowerBound, text, " ", .missingWhitespace,
                "no white space before an attribute", "white space inserted")
        }
        if isMended { replaceName(attribute.name, text, name) }
        guard let value = attribute.value else {
            let start = piece.position(at: attribute.name.lowerBound, text)
            let end = attribute.name.upperBound
            replace(
                end..<end, text, "=\"\"", .missingAttributeValue,
                "the attribute “\(text.string(attribute.name))” has no value", "taken as an empty one", at: start)
            return
        }
        guard let quote = attribute.quote else {
            replace(
                value.lowerBound..<value.lowerBound, text, "\"", .unquotedAttributeValue,
                "the value of “\(text.string(attribute.name))” is not in quotes", "put in quotes")
            mendValue(value, text, escaping: UInt8(ascii: "\""))
            edit(value.upperBound..<value.upperBound, text, "\"".utf8)
            return
        }
        mendValue(value, text, escaping: nil)
        guard !attribute.isClosed else { return }
        replace(
            value.upperBound..<value.upperBound, text, String(Unicode.Scalar(quote)), .unclosedAttributeValue,
            "the value of “\(text.string(attribute.name))” has no closing quote", "ended here")
    }

    private mutating func mendValue(_ range: Range<Int>, _ text: Span<UInt8>, escaping quote: UInt8?) {
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
                index = reference(text, at: index, to: range.upperBound, isInAttribute: true) ?? range.upperBound
            case _ where byte == quote:
                edit(index..<index + 1, text, "&quot;".utf8)
                index += 1
            default: index = character(text, at: index, mayBeKept: true)
            }
        }
    }
}
