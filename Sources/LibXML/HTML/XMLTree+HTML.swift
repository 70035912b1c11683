/// HTML: pages and pieces of pages, however they are written.
///
/// libxml2 reads them with a parser for HTML 4, which knows which elements have no content and which end tags are left
/// out. It is no HTML5 tree construction: elements are not moved as browsers do it, tables get no `tbody`, and there are
/// no namespaces, so that `svg:rect` is a local name. From 2.14 on libxml2 takes a page apart as HTML5 does, so that some
/// trees differ from those of older versions: `&copy 1` is a character with or without `;`, only `</script>` ends a
/// script, `<?…>` and `<![CDATA[…]]>` are comments, and text at the top of `body` gets no `p` made around it.
extension XMLTree {
    /// Reads a page of HTML.
    ///
    /// What is wrong with the page is in ``diagnostics``, and is no reason to fail. An array is kept and not copied.
    ///
    /// ```swift
    /// let page = try XMLTree(html: "<title>Tea</title><p class=note>Drink &amp; enjoy<p>Twice")
    /// let notes = page.root.descendants(named: "p").map(\.text)  // ["Drink & enjoy", "Twice"]
    /// ```
    ///
    /// - Parameter bytes: the page in any encoding that libxml2 knows: see ``XMLHTMLOptions/encoding``.
    /// - Throws: when there is no element to return, or a limit is passed.
    /// - Complexity: O(*n*) in the length of the page.
    public init(html bytes: some Sequence<UInt8>, options: XMLHTMLOptions = .init()) throws(XMLError) {
        try self.init(htmlBytes: .array(bytes as? [UInt8] ?? Array(bytes)), options.form, options)
    }

    /// Reads a page of HTML, whose bytes are copied once.
    ///
    /// - Throws: as for an array of bytes.
    public init(html bytes: Span<UInt8>, options: XMLHTMLOptions = .init()) throws(XMLError) {
        try self.init(htmlBytes: .array(bytes.array), options.form, options)
    }

    /// Reads a page of HTML, whatever encoding it names.
    ///
    /// - Throws: as for an array of bytes.
    public init(html text: String, options: XMLHTMLOptions = .init()) throws(XMLError) {
        try self.init(htmlBytes: .array(Array(text.utf8)), options.form, options.forText)
    }

    /// Reads the page of HTML in the file at `path`.
    ///
    /// - Parameter mapped: as for ``init(contentsOfFile:mapped:options:)``.
    /// - Throws: as for an array of bytes, and as ``init(contentsOfFile:mapped:options:)`` when the file cannot be read.
    public init(
        htmlContentsOfFile path: String, mapped: Bool = false, options: XMLHTMLOptions = .init()
    ) throws(XMLError) {
        var options = options
        options.sourceName = options.sourceName ?? path
        let bytes = try FileInput.read(path: path, mapped: mapped, limit: options.limits.inputSize)
        try self.init(htmlBytes: bytes, options.form, options)
    }

    /// Reads a piece of HTML, such as the text of a message, that may be of several elements, or of text alone.
    ///
    /// Nothing is made up around it but the root: an element `body`, which takes up all of the source and holds what is
    /// there. ``XMLHTMLOptions/impliesElements`` does not matter.
    ///
    /// ```swift
    /// let message = try XMLTree(htmlFragment: "Drink <b>tea</b><br>twice")
    /// let parts = message.root.children.count  // 4
    /// ```
    ///
    /// - Throws: when a limit is passed; a piece may be empty.
    public init(htmlFragment bytes: some Sequence<UInt8>, options: XMLHTMLOptions = .init()) throws(XMLError) {
        try self.init(htmlBytes: .array(bytes as? [UInt8] ?? Array(bytes)), .fragment, options)
    }

    /// Reads a piece of HTML: see ``init(htmlFragment:options:)-(Sequence<UInt8>,_)``.
    ///
    /// - Throws: when a limit is passed; a piece may be empty.
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
        let all = (faults + result.faults).enumerated().sorted {
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

    /// The same for text whose encoding is known.
    var forText: Self {
        var options = self
        options.encoding = "UTF-8"
        return options
    }
}
