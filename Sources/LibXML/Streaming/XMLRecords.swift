/// The elements at a path of a document of any size, one at a time.
///
/// Only one record, and the piece of the document around it, is in memory. A record is a separate tree: keeping it does
/// not keep other parts of the document in memory.
///
/// ```swift
/// var records = try XMLRecords(parsing: .file("Examples/orders.xml"), at: "orders/order")
/// while let order = try records.next() {
///     print(order[attribute: "id"] ?? "", order["item"]?.text ?? "")
/// }
/// ```
///
/// This type is a cursor instead of a `Sequence`, which cannot throw: a document that is malformed after a million
/// records would appear to end there. All records before an error are returned; after them each call of ``next()``
/// throws it.
///
/// The path consists of names, `*`, `//`, `[@name]` and `[@name='value']`, from the root element inwards: see
/// ``XMLPath``. Elements at the path inside a record are parts of that record.
public struct XMLRecords: ~Copyable {
    private var parser: StreamParser
    var recordDecoder = RecordDecoder()
    private var source: ChunkSource
    private var isAtEnd = false
    /// The number of open elements at the end of a part of a document; nil to read to the end of the document.
    private var endDepth: Int?
    /// The error of the source.
    private var failure: XMLError?

    private init(
        _ source: consuming ChunkSource, _ path: XMLPath, _ options: XMLParsingOptions
    ) throws(XMLError) {
        parser = StreamParser(options: options, records: try RecordPath(path))
        self.source = source
    }

    /// Returns the next record; nil at the end of the document.
    ///
    /// - Throws: ``XMLError`` for a malformed document, with locations in the whole document; for an input that fails:
    ///   see ``XMLInput``. Each further call throws the error again.
    /// - Complexity: O(*n*) in the size of the document up to the record, amortized over all calls.
    public mutating func next() throws(XMLError) -> XMLTree.Element? {
        while true {
            if let tape = parser.nextRecord() { return XMLTree.Element(rootOf: tape) }
            if let error = parser.error { throw error }
            if let failure { throw failure }
            if isAtEnd { return nil }
            read()
        }
    }

    /// Calls `body` with each record.
    ///
    /// - Throws: the errors of ``next()`` and of `body`.
    public mutating func forEach(_ body: (XMLTree.Element) throws -> Void) throws {
        while let record = try next() { try body(record) }
    }

    /// The number of bytes of the input that were read, to show progress. It grows by pieces, not by records.
    public var bytesRead: Int { parser.inputCount }

    /// The size of the input in bytes; nil if it is not known.
    public var size: Int? { source.size }

    /// The warnings, repairs and violations of a schema so far, in the order of the document: see
    /// ``XMLParsingOptions/recovery`` and ``XMLParsingOptions/validation``.
    public var diagnostics: [XMLDiagnostic] { parser.diagnostics }

    /// The number of diagnostics, including those that are not kept: see ``XMLRepairOptions/diagnosticLimit``.
    public var diagnosticCount: Int { parser.faults.count }

    /// The reason why the document has no records: an error that says which elements exist instead.
    ///
    /// Nil before the end of the document, if there was a record, and for records after a checkpoint. A path that
    /// matches nothing does not throw, because a document may have no records. If it must have records, throw this
    /// error:
    ///
    /// ```swift
    /// var records = try XMLRecords(parsing: "<orders><order/></orders>", at: "orders/ordr")
    /// while let record = try records.next() { print(record) }
    /// let help = records.notFound?.help  // "did you mean <order>?"
    /// ```
    public var notFound: XMLError? { parser.notFound }

    /// The position after the record that ``next()`` returned last.
    ///
    /// ```swift
    /// let checkpoint = records.checkpoint  // Store it, and later:
    /// var rest = try XMLRecords(parsing: .file("Examples/orders.xml"), at: "orders/order", from: checkpoint)
    /// ```
    ///
    /// Complexity: O(*n*) in the size of the start tags around the record, and of the document before its root element.
    public var checkpoint: XMLCheckpoint { parser.checkpoint.sealed() }

    /// Adds diagnostics that were found in a record.
    mutating func note(_ diagnostics: [XMLDiagnostic]) { parser.note(diagnostics) }

    private mutating func read() {
        do {
            if try source.feedNext(to: &parser) { return }
            isAtEnd = true
            guard let endDepth else { return parser.finish() }
            if parser.isWhole(depth: endDepth) { return }
            // The part does not end where it would in a well-formed document: reading the rest of the file finds the
            // fault.
            self.endDepth = nil
            source.readOn()
            isAtEnd = false
        } catch {
            failure = error
        }
    }
}

// MARK: Inputs

extension XMLRecords {
    /// Creates a cursor over the records of a document in memory.
    ///
    /// - Throws: ``XMLError/Code/invalidPath`` for a path with an index or an attribute.
    public init(
        parsing bytes: some Sequence<UInt8>, at path: XMLPath, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        try self.init(ChunkSource(.array(bytes as? [UInt8] ?? Array(bytes))), path, options)
    }

    /// Creates a cursor over the records of a document in memory. The encoding in its declaration is ignored.
    ///
    /// - Throws: the same errors as for bytes.
    public init(parsing text: String, at path: XMLPath, options: XMLParsingOptions = .init()) throws(XMLError) {
        var options = options
        options.encoding = "UTF-8"
        try self.init(ChunkSource(.array(Array(text.utf8))), path, options)
    }

    /// Creates a cursor over the records of a file, a file descriptor or the pieces of a closure, which is read in
    /// pieces; or over those after a checkpoint, with the same locations as if the whole document were read.
    ///
    /// - Parameters:
    ///   - input: the document; with a checkpoint, a file.
    ///   - path: the path of the records; the same one with which the records before the checkpoint were read, or the
    ///     file was divided.
    ///   - start: the ``checkpoint`` of a cursor over the same document, or one of the ``parts(in:at:count:options:)``
    ///     of the file; nil for all records.
    ///   - options: the options for reading the document; those with which the checkpoint was made.
    /// - Throws: the same errors as for bytes, and those of an input that cannot be read: see ``XMLInput``.
    ///   ``XMLError/Code/checkpointMismatch`` if the file begins differently from the input of the checkpoint, if it is
    ///   shorter, or if the checkpoint was modified; for a part of a file, if the size of the file differs, or if the
    ///   part would be repaired and does not end with the file, or would be validated. The first ``next()`` throws it
    ///   if the place is inside a record of `path`.
    public init(
        parsing input: XMLInput, at path: XMLPath, from start: XMLCheckpoint? = nil,
        options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        guard let start else {
            try self.init(input.open(name: options.sourceName), path, options.named(after: input))
            return
        }
        try start.check()
        let file = try OpenFile(path: input.requirePath())
        try file.check(start)
        try self.init(start, in: file, at: path, options: options)
    }

    /// Creates a cursor over the records of a part of a file.
    init(
        _ part: XMLCheckpoint, in input: OpenFile, at path: XMLPath, options: XMLParsingOptions
    ) throws(XMLError) {
        // Only in a well-formed document can it be checked whether a part ends where it should.
        if options.recovery != nil, part.end?.byteOffset != nil, !part.isEmptyPart {
            throw XMLError(
                .checkpointMismatch, "a part of a divided file cannot be repaired",
                help: "divide the file with the same options: it is one part then")
        }
        if options.validation != nil, part.byteOffset > 0 {
            throw XMLError(
                .checkpointMismatch, "a document cannot be validated from a checkpoint on",
                help: "validate it from its beginning")
        }
        var options = options
        options.sourceName = options.sourceName ?? input.name
        // A pipe has no offsets.
        if input.size != nil || part.byteOffset > 0 { try input.seek(to: part.byteOffset) }
        let end = part.end?.byteOffset
        try self.init(ChunkSource(input, length: end.map { $0 - part.byteOffset }), path, options)
        parser.resume(part)
        if end != nil { endDepth = part.end?.depth }
        isAtEnd = part.isEmptyPart
    }
}
