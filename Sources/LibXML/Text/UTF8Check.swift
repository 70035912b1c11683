// Bytes that are no UTF-8, where that is repaired.

extension RawBuffer<UInt8> {
    /// What takes the place of each byte that belongs to no character: a byte that UTF-8 never has.
    static var noCharacter: UInt8 { 0xFF }

    /// Puts ``noCharacter`` in the place of each byte from `start` on that belongs to no character.
    mutating func markInvalidUTF8(from start: Int) {
        var index = start
        while true {
            guard let invalid = withSpan(0..<count, { $0.invalidUTF8(from: index) }) else { return }
            index = invalid.offset + invalid.length
            for offset in invalid.offset..<index { self[offset] = Self.noCharacter }
        }
    }

    /// The same for text that libxml2 has converted, where half of a surrogate pair is three bytes, which become one.
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
    /// How many characters beyond ASCII there are in text that may be UTF-8, and how many bytes that belong to none.
    func countUTF8() -> (characters: Int, bad: Int) {
        var (characters, bad, index) = (0, 0, 0)
        // A character that is cut off at the end may go on.
        while let invalid = invalidUTF8(from: index, &characters), !invalid.isCut {
            bad += invalid.length
            index = invalid.offset + invalid.length
        }
        return (characters, bad)
    }

    /// The first bytes from `start` on that are not UTF-8 (Unicode, table 3-7), and whether they are a character that the
    /// text's end cuts off; nil when all are. Complexity: O(*n*).
    func invalidUTF8(from start: Int) -> (offset: Int, length: Int, isCut: Bool)? {
        var characters = 0
        return invalidUTF8(from: start, &characters)
    }

    /// The same.
    ///
    /// - Parameter characters: how many characters beyond ASCII come before is added to it.
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

    /// How long the character is that begins with a byte beyond ASCII, and what its second byte may be; 1 when none does.
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
