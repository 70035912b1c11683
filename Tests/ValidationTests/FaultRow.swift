import CheckCases
import LibXML
import LibXMLValidation
import Testing

/// A document with one fault. The culprit is between two bars.
struct FaultRow: CustomTestStringConvertible {
    let testDescription: String
    private let code: XMLError.Code
    private let message: String
    private let help: String?

    init(_ document: String, _ code: XMLError.Code, _ message: String, help: String? = nil) {
        (testDescription, self.code, self.message, self.help) = (document, code, message, help)
    }

    /// Checks that the fault is found, and nothing else, in all ways of reading.
    func check(_ schema: some XMLDocumentSchema) throws {
        let parts = testDescription.split(separator: "|", omittingEmptySubsequences: false)
        try #require(parts.count == 3)
        let text = parts.joined()
        let report = schema.validate(try XMLTree(parsing: text))
        let found = try #require(report.diagnostics.first)
        #expect(report.diagnostics.count == 1, "\(report.diagnostics)")
        #expect(found.code == code)
        #expect(found.message == message)
        #expect(found.help == help)
        #expect(found.location?.byteOffset == parts[0].utf8.count)
        #expect(found.endLocation?.byteOffset == parts[0].utf8.count + parts[1].utf8.count)
        let options = XMLParsingOptions(validation: .init(schema, onError: .collect(limit: 10)))
        for reading in Reading.allCases {
            let found = try reading.diagnostics(of: text, options)
            #expect(found.withoutFirstNumbers == report.diagnostics.withoutFirstNumbers, "\(reading)")
        }
    }
}

extension [XMLDiagnostic] {
    /// The diagnostics with paths as those of streams, which do not know that an element is the first of several.
    var withoutFirstNumbers: Self {
        map { diagnostic in
            var diagnostic = diagnostic
            diagnostic.path = diagnostic.path?.replacing("[1]", with: "")
            return diagnostic
        }
    }
}
