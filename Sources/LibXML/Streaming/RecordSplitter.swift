/// Divides a file into ranges for several tasks, each of which begins with an element at the same depth.
///
/// It scans the markup from the beginning, because otherwise tags could not be distinguished from the content of
/// comments, CDATA sections and attribute values. The scan takes a small part of the time of a parse.
struct RecordSplitter: ~Copyable {
    /// The beginning of the next part; nil after the last one.
    private(set) var next: XMLCheckpoint?
    let fileSize: Int?
    private var source: ChunkSource
    private var scanner: MarkupScanner
    private var isAtEnd = false
    /// Whether the next part is the first one, which contains the beginning of the file.
    private var isFirst = true

    /// - Parameters:
    ///   - first: the beginning of the first part: inside the root element, or the beginning of a file that is not
    ///     divided.
    ///   - depth: the number of open elements around those with which parts begin.
    init(_ file: OpenFile, from first: XMLCheckpoint, depth: Int) throws(XMLError) {
        // A file in another encoding, or one that cannot be divided, is one part.
        isAtEnd = first.encoding != nil || first.byteOffset == 0
        if first.byteOffset > 0 { try file.seek(to: first.byteOffset) }
        source = ChunkSource(file)
        fileSize = file.size
        scanner = MarkupScanner(
            at: Position(offset: first.byteOffset, line: first.line, column: first.column),
            around: first.ancestors.map { ancestor in
                let place = Position(offset: ancestor.byteOffset, line: ancestor.line, column: ancestor.column)
                return MarkupScanner.Tag(text: ancestor.tag, place: place)
            }, depth: depth)
        next = first
    }

    /// Returns the beginning and the end of the next part; nil if there are no more parts.
    ///
    /// - Parameter minimum: the least offset at which the part may end, in bytes. A part other than the first is empty
    ///   if it begins there.
    mutating func nextPart(endingFrom minimum: Int) throws -> XMLCheckpoint? {
        guard var part = next else { return nil }
        part.end = XMLCheckpoint.End(fileSize: fileSize)
        guard isFirst || part.byteOffset < minimum else { return part.emptyPart }
        var end = part
        if isFirst {
            // The first part begins with the file, so that the document before the first place is checked once.
            part = XMLCheckpoint()
            part.fingerprint = end.fingerprint
            part.end = end.end
            isFirst = false
        }
        next = nil
        scanner.discardFound()
        scanner.minimum = minimum
        scanner.scan()
        while scanner.found == nil, !isAtEnd, !scanner.isAtEnd {
            if Task.isCancelled { throw XMLError(.cancelled) }
            isAtEnd = try !source.scanNext(with: &scanner)
        }
        guard let (place, around) = scanner.found else { return part }
        part.end?.byteOffset = place.offset
        part.end?.depth = around.count
        end.end = nil
        end.byteOffset = place.offset
        end.line = place.line
        end.column = place.column
        end.ancestors = around.map { tag in
            XMLCheckpoint.Ancestor(
                tag: tag.text, line: tag.place.line, column: tag.place.column, byteOffset: tag.place.offset)
        }
        next = end
        return part
    }
}

extension RecordSplitter {
    /// Creates a splitter of a file into parts that contain whole records of a path.
    init(_ file: String, at path: XMLPath, _ options: XMLParsingOptions) throws {
        let input = try OpenFile(path: file)
        let depth = path.steps.contains(where: \.isDeep) ? 1 : path.steps.count - 1
        // A pipe can be read only once. Repairs depend on all of the input before them.
        let isDivided = input.size != nil && options.recovery == nil && options.validation == nil
        var first = isDivided ? try Self.firstPlace(in: input, path, options) : XMLCheckpoint()
        if first.byteOffset == 0, input.size != nil {
            try input.seek(to: 0)
            first.fingerprint = try XMLCheckpoint.Fingerprint(beginningOf: input)
        }
        try self.init(input, from: first, depth: depth)
    }

    /// Returns the next part of at least `size` bytes; nil if there are no more parts.
    mutating func nextPart(ofSize size: Int) throws -> XMLCheckpoint? {
        let (minimum, isTooLarge) = (next?.byteOffset ?? 0).addingReportingOverflow(size)
        return try nextPart(endingFrom: isTooLarge ? .max : minimum)
    }

    /// Returns the place after the start tag of the root element; the beginning of a file that cannot be divided.
    private static func firstPlace(
        in file: OpenFile, _ path: XMLPath, _ options: XMLParsingOptions
    ) throws -> XMLCheckpoint {
        guard path.steps.count > 1 || path.steps.first?.isDeep == true else { return XMLCheckpoint() }
        var parser = StreamParser(options: options, records: try RecordPath("*"))
        var source = ChunkSource(file)
        // Faults of the file are found again when it is read.
        while !parser.hasError, !parser.hasRoot {
            guard try source.feedNext(to: &parser) else { return XMLCheckpoint() }
        }
        if let error = parser.error, error.code == .cancelled { throw error }
        guard let place = parser.placeInOpenRecord else { return XMLCheckpoint() }
        // If the root element is a record itself, the file cannot be divided.
        var part = StreamParser(options: options, records: try RecordPath(path))
        part.resume(place)
        return part.hasError ? XMLCheckpoint() : place
    }
}
