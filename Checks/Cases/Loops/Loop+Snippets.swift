import LibXML

/// Many diagnostics of one document.
extension Loop {
    static let snippets = [
        Self("snippets", sharedEncodings.count * parts.count) { number in
            let (encoding, part) = number.quotientAndRemainder(dividingBy: parts.count)
            try compareSnippets(sharedEncodings[encoding], parts[part])
        },
        Self("many-snippets", 5 * growingEncodings.count, isLimited: true) { number in
            let (encoding, part) = number.quotientAndRemainder(dividingBy: 5)
            try makeSnippets(growingEncodings[encoding], part)
        },
    ]

    private static func recover(_ bytes: [UInt8], encoding: String) throws -> XMLTree {
        var rules = XMLRepairOptions()
        rules.diagnosticLimit = 100_000
        var options = XMLParsingOptions()
        options.encoding = encoding
        return try XMLTree(parsing: bytes, options: options.recovering(.repair(rules)))
    }

    private static let sharedEncodings = [
        "UTF-8", "ISO-8859-1", "UTF-16LE", "UTF-32BE", "Shift_JIS", "EUC-JP", "GB18030", "ISO-2022-JP",
    ]
    private static let parts = [
        "& ", "&\n", "</b>", "<b>日\r\n", "日本語の文字列です&", "日本語\n語&</b>",
        "日本語日本語日本語日本語日本語日本語日本語",
    ]

    /// Snippets of one document, of its text, and each for itself are the same.
    private static func compareSnippets(_ encoding: String, _ part: String) throws {
        let isLatin = encoding == "ISO-8859-1"
        let content = String(repeating: isLatin ? part.replacing(/[日本語の文字列です]/, with: "é") : part, count: 120)
        let text = "<r>\n" + content + "<c>&</r>"
        guard let bytes = encode(text, as: encoding) else {
            throw BrokenProperty(description: "There is no \(encoding).")
        }
        let recovered = try recover(bytes, encoding: encoding)
        try expect(!recovered.diagnostics.isEmpty, "There are no diagnostics.")
        var shared = XMLSnippets(of: bytes, encoding: encoding)
        var decoded = XMLSnippets(of: text)
        // Snippets are not requested only in ascending order.
        let step = max(1, recovered.diagnostics.count / 20)
        let diagnostics = stride(from: 0, to: recovered.diagnostics.count, by: step).map { recovered.diagnostics[$0] }
        for diagnostic in diagnostics + diagnostics.reversed() {
            let snippet = diagnostic.snippet(in: bytes, encoding: encoding)
            try expect(snippet.contains("^"), snippet)
            try expect(shared.snippet(for: diagnostic) == snippet, snippet)
            try expect(decoded.snippet(for: diagnostic) == snippet, snippet)
        }
    }

    private static let growingEncodings = [
        "UTF-8", "UTF-16LE", "EUC-KR", "EUC-JP", "Shift_JIS", "GB18030", "ISO-2022-JP", "IBM037",
    ]

    /// The snippets of many diagnostics take no more time than reading the document.
    private static func makeSnippets(_ encoding: String, _ number: Int) throws {
        limitProcessorTime(toSeconds: 15)
        // A character, half of one, and invalid bytes, both on many lines and on a single line.
        guard let open = encode("<a>", as: encoding), let close = encode("</a>", as: encoding),
            let ampersand = encode("& ", as: encoding), let line = encode("&\n", as: encoding)
        else { throw BrokenProperty(description: "There is no \(encoding).") }
        let part = [ampersand, line, [0xFF, 0xFE], [0xA1, 0x20], [0x00, 0xD8]][number]
        let bytes = open + (0..<(isOptimized ? 5_000 : 1_500)).flatMap { _ in part } + close
        // Some of these bytes are not repaired in some encodings.
        guard let recovered = try? recover(bytes, encoding: encoding) else { return }
        var snippets = XMLSnippets(of: bytes, encoding: encoding)
        for diagnostic in recovered.diagnostics { _ = snippets.snippet(for: diagnostic) }
    }
}
