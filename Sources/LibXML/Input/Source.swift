import Synchronization

/// The text of a document in UTF-8, and the map from its offsets to places in the input.
final class Source: Sendable {
    let name: String?
    private let bytes: SourceBytes
    /// Where the text begins: after the byte order mark, if there is one, at line 1 and column 1. A part that was cut
    /// from a document begins elsewhere.
    private let start: Position
    /// The offset of the first byte in the input: not 0 in a part that was cut from a document.
    private let byteOrigin: Int
    /// Whether the text is HTML.
    let isHTML: Bool
    /// Nil for most sources, such as records of streams.
    private let details: Details?

    private let lines = LazyReference<LineIndex>()

    /// Properties that only some sources have.
    private final class Details: Sendable {
        let map: OffsetMap?
        let repaired: RepairedText?
        let stop: Fault?
        let embedding: EmbeddedText?
        let impliedDeclarations: [Int]
        let origin: SourceOrigin?

        init(
            _ map: OffsetMap?, _ repaired: RepairedText?, _ stop: Fault?, _ embedding: EmbeddedText?,
            _ impliedDeclarations: [Int], _ origin: SourceOrigin?
        ) {
            self.map = map
            self.repaired = repaired
            self.stop = stop
            self.embedding = embedding
            self.impliedDeclarations = impliedDeclarations
            self.origin = origin
        }
    }

    init(
        name: String?, bytes: SourceBytes, start: Position, map: OffsetMap? = nil, byteOrigin: Int = 0,
        stop: Fault? = nil, repaired: RepairedText? = nil, embedding: EmbeddedText? = nil,
        impliedDeclarations: [Int] = [],
        isHTML: Bool = false, origin: SourceOrigin? = nil
    ) {
        self.name = name
        self.bytes = bytes
        self.start = start
        self.byteOrigin = byteOrigin
        self.isHTML = isHTML
        let isPlain =
            map == nil && repaired == nil && stop == nil && embedding == nil && impliedDeclarations.isEmpty
            && origin == nil
        details = isPlain ? nil : Details(map, repaired, stop, embedding, impliedDeclarations, origin)
    }

    /// The map back to the input, if that was converted.
    var map: OffsetMap? { details?.map }

    /// The map back to the input, if the text was repaired. There is no other map then.
    var repaired: RepairedText? { details?.repaired }

    /// The reason that the text ends early, if the rest of the input could not be converted.
    var stop: Fault? { details?.stop }

    /// The map to the document that contains the text, if the text is the content of one of its elements.
    private var embedding: EmbeddedText? { details?.embedding }

    /// The ends of the namespace declarations that the repair has added to the text. These declarations are not
    /// reported.
    var impliedDeclarations: [Int] { details?.impliedDeclarations ?? [] }

    /// How the bytes were read; nil for a part of a document, and for input that cannot be written again unchanged.
    var origin: SourceOrigin? { details?.origin }

    /// Where the text begins in the span that `withText` passes.
    var textStart: Int { start.offset }

    var count: Int { bytes.count }

    /// Calls `body` with the whole text, including a byte order mark.
    @inline(__always)
    func withText<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe bytes.withBytes { (buffer) throws(Failure) in try body(unsafe buffer.span) }
    }

    /// Calls `body` with the memory of the text, which must not escape.
    @inline(__always)
    func withUnsafeText<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe bytes.withBytes(body)
    }
}

// MARK: Creating a source

extension Source {
    /// Creates a document from bytes in any encoding.
    ///
    /// - Throws: if they are clearly not XML, if libxml2 does not know their encoding, or if their declaration
    ///   contradicts them.
    convenience init(_ bytes: SourceBytes, options: borrowing XMLParsingOptions) throws(XMLError) {
        try Self.check(size: bytes.count, options)
        unsafe try bytes.withBytes { (buffer) throws(XMLError) in try OtherFormat.reject(unsafe buffer.span, options) }
        let encoding = try unsafe bytes.withBytes { (buffer) throws(XMLError) in
            unsafe try DocumentEncoding(of: buffer.span, override: options.encoding)
        }
        let isASCII =
            unsafe encoding.isASCIISuperset && bytes.withBytes { unsafe $0.span.isASCII }
        if encoding.isUTF8 || isASCII {
            let start = Position(offset: encoding.markLength, line: 1, column: 1)
            self.init(
                name: options.sourceName, bytes: bytes, start: start,
                origin: SourceOrigin(options: copy options, encoding: encoding))
        } else {
            try self.init(converting: bytes.array, from: encoding, options)
        }
        try rejectSecondMark()
        try checkDeclaration(against: encoding)
    }

    /// Creates a document from the UTF-8 of a `String`. The encoding declaration is ignored.
    convenience init(text: [UInt8], options: borrowing XMLParsingOptions) throws(XMLError) {
        try Self.check(size: text.count, options)
        try OtherFormat.reject(text.contiguous.span, options)
        let markLength = text.contiguous.span.has("\u{FEFF}", at: 0) ? 3 : 0
        self.init(
            name: options.sourceName, bytes: .array(text), start: Position(offset: markLength, line: 1, column: 1),
            origin: SourceOrigin(ofTextWith: copy options))
        try rejectSecondMark()
    }

    private convenience init(
        converting input: [UInt8], from encoding: DocumentEncoding, _ options: borrowing XMLParsingOptions
    ) throws(XMLError) {
        guard let result = Transcoder.convert(input, from: encoding) else {
            throw Self.unsupported(encoding, in: input, options)
        }
        // Otherwise the declaration would be missed, which a document in EBCDIC must have.
        if result.stop?.reason == .outOfMemory { throw XMLError(.outOfMemory) }
        try Self.check(size: result.text.count, options)
        let stop = result.stop.map { $0.reason.fault(encoding.name, at: result.text.count) }
        self.init(
            name: options.sourceName, bytes: .array(result.text), start: Position(offset: 0, line: 1, column: 1),
            map: result.map, stop: stop, origin: SourceOrigin(options: copy options, encoding: encoding))
    }

    /// Creates HTML that was assembled from an element of a document.
    convenience init(html text: [UInt8], _ embedding: EmbeddedText) {
        self.init(
            name: embedding.source.name, bytes: .array(text), start: Position(offset: 0, line: 1, column: 1),
            embedding: embedding, isHTML: true)
    }

    /// A part of this document, without the rest of it. Its places remain the same.
    func cut(to range: Range<Int>) -> Source {
        withText { text in
            if let embedding {
                return Source(html: text.extracting(range).array, embedding.cut(to: range))
            }
            let position = position(at: range.lowerBound)
            return Source(
                name: name, bytes: .array(text.extracting(range).array),
                start: Position(offset: 0, line: position.line, column: position.column),
                map: map?.cut(to: range, of: text), byteOrigin: byteOrigin + range.lowerBound,
                repaired: repaired?.cut(to: range, from: position), isHTML: isHTML)
        }
    }
}

// MARK: Places

extension Source {
    /// Whether locations are in another document, whose offsets differ from those of the text.
    var isEmbedded: Bool { embedding != nil }

    /// The line and column at an offset of the text. If the text is embedded, the position is in the text of the other
    /// document. Complexity: O(1), but O(*n*) for the first call.
    func position(at offset: Int) -> Position {
        if let embedding { return embedding.source.position(at: embedding.sourceOffset(of: offset)) }
        return withText { text in lineIndex(of: text).position(at: offset, in: text, repaired?.map) }
    }

    /// The same, computed from a known position. Complexity: O(distance), unless the offset is before that position.
    func position(at offset: Int, from cursor: Position) -> Position {
        guard !isEmbedded, offset >= cursor.offset else { return position(at: offset) }
        return withText { text in
            if let repaired { return repaired.map.position(at: offset, in: text, from: cursor) }
            var position = cursor
            position.advance(to: offset, in: text)
            return position
        }
    }

    /// Whether the byte at an offset is from the input, and not an addition of the repair.
    func isOriginal(_ offset: Int) -> Bool { repaired?.map.isOriginal(offset) ?? true }

    /// The location of an offset of the text. Complexity: as that of ``position(at:)``.
    func location(at offset: Int) -> XMLLocation {
        location(at: position(at: offset))
    }

    func location(at position: Position) -> XMLLocation {
        if let embedding { return embedding.source.location(at: position) }
        return XMLLocation(
            line: position.line, column: position.column, byteOffset: inputOffset(of: position.offset), sourceName: name
        )
    }

    /// The offset in the input for an offset of the text.
    func inputOffset(of offset: Int) -> Int {
        if let embedding { return embedding.source.inputOffset(of: embedding.sourceOffset(of: offset)) }
        if let repaired { return repaired.inputOffset(of: offset) }
        guard let map else { return byteOrigin + offset }
        return withText { map.inputOffset(of: offset, in: $0) }
    }

    /// The end in the input of a range that ends at an offset of the text.
    func inputEnd(of offset: Int) -> Int {
        guard let embedding else { return repaired?.inputEnd(of: offset) ?? inputOffset(of: offset) }
        return embedding.source.inputEnd(of: embedding.sourceEnd(of: offset))
    }

    /// The position where the text begins, for iterating over it in order.
    var startPosition: Position { start }

    func diagnostic(_ fault: Fault) -> XMLDiagnostic {
        fault.diagnostic { location(at: $0) }
    }

    /// The diagnostic of an error to be thrown, with an extract of the text.
    @inline(never)
    func thrown(_ fault: Fault) -> XMLDiagnostic {
        var diagnostic = diagnostic(fault)
        diagnostic.extract = extract(at: fault.offset, noteAt: fault.note?.offset)
        diagnostic.extract?.length = fault.end.map { $0 - fault.offset }
        return diagnostic
    }

    /// The error at a location, which may be in another document.
    func error(_ code: XMLError.Code, _ message: String, at location: XMLLocation, help: String? = nil) -> XMLError {
        var diagnostic = XMLDiagnostic(code, message, at: location, help: help)
        let offset = location.byteOffset - byteOrigin
        if !isEmbedded, map == nil, offset >= 0, withText({ offset <= $0.count }), self.location(at: offset) == location
        {
            diagnostic.extract = extract(at: offset, noteAt: nil)
        }
        return XMLError(diagnostic)
    }

    private func extract(at offset: Int, noteAt noteOffset: Int?) -> SourceExtract? {
        if let embedding {
            return embedding.source.extract(
                at: embedding.sourceOffset(of: offset), noteAt: noteOffset.map(embedding.sourceOffset))
        }
        // The repaired text is not the text that the user knows.
        return repaired == nil
            ? withText { SourceExtract($0, at: offset, noteAt: noteOffset, startsInLine: start.column > 1) } : nil
    }

    private func lineIndex(of text: Span<UInt8>) -> LineIndex {
        lines.load { LineIndex(text, from: start, repaired?.map) }
    }
}
