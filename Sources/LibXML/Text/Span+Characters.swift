extension Span<UInt8> {
    /// The number of Unicode scalars that begin in `range`. Complexity: O(length), eight bytes at a time.
    func scalarCount(_ range: Range<Int>) -> Int {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        var (count, index) = (range.count, range.lowerBound)
        while index &+ 8 <= range.upperBound {
            // Each byte is a counter up to 255: counting the bits of a word is slow on machines without an instruction
            // for it.
            let end = index &+ min(8 * 255, (range.upperBound &- index) & ~7)
            var continuations: UInt64 = 0
            while index < end {
                let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
                continuations &+= (word >> 7) & ~(word >> 6) & 0x0101_0101_0101_0101
                index &+= 8
            }
            let low: UInt64 = 0x00FF_00FF_00FF_00FF
            let pairs = (continuations & low) &+ ((continuations >> 8) & low)
            count &-= Int((pairs &* 0x0001_0001_0001_0001) >> 48)
        }
        while index < range.upperBound {
            if self[index].isUTF8Continuation { count &-= 1 }
            index &+= 1
        }
        return count
    }

    /// The number of bytes in `range` that are ASCII. Complexity: O(length).
    func asciiCount(_ range: Range<Int>) -> Int {
        var count = 0
        for index in range where self[index] < 0x80 { count += 1 }
        return count
    }

    /// The number of UTF-16 code units of the scalars that begin in `range`. Complexity: O(length).
    func utf16Length(_ range: Range<Int>) -> Int {
        var count = 0
        for index in range where !self[index].isUTF8Continuation {
            count += self[index] >= 0xF0 && self[index] != RawBuffer<UInt8>.noCharacter ? 2 : 1
        }
        return count
    }
}

extension UInt8 {
    var isUTF8Continuation: Bool { self & 0xC0 == 0x80 }
}

extension Span<UInt8> {
    /// Whether all bytes are below 0x80. Complexity: O(*n*).
    var isASCII: Bool {
        var bits: UInt8 = 0
        for index in indices { bits |= self[index] }
        return bits < 0x80
    }
}
