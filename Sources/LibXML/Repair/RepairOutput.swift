/// The repaired text, which consists of copied text and replacements.
struct RepairOutput: ~Copyable {
    /// The repaired text that is being written.
    private(set) var text = RawBuffer<UInt8>(capacity: 0)
    /// The differences between the repaired text and the original text.
    private(set) var map: RepairMap
    /// The offset in the current piece up to which it has been written.
    private(set) var copied = 0
    /// The number of replacements.
    private(set) var editCount = 0
    /// The size of the text when it was exchanged last, and how many `]` were then at its end, up to two. The text may
    /// have been taken since.
    private var earlier = (count: 0, brackets: 0)

    init(from start: Position) { map = RepairMap(from: start) }

    func ends(with byte: UInt8) -> Bool { text.count > 0 && text[text.count - 1] == byte }

    /// How many `]` are at the end of the text, up to two.
    var brackets: Int {
        var count = 0
        while count < 2, text.count - count > earlier.count {
            guard text[text.count - count - 1] == UInt8(ascii: "]") else { return count }
            count += 1
        }
        return min(2, count + earlier.brackets)
    }

    /// Exchanges the text with `other`. Output is then appended to the contents of `other`.
    mutating func exchange(with other: inout RawBuffer<UInt8>) {
        let brackets = brackets
        swap(&text, &other)
        earlier = (text.count, brackets)
    }

    /// Begins another piece.
    mutating func beginPiece() { copied = 0 }

    /// Copies a piece up to `end`, unchanged.
    mutating func copy(_ piece: Span<UInt8>, to end: Int) {
        guard copied < end else { return }
        piece.extracting(copied..<end).append(to: &text)
        copied = end
    }

    /// Copies a piece up to a range, and writes a replacement for the range, which has these positions in the original
    /// text.
    mutating func replace(
        _ range: Range<Int>, _ piece: Span<UInt8>, _ replacement: some Sequence<UInt8>, _ start: Position,
        _ end: Position
    ) {
        copy(piece, to: range.lowerBound)
        editCount += 1
        let first = text.count
        for byte in replacement { text.append(byte) }
        map.append(RepairMap.Edit(output: first..<text.count, start: start, end: end))
        copied = range.upperBound
    }

    /// Removes the first `count` bytes of the repaired text, which end at this line and column, from the map. Returns
    /// the offset of their end in the original text.
    mutating func discard(_ count: Int, _ start: Position) -> Int {
        map = map.cut(to: count..<Int.max, from: start)
        return map.original(of: 0)
    }
}
