/// A line and a column, both from 1, at an offset of a text in UTF-8.
struct Position: Sendable {
    var offset: Int
    var line: Int
    var column: Int

    /// Advances to `target`, or to the end of the text if that comes first. Does nothing if `target` is before the
    /// offset. Complexity: O(distance).
    mutating func advance(to target: Int, in text: Span<UInt8>) {
        unsafe text.withUnsafeBufferPointer { unsafe advance(to: target, in: $0) }
    }

    /// Does the same. Scans eight bytes at a time.
    mutating func advance(to target: Int, in text: UnsafeBufferPointer<UInt8>) {
        let end = min(target, text.count)
        if end &- offset >= 256 { unsafe pass(UnsafeBufferPointer(rebasing: text[offset..<end])) }
        while offset < end {
            let count = min(8, end &- offset)
            if offset &+ 8 <= text.count {
                let bytes = unsafe UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                if pass(UInt64(littleEndian: bytes), count) { continue }
            }
            for _ in 0..<count { step(in: unsafe text.span) }
        }
    }

    /// Advances over most of a long text. Does nothing if the text contains a carriage return.
    ///
    /// Each byte of a word is a counter of its own, because counting the bits of a word is slow on machines without an
    /// instruction for it.
    private mutating func pass(_ text: UnsafeBufferPointer<UInt8>) {
        let words = text.count / 8
        var (lineFeeds, continuations) = (0, 0)
        var index = 0
        while index < words {
            // A byte counts up to 255.
            let end = min(index &+ 255, words)
            var (feeds, rest, returns): (UInt64, UInt64, UInt64) = (0, 0, 0)
            while index < end {
                let raw = UnsafeRawBufferPointer(text)
                let bytes = UInt64(littleEndian: unsafe raw.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
                feeds &+= Self.bits(of: 0x0A, in: bytes) >> 7
                rest &+= (bytes >> 7) & ~(bytes >> 6) & Self.ones
                returns |= Self.bits(of: 0x0D, in: bytes)
                index &+= 1
            }
            if returns != 0 { return }
            lineFeeds &+= Self.sum(feeds)
            continuations &+= Self.sum(rest)
        }
        let count = words &* 8
        offset &+= count
        line &+= lineFeeds
        column &+= count &- continuations
        guard lineFeeds > 0 else { return }
        var last = count &- 1
        column = 1
        while unsafe text[last] != 0x0A {
            if unsafe !text[last].isUTF8Continuation { column &+= 1 }
            last &-= 1
        }
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Returns the sum of the bytes of a word.
    private static func sum(_ bytes: UInt64) -> Int {
        let low: UInt64 = 0x00FF_00FF_00FF_00FF
        return Int((((bytes & low) &+ ((bytes >> 8) & low)) &* 0x0001_0001_0001_0001) >> 48)
    }

    /// Advances over the first `count` of eight bytes. Returns false, and does nothing, if they contain a carriage
    /// return.
    @inline(__always)
    private mutating func pass(_ bytes: UInt64, _ count: Int) -> Bool {
        var bytes = bytes
        if count < 8 {
            // The bytes after them count as letters.
            let rest = UInt64.max << (8 &* UInt64(count))
            bytes = bytes & ~rest | 0x6161_6161_6161_6161 & rest
        }
        guard Self.bits(of: 0x0D, in: bytes) == 0 else { return false }
        let lineFeeds = Self.bits(of: 0x0A, in: bytes)
        if lineFeeds != 0 {
            line &+= lineFeeds.nonzeroBitCount
            let afterLast = 64 &- lineFeeds.leadingZeroBitCount
            // The columns up to the last line feed are subtracted here, because `count` below includes them.
            bytes = bytes >> UInt64(afterLast)
            column = 1 &- afterLast / 8
        }
        let continuations = (bytes >> 7) & ~(bytes >> 6) & 0x0101_0101_0101_0101
        column &+= count &- continuations.nonzeroBitCount
        offset &+= count
        return true
    }

    /// Returns the highest bit of each byte that is `byte`.
    @inline(__always)
    private static func bits(of byte: UInt64, in bytes: UInt64) -> UInt64 {
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        let difference = bytes ^ (byte &* 0x0101_0101_0101_0101)
        return ~(((difference & low) &+ low) | difference | low)
    }

    /// Advances over one byte.
    private mutating func step(in text: Span<UInt8>) {
        let byte = text[offset]
        offset += 1
        // A line ends with LF, CR LF or CR (XML 1.0, section 2.11).
        if byte == 0x0A || byte == 0x0D && !(offset < text.count && text[offset] == 0x0A) {
            line += 1
            column = 1
        } else if !byte.isUTF8Continuation {
            column += 1
        }
    }
}
