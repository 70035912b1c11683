// Bytes that are not valid UTF-8, for their repair.

extension RawBuffer<UInt8> {
    /// The replacement for each byte that is not part of a character: a byte that UTF-8 never contains.
    static var noCharacter: UInt8 { 0xFF }

    /// Replaces each byte from `start` on that is not part of a character with ``noCharacter``.
    mutating func markInvalidUTF8(from start: Int) {
        var index = start
        while true {
            guard let invalid = withSpan(0..<count, { $0.invalidUTF8(from: index) }) else { return }
            index = invalid.offset + invalid.length
            for offset in invalid.offset..<index { self[offset] = Self.noCharacter }
        }
    }

    /// Does the same for text that libxml2 has converted. In such text, half of a surrogate pair is three bytes, which
    /// become one.
    mutating func markHalfSurrogates(from start: Int) {
        var (index, end) = (start, start)
        while true {
            let next = withSpan(0..<count) { $0.invalidUTF8(from: index)?.offset ?? $0.count }
            for offset in index..<next {
                if end != offset { self[end] = self[offset] }
                end += 1
            }
            guard next < count else { break }
            let isHalf = self[next] == 0xED && count - next >= 3
            self[end] = Self.noCharacter
            end += 1
            index = next + (isHalf ? 3 : 1)
        }
        truncate(to: end)
    }
}

extension Span<UInt8> {
    /// Returns the number of characters beyond ASCII in text that may be UTF-8, and the number of bytes that are not
    /// part of a character.
    func countUTF8() -> (characters: Int, bad: Int) {
        var (characters, bad, index) = (0, 0, 0)
        // A character that is cut off at the end may continue.
        while let invalid = invalidUTF8(from: index, &characters), !invalid.isCut {
            bad += invalid.length
            index = invalid.offset + invalid.length
        }
        return (characters, bad)
    }

    /// Returns the first bytes from `start` on that are not UTF-8 (Unicode, table 3-7); nil if all bytes are UTF-8.
    ///
    /// `isCut` is whether they are a character that the end of the text cuts off. Complexity: O(*n*).
    func invalidUTF8(from start: Int) -> (offset: Int, length: Int, isCut: Bool)? {
        var characters = 0
        return invalidUTF8(from: start, &characters)
    }

    /// Does the same as ``invalidUTF8(from:)``.
    ///
    /// - Parameter characters: increased by the number of characters beyond ASCII before these bytes.
    @inline(__always)
    private func invalidUTF8(
        from start: Int, _ characters: inout Int
    ) -> (offset: Int, length: Int, isCut: Bool)? {
        var index = start
        while true {
            index = endOfASCII(from: index)
            guard index < count else { return nil }
            let (length, second) = Self.sequence(from: self[index])
            var seen = 1
            while seen < length, index + seen < count,
                seen == 1 ? second.contains(self[index + 1]) : self[index + seen].isUTF8Continuation
            {
                seen += 1
            }
            if length == 1 || seen < length { return (index, seen, length > 1 && index + seen == count) }
            index += length
            characters += 1
        }
    }

    /// Returns the length of a character that begins with a byte beyond ASCII, and the range of its second byte. The
    /// length is 1 if no character begins with the byte.
    private static func sequence(from first: UInt8) -> (length: Int, second: ClosedRange<UInt8>) {
        switch first {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: (1, 0...0)
        }
    }
}
