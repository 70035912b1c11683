import CheckCases
import LibXML
import Testing

/// Many diagnostics of one document.
@Suite struct SnippetGrowthTests {
    private static func recover(_ bytes: [UInt8], encoding: String) throws -> XMLTree {
        var rules = XMLRepairOptions()
        rules.diagnosticLimit = 100_000
        var options = XMLParsingOptions()
        options.encoding = encoding
        return try XMLTree(parsing: bytes, options: options.recovering(.repair(rules)))
    }

    @Test(
        "Snippets of one document, of its text, and each for itself are the same",
        arguments: ["UTF-8", "ISO-8859-1", "UTF-16LE", "UTF-32BE", "Shift_JIS", "EUC-JP", "GB18030", "ISO-2022-JP"],
        ["& ", "&\n", "</b>", "日本語の文字列です&", "日本語\n語&</b>", "日本語日本語日本語日本語日本語日本語日本語"])
    func shared(_ encoding: String, _ part: String) throws {
        let isLatin = encoding == "ISO-8859-1"
        let content = String(repeating: isLatin ? part.replacing(/[日本語の文字列です]/, with: "é") : part, count: 120)
        let text = "<r>\n" + content + "<c>&</r>"
        let bytes = try #require(encode(text, as: encoding))
        let recovered = try Self.recover(bytes, encoding: encoding)
        try #require(!recovered.diagnostics.isEmpty)
        var shared = XMLSnippets(of: bytes, encoding: encoding)
        var decoded = XMLSnippets(of: text)
        // Not only in ascending order.
        let step = max(1, recovered.diagnostics.count / 20)
        let diagnostics = stride(from: 0, to: recovered.diagnostics.count, by: step).map { recovered.diagnostics[$0] }
        for diagnostic in diagnostics + diagnostics.reversed() {
            let snippet = diagnostic.snippet(in: bytes, encoding: encoding)
            try #require(snippet.contains("^"))
            #expect(shared.snippet(for: diagnostic) == snippet)
            #expect(decoded.snippet(for: diagnostic) == snippet)
        }
    }

    @Test("A snippet of combining characters has an end")
    func combining() throws {
        let text = "<r>&" + String(repeating: "\u{301}", count: 5_000) + "</r>"
        #expect(try fault(text).snippet(in: text).unicodeScalars.count < 1_000)
    }

    @Test(
        "The snippets of many diagnostics take no longer than reading the document",
        arguments: ["UTF-8", "UTF-16LE", "EUC-KR", "EUC-JP", "Shift_JIS", "GB18030", "ISO-2022-JP", "IBM037"])
    func growth(encoding: String) async {
        await #expect(processExitsWith: .success) { [encoding] in
            limitProcessorTime(toSeconds: 15)
            let open = try #require(encode("<a>", as: encoding))
            let close = try #require(encode("</a>", as: encoding))
            // A character, half of one, and invalid bytes, both on many lines and on a single line.
            let ampersand = try #require(encode("& ", as: encoding))
            let line = try #require(encode("&\n", as: encoding))
            for part in [ampersand, line, [0xFF, 0xFE], [0xA1, 0x20], [0x00, 0xD8]] {
                let bytes = open + (0..<1_500).flatMap { _ in part } + close
                guard let recovered = try? Self.recover(bytes, encoding: encoding) else { continue }
                var snippets = XMLSnippets(of: bytes, encoding: encoding)
                for diagnostic in recovered.diagnostics { _ = snippets.snippet(for: diagnostic) }
            }
        }
    }
}
