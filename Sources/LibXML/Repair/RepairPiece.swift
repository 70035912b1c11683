/// Where the piece of text that is being looked at stands in the whole text.
///
/// Its own places have offsets from its beginning, those that it returns from the beginning of the whole text.
struct RepairPiece {
    /// The offset of its first byte in the whole text.
    private(set) var base: Int
    /// Whether nothing comes after it.
    var isLast = false
    /// The place of its first byte, and the one that was asked for last.
    private var origin: Position
    private var cursor: Position
    /// Its lines, once a place was asked for that lies before the last one.
    private var lines: LineIndex?

    init(at place: Position) {
        base = place.offset
        origin = Position(offset: 0, line: place.line, column: place.column)
        cursor = origin
    }

    /// The place of an offset, no earlier than the one that was asked for last.
    mutating func position(at index: Int, _ text: Span<UInt8>) -> Position {
        cursor.advance(to: index, in: text)
        return inWhole(cursor)
    }

    /// The place of any offset, which may be before the one that was asked for last, or between it and the next. Complexity:
    /// O(distance) from the last one, if it is after that.
    mutating func anyPosition(at index: Int, _ text: Span<UInt8>) -> Position {
        guard index >= cursor.offset else { return earlierPosition(at: index, text) }
        var position = cursor
        position.advance(to: index, in: text)
        return inWhole(position)
    }

    /// The place of any offset.
    mutating func earlierPosition(at index: Int, _ text: Span<UInt8>) -> Position {
        let lines = lines ?? LineIndex(text, from: origin)
        self.lines = lines
        return inWhole(lines.position(at: index, in: text))
    }

    /// Goes on to what comes after `end`, and notes the places of open elements before the text that holds them goes.
    mutating func advance(to end: Int, _ text: Span<UInt8>, _ open: inout OpenElements) {
        if let first = open.firstWithoutPlace, first - base < cursor.offset { cursor = origin }
        open.addPlaces { position(at: $0 - base, text) }
        self = Self(at: position(at: end, text))
    }

    private func inWhole(_ place: Position) -> Position {
        Position(offset: base + place.offset, line: place.line, column: place.column)
    }
}
