// Trees and elements as XML.

extension XMLTree {
    /// Returns the document as XML: see ``xmlBytes(options:)``. A name or character that XML does not allow, as HTML
    /// may contain, is replaced.
    ///
    /// An HTML page is also written as XML; ``htmlString(options:)`` writes it as HTML.
    public func xmlString() -> String {
        (try? xmlString(options: .init()))
            ?? (try? xmlString(options: .init(invalidCharacters: .replaced(with: "\u{FFFD}"), invalidNames: .replaced)))
            ?? source
    }

    /// Returns the document as XML.
    ///
    /// - Parameter options: the options for writing. The encoding determines only the declaration.
    /// - Throws: the same errors as ``xmlBytes(options:)``.
    public func xmlString(options: XMLWritingOptions) throws(XMLError) -> String {
        String(decoding: options.withLineEnds(try markup(options)), as: UTF8.self)
    }

    /// Returns the document as XML, with its declaration, document type, comments, processing instructions and CDATA
    /// sections.
    ///
    /// With the default options these are the bytes of the document itself, in UTF-8. Otherwise white space in tags is
    /// not kept. References and default attributes are written as ``XMLWritingOptions/references-swift.property`` says;
    /// those of HTML and of repaired documents are expanded.
    ///
    /// - Throws: ``XMLError`` for a name or character that XML does not allow, which only HTML and libxml2's own
    ///   recovery produce, and for an encoding that libxml2 does not know.
    /// - Complexity: O(*n*) in the size of the document.
    public func xmlBytes(options: XMLWritingOptions = .init()) throws(XMLError) -> [UInt8] {
        let output = try MarkupOutput(options)
        return try output.converted(markup(options, output.encoding))
    }

    /// Writes the document to the file at `path`, which is created or replaced.
    ///
    /// - Throws: the same errors as ``xmlBytes(options:)``, and ``XMLError/Code/unwritableFile``.
    public func write(toFile path: String, options: XMLWritingOptions = .init()) throws(XMLError) {
        try FileOutput.write(xmlBytes(options: options), toFile: path)
    }

    /// Returns the document in UTF-8.
    private func markup(_ options: XMLWritingOptions, _ encoding: OutputEncoding? = nil) throws(XMLError) -> [UInt8] {
        if options == XMLWritingOptions(), tape.isWritable { return utf8Source }
        var markup = MarkupWriter(try options.checked(), encoding: encoding)
        var writer = TapeWriter(tape)
        try writer.document(to: &markup)
        try markup.finish()
        return markup.take()
    }
}

extension Tape {
    /// Whether the source can be written as it is: well-formed XML with line feeds.
    fileprivate var isWritable: Bool {
        !isRecovered && !source.isHTML && source.withText { text in !text.hasByte(0x0D) }
    }
}

extension XMLTree.Element {
    /// Returns the element as XML, from its start tag to its end tag, with the namespace declarations that its names
    /// need.
    ///
    /// A prefix that only values have, as in `xsi:type="p:T"`, is not declared. The canonical form of an element, in
    /// the product LibXMLQueries, has all declarations that are in scope.
    ///
    /// A name or character that XML does not allow, as HTML may contain, is replaced. See ``source`` for the element as
    /// it is written in the document, and ``htmlString(options:)`` for the element as HTML.
    public func xmlString() -> String {
        (try? xmlString(options: .init(invalidCharacters: .replaced(with: "\u{FFFD}"), invalidNames: .replaced)))
            ?? source
    }

    /// Returns the element as XML.
    ///
    /// - Throws: ``XMLError`` for a name or character that XML does not allow, which only HTML and libxml2's own
    ///   recovery produce.
    /// - Complexity: O(*n*) in the size of the element.
    public func xmlString(options: XMLWritingOptions) throws(XMLError) -> String {
        try string(of: entry..<tape.next(entry), options)
    }

    /// Returns the element as XML in the encoding of the options, without an XML declaration that names it. UTF-16 and
    /// UTF-32 begin with a byte order mark.
    ///
    /// - Throws: the same errors as ``xmlString(options:)``; for an encoding that libxml2 does not know.
    /// - Complexity: O(*n*) in the size of the element.
    public func xmlBytes(options: XMLWritingOptions = .init()) throws(XMLError) -> [UInt8] {
        let output = try MarkupOutput(options)
        return try output.converted(markup(of: entry..<tape.next(entry), options, output.encoding))
    }

    /// Returns the content of the element as XML; as HTML: ``innerHTML(options:)``. Its child elements have the
    /// namespace declarations that they need.
    public func innerXML() -> String {
        let options = XMLWritingOptions(invalidCharacters: .replaced(with: "\u{FFFD}"), invalidNames: .replaced)
        return (try? innerXML(options: options)) ?? ""
    }

    /// Returns the content of the element as XML.
    ///
    /// - Throws: the same errors as ``xmlString(options:)``.
    public func innerXML(options: XMLWritingOptions) throws(XMLError) -> String {
        var markup = MarkupWriter(try options.checked(), isFragment: true)
        var writer = TapeWriter(tape)
        if markup.layout.isActive { markup.layout.content.isPreserved = tape.preservesSpace(in: entry) }
        try writer.entries(tape.firstChild(entry)..<tape.end(entry), to: &markup)
        if markup.layout.isActive { markup.endContentInLayout() }
        try markup.finish()
        return String(decoding: options.withLineEnds(markup.take()), as: UTF8.self)
    }

    fileprivate func string(of entries: Range<Int>, _ options: XMLWritingOptions) throws(XMLError) -> String {
        String(decoding: options.withLineEnds(try markup(of: entries, options)), as: UTF8.self)
    }

    /// Returns entries as XML in UTF-8.
    private func markup(
        of entries: Range<Int>, _ options: XMLWritingOptions, _ encoding: OutputEncoding? = nil
    ) throws(XMLError) -> [UInt8] {
        var markup = MarkupWriter(try options.checked(), encoding: encoding, isFragment: true)
        var writer = TapeWriter(tape)
        try writer.fragment(entries, to: &markup)
        try markup.finish()
        return markup.take()
    }
}

extension XMLTree.Node {
    /// Returns the node as XML: see ``XMLTree/Element/xmlString()``.
    public func xmlString() -> String {
        let options = XMLWritingOptions(invalidCharacters: .replaced(with: "\u{FFFD}"), invalidNames: .replaced)
        let element = XMLTree.Element(tape: tape, entry: parentIndex)
        return (try? element.string(of: entry..<tape.next(entry), options)) ?? source
    }
}

extension XMLWriter {
    /// Writes an element of a tree with all its content, and the namespace declarations that it needs in its place.
    ///
    /// - Throws: ``XMLError`` if the element is not allowed here; the error of the sink.
    public func write(_ element: XMLTree.Element) throws {
        try write(element.tape, element.entry..<element.tape.next(element.entry))
    }

    /// Writes a node of a tree: an element, text, a CDATA section, a comment or a processing instruction.
    public func write(_ node: XMLTree.Node) throws {
        try write(node.tape, node.entry..<node.tape.next(node.entry))
    }

    private func write(_ tape: Tape, _ entries: Range<Int>) throws {
        try undoing { (markup) throws(XMLError) in
            var writer = TapeWriter(tape)
            try writer.fragment(entries, to: &markup)
        }
    }
}
