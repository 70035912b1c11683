/// HTML pages and fragments, well-formed or not.
///
/// Tags, text and references are read as the HTML Standard says, with every version of libxml2. Elements are implied
/// and ended by libxml2, as in HTML 4. Trees are not constructed as in HTML5: elements are not moved as in browsers,
/// tables get no `tbody`, and there are no namespaces, so that `svg:rect` is a local name.
///
/// ``htmlString(options:)`` writes a tree as HTML again, and ``xmlString()`` writes it as XML.
extension XMLTree {
    /// Parses an HTML page.
    ///
    /// Faults of the page are reported in ``diagnostics``, and are not thrown. An array is kept without a copy.
    /// ``htmlString(options:)`` is the page as HTML; ``xmlBytes(options:)`` and others write it as XML, which browsers
    /// misread.
    ///
    /// ```swift
    /// let page = try XMLTree(html: "<title>Tea</title><p class=note>Drink &amp; enjoy<p>Twice")
    /// let notes = page.root.descendants(named: "p").map(\.text)  // ["Drink & enjoy", "Twice"]
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: the page in any encoding that libxml2 knows: see ``XMLHTMLOptions/encoding``.
    ///   - options: the options for reading the page.
    /// - Throws: ``XMLError`` if the page contains no element, or exceeds a limit.
    /// - Complexity: O(*n*) in the length of the page.
    public init(html bytes: some Sequence<UInt8>, options: XMLHTMLOptions = .init()) throws(XMLError) {
        try self.init(htmlBytes: .array(bytes as? [UInt8] ?? Array(bytes)), options.form, options)
    }

    /// Parses an HTML page, and copies its bytes once.
    ///
    /// - Throws: the same errors as for an array of bytes.
    public init(html bytes: Span<UInt8>, options: XMLHTMLOptions = .init()) throws(XMLError) {
        try self.init(htmlBytes: .array(bytes.array), options.form, options)
    }

    /// Parses an HTML page. The encoding that it declares is ignored.
    ///
    /// - Throws: the same errors as for an array of bytes.
    public init(html text: String, options: XMLHTMLOptions = .init()) throws(XMLError) {
        try self.init(htmlBytes: .array(Array(text.utf8)), options.form, options.forText)
    }

    /// Parses the HTML page in a file, or from another input.
    ///
    /// - Throws: the same errors as for an array of bytes, and those of an input that cannot be read: see ``XMLInput``.
    public init(html input: XMLInput, options: XMLHTMLOptions = .init()) throws(XMLError) {
        let options = options.named(after: input)
        try self.init(
            htmlBytes: input.bytes(name: options.sourceName, limit: options.limits.inputSize), options.form, options)
    }

    /// Parses an HTML fragment, such as the text of a message, which may consist of several elements, or of text alone.
    ///
    /// The content of the fragment is in a root element `body`, whose source is the whole fragment. No other elements
    /// are added, regardless of ``XMLHTMLOptions/impliesElements``. ``Element/innerHTML(options:)`` of the root is the
    /// fragment as HTML.
    ///
    /// ```swift
    /// let message = try XMLTree(htmlFragment: "Drink <b>tea</b><br>twice")
    /// let parts = message.root.children.count  // 4
    /// ```
    ///
    /// - Throws: ``XMLError`` if the fragment exceeds a limit. An empty fragment is valid.
    public init(htmlFragment bytes: some Sequence<UInt8>, options: XMLHTMLOptions = .init()) throws(XMLError) {
        try self.init(htmlBytes: .array(bytes as? [UInt8] ?? Array(bytes)), .fragment, options)
    }

    /// Parses an HTML fragment: see ``init(htmlFragment:options:)-(Sequence<UInt8>,_)``.
    ///
    /// - Throws: ``XMLError`` if the fragment exceeds a limit. An empty fragment is valid.
    public init(htmlFragment text: String, options: XMLHTMLOptions = .init()) throws(XMLError) {
        try self.init(htmlBytes: .array(Array(text.utf8)), .fragment, options.forText)
    }

    init(htmlBytes bytes: SourceBytes, _ form: HTMLParser.Form, _ options: XMLHTMLOptions) throws(XMLError) {
        let (source, faults) = try Source.html(bytes, options)
        try self.init(html: source, faults, form, options)
    }

    init(
        html source: Source, _ faults: [Fault], _ form: HTMLParser.Form, _ options: XMLHTMLOptions
    ) throws(XMLError) {
        let result = HTMLParser.parse(source, form, limits: options.limits)
        let all = (faults + result.faults).enumerated().inOrder {
            ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
        }
        let diagnostics = all.map { source.diagnostic($0.element) }
        if let failure = result.failure {
            let error = source.diagnostic(failure)
            throw XMLError(error, diagnostics: diagnostics + [error])
        }
        guard result.hasRoot else {
            let isBlank = source.withText { text in text.index(from: source.textStart) { !$0.isHTMLSpace } == text.count
            }
            let fault =
                isBlank
                ? Fault(.emptyDocument, "the page is empty", at: source.textStart)
                : Fault(.missingRootElement, "the page has no element", at: source.textStart)
            throw XMLError(source.diagnostic(fault))
        }
        self.init(tape: result.tape, diagnostics: diagnostics)
    }
}

extension XMLHTMLOptions {
    var form: HTMLParser.Form { impliesElements ? .document : .bareDocument }

    /// The same options for text with a known encoding.
    var forText: Self {
        var options = self
        options.encoding = "UTF-8"
        return options
    }
}
