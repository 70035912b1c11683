/// Maps a repaired text to the original text.
///
/// Offsets in the repaired text count from its beginning, or from the beginning of its remaining part.
struct RepairMap: Sendable {
    /// A part of the text that was replaced; either side may be empty.
    struct Edit: Sendable {
        /// Its range in the repaired text.
        var output: Range<Int>
        /// Its start and end in the original text.
        var start: Position
        var end: Position
    }

    /// In order. The first is an empty edit at the beginning of the text.
    private(set) var edits: [Edit]

    init(from start: Position) {
        edits = [Edit(output: 0..<0, start: start, end: start)]
    }

    mutating func append(_ edit: Edit) {
        edits.append(edit)
    }

    /// Extends the last edit to an offset of the repaired text, and to a position of the original text.
    mutating func extendLast(to offset: Int, _ end: Position) {
        let last = edits.count - 1
        edits[last].output = edits[last].output.lowerBound..<offset
        edits[last].end = end
    }

    /// Returns the last edit that begins at or before an offset. Complexity: O(log *n*) in the number of edits.
    private func edit(at offset: Int) -> Edit {
        edits[max(0, edits.partitioningIndex { $0.output.lowerBound > offset } - 1)]
    }

    /// Returns the position of `offset` of the repaired `text`, with the line and column in the original text.
    ///
    /// - Parameter cursor: a known position at or before it.
    /// - Complexity: O(distance) from the cursor, or from the last edit before.
    func position(at offset: Int, in text: Span<UInt8>, from cursor: Position) -> Position {
        let edit = edit(at: offset)
        if offset < edit.output.upperBound {
            return Position(offset: offset, line: edit.start.line, column: edit.start.column)
        }
        var position = cursor
        if cursor.offset <= edit.output.upperBound || cursor.offset > offset {
            position = Position(offset: edit.output.upperBound, line: edit.end.line, column: edit.end.column)
        }
        position.advance(to: offset, in: text)
        return position
    }

    /// Returns the offset in the original text for an offset in the repaired text.
    func original(of offset: Int) -> Int {
        let edit = edit(at: offset)
        return offset < edit.output.upperBound ? edit.start.offset : edit.end.offset + offset - edit.output.upperBound
    }

    /// Returns the end in the original text of the text that ends at `offset` in the repaired text: before any text
    /// omitted there.
    func originalEnd(of offset: Int) -> Int {
        guard offset > 0 else { return original(of: offset) }
        let edit = edit(at: offset - 1)
        return offset <= edit.output.upperBound ? edit.end.offset : edit.end.offset + offset - edit.output.upperBound
    }

    /// Returns whether the byte at `offset` of the repaired text is from the original text.
    func isOriginal(_ offset: Int) -> Bool {
        !edit(at: offset).output.contains(offset)
    }

    /// Returns whether an edit is in a range of the repaired text, or touches it. Complexity: as for ``edit(at:)``.
    func isChanged(_ range: Range<Int>) -> Bool {
        // The first edit does not come from the repair.
        let last = edits.partitioningIndex { $0.output.lowerBound > range.upperBound } - 1
        return last > 0 && edits[last].output.upperBound >= range.lowerBound
    }

    /// Returns the parts of a range of the repaired text, in order, each with its offset in the original text; nil for
    /// a part that is not in the original text.
    func parts(of range: Range<Int>) -> [(range: Range<Int>, original: Int?)] {
        var parts: [(range: Range<Int>, original: Int?)] = []
        var index = max(0, edits.partitioningIndex { $0.output.lowerBound > range.lowerBound } - 1)
        var position = range.lowerBound
        while position < range.upperBound {
            let edit = edits[index]
            index += 1
            let next = index < edits.count ? edits[index].output.lowerBound : Int.max
            let changed = position..<max(position, min(edit.output.upperBound, range.upperBound))
            if !changed.isEmpty { parts.append((changed, nil)) }
            position = changed.upperBound
            let end = min(next, range.upperBound)
            guard position < end else { continue }
            parts.append((position..<end, edit.end.offset + position - edit.output.upperBound))
            position = end
        }
        return parts
    }

    /// Returns the map of the part of the repaired text in `range`.
    ///
    /// - Parameter start: the line and column at its beginning.
    func cut(to range: Range<Int>, from start: Position) -> Self {
        let beginning = Position(offset: original(of: range.lowerBound), line: start.line, column: start.column)
        var part = Self(from: beginning)
        let first = max(0, edits.partitioningIndex { $0.output.lowerBound > range.lowerBound } - 1)
        for var edit in edits[first...] {
            guard edit.output.lowerBound < range.upperBound else { break }
            let isInside = edit.output.lowerBound > range.lowerBound || edit.output.upperBound > range.lowerBound
            guard isInside else { continue }
            let lower = max(edit.output.lowerBound, range.lowerBound) - range.lowerBound
            edit.output = lower..<min(edit.output.upperBound, range.upperBound) - range.lowerBound
            part.edits.append(edit)
        }
        return part
    }
}
