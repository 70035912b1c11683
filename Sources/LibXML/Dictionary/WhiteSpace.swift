extension XMLMapping.WhiteSpace {
    /// Returns the range of the text that remains under this rule.
    @inline(__always)
    func rest(of text: Span<UInt8>) -> Range<Int> {
        // Most text has no surrounding white space: its first and last bytes are ASCII characters from `!`.
        let isPlain = text.count > 0 && (0x21...0x7F).contains(text[0]) && (0x21...0x7F).contains(text[text.count - 1])
        return isPlain || self == .kept ? 0..<text.count : strip(text)
    }

    /// Returns the range of a comment that remains under this rule.
    func rest(ofComment text: Span<UInt8>) -> Range<Int> { self == .stripped ? strip(text) : 0..<text.count }

    private func strip(_ text: Span<UInt8>) -> Range<Int> {
        let takesZeroWidth = self == .trimmed
        // White space between tags is mostly a line feed and an indentation.
        var start = text.index(from: 0) { $0 != 0x20 && $0 != 0x0A }
        while start < text.count, case let width = text.spaceWidth(at: start, takesZeroWidth), width > 0 {
            start += width
        }
        var end = text.count
        while end > start {
            var previous = end - 1
            while previous > start, text[previous].isUTF8Continuation { previous -= 1 }
            guard text.spaceWidth(at: previous, takesZeroWidth) > 0 else { break }
            end = previous
        }
        return start..<end
    }
}

extension Span<UInt8> {
    /// Returns the length of the white-space character at an offset in bytes; 0 if the character is not white space.
    ///
    /// White space is what Python strips, characters of bidirectional type WS, B or S or of category Zs, and U+200B if
    /// `takesZeroWidth`, as Foundation trims it.
    fileprivate func spaceWidth(at offset: Int, _ takesZeroWidth: Bool) -> Int {
        let byte = self[offset]
        if byte < 0x80 { return byte == 0x20 || (0x09...0x0D).contains(byte) || (0x1C...0x1F).contains(byte) ? 1 : 0 }
        return wideSpaceWidth(at: offset, takesZeroWidth)
    }

    private func wideSpaceWidth(at offset: Int, _ takesZeroWidth: Bool) -> Int {
        if offset + 1 < count, self[offset] == 0xC2 {
            return self[offset + 1] == 0x85 || self[offset + 1] == 0xA0 ? 2 : 0
        }
        guard offset + 2 < count else { return 0 }
        return switch (self[offset], self[offset + 1], self[offset + 2]) {
        // U+1680; U+2000 to 200A, 2028, 2029 and 202F; U+200B; U+205F; U+3000.
        case (0xE1, 0x9A, 0x80): 3
        case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xE2, 0x80, 0xAF): 3
        case (0xE2, 0x80, 0x8B): takesZeroWidth ? 3 : 0
        case (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80): 3
        default: 0
        }
    }
}
