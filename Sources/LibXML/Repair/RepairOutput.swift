/// The repaired text: what was copied and what was put in the place of the rest.
struct RepairOutput: ~Copyable {
    /// What has not been taken.
    private(set) var text = RawBuffer<UInt8>(capacity: 0)
    /// How it differs from the text as it was.
    private(set) var map: RepairMap
    /// Up to where the piece that is being looked at has been written.
    private var copied = 0

    init(from start: Position) { map = RepairMap(from: start) }

    /// Whether the last byte that was written is this one.
    func ends(with byte: UInt8) -> Bool { text.count > 0 && text[text.count - 1] == byte }

    /// Exchanges the text with that of `other`, to which is then written.
    mutating func exchange(with other: inout RawBuffer<UInt8>) { swap(&text, &other) }

    /// What is written next is of another piece.
    mutating func beginPiece() { copied = 0 }

    /// Writes a piece up to `end`, as it is.
    mutating func copy(_ piece: Span<UInt8>, to end: Int) {
        guard copied < end else { return }
        piece.extracting(copied..<end).append(to: &text)
        copied = end
    }

    /// Writes a piece up to a part of it, and something else in the place of the part, which stands at these places.
    mutating func replace(
        _ range: Range<Int>, _ piece: Span<UInt8>, _ replacement: some Sequence<UInt8>, _ start: Position,
        _ end: Position
    ) {
        copy(piece, to: range.lowerBound)
        let first = text.count
        for byte in replacement { text.append(byte) }
        map.append(RepairMap.Edit(output: first..<text.count, start: start, end: end))
        copied = range.upperBound
    }

    /// Forgets the first `count` bytes of the repaired text, whose end is at this line and column. Returns where that is in
    /// the text as it was.
    mutating func forget(_ count: Int, _ start: Position) -> Int {
        map = map.cut(to: count..<Int.max, from: start)
        return map.original(of: 0)
    }
}
