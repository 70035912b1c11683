/// Divides a file into ranges that can be read by several tasks, each of which begins with an element of one depth.
///
/// It goes through the markup from the beginning, which is the only way to know what is a tag and what stands in a
/// comment, a CDATA section or an attribute value; that takes a small part of the time of a parse.
struct RecordSplitter: ~Copyable {
    /// A part of the file.
    struct Part: Sendable {
        /// How to begin reading it.
        var start: XMLCheckpoint
        /// The offset of its end in the file; nil for the last part, which ends with the file.
        var end: Int?
        /// How many elements are open there.
        var endDepth = 0
    }

    private let size: Int
    private var source: ChunkSource
    private var scanner: MarkupScanner
    private var next: XMLCheckpoint?
    private var isAtEnd = false

    /// - Parameters:
    ///   - first: where the first part begins: inside the root element, or at the beginning of a file that is not divided.
    ///   - depth: how many elements are around those that parts begin with.
    ///   - size: how long a part should be at least, in bytes.
    init(_ file: OpenFile, from first: XMLCheckpoint, depth: Int, size: Int) throws(XMLError) {
        // Other encodings, and small files, are read as one.
        isAtEnd = first.encoding != nil || first.byteOffset == 0
        try file.seek(to: first.byteOffset)
        source = ChunkSource(file)
        self.size = size
        scanner = MarkupScanner(
            at: Position(offset: first.byteOffset, line: first.line, column: first.column),
            around: first.ancestors.map { ancestor in
                let place = Position(offset: ancestor.byteOffset, line: ancestor.line, column: ancestor.column)
                return MarkupScanner.Tag(text: ancestor.tag, place: place)
            }, depth: depth)
        next = first
    }

    /// The next part; nil when there is none.
    mutating func nextPart() throws -> Part? {
        guard let start = next else { return nil }
        next = nil
        scanner.forgetFound()
        let (minimum, isTooLarge) = start.byteOffset.addingReportingOverflow(size)
        scanner.minimum = isTooLarge ? .max : minimum
        scanner.scan()
        while scanner.found == nil, !isAtEnd, !scanner.isAtEnd { isAtEnd = try !source.scanNext(with: &scanner) }
        guard let (place, around) = scanner.found else { return Part(start: start, end: nil) }
        var end = start
        end.byteOffset = place.offset
        end.line = place.line
        end.column = place.column
        end.ancestors = around.map { tag in
            XMLCheckpoint.Ancestor(
                tag: tag.text, line: tag.place.line, column: tag.place.column, byteOffset: tag.place.offset)
        }
        next = end
        return Part(start: start, end: place.offset, endDepth: around.count)
    }
}
