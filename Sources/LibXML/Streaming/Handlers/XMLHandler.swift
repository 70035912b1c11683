/// A type that receives the events of a parse.
///
/// The methods for elements and text are required, so that a mistaken name of one of them does not compile. The others
/// are optional: check their names. CDATA sections and references to entities that are not read arrive in `text(_:)`
/// unless you implement the methods for them.
///
/// The parser builds no tree, and creates a `String` only when you request one from an event. Events are therefore
/// valid only during a call, and cannot be kept.
///
/// ```swift
/// struct ItemCounter: XMLHandler {
///     var count = 0
///
///     mutating func startElement(_ element: borrowing XMLElementEvent) {
///         if element.isNamed("item") { count += 1 }
///     }
///     mutating func endElement(_ element: borrowing XMLElementEvent) {}
///     mutating func text(_ text: borrowing XMLTextEvent) {}
/// }
///
/// var counter = ItemCounter()
/// try counter.parse(.file("Examples/orders.xml"))
/// ```
///
/// An error that a method throws ends the parse, and is thrown unchanged by the method that parses. To end the parse
/// without an error, call ``XMLElementEvent/stopParsing()`` or ``XMLTextEvent/stopParsing()``.
public protocol XMLHandler {
    /// Called at the beginning of the document.
    mutating func startDocument() throws

    /// Called at the end of a document that was well-formed or was repaired. Not called after `stopParsing()`.
    mutating func endDocument() throws

    /// Called at the start of an element.
    mutating func startElement(_ element: borrowing XMLElementEvent) throws

    /// Called at the end of an element. Its attributes are no longer available.
    mutating func endElement(_ element: borrowing XMLElementEvent) throws

    /// Called for character data: the whole text up to the next markup, with references resolved.
    mutating func text(_ text: borrowing XMLTextEvent) throws

    /// Called for a CDATA section. Default: ``text(_:)``.
    mutating func cdata(_ text: borrowing XMLTextEvent) throws

    /// Called for a comment.
    mutating func comment(_ text: borrowing XMLTextEvent) throws

    /// Called for a processing instruction, whose target is ``XMLTextEvent/target``.
    mutating func processingInstruction(_ instruction: borrowing XMLTextEvent) throws

    /// Called for a reference to an entity that is not read, as written. Default: ``text(_:)``.
    mutating func entityReference(_ reference: borrowing XMLTextEvent) throws

    /// Called for a warning or a repair, after the events of the piece of the document in which it was found.
    mutating func diagnostic(_ diagnostic: XMLDiagnostic) throws
}

extension XMLHandler {
    /// Does nothing.
    public mutating func startDocument() {}
    /// Does nothing.
    public mutating func endDocument() {}
    /// Calls `text(_:)`.
    public mutating func cdata(_ text: borrowing XMLTextEvent) throws { try self.text(text) }
    /// Does nothing.
    public mutating func comment(_ text: borrowing XMLTextEvent) {}
    /// Does nothing.
    public mutating func processingInstruction(_ instruction: borrowing XMLTextEvent) {}
    /// Calls `text(_:)`.
    public mutating func entityReference(_ reference: borrowing XMLTextEvent) throws { try text(reference) }
    /// Does nothing.
    public mutating func diagnostic(_ diagnostic: XMLDiagnostic) {}
}

// MARK: Parsing

extension XMLHandler {
    /// Parses a document in memory, and calls this handler for its events.
    ///
    /// - Throws: ``XMLError`` for a malformed document, after the events before the fault; and the errors of the
    ///   handler.
    /// - Complexity: O(*n*) in the length of the document.
    public mutating func parse(_ bytes: some Sequence<UInt8>, options: XMLParsingOptions = .init()) throws {
        try parse(ChunkSource(.array(bytes as? [UInt8] ?? Array(bytes))), options)
    }

    /// Parses a document in memory, and calls this handler for its events. The encoding in its declaration is ignored.
    ///
    /// - Throws: the same errors as for bytes.
    public mutating func parse(_ text: String, options: XMLParsingOptions = .init()) throws {
        var options = options
        options.encoding = "UTF-8"
        try parse(Array(text.utf8), options: options)
    }

    /// Parses the document in a file, or from another input, in pieces, and calls this handler for its events.
    ///
    /// - Throws: the same errors as for bytes, and those of an input that cannot be read: see ``XMLInput``.
    public mutating func parse(_ input: XMLInput, options: XMLParsingOptions = .init()) throws {
        try parse(input.open(name: options.sourceName), options.named(after: input))
    }

    private mutating func parse(_ source: consuming ChunkSource, _ options: XMLParsingOptions) throws {
        var source = source
        try UncheckedCell.withCell(of: &self) { cell in
            let observer = HandlerObserver(cell)
            var parser = observer.start(options)
            while !observer.isStopped {
                do throws(XMLError) {
                    guard try source.feedNext(to: &parser) else { break }
                } catch {
                    // Events before the error are delivered.
                    parser.endText()
                    try observer.check(&parser)
                    throw error
                }
                try observer.check(&parser)
            }
            try observer.finish(&parser)
        }
    }
}
