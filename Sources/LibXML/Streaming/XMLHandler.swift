/// A type that is told what a parser reads, event by event, while it reads.
///
/// Implement what you need; each requirement has a default that does nothing. Nothing is built and no `String` is made
/// but those that you ask an event for, which is why events are lent for the time of a call and cannot be kept.
///
/// ```swift
/// struct ItemCounter: XMLHandler {
///     var count = 0
///
///     mutating func startElement(_ element: borrowing XMLElementEvent) {
///         if element.isNamed("item") { count += 1 }
///     }
/// }
///
/// var counter = ItemCounter()
/// try counter.parse(contentsOfFile: "Examples/orders.xml")
/// ```
///
/// Whatever a method throws ends the parse, and comes out of it as it is. To end the parse without an error, call
/// ``XMLElementEvent/stopParsing()`` or ``XMLTextEvent/stopParsing()``.
public protocol XMLHandler {
    /// The document begins.
    mutating func startDocument() throws

    /// The document has ended, and was well-formed or was repaired. Not called after a stop.
    mutating func endDocument() throws

    /// An element begins.
    mutating func startElement(_ element: borrowing XMLElementEvent) throws

    /// An element has ended. Its attributes are gone.
    mutating func endElement(_ element: borrowing XMLElementEvent) throws

    /// Character data, all of it up to the next markup, references resolved.
    mutating func characters(_ text: borrowing XMLTextEvent) throws

    /// A CDATA section. Default: the same as character data.
    mutating func cdata(_ text: borrowing XMLTextEvent) throws

    /// A comment.
    mutating func comment(_ text: borrowing XMLTextEvent) throws

    /// A processing instruction: ``XMLTextEvent/target`` is its target.
    mutating func processingInstruction(_ instruction: borrowing XMLTextEvent) throws

    /// A reference to an entity that is not read, as written. Default: the same as character data.
    mutating func entityReference(_ reference: borrowing XMLTextEvent) throws

    /// A warning, or something that was repaired. It comes after the events of the piece of the document in which it was found.
    mutating func diagnostic(_ diagnostic: XMLDiagnostic) throws
}

extension XMLHandler {
    public mutating func startDocument() {}
    public mutating func endDocument() {}
    public mutating func startElement(_ element: borrowing XMLElementEvent) {}
    public mutating func endElement(_ element: borrowing XMLElementEvent) {}
    public mutating func characters(_ text: borrowing XMLTextEvent) {}
    public mutating func cdata(_ text: borrowing XMLTextEvent) throws { try characters(text) }
    public mutating func comment(_ text: borrowing XMLTextEvent) {}
    public mutating func processingInstruction(_ instruction: borrowing XMLTextEvent) {}
    public mutating func entityReference(_ reference: borrowing XMLTextEvent) throws { try characters(reference) }
    public mutating func diagnostic(_ diagnostic: XMLDiagnostic) {}
}

// MARK: Parsing

extension XMLHandler {
    /// Parses a document in memory, and tells this handler what is in it.
    ///
    /// - Throws: what is wrong with the document, after what came before it has been told; and what the handler throws.
    /// - Complexity: O(*n*) in the length of the document.
    public mutating func parse(_ bytes: some Sequence<UInt8>, options: XMLParsingOptions = .init()) throws {
        try parse(ChunkSource(.array(bytes as? [UInt8] ?? Array(bytes))), options)
    }

    /// Parses a document in memory, and tells this handler what is in it.
    ///
    /// - Throws: as for bytes.
    public mutating func parse(_ text: String, options: XMLParsingOptions = .init()) throws {
        var options = options
        options.encoding = "UTF-8"
        try parse(Array(text.utf8), options: options)
    }

    /// Parses the file at `path`, which is read piece by piece.
    ///
    /// - Throws: as for bytes, and when the file cannot be read: see ``XMLTree/init(contentsOfFile:mapped:options:)``.
    public mutating func parse(contentsOfFile path: String, options: XMLParsingOptions = .init()) throws {
        var options = options
        options.sourceName = options.sourceName ?? path
        try parse(ChunkSource(OpenFile(path: path)), options)
    }

    private mutating func parse(_ source: consuming ChunkSource, _ options: XMLParsingOptions) throws {
        var parser = XMLPushParser(handler: self, options: options)
        defer { self = parser.handler }
        while !parser.isStopped, try source.feedNext(to: &parser.parser) { try parser.checkHandler() }
        try parser.end()
    }
}
