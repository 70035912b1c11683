/// The position of the current piece of text in the whole text.
///
/// Stored positions have offsets in the piece; returned positions have offsets in the whole text.
struct RepairPiece {
    /// The offset of its first byte in the whole text.
    private(set) var base: Int
    var isLast = false
    /// The position of its first byte, and the last position requested.
    private var origin: Position
    private var cursor: Position
    /// Its lines, once a position before the last one has been requested.
    private var lines: LineIndex?

    init(at place: Position) {
        base = place.offset
        origin = Position(offset: 0, line: place.line, column: place.column)
        cursor = origin
    }

    /// Returns the position of an offset that is not before the last one requested.
    mutating func position(at index: Int, _ text: Span<UInt8>) -> Position {
        cursor.advance(to: index, in: text)
        return inWhole(cursor)
    }

    /// Returns the position of any offset, and keeps the last position requested. Complexity: O(distance) from that
    /// position, if the offset is after it.
    mutating func anyPosition(at index: Int, _ text: Span<UInt8>) -> Position {
        guard index >= cursor.offset else { return earlierPosition(at: index, text) }
        var position = cursor
        position.advance(to: index, in: text)
        return inWhole(position)
    }

    /// Returns the position of any offset, by the lines of the piece.
    mutating func earlierPosition(at index: Int, _ text: Span<UInt8>) -> Position {
        let lines = lines ?? LineIndex(text, from: origin)
        self.lines = lines
        return inWhole(lines.position(at: index, in: text))
    }

    /// Advances to the text after `end`, and records the positions of open elements while their start tags are
    /// available.
    mutating func advance(to end: Int, _ text: Span<UInt8>, _ open: inout OpenElements) {
        if let first = open.firstWithoutPlace, first - base < cursor.offset { cursor = origin }
        open.addPlaces { position(at: $0 - base, text) }
        self = Self(at: position(at: end, text))
    }

    private func inWhole(_ place: Position) -> Position {
        Position(offset: base + place.offset, line: place.line, column: place.column)
    }
}
