/// Searches of eight bytes at once. Each returns a word with the highest bit of every byte that was found.
enum ByteSearch {
    /// Returns the bytes that are `byte`.
    @inline(__always)
    static func bytes(_ byte: UInt64, in word: UInt64) -> UInt64 {
        zeros(in: word ^ (byte &* 0x0101_0101_0101_0101))
    }

    /// Returns the control characters in ASCII, except U+007F.
    @inline(__always)
    static func controls(in word: UInt64) -> UInt64 {
        zeros(in: word & 0xE0E0_E0E0_E0E0_E0E0)
    }

    @inline(__always)
    private static func zeros(in word: UInt64) -> UInt64 {
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        return ~(((word & low) &+ low) | word | low)
    }
}
