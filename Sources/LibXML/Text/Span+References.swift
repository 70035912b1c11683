// References to entities in well-formed text, and what they refer to.

extension Span<UInt8> {
    /// Returns whether a reference to an entity other than the predefined ones is at an offset.
    func hasEntityReference(at index: Int) -> Bool {
        has("&", at: index) && !has("&#", at: index) && endOfPredefinedReference(at: index) == nil
    }

    /// Returns the first reference in a range to an entity other than the predefined ones; nil if the range contains no such
    /// reference.
    func entityReference(in range: Range<Int>) -> Range<Int>? {
        let part = extracting(range)
        var start = 0
        while true {
            start = part.index(from: start) { $0 == UInt8(ascii: "&") }
            guard start < part.count else { return nil }
            if part.hasEntityReference(at: start) {
                let end = part.index(from: start) { $0 == UInt8(ascii: ";") }
                return range.lowerBound + start..<Swift.min(range.lowerBound + end + 1, range.upperBound)
            }
            start += 1
        }
    }

    /// Returns whether the value of an attribute at a range is in quotes. It does not begin at offset 0.
    @inline(__always)
    func isQuoted(_ range: Range<Int>) -> Bool {
        let quote = self[range.lowerBound - 1]
        return (quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")) && range.upperBound < count
            && self[range.upperBound] == quote
    }

    /// Whether this document type declaration may declare entities or default attributes.
    ///
    /// The replacement text of a parameter entity with such a declaration is declared too.
    var hasDeclarations: Bool {
        unsafe withUnsafeBufferPointer { text in
            unsafe text.end(of: "<!ENTITY", from: 0) < text.count || text.end(of: "<!ATTLIST", from: 0) < text.count
        }
    }
}
