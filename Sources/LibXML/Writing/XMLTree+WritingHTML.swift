// Trees and elements as HTML.

extension XMLTree {
    /// Returns the document as HTML (HTML standard, section 13.3), as browsers and other parsers of HTML read it.
    ///
    /// Elements such as `br` have no end tag, the text of scripts and style sheets is written without references, and
    /// the tree may come from HTML or XML. The identifiers of a document type are kept, since they determine how
    /// browsers lay out the page. An XML declaration and an internal subset are omitted.
    ///
    /// ```swift
    /// let page = try XMLTree(html: "<title>Tea</title><p>Milk & honey<br>Salt")
    /// let body = try page.root.require("body").htmlString()  // <body><p>Milk &amp; honey<br>Salt</p></body>
    /// ```
    ///
    /// Names in the namespaces of XHTML, SVG and MathML are written without prefixes, and names in other namespaces as
    /// in the document. HTML does not distinguish their letter case.
    ///
    /// - Parameter options: the options for writing. The encoding determines only the declaration in a `meta` element.
    /// - Throws: the same errors as ``htmlBytes(options:)``.
    public func htmlString(options: XMLHTMLWritingOptions = .init()) throws(XMLError) -> String {
        String(decoding: options.output.withLineEnds(try html(options)), as: UTF8.self)
    }

    /// Returns the document as HTML in the encoding of the options, which `meta` elements then declare.
    ///
    /// - Throws: ``XMLError`` with the location in the document for content that HTML would read differently:
    ///   ``XMLError/Code/unwritableHTML`` for `</script` in a script, content of a `br`, or `-->` in a comment,
    ///   ``XMLError/Code/invalidName`` for a name that does not begin with an ASCII letter; also for an encoding that
    ///   libxml2 does not know.
    /// - Complexity: O(*n*) in the size of the document.
    public func htmlBytes(options: XMLHTMLWritingOptions = .init()) throws(XMLError) -> [UInt8] {
        let output = try MarkupOutput(options.output)
        return try output.converted(html(options, output.encoding))
    }

    /// Writes the document as HTML to the file at `path`, which is created or replaced.
    ///
    /// - Throws: the same errors as ``htmlBytes(options:)``, and ``XMLError/Code/unwritableFile``.
    public func writeHTML(toFile path: String, options: XMLHTMLWritingOptions = .init()) throws(XMLError) {
        try FileOutput.write(htmlBytes(options: options), toFile: path)
    }

    /// Returns the document in UTF-8.
    private func html(_ options: XMLHTMLWritingOptions, _ encoding: OutputEncoding? = nil) throws(XMLError) -> [UInt8] {
        var writer = HTMLWriter(tape, encodingName: options.encoding, encoding: encoding)
        try writer.document()
        return writer.take()
    }
}

extension XMLTree.Element {
    /// Returns the element as HTML, from its start tag to its end tag, without namespace declarations of elements
    /// around it.
    ///
    /// - Throws: the same errors as ``XMLTree/htmlBytes(options:)``.
    /// - Complexity: O(*n*) in the size of the element.
    public func htmlString(options: XMLHTMLWritingOptions = .init()) throws(XMLError) -> String {
        var writer = HTMLWriter(tape, encodingName: options.encoding)
        try writer.element(entry)
        return String(decoding: options.output.withLineEnds(writer.take()), as: UTF8.self)
    }

    /// Returns the content of the element as HTML. The text of a script or style sheet is written as it is.
    ///
    /// - Throws: the same errors as ``XMLTree/htmlBytes(options:)``.
    public func innerHTML(options: XMLHTMLWritingOptions = .init()) throws(XMLError) -> String {
        var writer = HTMLWriter(tape, encodingName: options.encoding)
        try writer.content(of: entry)
        return String(decoding: options.output.withLineEnds(writer.take()), as: UTF8.self)
    }
}
