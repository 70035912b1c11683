/// How HTML is read.
public struct XMLHTMLOptions: Hashable, Sendable {
    /// The name that places and messages give for the page. Reading a file sets it to the path when it is nil.
    public var sourceName: String?

    /// The encoding of the bytes, such as the `charset` of an HTTP header. A byte order mark still wins. Ignored for a
    /// `String`.
    ///
    /// Any name that libxml2 knows; one that it does not know is ignored, with a warning. Default: nil, which means the
    /// byte order mark, the declaration in a `meta` element, UTF-8 if the bytes are that, or Windows-1252. As in browsers,
    /// ISO-8859-1 and US-ASCII mean Windows-1252.
    public var encoding: String?

    /// Whether a page gets the elements `html`, `head`, `body` and `p` that it leaves out. Default: true.
    ///
    /// Without them several elements and text may stand side by side at the top of a document: ``XMLTree/root`` is the
    /// first of the elements, ``XMLTree/children`` has all.
    public var impliesElements: Bool

    /// How much of anything a page may hold. What a limit of a reader of streams, or of namespaces and entities, is about
    /// does not occur in HTML. No page is larger than 2 GB.
    public var limits: XMLParsingLimits

    /// - Parameters: the properties of these names.
    public init(
        sourceName: String? = nil, encoding: String? = nil, impliesElements: Bool = true,
        limits: XMLParsingLimits = .init()
    ) {
        self.sourceName = sourceName
        self.encoding = encoding
        self.impliesElements = impliesElements
        self.limits = limits
    }

    var parsing: XMLParsingOptions {
        var options = XMLParsingOptions()
        options.sourceName = sourceName
        options.encoding = encoding
        options.limits = limits
        return options
    }
}
