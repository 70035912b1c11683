/// Computes the places of the text in a window, each from a known one.
struct WindowPlaces {
    /// The place of the first byte. Its offset counts from the beginning of the stream's text.
    private(set) var start: Position
    /// The last place that was requested. Places after it are computed from it.
    private var cursor: Position
    /// Places at regular distances, from which places before the cursor are computed. Empty until one is requested.
    private var marks: [Position] = []

    /// - Parameter start: the line and column of the first byte of the stream's text.
    init(at start: Position) { (self.start, cursor) = (start, start) }

    /// The place of the first byte of the window. Its offset is 0.
    var beginning: Position { Position(offset: 0, line: start.line, column: start.column) }

    /// The line and column at an offset. Complexity: O(distance) from the last one that was requested; O(log *n*) for
    /// an earlier one, once the text up to there has been scanned a second time.
    ///
    /// - Parameter map: the map back to the original text, if that was repaired.
    @inline(__always)
    mutating func position(at offset: Int, in text: Span<UInt8>, _ map: RepairMap?) -> Position {
        let offset = min(max(offset, 0), text.count)
        if offset < cursor.offset || !marks.isEmpty && offset > cursor.offset + LineIndex.interval {
            cursor = mark(before: offset, in: text, map)
        }
        var position = cursor
        position.advance(to: offset, in: text, map)
        // At the end of the text, it is not known yet whether a line feed follows a carriage return.
        if offset < text.count { cursor = position }
        return position
    }

    private mutating func mark(before offset: Int, in text: Span<UInt8>, _ map: RepairMap?) -> Position {
        if marks.isEmpty { marks.append(beginning) }
        var last = marks[marks.count - 1]
        while last.offset + LineIndex.interval <= min(offset, text.count - 1) {
            last.advance(to: last.offset + LineIndex.interval, in: text, map)
            marks.append(last)
        }
        let index = marks.partitioningIndex { $0.offset > offset } - 1
        return index < 0 ? beginning : marks[index]
    }

    /// Discards the first `count` bytes, which end at `place`.
    mutating func drop(_ count: Int, to place: Position) {
        start = Position(offset: start.offset + count, line: place.line, column: place.column)
        cursor = beginning
        marks.removeFirst(marks.partitioningIndex { $0.offset >= count })
        for index in marks.indices { marks[index].offset -= count }
    }
}
