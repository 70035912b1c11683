extension SourceExtract {
    /// The number of bytes that are kept on each side of a place: the maximum size of the part of a line that an
    /// excerpt shows.
    private static let margin = 5 * Excerpt.maxCharacters

    /// - Parameters:
    ///   - offset: the offset of the diagnostic in `text`.
    ///   - noteOffset: that of its note.
    ///   - startsInLine: whether `text` begins within a line.
    init?(_ text: Span<UInt8>, at offset: Int, noteAt noteOffset: Int?, startsInLine: Bool = false) {
        guard (0...text.count).contains(offset) else { return nil }
        let range = Self.range(around: offset, text)
        self.init()
        self.startsInLine = startsInLine
        if let noteOffset, (0...text.count).contains(noteOffset) {
            let noteRange = Self.range(around: noteOffset, text)
            if noteRange.overlaps(range) {
                let all = min(range.lowerBound, noteRange.lowerBound)..<max(range.upperBound, noteRange.upperBound)
                self.text = text.extracting(all).array
                self.offset = offset - all.lowerBound
                self.noteOffset = noteOffset - all.lowerBound
                return
            }
            self.text = text.extracting(noteRange).array + [0x0A]
            self.noteOffset = noteOffset - noteRange.lowerBound
        }
        self.offset = self.text.count + offset - range.lowerBound
        self.text += text.extracting(range).array
    }

    private static func range(around offset: Int, _ text: Span<UInt8>) -> Range<Int> {
        max(0, offset - margin)..<min(text.count, offset + margin)
    }
}
