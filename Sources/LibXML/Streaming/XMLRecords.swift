/// The elements at a path of a document of any size, one at a time.
///
/// Only one record, and a piece of the document around it, is in memory. A record is an element of its own, which may be
/// kept: nothing else of the document is kept with it.
///
/// ```swift
/// var records = try XMLRecords(contentsOfFile: "Examples/orders.xml", at: "orders/order")
/// while let order = try records.next() {
///     print(order[attribute: "id"] ?? "", order["item"]?.text ?? "")
/// }
/// ```
///
/// This is a cursor and not a `Sequence`: a `Sequence` cannot throw, so that a document which is malformed after a
/// million records would look like one that ends there. Records before an error are handed out first; from then on
/// ``next()`` throws it.
///
/// The path is one of names, `*` and `//`, from the root element inwards. A name means elements that are written so,
/// with their prefix if they have one. Elements at the path inside a record are part of it, not records of their own.
///
/// `Failure` is what ``next()`` throws: ``XMLError`` alone, unless what hands out the bytes can fail itself.
public struct XMLRecords<Failure: Error>: ~Copyable {
    private var parser: StreamParser
    private let path: XMLPath
    private var source: ChunkSource
    private var isAtEnd = false
    /// How many elements are open at the end of what is read, when the document goes on after it.
    private var endDepth: Int?
    private var failure: Failure?

    private init(
        _ source: consuming ChunkSource, _ path: XMLPath, _ options: XMLParsingOptions, endDepth: Int? = nil
    ) throws(XMLError) {
        parser = try StreamParser(options: options, records: path)
        self.path = path
        self.endDepth = endDepth
        self.source = source
    }

    /// The next record; nil at the end of the document.
    ///
    /// - Throws: what is wrong with the document, placed in the whole of it; and whatever the source of the bytes throws,
    ///   as it is. After an error each call throws it again.
    /// - Complexity: O(*n*) in the size of the document up to the record, all calls taken together.
    public mutating func next() throws(Failure) -> XMLTree.Element? {
        while true {
            if let tape = parser.nextRecord() { return XMLTree.Element(recordIn: tape) }
            if let error = parser.error { throw Self.failure(error) }
            if let failure { throw failure }
            if isAtEnd { return nil }
            read()
        }
    }

    /// Calls `body` with each record.
    ///
    /// - Throws: as ``next()``, and what `body` throws.
    public mutating func forEach(_ body: (XMLTree.Element) throws -> Void) throws {
        while let record = try next() { try body(record) }
    }

    /// How many bytes of the input have been read, for telling how far the reading is: those of a piece, not of a record.
    public var bytesRead: Int { parser.inputCount }

    /// The size of the input in bytes, where it is known.
    public var size: Int? { source.size }

    /// The warnings so far, and what was repaired: see ``XMLParsingOptions/repair``.
    public var diagnostics: [XMLDiagnostic] { parser.diagnostics }

    /// How many of them there were, also of those that are not kept: see ``XMLRepairOptions/diagnosticLimit``.
    public var diagnosticCount: Int { parser.diagnosticCount }

    /// The reason why the document has no records: an error that says which elements exist where the path ends to match.
    ///
    /// Nil if there was a record, before the end of the document, and for records after a checkpoint. A path that matches
    /// nothing is not an error by itself; throw this one if it is:
    ///
    /// ```swift
    /// var records = try XMLRecords(parsing: "<orders><order/></orders>", at: "orders/ordr")
    /// while let record = try records.next() { print(record) }
    /// let help = records.notFound?.help  // "did you mean <order>?"
    /// ```
    public var notFound: XMLError? { parser.notFound(path) }

    /// Where the reading has come to: after the record that ``next()`` returned last.
    ///
    /// ```swift
    /// let checkpoint = records.checkpoint  // Store it, and later:
    /// var rest = try XMLRecords(resuming: checkpoint, in: "Examples/orders.xml", at: "orders/order")
    /// ```
    ///
    /// Complexity: O(*n*) in the size of the start tags around the record, and of the document before its root element.
    public var checkpoint: XMLCheckpoint { parser.checkpoint.sealed() }

    private mutating func read() {
        do {
            if try source.feedNext(to: &parser) { return }
            isAtEnd = true
            guard let endDepth else { return parser.finish() }
            if parser.isWhole(depth: endDepth) { return }
            // The part does not end where a well-formed document would: the fault comes when all of it is read.
            self.endDepth = nil
            source.readOn()
            isAtEnd = false
        } catch {
            failure = Self.failure(error)
        }
    }

    private static func failure(_ error: any Error) -> Failure {
        // The initializers make sure that a source throws no other error.
        guard let failure = error as? Failure else { preconditionFailure("\(error)") }
        return failure
    }
}

// MARK: From bytes and files

extension XMLRecords where Failure == XMLError {
    /// The records of a document in memory.
    ///
    /// - Throws: ``XMLError/Code/invalidPath`` for a path with an index or an attribute.
    public init(
        parsing bytes: some Sequence<UInt8>, at path: XMLPath, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        try self.init(ChunkSource(.array(bytes as? [UInt8] ?? Array(bytes))), path, options)
    }

    /// The records of a document in memory.
    ///
    /// - Throws: as for bytes.
    public init(parsing text: String, at path: XMLPath, options: XMLParsingOptions = .init()) throws(XMLError) {
        var options = options
        options.encoding = "UTF-8"
        try self.init(ChunkSource(.array(Array(text.utf8))), path, options)
    }

    /// The records of the file at `path`, which is read piece by piece.
    ///
    /// - Throws: as for bytes, and when there is no such file, when it is a directory, when it cannot be read, or when the
    ///   path is a URL.
    public init(
        contentsOfFile file: String, at path: XMLPath, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        var options = options
        options.sourceName = options.sourceName ?? file
        try self.init(ChunkSource(OpenFile(path: file)), path, options)
    }

    /// The records of what an open file, a pipe or a socket still has to give.
    ///
    /// - Parameter descriptor: stays open.
    /// - Throws: as for bytes, and when the descriptor is one of a directory, or none.
    public init(
        fileDescriptor descriptor: Int32, at path: XMLPath, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        let name = options.sourceName ?? "descriptor \(descriptor)"
        try self.init(ChunkSource(OpenFile(descriptor: descriptor, name: name)), path, options)
    }
}

// MARK: Going on

extension XMLRecords where Failure == XMLError {
    /// The records of the file at `path` that come after a checkpoint: the same, at the same places, as if all of it were
    /// read.
    ///
    /// - Parameters:
    ///   - path: where the records are: the path that the checkpoint's records were read with.
    ///   - options: those that they were read with.
    /// - Throws: ``XMLError/Code/checkpointMismatch`` when the file does not begin as the input did that the checkpoint was
    ///   made for, or is shorter, and when the checkpoint was changed; the first ``next()`` throws it when a record of
    ///   `path` is around the place. Otherwise as ``init(contentsOfFile:at:options:)``.
    public init(
        resuming checkpoint: XMLCheckpoint, in file: String, at path: XMLPath, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        var options = options
        options.sourceName = options.sourceName ?? file
        try checkpoint.check()
        let input = try OpenFile(path: file)
        try input.check(checkpoint)
        try input.seek(to: checkpoint.byteOffset)
        try self.init(ChunkSource(input), path, options)
        parser.resume(checkpoint)
    }
}

extension XMLRecords where Failure == XMLError {
    /// The records of a part of the file at `path`.
    init(
        _ part: RecordSplitter.Part, of file: String, at path: XMLPath, options: XMLParsingOptions
    ) throws(XMLError) {
        var options = options
        options.sourceName = options.sourceName ?? file
        let input = try OpenFile(path: file)
        try input.seek(to: part.start.byteOffset)
        let length = part.end.map { $0 - part.start.byteOffset }
        try self.init(
            ChunkSource(input, length: length), path, options, endDepth: part.end == nil ? nil : part.endDepth)
        parser.resume(part.start)
    }
}

// MARK: From anything else

extension XMLRecords where Failure == any Error {
    /// The records of a document that a closure hands out in pieces.
    ///
    /// - Parameter chunk: the next piece, of any size; nil at the end. What it throws comes out of ``next()`` as it is.
    /// - Throws: ``XMLError/Code/invalidPath``.
    public init(
        at path: XMLPath, options: XMLParsingOptions = .init(), chunks chunk: @escaping () throws -> [UInt8]?
    ) throws(XMLError) {
        try self.init(ChunkSource(chunk), path, options)
    }
}
