/// Parses a document that arrives in pieces: from a socket, an asynchronous loop, or whatever else hands out bytes.
///
/// A piece may be of any size, down to one byte, and may end anywhere, in a character too. What comes out depends on how
/// the parser is made: a tree, records, or calls of a handler.
///
/// ```swift
/// var parser = XMLPushParser()
/// for try await chunk in body { try parser.feed(chunk) }
/// let tree = try parser.finish()
/// ```
public struct XMLPushParser<Target>: ~Copyable {
    var parser: StreamParser
    /// What tells the handler, if there is one.
    var observer: EventObserver?

    /// The warnings so far, and what was repaired: see ``XMLParsingOptions/repair``.
    public var diagnostics: [XMLDiagnostic] { parser.diagnostics }

    /// How many of them there were, also of those that are not kept: see ``XMLRepairOptions/diagnosticLimit``.
    public var diagnosticCount: Int { parser.diagnosticCount }

    /// Throws what has ended the parse.
    fileprivate func check() throws(XMLError) {
        if let error = parser.error { throw error }
    }

    mutating func add(_ bytes: some Sequence<UInt8>) {
        parser.feed(bytes)
    }
}

// MARK: A tree

extension XMLPushParser where Target == XMLTree {
    /// A parser that makes a tree of the whole document.
    public init(options: XMLParsingOptions = .init()) {
        parser = StreamParser(options: options, keepsAll: true)
    }

    /// Parses the next piece.
    ///
    /// - Throws: what is wrong with the document, as soon as it is seen; and the same again from then on.
    /// - Complexity: O(*n*) in the length of the piece, all calls taken together.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws(XMLError) {
        add(bytes)
        try check()
    }

    /// The tree, once all of the document has been fed: the same that
    /// ``XMLTree/init(parsing:options:)-(Sequence<UInt8>,_)`` makes.
    ///
    /// - Throws: what is wrong with the document.
    public consuming func finish() throws(XMLError) -> XMLTree {
        parser.finish()
        try check()
        let diagnostics = parser.diagnostics
        return XMLTree(tape: try parser.tape(), diagnostics: diagnostics)
    }
}

// MARK: Records

extension XMLPushParser where Target == XMLTree.Element {
    /// A parser that hands out the elements at a path, one at a time.
    ///
    /// - Throws: ``XMLError/Code/invalidPath`` for a path that no element can be at: see ``XMLRecords``.
    public init(records path: XMLPath, options: XMLParsingOptions = .init()) throws(XMLError) {
        parser = try StreamParser(options: options, records: path)
    }

    /// Parses the next piece. Take the records that have come with it by ``nextRecord()``; those that are not taken
    /// pile up.
    ///
    /// - Complexity: O(*n*) in the length of the piece, all calls taken together.
    public mutating func feed(_ bytes: some Sequence<UInt8>) {
        add(bytes)
    }

    /// All of the document has been fed.
    public mutating func finish() {
        parser.finish()
    }

    /// The next record that has come; nil when more must be fed first, or after ``finish()->()`` at the end.
    ///
    /// - Throws: what is wrong with the document, after the records before it.
    /// - Complexity: O(*n*) in the size of the record.
    public mutating func nextRecord() throws(XMLError) -> XMLTree.Element? {
        if let tape = parser.nextRecord() { return XMLTree.Element(recordIn: tape) }
        try check()
        return nil
    }
}

extension XMLTree.Element {
    /// The only root of a tape.
    init(recordIn tape: Tape) {
        self.init(tape: tape, index: tape.firstElement(Tape.document) ?? Tape.document)
    }
}
