@_spi(Checks) import LibXML
import Testing

/// Parses with one of the engines.
func parse(
    _ text: String, engine: XMLParsingOptions.Engine? = nil, _ change: (inout XMLParsingOptions) -> Void = { _ in }
) throws(XMLError) -> XMLTree {
    var options = XMLParsingOptions()
    options.engine = engine
    change(&options)
    return try XMLTree(parsing: text, options: options)
}

/// Returns the error that a document causes. The test fails if it causes no error.
func fault(
    _ text: String, engine: XMLParsingOptions.Engine? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout XMLParsingOptions) -> Void = { _ in }
) throws -> XMLError {
    try #require(throws: XMLError.self, sourceLocation: sourceLocation) {
        _ = try parse(text, engine: engine, change)
    }
}

/// A document and its fault.
struct Broken: Sendable, CustomTestStringConvertible {
    var text: String
    var code: XMLError.Code
    var line: Int
    var column: Int
    /// The line and column of the expected note, if there is one.
    var note: [Int] = []

    init(_ text: String, _ code: XMLError.Code, _ line: Int, _ column: Int, note: [Int] = []) {
        self.text = text
        self.code = code
        self.line = line
        self.column = column
        self.note = note
    }

    var testDescription: String { "\(code): \(text.prefix(60))" }
}
