/// Where character data is written, which determines the characters that are written as references.
enum TextPlace {
    /// Between tags.
    case content
    /// In an attribute value in double quotes.
    case attribute
}

extension RawBuffer<UInt8> {
    /// Appends text as character data.
    ///
    /// References replace the same characters as in Canonical XML 1.0, section 2.3. A parser then reads the same text again: it would
    /// replace a carriage return with a line feed, and white space in an attribute with spaces.
    ///
    /// - Returns: the offset in `text` of a character that XML does not allow, before which the text ends; nil if all of it was
    ///   appended.
    mutating func appendEscaped(_ text: Span<UInt8>, in place: TextPlace) -> Int? {
        var index = 0
        while true {
            let start = index
            index = place == .content ? text.endOfWrittenText(from: start) : text.endOfWrittenValue(from: start)
            text.extracting(start..<index).append(to: &self)
            guard index < text.count else { return nil }
            switch text[index] {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\""): append("&quot;")
            case 0x09: append("&#x9;")
            case 0x0A: append("&#xA;")
            case 0x0D: append("&#xD;")
            case 0xEF where !text.isInvalidCharacter(at: index):
                append(0xEF)
            default: return index
            }
            index += 1
        }
    }

    /// Appends ASCII characters.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { unsafe append($0) }
    }
}

extension Span<UInt8> {
    /// Whether a control character that XML does not allow, U+FFFE or U+FFFF begins at an offset (XML 1.0, section 2.2).
    func isInvalidCharacter(at index: Int) -> Bool {
        let byte = self[index]
        if byte < 0x20 { return !byte.isXMLSpace }
        return byte == 0xEF && (has("\u{FFFE}", at: index) || has("\u{FFFF}", at: index))
    }

    /// The first offset of a character that XML does not allow; nil if there is no such character. The text is valid UTF-8.
    var firstInvalidCharacter: Int? {
        var index = 0
        while true {
            index = self.index(from: index) { $0 < 0x20 && !$0.isXMLSpace || $0 == 0xEF }
            if index == count { return nil }
            if isInvalidCharacter(at: index) { return index }
            index += 1
        }
    }
}

extension String {
    /// Calls `body` with the UTF-8 of this string.
    @inline(__always)
    func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        var text = self
        return text.withUTF8 { body(unsafe $0.span) }
    }
}
