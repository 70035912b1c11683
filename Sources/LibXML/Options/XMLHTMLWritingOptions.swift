/// Options for writing HTML.
public struct XMLHTMLWritingOptions: Hashable, Sendable {
    /// The characters that end a line. Default: a line feed.
    public var lineEnding: XMLWritingOptions.LineEnding

    /// The encoding of the output: any name that libxml2 knows. Characters that it cannot represent are written as
    /// references.
    ///
    /// Each `meta` element that declares another encoding declares this one instead. None is added to a page without
    /// one: a browser then needs a byte order mark, as of `UTF-16`, or the `charset` of an HTTP header. Default:
    /// `UTF-8`.
    public var encoding: String

    /// Creates options for writing HTML. Each parameter sets the property of its name.
    public init(lineEnding: XMLWritingOptions.LineEnding = .lineFeed, encoding: String = "UTF-8") {
        self.lineEnding = lineEnding
        self.encoding = encoding
    }

    /// The same options for the output, which does not depend on the language.
    var output: XMLWritingOptions { XMLWritingOptions(lineEnding: lineEnding, encoding: encoding) }
}
