// White space as Python's `str.strip` takes it away: the characters of bidirectional type WS, B or S, or of category
// Zs.

extension Tape {
    /// Whether the text of an element is nothing but white space.
    func isBlank(_ element: Int) -> Bool {
        forEachText(of: element) { piece in
            withData(piece) { $0.strippedRange.isEmpty }
        }
    }

    /// The text of an element without white space at both ends.
    func strippedText(of element: Int) -> String {
        withStrippedText(of: element) { $0.string(0..<$0.count) }
    }

    /// Calls `body` with the text of an element, its pieces joined, without white space at both ends.
    func withStrippedText<Result>(of element: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        var first: Int?
        var joined: [UInt8]?
        _ = forEachText(of: element) { piece in
            guard let only = first else {
                first = piece
                return true
            }
            if joined == nil { joined = withData(only) { $0.array } }
            withData(piece) { joined?.append(contentsOf: $0) }
            return true
        }
        if let joined { return body(joined.span.extracting(joined.span.strippedRange)) }
        guard let first else { return body([UInt8]().span) }
        return withData(first) { body($0.extracting($0.strippedRange)) }
    }

    /// Calls `body` with each text, CDATA section and entity reference that is a child of an element, as long as it
    /// returns true. Returns whether it always did.
    private func forEachText(of element: Int, _ body: (Int) -> Bool) -> Bool {
        var index = firstChild(element)
        let end = end(element)
        while index < end {
            switch kind(index) {
            case .text, .cdata, .entityReference: if !body(index) { return false }
            default: break
            }
            index = next(index)
        }
        return true
    }
}

extension Span<UInt8> {
    /// What remains without white space at both ends.
    var strippedRange: Range<Int> {
        var start = 0
        while start < count, case let width = spaceWidth(at: start), width > 0 { start += width }
        var end = count
        while end > start {
            var previous = end - 1
            while previous > start, self[previous].isUTF8Continuation { previous -= 1 }
            guard spaceWidth(at: previous) > 0 else { break }
            end = previous
        }
        return start..<end
    }

    /// The length of the white-space character at an offset; 0 when there is none.
    @inline(__always)
    private func spaceWidth(at offset: Int) -> Int {
        let byte = self[offset]
        if byte < 0x80 { return byte == 0x20 || (0x09...0x0D).contains(byte) || (0x1C...0x1F).contains(byte) ? 1 : 0 }
        return wideSpaceWidth(at: offset)
    }

    private func wideSpaceWidth(at offset: Int) -> Int {
        if offset + 1 < count, self[offset] == 0xC2 {
            return self[offset + 1] == 0x85 || self[offset + 1] == 0xA0 ? 2 : 0
        }
        guard offset + 2 < count else { return 0 }
        return switch (self[offset], self[offset + 1], self[offset + 2]) {
        // U+1680; U+2000 to 200A, 2028, 2029 and 202F; U+205F; U+3000.
        case (0xE1, 0x9A, 0x80): 3
        case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xE2, 0x80, 0xAF): 3
        case (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80): 3
        default: 0
        }
    }
}
