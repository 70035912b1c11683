/// Where the lines of a text are: a checkpoint every 1,024 bytes, from which a place is a short scan away, also in a
/// document of one long line.
final class LineIndex: Sendable {
    static let interval = 1024

    private let checkpoints: [Position]

    /// Complexity: O(*n*) in the length of the text.
    init(_ text: Span<UInt8>, from origin: Position) {
        var checkpoints: [Position] = []
        checkpoints.reserveCapacity((text.count - origin.offset) / Self.interval + 1)
        var position = origin
        while true {
            checkpoints.append(position)
            let next = position.offset + Self.interval
            guard next <= text.count else { break }
            position.advance(to: next, in: text)
        }
        self.checkpoints = checkpoints
    }

    /// The line and column of `offset`. Complexity: O(1).
    func position(at offset: Int, in text: Span<UInt8>) -> Position {
        let start = checkpoints[0].offset
        var position = checkpoints[min(max(0, offset - start) / Self.interval, checkpoints.count - 1)]
        position.advance(to: offset, in: text)
        return position
    }
}

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
}
