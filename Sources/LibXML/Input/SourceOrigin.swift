/// How the bytes of a document were read, which is needed to write a changed document and to read it again.
struct SourceOrigin: Sendable {
    private(set) var options: XMLParsingOptions
    let encoding: DocumentEncoding

    init(options: XMLParsingOptions, encoding: DocumentEncoding) {
        self.options = options
        self.encoding = encoding
    }

    /// The origin of a `String`, whose encoding declaration is ignored.
    init(ofTextWith options: XMLParsingOptions) {
        self.options = options
        self.options.encoding = "UTF-8"
        encoding = .utf8
    }

    /// The options for reading the changed document, which is well-formed.
    var strictOptions: XMLParsingOptions {
        var options = options
        options.recovery = nil
        options.validation = nil
        return options
    }
}
