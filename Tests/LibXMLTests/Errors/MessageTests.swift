import Testing

@testable import LibXML

@Suite struct MessageTests {
    /// Untrusted text that must not get into a log.
    static let harmful = [
        "\n2026-01-01 admin logged in", "\r\n", "\u{1B}[2J", "\u{85}", "\u{9B}31m", "\u{202E}abc\u{202C}", "\u{2066}x",
        "\u{2028}",
        "\u{200F}", "\u{FEFF}", "\0",
    ]

    @Test("Text of a document in a message breaks no line, and controls no terminal", arguments: harmful)
    func escaped(text: String) throws {
        let message = XMLDiagnostic(.invalidValue, "“7\(text)8” is not a valid Int").message
        #expect(message.unicodeScalars.allSatisfy { !$0.isHarmful })
        #expect(message.contains("\\") && message.hasPrefix("“7") && message.hasSuffix("8” is not a valid Int"))
    }

    @Test("A value that is not a number cannot forge a line of a log")
    func value() throws {
        let root = try XMLTree(parsing: "<a>7\nerror: all is lost&#x85;&#x202E;</a>").root
        let error = #expect(throws: XMLError.self) { try root.value(as: Int.self) }
        #expect(error?.description.split(separator: "\n").count == 1)
        #expect(error?.message.contains("7\\nerror") == true)
    }

    @Test("A quotation is shortened, and what comes after it stays")
    func shortened() {
        let long = String(repeating: "é", count: 10_000)
        let message = XMLDiagnostic(.invalidName, "“\(long)” and “\(long)” are not valid names").message
        #expect(message.count < 200)
        #expect(message.hasSuffix("…” are not valid names"))
        #expect(XMLDiagnostic(.invalidName, long).message.count == 601)
    }

    @Test(
        "A message of the library stays as it is", arguments: ["“<” is not allowed in text", "ümlaut “é日😀” – ok", ""])
    func plain(message: String) {
        #expect(XMLDiagnostic(.invalidName, message).message == message)
    }

    @Test("An excerpt shows no character that turns the direction of writing")
    func excerpts() throws {
        let text = "<a>\u{202E}\u{9B}é<b></a>"
        let error = #expect(throws: XMLError.self) { try XMLTree(parsing: text) }
        let snippet = try #require(error?.diagnostic.snippet(in: text))
        #expect(!snippet.unicodeScalars.contains { $0.isHarmful && $0 != "\n" })
    }

    @Test("A long name is shown by its beginning, everywhere")
    func longNames() throws {
        let name = String(repeating: "a", count: 40_000)
        for text in ["<\(name)></b>", "<\(name)>x", "<b><\(name)></b>", "<\(name)></\(name)b>", "<b></\(name)></b>"] {
            for diagnostic in try XMLTree.recovering(text).diagnostics {
                #expect(diagnostic.description.utf8.count < 1_000, "\(diagnostic)")
                #expect(!diagnostic.description.contains("UnicodeScalarView"))
            }
        }
    }
}
