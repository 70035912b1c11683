/// Writes XML to memory, to a file, or in chunks.
///
/// ```swift
/// let writer = try XMLWriter()
/// try writer.element("order", ["id": "7"]) {
///     try writer.element("item", text: "Salt & pepper")
/// }
/// let bytes = try writer.xmlBytes()
/// // <?xml version="1.0" encoding="UTF-8"?>
/// // <order id="7"><item>Salt &amp; pepper</item></order>
/// ```
///
/// The output is always well-formed: names, characters, prefixes and nesting are checked. A call that throws writes
/// nothing, apart from the end of a start tag that was open, and the writer can still be used. Only an error of the
/// sink or the file is final, because a part of the output is lost: each further call throws it again, and nothing more
/// is written.
///
/// Each name is a `String` as written, with a prefix that is declared, or an ``XMLName``, for which the writer chooses
/// a prefix and declares it. A name without a prefix, given as a `String`, is in the default namespace of its place.
///
/// A writer is not Sendable: one task uses it at a time.
public final class XMLWriter {
    /// Each function accesses it once, and calls no code of the program during the access.
    let cell: UncheckedCell<MarkupWriter>
    private var output: MarkupOutput
    /// The names of the mapping with which a member of a dictionary was written last.
    private var names = WrittenNames(.qualified)
    /// The number of bytes from which the output is passed on; 0 after a failure.
    private var fullSize = MarkupOutput.chunkSize
    /// Why a part of the output is lost: the error of the sink or of the conversion. Nothing is written after it.
    private var failure: (any Error)?
    /// The output that is left at the end of a document, in UTF-8, and as bytes of its encoding with its line ends.
    private var rest: (text: [UInt8], bytes: [UInt8]) = ([], [])

    /// Creates a writer that keeps its output in memory, until ``xmlBytes()``, ``xmlString()`` or ``takeBytes()``
    /// returns it.
    ///
    /// - Throws: ``XMLError/Code/unsupportedEncoding`` if libxml2 does not know the encoding, or could not read the
    ///   output again.
    public init(options: XMLWritingOptions = .init()) throws(XMLError) {
        output = try MarkupOutput(options)
        cell = UncheckedCell(MarkupWriter(options, encoding: output.encoding))
    }

    /// Creates a writer that passes its output on in chunks of 16 KiB to about 1 MiB. The memory that it uses does not
    /// grow with the output, apart from the longest value.
    ///
    /// - Parameter sink: receives each chunk. It must not use the writer.
    /// - Throws: ``XMLError/Code/unsupportedEncoding`` if libxml2 does not know the encoding, or could not read the
    ///   output again.
    public init(
        options: XMLWritingOptions = .init(), sink: @escaping (_ chunk: [UInt8]) throws -> Void
    ) throws(XMLError) {
        output = try MarkupOutput(options, sink: sink)
        cell = UncheckedCell(MarkupWriter(options, encoding: output.encoding))
    }

    /// Creates a writer of any number of elements and texts, without a document around them.
    ///
    /// - Parameter sink: receives each chunk; nil to keep the output in memory.
    @_spi(Command) public init(
        fragmentWith options: XMLWritingOptions, sink: ((_ chunk: [UInt8]) throws -> Void)? = nil
    ) throws(XMLError) {
        output = try MarkupOutput(options, sink: sink)
        cell = UncheckedCell(MarkupWriter(options, encoding: output.encoding, isFragment: true))
    }

    /// Creates a writer that writes to the file at `path`, which is created or replaced. ``finish()`` closes it.
    ///
    /// The file is emptied at once. If the program ends before ``finish()``, the file contains the beginning of the
    /// document: to replace a file only by a complete one, write to another name in the same folder, and rename that.
    ///
    /// - Throws: ``XMLError/Code/unwritableFile``, or ``XMLError/Code/unsupportedEncoding`` if libxml2 does not know
    ///   the encoding, or could not read the output again.
    public init(toFile path: String, options: XMLWritingOptions = .init()) throws(XMLError) {
        output = try MarkupOutput(options)
        cell = UncheckedCell(MarkupWriter(options, encoding: output.encoding))
        let file = try FileOutput(path: path)
        output.sink = { try file.write($0.contiguous.span) }
        output.close = { try file.finish() }
    }

    /// Returns the output since the last call, and removes it from the writer. Used to send a document in parts, such
    /// as the chunks of the body of an HTTP response.
    ///
    /// The output ends before a start tag that is still open for attributes, and with
    /// ``XMLWritingOptions/whiteSpace-swift.property`` before white space that is not decided yet. A writer with a sink
    /// or a file returns an empty array, because its output is passed to these.
    public func takeBytes() throws(XMLError) -> [UInt8] {
        output.sink == nil ? try nextBytes() : []
    }

    private func nextBytes() throws(XMLError) -> [UInt8] { try converted(cell.modify { $0.take() }) }

    private func converted(_ bytes: [UInt8]) throws(XMLError) -> [UInt8] {
        if let failure = failure as? XMLError { throw failure }
        do throws(XMLError) {
            return try output.converted(bytes)
        } catch {
            fail(error)
            throw error
        }
    }

    /// Ends the document, and passes the rest of the output to the sink. Without a sink, ``xmlString()`` and
    /// ``xmlBytes()`` return it.
    ///
    /// - Throws: ``XMLError/Code/unclosedElement`` or ``XMLError/Code/missingRootElement`` if the document is not
    ///   complete; the error of the sink, of this call or of an earlier one.
    public func finish() throws {
        try checked { (markup) throws(XMLError) in try markup.finish() }
        guard let sink = output.sink else { return }
        let rest = try nextBytes()
        try passing {
            if !rest.isEmpty { try sink(rest) }
            try output.close?()
        }
    }

    /// Ends the document, and returns the output that ``takeBytes()`` has not returned, as a string, whatever encoding
    /// it declares; empty if the writer has a sink. A further call returns it again, with what was written since.
    ///
    /// - Throws: the errors of ``finish()``.
    public func xmlString() throws -> String {
        try collectRest()
        return String(decoding: output.withLineEnds(rest.text), as: UTF8.self)
    }

    /// Ends the document, and returns the output that ``takeBytes()`` has not returned; empty if the writer has a sink.
    /// A further call returns it again, with what was written since.
    ///
    /// - Throws: the errors of ``finish()``.
    public func xmlBytes() throws -> [UInt8] {
        try collectRest()
        return rest.bytes
    }

    private func collectRest() throws {
        try finish()
        if let failure { throw failure }
        let text = cell.modify { $0.take() }
        let bytes = try converted(text)
        rest = rest.text.isEmpty ? (text, bytes) : (rest.text + text, rest.bytes + bytes)
    }

    /// Returns the writer of members of dictionaries under a mapping.
    func dictionaryWriter(_ mapping: XMLMapping) -> DictionaryWriter {
        if names.rule != mapping.names { names = WrittenNames(mapping.names) }
        return DictionaryWriter(mapping, names)
    }

    // MARK: Errors

    /// Calls `body`, and passes the output on if there is much of it. Adds the path to errors.
    func checked(_ body: (inout MarkupWriter) throws(XMLError) -> Void) throws {
        let fullSize = fullSize
        if fullSize == 0 { try rethrow() }
        let isFull = try cell.modify { (markup) throws(XMLError) in
            do throws(XMLError) {
                try body(&markup)
            } catch {
                throw markup.located(error)
            }
            return markup.bytes.count >= fullSize
        }
        if isFull, output.sink != nil { try flush() }
    }

    /// Calls `body`, which writes nodes or attributes, as ``checked(_:)`` does. If one fails, removes all of them.
    func undoing(_ body: (inout MarkupWriter) throws(XMLError) -> Void) throws {
        try checked { (markup) throws(XMLError) in try markup.undoing(body) }
    }

    @inline(never)
    private func flush() throws {
        guard let sink = output.sink else { return }
        var large = RawBuffer<UInt8>(capacity: 0)
        cell.modify { $0.move(to: &large, ifLargerThan: MarkupOutput.largestChunk) }
        try pass(large, to: sink)
        let chunk = try nextBytes()
        // Undecided output remains, and is not examined again until it has grown by a whole chunk.
        fullSize = cell.modify { $0.bytes.count } + MarkupOutput.chunkSize
        if !chunk.isEmpty { try passing { try sink(chunk) } }
    }

    /// Passes output on in parts, so that no second copy of a long text exists.
    private func pass(_ bytes: consuming RawBuffer<UInt8>, to sink: ([UInt8]) throws -> Void) throws {
        var start = 0
        while start < bytes.count {
            let end = MarkupOutput.endOfPart(from: start, of: bytes)
            try passing { try sink(output.converted(bytes.withSpan(start..<end) { $0.array })) }
            start = end
        }
    }

    /// Calls `body`, which passes output on. It is called at most once if it throws.
    private func passing(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            fail(error)
            throw error
        }
    }

    private func fail(_ error: any Error) {
        failure = error
        fullSize = 0
    }

    @inline(never)
    private func rethrow() throws {
        if let failure { throw failure }
    }
}

// MARK: Content

extension XMLWriter {
    /// Writes an attribute of the start tag that is open.
    ///
    /// - Parameters:
    ///   - name: the name as it is written. `xmlns` and `xmlns:p` are namespace declarations.
    ///   - value: the value without references.
    /// - Throws: ``XMLError/Code/misplacedAttribute`` after the content of the element has begun,
    ///   ``XMLError/Code/duplicateAttribute``, ``XMLError/Code/invalidName`` or ``XMLError/Code/invalidCharacter``.
    public func attribute(_ name: String, _ value: String) throws {
        try checked { (markup) throws(XMLError) in try markup.addAttribute(name, value) }
    }

    /// Writes an attribute of the start tag that is open. The namespace is declared if it has no prefix in scope.
    public func attribute(_ name: XMLName, _ value: String) throws {
        try checked { (markup) throws(XMLError) in
            do throws(XMLError) {
                try markup.attribute(name, value)
            } catch {
                throw markup.located(error, attribute: name.localName)
            }
        }
    }

    /// Writes several attributes of the start tag that is open, such as those of a dictionary.
    ///
    /// - Throws: the errors of ``attribute(_:_:)-(String,_)``. None is written then.
    public func attributes(_ attributes: some Sequence<(key: String, value: String)>) throws {
        // A sequence is code of the program, which may use the writer.
        let attributes = Array(attributes)
        try checked { (markup) throws(XMLError) in
            try markup.undoingInTag { (markup) throws(XMLError) in
                for (name, value) in attributes { try markup.addAttribute(name, value) }
            }
        }
    }

    /// Declares a namespace in the start tag that is open.
    ///
    /// - Parameter prefix: the prefix; nil for the default namespace.
    public func declareNamespace(_ namespace: XMLNamespace, prefix: String?) throws {
        try checked { (markup) throws(XMLError) in try markup.declare(prefix: prefix ?? "", uri: namespace.uri) }
    }

    /// Writes character data. `&`, `<`, `>` and carriage returns become references.
    public func text(_ text: String) throws {
        try checked { (markup) throws(XMLError) in try markup.text(text) }
    }

    /// Writes a CDATA section. Each `]]>` is split between two sections.
    public func cdata(_ text: String) throws {
        try undoing { (markup) throws(XMLError) in try markup.cdata(text) }
    }

    /// Writes a comment.
    ///
    /// - Throws: ``XMLError/Code/doubleHyphenInComment`` for text that contains `--` or ends with `-`.
    public func comment(_ text: String) throws {
        try undoing { (markup) throws(XMLError) in try markup.comment(text) }
    }

    /// Writes a processing instruction.
    ///
    /// - Throws: ``XMLError/Code/reservedProcessingInstruction`` for the target `xml`, ``XMLError/Code/malformed`` for
    ///   data that contains `?>`.
    public func processingInstruction(_ target: String, _ data: String = "") throws {
        try undoing { (markup) throws(XMLError) in try markup.processingInstruction(target, data) }
    }

    /// Writes the XML declaration, which is otherwise written automatically. It must come first.
    public func declaration(version: String = "1.0", isStandalone: Bool? = nil) throws {
        try checked { (markup) throws(XMLError) in
            try markup.declaration(version: version, isStandalone: isStandalone)
        }
    }

    /// Writes the document type declaration, before the root element.
    public func documentType(_ type: XMLTree.DocumentType) throws {
        try checked { (markup) throws(XMLError) in try markup.documentType(type) }
    }
}
