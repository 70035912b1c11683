/// Divides a file into ranges for several tasks, each of which begins with an element at the same depth.
///
/// It scans the markup from the beginning: only then are tags distinguishable from the content of comments, CDATA
/// sections and attribute values. The scan takes a small part of the time of a parse.
struct RecordSplitter: ~Copyable {
    /// A part of the file.
    struct Part: Sendable {
        /// The state in which reading the part begins.
        var start: XMLCheckpoint
        /// The end of the part as an offset in the file, in bytes; nil for the last part, which ends with the file.
        var end: Int?
        /// The number of open elements at the end.
        var endDepth = 0
    }

    private let size: Int
    private var source: ChunkSource
    private var scanner: MarkupScanner
    private var next: XMLCheckpoint?
    private var isAtEnd = false

    /// - Parameters:
    ///   - first: the beginning of the first part: inside the root element, or the beginning of a file that is not
    ///     divided.
    ///   - depth: the number of open elements around those with which parts begin.
    ///   - size: the minimum size of a part, in bytes.
    init(_ file: OpenFile, from first: XMLCheckpoint, depth: Int, size: Int) throws(XMLError) {
        // A file in another encoding, or one that cannot be divided, is one part.
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

    /// Returns the next part; nil if there are no more parts.
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
