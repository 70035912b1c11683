/// Reads a document piece by piece, going forward only: in constant memory, whatever its size.
///
/// ```swift
/// var reader = XMLReader(parsing: "<orders><order id='7'><item>Tea</item></order></orders>")
/// while let event = try reader.next() {
///     if event == .startElement, reader.isNamed("item") { print(try reader.readElementText()) }  // Tea
/// }
/// ```
///
/// ``next()`` goes on to the next event, and the properties tell of the event where the reader stands: they are made when
/// they are asked for, and only then. What a property returned stays valid; the properties themselves change with the
/// next call. Before the first event, at the end and after an error the reader stands at nothing: ``event`` and ``value``
/// are nil, names are empty, ``depth`` is 0, there are no attributes, and ``location`` is the place that was reached last.
///
/// What it says of a document is what ``XMLTree`` says of it with the same options: entities of the document itself are
/// part of its text and its elements, nothing outside of it is read, adjacent text is one event, and errors have the same
/// codes and places. Everything before a fault is delivered before the fault is thrown.
///
/// A reader is no `Sequence`: going on can throw, which `IteratorProtocol` cannot, and what it returns is not a value that
/// could be kept but the reader's own state. It cannot be copied, because two readers could not go through one stream.
/// Dropping it in the middle of a document releases everything.
///
/// An element that the document writes as one tag, `<a/>`, has a start and no end (``isEmptyElement``). One in the text of an
/// entity always has both.
public struct XMLReader: ~Copyable {
    /// What a reader can stand at.
    public enum Event: Hashable, Sendable {
        /// The start tag of an element.
        case startElement
        /// The end tag of an element that is not empty.
        case endElement
        /// Character data that is not only white space, with that of entities in it.
        case text
        /// A CDATA section.
        case cdata
        /// Character data that is only white space.
        case whiteSpace
        case comment
        case processingInstruction
        /// The document type declaration.
        case documentType
        /// A reference to an entity that is not read (``XMLParsingOptions/UnresolvedEntities``).
        case entityReference
    }

    var cursor: ReaderCursor
    /// The element at whose end the reader says that there is nothing more: that of ``forEachElement(_:_:)-(String,_)``.
    var scope: ReaderCursor.Scope?

    init(_ source: consuming ChunkSource, _ options: XMLParsingOptions, isText: Bool = false) {
        cursor = ReaderCursor(source, options, isText: isText)
    }
}

// MARK: Sources

extension XMLReader {
    /// Reads a document from bytes in any encoding that libxml2 knows.
    ///
    /// An array is kept and not copied; other sequences are copied into one. What is wrong with the bytes is thrown by
    /// ``next()``.
    public init(parsing bytes: some Sequence<UInt8>, options: XMLParsingOptions = .init()) {
        self.init(ChunkSource(.array(bytes as? [UInt8] ?? Array(bytes))), options)
    }

    /// Reads a document from bytes, which are copied once.
    public init(parsing bytes: Span<UInt8>, options: XMLParsingOptions = .init()) {
        self.init(ChunkSource(.array(bytes.array)), options)
    }

    /// Reads a document from a string; an encoding that its declaration names does not matter. Byte offsets in places are
    /// those of its UTF-8 form.
    public init(parsing text: String, options: XMLParsingOptions = .init()) {
        self.init(ChunkSource(.array(Array(text.utf8))), options, isText: true)
    }

    /// Reads the file at `path`, of which no more than a piece is in memory at a time.
    ///
    /// - Throws: when there is no such file, when it is a directory, when it cannot be opened, or when the path is a URL:
    ///   nothing is loaded from a network.
    public init(contentsOfFile path: String, options: XMLParsingOptions = .init()) throws(XMLError) {
        var options = options
        options.sourceName = options.sourceName ?? path
        self.init(ChunkSource(try OpenFile(path: path)), options)
    }

    /// Reads from a file descriptor, such as that of a pipe or socket, from where it stands.
    ///
    /// - Parameter fileDescriptor: stays open, and must do so as long as the reader is in use.
    /// - Throws: when it is not open, or that of a directory.
    public init(fileDescriptor: Int32, options: XMLParsingOptions = .init()) throws(XMLError) {
        let name = options.sourceName ?? "file descriptor \(fileDescriptor)"
        self.init(ChunkSource(try OpenFile(descriptor: fileDescriptor, name: name)), options)
    }

    /// Reads what a closure supplies.
    ///
    /// An error that it throws ends the document where it is: ``next()`` delivers what comes before, and then throws
    /// ``XMLError/Code/sourceFailed``, because all that it can throw is an ``XMLError``; one that the closure throws comes out
    /// as it is. ``sourceError`` is any other error itself, and ``forEachElement(_:_:)-(String,_)`` throws that.
    ///
    /// - Parameter chunks: called for the next piece, of any size, empty or not; nil at the end. It is not called
    ///   again after the end, nor after an error.
    public init(options: XMLParsingOptions = .init(), chunks: @escaping () throws -> [UInt8]?) {
        self.init(ChunkSource(chunks), options)
    }

    /// What the closure threw that supplies the document, if that was no ``XMLError``.
    public var sourceError: (any Error)? { cursor.sourceError }

    /// The warnings so far, such as those of references to entities that were not read, what was repaired
    /// (``XMLParsingOptions/repair``), and the error that ended the document, if one did. The document is parsed a piece ahead.
    public var diagnostics: [XMLDiagnostic] { cursor.diagnostics }

    /// How many of them there were, also of those that are not kept: see ``XMLRepairOptions/diagnosticLimit``.
    public var diagnosticCount: Int { cursor.diagnosticCount }
}
