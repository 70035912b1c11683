/// Options for writing HTML.
public struct XMLHTMLWritingOptions: Hashable, Sendable {
    /// The characters that end a line. Default: a line feed.
    public var lineEnding: XMLWritingOptions.LineEnding

    /// The encoding of the output: any name that libxml2 knows. Characters that it cannot represent are written as
    /// references.
    ///
    /// Each `meta` element that declares another encoding is changed to declare this one. A page without such an
    /// element does not get one: a browser then needs a byte order mark, such as that of `UTF-16`, or the `charset` of
    /// an HTTP header. Default: `UTF-8`.
    public var encoding: String

    /// Creates options for writing HTML. Each parameter sets the property with the same name.
    public init(lineEnding: XMLWritingOptions.LineEnding = .lineFeed, encoding: String = "UTF-8") {
        self.lineEnding = lineEnding
        self.encoding = encoding
    }

    /// The corresponding options of the output, which are the same for XML and HTML.
    var output: XMLWritingOptions { XMLWritingOptions(lineEnding: lineEnding, encoding: encoding) }
}
