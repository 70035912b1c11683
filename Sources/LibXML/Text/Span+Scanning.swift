extension UInt8 {
    /// The white space of XML 1.0, section 2.3.
    var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }

    var isASCIILetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}

extension Span<UInt8> {
    /// Returns whether the ASCII characters of `word` are at `offset`.
    func has(_ word: StaticString, at offset: Int) -> Bool {
        let length = word.utf8CodeUnitCount
        guard offset >= 0, count - offset >= length else { return false }
        return word.withUTF8Buffer { word in
            for index in 0..<length where unsafe self[offset + index] != word[index] { return false }
            return true
        }
    }

    /// Returns the offset after the next `mark` from `start` on; nil if there is no mark.
    func endIfAny(of mark: StaticString, from start: Int) -> Int? {
        let end = end(of: mark, from: start)
        let found = end - mark.utf8CodeUnitCount
        return found >= start && has(mark, at: found) ? end : nil
    }

    /// Returns the first offset from `start` on whose byte satisfies `condition`; the end if no byte does.
    @inline(__always)
    func index(from start: Int, where condition: (UInt8) -> Bool) -> Int {
        var index = start
        while index < count, !condition(self[index]) { index += 1 }
        return index
    }

    /// Returns the first offset from `start` on whose byte is not white space; the end if all bytes are.
    @inline(__always)
    func skipSpace(from start: Int) -> Int {
        index(from: start) { !$0.isXMLSpace }
    }
}
