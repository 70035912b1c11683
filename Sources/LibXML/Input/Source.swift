import Synchronization

/// The text of a document in UTF-8, and the way from its offsets to places in the input.
final class Source: Sendable {
    let name: String?
    private let bytes: SourceBytes
    /// Where the text begins: after the byte order mark, if there is one, at line 1 and column 1; elsewhere in a part
    /// that was cut out of a document.
    private let start: Position
    /// The way back where the input was converted.
    private let map: OffsetMap?
    /// The way back where the text was repaired; then there is no other map.
    private let repaired: RepairedText?
    /// What the first byte counts as in the input: not 0 in a part that was cut out of a document.
    private let byteOrigin: Int
    /// Why the text ends where it does, when the rest of the input could not be converted.
    let stop: Fault?
    /// The document that the text comes out of, if it is the content of one of its elements.
    private let embedding: EmbeddedText?
    /// The ends of the namespace declarations that the repair has added to the text. They are not reported.
    let impliedDeclarations: [Int]
    /// Whether tags are those of HTML.
    let isHTML: Bool

    private let lines = LazyReference<LineIndex>()

    init(
        name: String?, bytes: SourceBytes, start: Position, map: OffsetMap? = nil, byteOrigin: Int = 0,
        stop: Fault? = nil, repaired: RepairedText? = nil, embedding: EmbeddedText? = nil,
        impliedDeclarations: [Int] = [],
        isHTML: Bool = false
    ) {
        self.impliedDeclarations = impliedDeclarations
        self.repaired = repaired
        self.name = name
        self.bytes = bytes
        self.start = start
        self.map = map
        self.byteOrigin = byteOrigin
        self.stop = stop
        self.embedding = embedding
        self.isHTML = isHTML
    }

    /// Where the text begins in `withText`.
    var textStart: Int { start.offset }

    var count: Int { bytes.count }

    /// Whether a document type declaration stands near the beginning.
    var mayHaveDocumentType: Bool {
        unsafe bytes.withBytes { buffer in
            let beginning = unsafe UnsafeBufferPointer(rebasing: buffer.prefix(1024))
            return unsafe beginning.end(of: "<!DOCTYPE", from: 0) < beginning.count
        }
    }

    /// Calls `body` with all of the text, a byte order mark included.
    @inline(__always)
    func withText<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe bytes.withBytes { (buffer) throws(Failure) in try body(unsafe buffer.span) }
    }

    /// Calls `body` with the memory of the text, which must not leave it.
    @inline(__always)
    func withUnsafeText<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe bytes.withBytes(body)
    }
}

// MARK: Making one

extension Source {
    /// The document that these bytes are, in whatever encoding.
    ///
    /// - Throws: when they are plainly not XML, when libxml2 does not know their encoding, or when their declaration
    ///   contradicts them.
    convenience init(_ bytes: SourceBytes, options: XMLParsingOptions) throws(XMLError) {
        try Self.check(size: bytes.count, options)
        unsafe try bytes.withBytes { (buffer) throws(XMLError) in try Impostor.reject(unsafe buffer.span, options) }
        let encoding = unsafe bytes.withBytes { unsafe DocumentEncoding(of: $0.span, override: options.encoding) }
        let isASCII =
            unsafe encoding.family == .ascii && encoding.isASCIISuperset && bytes.withBytes { unsafe $0.span.isASCII }
        if encoding.family == .utf8 || isASCII {
            let start = Position(offset: encoding.markLength, line: 1, column: 1)
            self.init(name: options.sourceName, bytes: bytes, start: start)
        } else {
            try self.init(converting: bytes.array, from: encoding, options)
        }
        try rejectSecondMark()
        try checkDeclaration(against: encoding)
    }

    /// The document that a `String` is: what its declaration says of an encoding does not matter.
    convenience init(text: [UInt8], options: XMLParsingOptions) throws(XMLError) {
        try Self.check(size: text.count, options)
        try Impostor.reject(text.span, options)
        let markLength = text.span.has("\u{FEFF}", at: 0) ? 3 : 0
        self.init(
            name: options.sourceName, bytes: .array(text), start: Position(offset: markLength, line: 1, column: 1))
        try rejectSecondMark()
    }

    private convenience init(
        converting input: [UInt8], from encoding: DocumentEncoding, _ options: XMLParsingOptions
    ) throws(XMLError) {
        guard let result = Transcoder.convert(input, from: encoding) else {
            throw Self.unsupported(encoding, in: input, options)
        }
        try Self.check(size: result.text.count, options)
        let stop = result.stop.map { $0.reason.fault(encoding.name, at: result.text.count) }
        self.init(
            name: options.sourceName, bytes: .array(result.text), start: Position(offset: 0, line: 1, column: 1),
            map: result.map, stop: stop)
    }

    /// HTML that was put together from an element of a document.
    convenience init(html text: [UInt8], _ embedding: EmbeddedText) {
        self.init(
            name: embedding.source.name, bytes: .array(text), start: Position(offset: 0, line: 1, column: 1),
            embedding: embedding, isHTML: true)
    }

    /// A part of this document that lets go of the rest of it and keeps its places.
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
    /// Whether places are those of another document, in which offsets are others than in the text.
    var isEmbedded: Bool { embedding != nil }

    /// The line and column at an offset of the text; the offset is that in the text of the document it is embedded in.
    /// Complexity: O(1), but O(*n*) for the first call.
    func position(at offset: Int) -> Position {
        if let embedding { return embedding.source.position(at: embedding.sourceOffset(of: offset)) }
        return withText { text in lineIndex(of: text).position(at: offset, in: text, repaired?.map) }
    }

    /// The same, found from a place that is known. Complexity: O(distance) where it does not come earlier.
    func position(at offset: Int, from cursor: Position) -> Position {
        guard !isEmbedded, offset >= cursor.offset else { return position(at: offset) }
        return withText { text in
            if let repaired { return repaired.map.position(at: offset, in: text, from: cursor) }
            var position = cursor
            position.advance(to: offset, in: text)
            return position
        }
    }

    /// Whether the byte at an offset stands in the input, and was not put there to repair it.
    func isOriginal(_ offset: Int) -> Bool { repaired?.map.isOriginal(offset) ?? true }

    /// The place at an offset of the text. Complexity: as that of ``position(at:)``.
    func location(at offset: Int) -> XMLLocation {
        location(at: position(at: offset))
    }

    func location(at position: Position) -> XMLLocation {
        if let embedding { return embedding.source.location(at: position) }
        return XMLLocation(
            line: position.line, column: position.column, byteOffset: inputOffset(of: position.offset), sourceName: name
        )
    }

    /// The offset in the bytes of the input that belongs to an offset of the text.
    func inputOffset(of offset: Int) -> Int {
        if let embedding { return embedding.source.inputOffset(of: embedding.sourceOffset(of: offset)) }
        if let repaired { return repaired.inputOffset(of: offset) }
        guard let map else { return byteOrigin + offset }
        return withText { map.inputOffset(of: offset, in: $0) }
    }

    /// The offset in the bytes of the input where that ends which ends at an offset of the text.
    func inputEnd(of offset: Int) -> Int {
        guard let embedding else { return repaired?.inputEnd(of: offset) ?? inputOffset(of: offset) }
        return embedding.source.inputEnd(of: embedding.sourceEnd(of: offset))
    }

    /// The place where the text begins, for going through it in order.
    var startPosition: Position { start }

    func diagnostic(_ fault: Fault) -> XMLDiagnostic {
        fault.diagnostic { location(at: $0) }
    }

    /// The diagnostic of an error to be thrown, with an extract of the text.
    func thrown(_ fault: Fault) -> XMLDiagnostic {
        var diagnostic = diagnostic(fault)
        diagnostic.extract = extract(at: fault.offset, noteAt: fault.note?.offset)
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
        return repaired == nil ? withText { SourceExtract($0, at: offset, noteAt: noteOffset) } : nil
    }

    private func lineIndex(of text: Span<UInt8>) -> LineIndex {
        lines.load { LineIndex(text, from: start, repaired?.map) }
    }
}
