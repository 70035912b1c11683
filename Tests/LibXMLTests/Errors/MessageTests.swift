import Testing

@_spi(Checks) @testable import LibXML

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
        #expect(message.contains("\\"))
        #expect(message.hasPrefix("“7"))
        #expect(message.hasSuffix("8” is not a valid Int"))
    }

    /// Diagnostics whose properties were set to harmful text after they were created.
    @Test("Every part of a description is one line that controls no terminal", arguments: harmful)
    func descriptions(text: String) throws {
        let location = XMLLocation(line: 1, column: 4, byteOffset: 3, sourceName: "a\(text).xml")
        var diagnostic = XMLDiagnostic(.invalidValue, "m", at: location)
        diagnostic.path = "a.b\(text)"
        diagnostic.message = "m\(text)"
        diagnostic.help = "h\(text)"
        diagnostic.appliedRepair = "r\(text)"
        var note = XMLDiagnostic.Note(message: "n", location: location)
        note.message = "n\(text)"
        diagnostic.note = note
        diagnostic.libxml2Code = 1
        diagnostic.libxml2Message.value = "l\(text)"
        let error = XMLError(diagnostic)
        for shown in [diagnostic.description, error.description, "\(error)", diagnostic.snippet(in: "<a><b></a>")] {
            #expect(!shown.unicodeScalars.contains { $0.isHarmful && $0 != "\n" }, "\(shown)")
        }
        #expect(diagnostic.description.split(separator: "\n").count == 4)
        #expect(diagnostic.debugDescription.split(separator: "\n").count == 5)
        #expect(!error.debugDescription.unicodeScalars.contains { $0.isHarmful && $0 != "\n" })
        #expect(!location.description.unicodeScalars.contains { $0.isHarmful })
        // The properties have the text itself.
        #expect(diagnostic.path == "a.b\(text)" && location.sourceName == "a\(text).xml")
    }

    @Test(
        "Each harmful character is escaped once",
        arguments: (0...0x10FFFF).filter { Unicode.Scalar($0)?.isHarmful == true })
    func once(value: Int) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let escaped = "a\(scalar)b".escapedForDisplay
        #expect(escaped.hasPrefix("a\\") && escaped.hasSuffix("b"))
        #expect(escaped.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
        #expect(escaped.escapedForDisplay == escaped)
    }

    @Test(
        "A key that controls a terminal is escaped in the error of an encoder",
        // XML allows the last one in names.
        arguments: harmful.filter { $0 != "\u{FEFF}" })
    func keys(text: String) throws {
        let error = #expect(throws: EncodingError.self) {
            try XMLEncoder().xmlBytes(["a\(text)": 1], rootName: "r")
        }
        guard case .invalidValue(_, let context) = try #require(error) else { return }
        #expect(!context.debugDescription.unicodeScalars.contains { $0.isHarmful && $0 != "\n" })
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
            for diagnostic in try XMLTree(parsing: text, options: .recovering).diagnostics {
                #expect(diagnostic.description.utf8.count < 1_000, "\(diagnostic)")
                #expect(!diagnostic.description.contains("UnicodeScalarView"))
            }
        }
    }
}
