/// Reads a document of any size forward, in pieces and in constant memory.
///
/// ```swift
/// var reader = XMLReader(parsing: "<orders><order id='7'><item>Tea</item></order></orders>")
/// while let event = try reader.next() {
///     if event == .startElement, reader.isNamed("item") { print(try reader.readElementText()) }  // Tea
/// }
/// ```
///
/// ``next()`` advances to the next event. The properties describe the current event, and are computed on request.
/// Values that properties have returned stay valid after the next call. Before the first event, at the end, and after
/// an error there is no current event: ``event`` and ``value`` are nil, names are empty, ``depth`` is 0, there are no
/// attributes, and ``location`` is the place that was reached last.
///
/// The content is the same as that of ``XMLTree`` with the same options. Entities of the document are part of its text
/// and elements, nothing outside the document is read, adjacent text is one event, and errors have the same codes and
/// locations. Everything before a fault is delivered before the fault is thrown.
///
/// A reader is not a `Sequence`: `IteratorProtocol` cannot throw, and the reader returns its own state instead of
/// values that can be kept. It is noncopyable, because two readers cannot share a stream. Destroying it in the middle
/// of a document releases all its resources.
///
/// An element that is written as an empty-element tag, `<a/>`, has a start event and no end event: see
/// ``isEmptyElement``. An element in the text of an entity always has both.
public struct XMLReader: ~Copyable {
    /// An event of a reader.
    public enum Event: Hashable, Sendable {
        /// The start tag of an element.
        case startElement
        /// The end tag of an element that is not empty.
        case endElement
        /// Character data that is not only white space, including that of entities in it.
        case text
        /// A CDATA section.
        case cdata
        /// Character data that is only white space.
        case whiteSpace
        /// A comment.
        case comment
        /// A processing instruction.
        case processingInstruction
        /// The document type declaration.
        case documentType
        /// A reference to an entity that is not read (``XMLParsingOptions/UnresolvedEntities``).
        case entityReference
    }

    var cursor: ReaderCursor
    /// The element of the current ``forEachElement(_:_:)-(String,_)``, at whose end the reader ends.
    var scope: ReaderCursor.Scope?

    init(_ source: consuming ChunkSource, _ options: XMLParsingOptions, isText: Bool = false) {
        cursor = ReaderCursor(source, options, isText: isText)
    }
}

// MARK: Sources

extension XMLReader {
    /// Creates a reader for bytes in any encoding that libxml2 knows.
    ///
    /// An array is kept without a copy; other sequences are copied into an array. Errors of the document are thrown by
    /// ``next()``.
    public init(parsing bytes: some Sequence<UInt8>, options: XMLParsingOptions = .init()) {
        self.init(ChunkSource(.array(bytes as? [UInt8] ?? Array(bytes))), options)
    }

    /// Creates a reader for bytes, which are copied once.
    public init(parsing bytes: Span<UInt8>, options: XMLParsingOptions = .init()) {
        self.init(ChunkSource(.array(bytes.array)), options)
    }

    /// Creates a reader for a string. The encoding in its declaration is ignored. Byte offsets in locations are those
    /// of its UTF-8 form.
    public init(parsing text: String, options: XMLParsingOptions = .init()) {
        self.init(ChunkSource(.array(Array(text.utf8))), options, isText: true)
    }

    /// Creates a reader for a file, a file descriptor or the pieces of a closure, which is read in pieces.
    ///
    /// - Throws: ``XMLError`` for a file or descriptor that cannot be opened: see ``XMLInput``. Later errors, such as
    ///   those of a closure, are thrown by ``next()``, which delivers everything before them.
    public init(parsing input: XMLInput, options: XMLParsingOptions = .init()) throws(XMLError) {
        self.init(try input.open(name: options.sourceName), options.named(after: input))
    }

    /// The warnings and repairs so far, and the error that ended the document, if there is one: see
    /// ``XMLParsingOptions/recovery``.
    ///
    /// The document is parsed one piece ahead of the current event.
    public var diagnostics: [XMLDiagnostic] { cursor.diagnostics }

    /// The number of diagnostics, including those that are not kept: see ``XMLRepairOptions/diagnosticLimit``.
    public var diagnosticCount: Int { cursor.diagnosticCount }
}
