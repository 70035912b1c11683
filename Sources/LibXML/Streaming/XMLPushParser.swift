/// Parses a document that arrives in pieces, as from a socket or an asynchronous loop.
///
/// A piece may have any size, down to one byte, and may end anywhere, even inside a character. The initializer
/// determines the result: a tree, records, or calls of a handler.
///
/// ```swift
/// var parser = XMLPushParser()
/// for try await chunk in body { try parser.feed(chunk) }
/// let tree = try parser.finish()
/// ```
public struct XMLPushParser<Target>: ~Copyable {
    var parser: StreamParser
    /// The observer that calls the handler, if there is one.
    var observer: EventObserver?
    var recordDecoder = RecordDecoder()

    /// The warnings and repairs so far: see ``XMLParsingOptions/recovery``.
    public var diagnostics: [XMLDiagnostic] { parser.diagnostics }

    /// The number of diagnostics, including those that are not kept: see ``XMLRepairOptions/diagnosticLimit``.
    public var diagnosticCount: Int { parser.faults.count }

    mutating func add(_ bytes: some Sequence<UInt8>) {
        parser.feed(bytes)
    }

    /// Adds diagnostics that were found in a record.
    mutating func note(_ diagnostics: [XMLDiagnostic]) { parser.note(diagnostics) }
}

// MARK: A tree

extension XMLPushParser where Target == XMLTree {
    /// Creates a parser for a tree of the whole document.
    public init(options: XMLParsingOptions = .init()) {
        parser = StreamParser(options: options, keepsAll: true)
    }

    /// Parses the next piece.
    ///
    /// - Throws: ``XMLError`` as soon as a fault is found; each further call throws it again.
    /// - Complexity: O(*n*) in the length of the piece, amortized over all calls.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws(XMLError) {
        add(bytes)
        try parser.check()
    }

    /// Returns the tree, after all of the document has been fed.
    ///
    /// - Returns: the same tree as that of ``XMLTree/init(parsing:options:)-(Sequence<UInt8>,_)``, except that further
    ///   root elements are omitted if the document is recovered.
    /// - Throws: ``XMLError`` for a malformed or incomplete document; ``XMLError/Code/cancelled`` in a canceled task.
    public consuming func finish() throws(XMLError) -> XMLTree {
        parser.finish()
        try parser.check()
        let (diagnostics, count, validation) = (parser.diagnostics, parser.faults.count, parser.options.validation)
        let tape = try parser.tape()
        return XMLTree(tape: tape, diagnostics: tape.completed(diagnostics, validation), count: count)
    }
}

// MARK: Records

extension XMLPushParser where Target == XMLTree.Element {
    /// Creates a parser for the elements at a path, one at a time.
    ///
    /// - Throws: ``XMLError/Code/invalidPath`` for a path that cannot lead to elements: see ``XMLRecords``.
    public init(at path: XMLPath, options: XMLParsingOptions = .init()) throws(XMLError) {
        parser = StreamParser(options: options, records: try RecordPath(path))
    }

    /// Parses the next piece.
    ///
    /// Take the records that it completes with ``next()``; records that are not taken stay in memory.
    ///
    /// - Complexity: O(*n*) in the length of the piece, amortized over all calls.
    public mutating func feed(_ bytes: some Sequence<UInt8>) {
        add(bytes)
    }

    /// Ends the document, after all of it has been fed. In a canceled task, ``next()`` then throws
    /// ``XMLError/Code/cancelled`` after the records that were read.
    public mutating func finish() {
        parser.finish()
    }

    /// The reason why the document has no records, after ``finish()->()``: see ``XMLRecords/notFound``.
    public var notFound: XMLError? { parser.notFound }

    /// Returns the next record; nil if more of the document is needed, or after ``finish()->()`` at the end.
    ///
    /// - Throws: ``XMLError`` for a malformed document, after the records before the fault.
    /// - Complexity: O(*n*) in the size of the record.
    public mutating func next() throws(XMLError) -> XMLTree.Element? {
        if let tape = parser.nextRecord() { return XMLTree.Element(rootOf: tape) }
        try parser.check()
        return nil
    }
}
