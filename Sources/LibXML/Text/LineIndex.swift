/// The lines of a text, as a checkpoint every 1,024 bytes. A position is a short scan away from a checkpoint, even in a
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

    /// Returns the line and column of `offset`. Complexity: O(1).
    func position(at offset: Int, in text: Span<UInt8>, _ map: RepairMap? = nil) -> Position {
        let start = checkpoints[0].offset
        var position = checkpoints[min(max(0, offset - start) / Self.interval, checkpoints.count - 1)]
        position.advance(to: offset, in: text, map)
        return position
    }

    /// Returns the offset of a line and column; nil if the text does not have them. Complexity: O(log *n*).
    func offset(of place: XMLLocation, in text: Span<UInt8>) -> Int? {
        let target = (place.line, place.column)
        let next = checkpoints.partitioningIndex { ($0.line, $0.column) > target }
        var position = checkpoints[max(0, next - 1)]
        while (position.line, position.column) < target, position.offset < text.count {
            position.advance(to: position.offset + 1, in: text)
        }
        // A column begins at the first byte of a character and ends after its last byte.
        while position.offset < text.count, text[position.offset].isUTF8Continuation {
            position.advance(to: position.offset + 1, in: text)
        }
        return position.line == place.line ? position.offset : nil
    }
}

extension Position {
    /// Advances to `target`, or to the end of the text, by the lines and columns of the text before its repair.
    mutating func advance(to target: Int, in text: Span<UInt8>, _ map: RepairMap?) {
        guard let map else { return advance(to: target, in: text) }
        self = map.position(at: min(target, text.count), in: text, from: self)
    }
}
