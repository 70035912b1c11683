/// A text with places that is not a document, such as a DTD.
package struct DecodedText: Sendable {
    private let source: Source
    /// Where the text begins in the source.
    private let start: Int
    /// The text in UTF-8, without a byte order mark.
    package let bytes: [UInt8]

    /// Reads a text, in the encoding that it declares.
    ///
    /// - Throws: the errors of the input, and of its encoding.
    package init(_ input: XMLInput, name: String?) throws(XMLError) {
        var options = XMLParsingOptions(sourceName: name)
        if let path = input.filePath, name == nil { options.sourceName = path }
        try self.init(Source(input.bytes(name: name, limit: options.limits.inputSize), options: options))
    }

    package init(bytes: [UInt8], name: String?) throws(XMLError) {
        try self.init(Source(.array(bytes), options: XMLParsingOptions(sourceName: name)))
    }

    package init(text: String, name: String?) throws(XMLError) {
        try self.init(Source(text: Array(text.utf8), options: XMLParsingOptions(sourceName: name)))
    }

    private init(_ source: Source) {
        self.source = source
        start = source.textStart
        bytes = source.withText { text in Array(text.array[source.textStart...]) }
    }

    /// A part of a document, with its places there.
    init(_ source: Source, _ range: Range<Int>) {
        self.source = source
        start = range.lowerBound
        bytes = source.withText { Array($0.array[range]) }
    }

    package var name: String? { source.name }

    /// The location of an offset in ``bytes``.
    package func location(at offset: Int) -> XMLLocation { source.location(at: start + offset) }

    /// An error at an offset in ``bytes``.
    package func error(
        _ message: String, code: XMLError.Code, at offset: Int, help: String? = nil
    ) -> XMLError {
        source.error(code, message, at: location(at: offset), help: help)
    }
}
