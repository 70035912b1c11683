/// Reads a start tag that may be malformed, up to its first fault (XML 1.0, section 3.1).
///
/// References in values are not checked.
struct StartTagFaults {
    /// The ranges of its attribute names, as far as it was read.
    private(set) var attributes: [Range<Int>] = []
    /// The first fault of the tag; nil if its form is correct.
    private(set) var first: Fault?
    private let start: Int
    private var seen: [ExactKey: Int] = [:]
    /// The value that was read last, without its quotation marks.
    private var value: Range<Int>?

    init(_ text: Span<UInt8>, tagAt start: Int) {
        self.start = start
        var position = text.endOfXMLName(from: start + 1)
        while first == nil {
            let end = text.skipSpace(from: position)
            guard end < text.count, text[end] != UInt8(ascii: "<") else {
                let isEnd = end == text.count
                first =
                    isEnd
                    ? Fault(.unclosedTag, "the document ends inside the tag", at: start) : .unclosedTag.at(start)
                if text.hasConflictMarker(at: end) { first?.help = Span<UInt8>.helpForConflict }
                return
            }
            if text[end] == UInt8(ascii: ">") || text.has("/>", at: end) { return }
            position = readAttribute(text, at: end, isSeparated: end > position)
        }
    }

    /// Reads one attribute and returns its end.
    private mutating func readAttribute(_ text: Span<UInt8>, at offset: Int, isSeparated: Bool) -> Int {
        let name = offset..<text.endOfXMLName(from: offset)
        if !isSeparated {
            let help = helpForQuotes(text, at: offset)
            first =
                first
                ?? (name.isEmpty ? text.badCharacter(at: offset) : .missingSpaceBeforeAttribute(help: help).at(offset))
                ?? .expectedAttribute(text.described(at: offset), help: help).at(offset)
            return offset
        }
        if name.isEmpty {
            let help = helpForQuotes(text, at: offset)
            first =
                first ?? text.badCharacter(at: offset)
                ?? Fault(
                    .invalidName, "an attribute name cannot begin with \(text.described(at: offset))", at: offset,
                    help: help)
            return offset
        }
        let written = text.string(name)
        if let other = seen.updateValue(name.lowerBound, forKey: ExactKey(written)) {
            first = first ?? .duplicateAttribute(written, first: other).at(name.lowerBound)
        }
        attributes.append(name)
        let equals = text.skipSpace(from: name.upperBound)
        guard text.has("=", at: equals) else {
            if equals < text.count { first = first ?? text.badCharacter(at: equals) }
            let help =
                helpForQuotes(text, at: name.lowerBound)
                ?? text.helpForMissingValue(name, isFirst: attributes.count == 1)
            first = first ?? .missingAttributeValue(of: written, help: help).at(name.upperBound)
            return equals
        }
        return readValue(text, at: text.skipSpace(from: equals + 1), of: written)
    }

    private mutating func readValue(_ text: Span<UInt8>, at open: Int, of name: String) -> Int {
        guard open < text.count, text[open] == UInt8(ascii: "\"") || text[open] == UInt8(ascii: "'") else {
            if open < text.count { first = first ?? text.badCharacter(at: open) }
            first = first ?? text.unquotedValueFault(at: open, of: name)
            return open
        }
        let quote = text[open]
        let end = text.index(from: open + 1) { $0 == quote || $0 == UInt8(ascii: "<") }
        first = first ?? text.badCharacter(in: open + 1..<end)
        if end < text.count, text[end] == quote {
            value = open + 1..<end
            return end + 1
        }
        // A value that extends beyond the end of its tag into the next tag lacks its closing quote.
        let content = text.extracting(open + 1..<end)
        if end == text.count || content.index(from: 0, where: { $0 == UInt8(ascii: ">") }) < content.count {
            first = first ?? .unclosedAttributeValue(of: name, tag: start).at(open)
        } else {
            first = first ?? text.lessThanInValueFault(at: end, of: name)
        }
        return end
    }

    /// Returns help for unexpected text at an offset, if a quotation mark in the last value is the cause.
    private func helpForQuotes(_ text: Span<UInt8>, at offset: Int) -> String? {
        first == nil ? value.flatMap { text.helpForQuotes(at: offset, after: $0) } : nil
    }
}
