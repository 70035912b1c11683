// Bytes that are no UTF-8, where that is mended.

extension RawBuffer<UInt8> {
    /// What takes the place of each byte that belongs to no character: a byte that UTF-8 never has.
    static var noCharacter: UInt8 { 0xFF }

    /// Puts ``noCharacter`` in the place of each byte from `start` on that belongs to no character.
    mutating func markInvalidUTF8(from start: Int) {
        var index = start
        while true {
            let (next, length) = withSpan(0..<count) { $0.nextInvalidUTF8(from: index) }
            guard length > 0 else { return }
            for offset in next..<next + length { self[offset] = Self.noCharacter }
            index = next + length
        }
    }

    /// The same for text that libxml2 has converted, where half of a surrogate pair is three bytes, which become one.
    mutating func markHalfSurrogates(from start: Int) {
        var (index, end) = (start, start)
        while true {
            let (next, length) = withSpan(0..<count) { $0.nextInvalidUTF8(from: index) }
            for offset in index..<next {
                if end != offset { self[end] = self[offset] }
                end += 1
            }
            guard length > 0 else { break }
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
        while true {
            let next = nextInvalidUTF8(from: index, &characters)
            // A character that is cut off at the end may go on.
            guard next.length > 0, next.offset + next.length < count else { return (characters, bad) }
            bad += next.length
            index = next.offset + next.length
        }
    }

    /// The next bytes from `start` on that belong to no character (Unicode, table 3-7); the end, and a length of 0, when
    /// there are none.
    func nextInvalidUTF8(from start: Int) -> (offset: Int, length: Int) {
        var characters = 0
        return nextInvalidUTF8(from: start, &characters)
    }

    /// The same.
    ///
    /// - Parameter characters: how many characters beyond ASCII come before are added to it.
    @inline(__always)
    private func nextInvalidUTF8(from start: Int, _ characters: inout Int) -> (offset: Int, length: Int) {
        var index = start
        while true {
            index = endOfASCII(from: index)
            guard index < count else { return (count, 0) }
            let length = lengthOfCharacter(at: index)
            guard length > 0 else { return (index, 1) }
            index += length
            characters += 1
        }
    }

    /// The length of the character beyond ASCII that begins at an offset; 0 when none does.
    private func lengthOfCharacter(at index: Int) -> Int {
        let first = self[index]
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch first {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0...0)
            }
        guard length > 0, count - index >= length, second.contains(self[index + 1]) else { return 0 }
        for offset in 2..<max(2, length) where !self[index + offset].isUTF8Continuation { return 0 }
        return length
    }
}
