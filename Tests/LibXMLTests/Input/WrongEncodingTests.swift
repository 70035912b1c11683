import CheckCases
@_spi(Checks) import LibXML
import Testing

/// A caller may specify an encoding that the document does not have.
@Suite struct WrongEncodingTests {
    static let encodings = ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "IBM037"]

    @Test(
        "What is said to be UTF-8, and is not, is malformed where its first byte is that UTF-8 or XML does not have",
        arguments: encodings, ["<r/>", "<?xml version='1.0'?><r>\n<a/>x</r>"])
    func utf8(encoding: String, document: String) throws {
        let short = try #require(encode(document, as: encoding))
        let long = try #require(
            encode(document.replacing("<r", with: "<r a='" + String(repeating: "x", count: 90_000) + "'"), as: encoding)
        )
        var options = XMLParsingOptions()
        options.encoding = "UTF-8"
        for bytes in [short, long] {
            var answers: [String] = []
            for engine in [nil] + XMLParsingOptions.Engine.allCases.map(Optional.some) {
                options.engine = engine
                answers.append(answer { try XMLTree(parsing: bytes, options: options).outline })
            }
            options.engine = nil
            answers.append(
                answer {
                    var reader = XMLReader(parsing: bytes, options: options)
                    while try reader.next() != nil {}
                    return ""
                })
            answers.append(
                answer {
                    var parser = XMLPushParser(options: options)
                    for byte in bytes.prefix(1_000) { try parser.feed([byte]) }
                    try parser.feed(bytes.dropFirst(1_000))
                    return try parser.finish().outline
                })
            answers.append(
                answer {
                    var records = try XMLRecords(parsing: bytes, at: "r", options: options)
                    while try records.next() != nil {}
                    return ""
                })
            #expect(Set(answers).count == 1 && answers[0].contains("@"), "\(answers.map { $0.prefix(80) })")
        }
    }

    /// The code and place of the fault.
    private func answer(_ body: () throws -> String) -> String {
        do {
            return try body()
        } catch {
            return (error as? XMLError)?.kindAndPlace ?? "\(error)"
        }
    }
}
