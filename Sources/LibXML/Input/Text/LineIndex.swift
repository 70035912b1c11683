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
}

extension Position {
    /// Goes on to `target`, or to the end of the text, with the lines and columns of the text before it was mended.
    mutating func advance(to target: Int, in text: Span<UInt8>, _ map: RepairMap?) {
        guard let map else { return advance(to: target, in: text) }
        self = map.position(at: min(target, text.count), in: text, from: self)
    }
}
