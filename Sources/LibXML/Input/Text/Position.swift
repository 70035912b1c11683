/// A line and a column, both from 1, at an offset of a text in UTF-8.
struct Position: Sendable {
    var offset: Int
    var line: Int
    var column: Int

    /// Goes on to `target`, which does not come earlier. Complexity: O(distance).
    mutating func advance(to target: Int, in text: Span<UInt8>) {
        while offset < target, offset < text.count {
            let byte = text[offset]
            offset += 1
            // A line ends with LF, CR LF or CR (XML 1.0, section 2.11).
            let isLineEnd = byte == 0x0A || byte == 0x0D && !(offset < text.count && text[offset] == 0x0A)
            if isLineEnd {
                line += 1
                column = 1
            } else if !byte.isUTF8Continuation {
                column += 1
            }
        }
    }

    /// The same for a target that may be far away: lines are skipped as wholes where they all end with LF.
    mutating func skip(to target: Int, in text: UnsafeBufferPointer<UInt8>) {
        let near = 64
        guard target - offset >= near else { return unsafe advance(to: target, in: text.span) }
        let part = unsafe UnsafeBufferPointer(rebasing: text[offset..<target])
        guard unsafe part.firstIndex(of: 0x0D, from: 0) == part.count else {
            return unsafe advance(to: target, in: text.span)
        }
        let length = target - offset
        var lineStart = 0
        while true {
            let end = unsafe part.firstIndex(of: 0x0A, from: lineStart)
            guard end < length else { break }
            lineStart = end + 1
            line += 1
            column = 1
        }
        column += unsafe part.span.scalarCount(lineStart..<part.count)
        offset = target
    }
}
