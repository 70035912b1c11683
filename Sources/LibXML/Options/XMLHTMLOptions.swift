/// Options for reading HTML.
public struct XMLHTMLOptions: Hashable, Sendable {
    /// The name of the page in locations and messages. If nil, reading a file sets it to the path.
    public var sourceName: String?

    /// The encoding of the bytes, such as the `charset` of an HTTP header. A byte order mark takes precedence. Ignored
    /// for a `String`.
    ///
    /// Any name that libxml2 knows; an unknown name is ignored, with a warning. Default: nil, which means the encoding
    /// of the byte order mark or of the declaration in a `meta` element, UTF-8 if the bytes are valid UTF-8, or
    /// Windows-1252. As in browsers, ISO-8859-1 and US-ASCII mean Windows-1252.
    public var encoding: String?

    /// Whether omitted `html`, `head`, `body` and `p` elements are added. Default: true.
    ///
    /// If false, the top level of a document may contain several elements and text. ``XMLTree/root`` is the first
    /// element; ``XMLTree/children`` contains all nodes.
    public var impliesElements: Bool

    /// Limits on the size and complexity of a page. Limits for streams, namespaces and entities do not apply to HTML.
    /// The maximum size of a page is 2 GB.
    public var limits: XMLParsingLimits

    /// Creates options for reading HTML. Each parameter sets the property with the same name.
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
