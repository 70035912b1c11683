/// Reads a start tag that is known to be well-formed.
enum TagScanner {
    /// Calls `body` with each attribute, namespace declarations included, in order: its name, and its end after its
    /// closing quote. Stops if `body` returns false.
    static func forEachAttribute(
        in text: Span<UInt8>, tag: Range<Int>, _ body: (_ attribute: (name: Range<Int>, end: Int)) -> Bool
    ) {
        var position = text.index(from: tag.lowerBound + 1, where: isNameEnd)
        while true {
            let start = text.skipSpace(from: position)
            let end = text.index(from: start, where: isNameEnd)
            guard end > start, end < tag.upperBound else { return }
            let open = text.index(from: end) { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
            guard open < tag.upperBound else { return }
            let quote = text[open]
            position = text.index(from: open + 1) { $0 == quote } + 1
            guard body((start..<end, position)) else { return }
        }
    }

    /// Returns the end of the start tag that begins at `start`, after its `>`; the end of the text if the tag is not
    /// closed.
    static func end(in text: Span<UInt8>, from start: Int) -> Int {
        var quote: UInt8 = 0
        let end = text.index(from: start) { byte in
            if quote != 0 {
                if byte == quote { quote = 0 }
                return false
            }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
            return byte == UInt8(ascii: ">")
        }
        return min(end + 1, text.count)
    }

    private static func isNameEnd(_ byte: UInt8) -> Bool {
        byte.isXMLSpace || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
    }

    /// Returns the prefix that an attribute with this name declares, empty for `xmlns`; nil if it is not a namespace
    /// declaration.
    static func declaredPrefix(_ text: Span<UInt8>, _ name: Range<Int>) -> Range<Int>? {
        guard text.has("xmlns", at: name.lowerBound), name.count >= 5 else { return nil }
        if name.count == 5 { return name.upperBound..<name.upperBound }
        guard text[name.lowerBound + 5] == UInt8(ascii: ":") else { return nil }
        return name.lowerBound + 6..<name.upperBound
    }
}
