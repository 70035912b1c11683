/// Where the lines of a text are: a checkpoint every 1,024 bytes, from which a place is a short scan away, also in a
/// document of one long line.
final class LineIndex: Sendable {
    static let interval = 1024

    private let checkpoints: [Position]

    /// Complexity: O(*n*) in the length of the text.
    init(_ text: Span<UInt8>, from origin: Position, _ map: RepairMap? = nil) {
        var checkpoints: [Position] = []
        checkpoints.reserveCapacity((text.count - origin.offset) / Self.interval + 1)
        var position = origin
        while true {
            checkpoints.append(position)
            let next = position.offset + Self.interval
            guard next <= text.count else { break }
            position.advance(to: next, in: text, map)
        }
        self.checkpoints = checkpoints
    }

    /// The line and column of `offset`. Complexity: O(1).
    func position(at offset: Int, in text: Span<UInt8>, _ map: RepairMap? = nil) -> Position {
        let start = checkpoints[0].offset
        var position = checkpoints[min(max(0, offset - start) / Self.interval, checkpoints.count - 1)]
        position.advance(to: offset, in: text, map)
        return position
    }

    /// The offset of a line and column; nil when the text does not have them. Complexity: O(log *n*).
    func offset(of place: XMLLocation, in text: Span<UInt8>) -> Int? {
        let target = (place.line, place.column)
        let next = checkpoints.partitioningIndex { ($0.line, $0.column) > target }
        var position = checkpoints[max(0, next - 1)]
        while (position.line, position.column) < target, position.offset < text.count {
            position.advance(to: position.offset + 1, in: text)
        }
        // A column begins with the first byte of a character, and the next one after its last.
        while position.offset < text.count, text[position.offset].isUTF8Continuation {
            position.advance(to: position.offset + 1, in: text)
        }
        return position.line == place.line ? position.offset : nil
    }
}

extension Position {
    /// Goes on to `target`, or to the end of the text, with the lines and columns of the text before it was repaired.
    mutating func advance(to target: Int, in text: Span<UInt8>, _ map: RepairMap?) {
        guard let map else { return advance(to: target, in: text) }
        self = map.position(at: min(target, text.count), in: text, from: self)
    }
}
