import CheckCases
import LibXML
import Testing

@Suite struct SnippetTests {
    private func snippet(_ text: String) throws -> String {
        try fault(text).snippet(in: text)
    }

    @Test("The caret is under the fault")
    func caret() throws {
        #expect(
            try snippet("<r>\n  <a b='1' b='2'/>\n</r>") == """
                 2 |   <a b='1' b='2'/>
                   |            ^
                   |      - first appears here
                """)
    }

    @Test("A note on another line is drawn in the order of lines")
    func note() throws {
        #expect(
            try snippet("<r>\n  <item>\n    x\n</r>") == """
                 2 |   <item>
                   |   ------ <item> begins here
                 4 | </r>
                   | ^~~~
                """)
    }

    @Test("Tabs and wide characters move the caret")
    func wide() throws {
        #expect(
            try snippet("<r>\t日本e\u{301}\t<a></b></r>") == """
                 1 | <r> 日本é   <a></b></r>
                   |                ^~~~
                   |             --- <a> begins here
                """)
    }

    @Test("Control characters are shown as pictures")
    func control() throws {
        #expect(
            try snippet("<r>a\u{1}b</r>") == """
                 1 | <r>a␁b</r>
                   |     ^
                """)
    }

    @Test(
        "Each character is shown",
        arguments: [
            ([0x80], "\u{FFFD}"), ([0xC3], "\u{FFFD}"), ([0xFF, 0xFE], "\u{FFFD}\u{FFFD}"), ([0xC3, 0xA9], "é"),
            ([0x00], "\u{2400}"), ([0x7F], "\u{2421}"), ([0x09], " "), ([0xEF, 0xBB, 0xBF], "\u{FFFD}"),
            ([0xF0, 0x9F, 0x8D, 0xB5], "🍵"),
        ] as [([UInt8], String)])
    func character(_ bytes: [UInt8], _ shown: String) {
        let error = XMLError("x", at: XMLLocation(line: 1, column: 1, byteOffset: 0))
        let snippet = error.snippet(in: Array("<r>".utf8) + bytes + Array("</r>".utf8))
        #expect(snippet.split(separator: "\n").first == " 1 | <r>\(shown)</r>")
    }

    @Test("Of a long line the part around the place is shown")
    func long() throws {
        let text = "<r>" + String(repeating: "0123456789", count: 500) + "<a></b>" + String(repeating: "x", count: 500)
        let lines = try snippet(text).split(separator: "\n")
        #expect(lines.count == 3)
        let column = try #require(lines[1].firstIndex(of: "^")).utf16Offset(in: lines[1])
        #expect(lines[0].dropFirst(column).hasPrefix("</b>"))
        #expect(lines[0].count < 120)
        #expect(lines[0].hasSuffix("…") && lines[0].contains("| …"))
    }

    @Test("The end of the document has a caret")
    func end() throws {
        #expect(
            try snippet("<r>x") == """
                 1 | <r>x
                   |     ^
                   | --- <r> begins here
                """)
    }

    @Test("An excerpt can be drawn from the bytes of any encoding")
    func bytes() throws {
        let text = "<?xml version='1.0' encoding='UTF-16'?>\n<r>é<a></b></r>"
        let bytes = [0xFF, 0xFE] + (try #require(encode(text, as: "UTF-16LE")))
        let error = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: bytes) }
        let expected = """
             2 | <r>é<a></b></r>
               |        ^~~~
               |     --- <a> begins here
            """
        #expect(error.snippet(in: bytes) == expected)
        #expect(error.snippet(in: text) == expected)
    }

    @Test(
        "Of a document in another encoding the lines are converted that are shown",
        arguments: ["ISO-8859-1", "windows-1252", "UTF-16LE", "UTF-16BE", "UTF-32LE", "Shift_JIS"])
    func lines(_ encoding: String) throws {
        let text = "<r>\n<a>x\r\n</b></r>\n<!-- more -->"
        var options = XMLParsingOptions()
        options.encoding = encoding
        let bytes = try #require(encode(text, as: encoding))
        let error = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: bytes, options: options) }
        #expect(
            error.snippet(in: bytes, encoding: encoding) == """
                 2 | <a>x
                   | --- <a> begins here
                 3 | </b></r>
                   | ^~~~
                """)
    }

    @Test("Bytes that are not a character are drawn as U+FFFD")
    func badBytes() throws {
        let start = "<?xml version='1.0' encoding='Shift_JIS'?>\n<r>"
        let bytes = Array(start.utf8) + [0xFD, 0x82, 0xA0] + Array(" & </r>".utf8)
        let recovered = try XMLTree(parsing: bytes, options: .recovering)
        #expect(
            recovered.diagnostics.last?.snippet(in: bytes) == """
                 2 | <r>\u{FFFD}あ & </r>
                   |        ^
                """)
    }

    @Test("Of a long line in another encoding the part around the place is shown")
    func longLine() throws {
        let text = String(repeating: "é", count: 100_000)
        let bytes = try #require(encode("<r>\(text)& \(text)</r>", as: "ISO-8859-1"))
        let error = try #require(throws: XMLError.self) {
            var options = XMLParsingOptions()
            options.encoding = "ISO-8859-1"
            _ = try XMLTree(parsing: bytes, options: options)
        }
        let lines = error.snippet(in: bytes, encoding: "ISO-8859-1").split(separator: "\n")
        let column = try #require(lines[1].firstIndex(of: "^")).utf16Offset(in: lines[1])
        #expect(lines[0].dropFirst(column).hasPrefix("& é"))
        #expect(lines[0].count < 120)
    }

    @Test(
        "What stands at a place is underlined as a whole, in its line",
        arguments: [
            ("<r>&amp;x &nbsp;</r>", 10, 6), ("<r a=b c='1'/>", 5, 1), ("<r></s\n></r>", 3, 3), ("<r><b></r>", 6, 4),
            ("<r b='1' b='2'/>", 9, 1), ("<r éß='1' éß='2'/>", 10, 2), ("<r>]]></r>", 3, 3), ("<r b='x<y'/>", 7, 2),
            ("<r b='x></r>", 5, 3), ("<r><![CDATA[x</r>", 3, 9),
        ])
    func underline(_ text: String, column: Int, width: Int) throws {
        let lines = try snippet(text).split(separator: "\n")
        let line = String(repeating: " ", count: column) + "^" + String(repeating: "~", count: width - 1)
        #expect(lines.contains { $0.dropFirst(5) == line }, "\(lines)")
    }

    @Test("A value that is not of its type is underlined as a whole")
    func value() throws {
        let text = "<r b='1 2'>three and four </r>"
        let root = try XMLTree(parsing: text).root
        let attribute = try #require(throws: XMLError.self) { try root.value(ofAttribute: "b", as: Int.self) }
        #expect(attribute.snippet(in: text).hasSuffix("\n   |       ^~~"))
    }

    @Test("Colours are those of ANSI terminals")
    func colour() throws {
        let text = "<r>&x;</r>"
        let lines = try fault(text).snippet(in: text, isColored: true).split(separator: "\n")
        #expect(lines[0] == "\u{1B}[34;1m 1 |\u{1B}[0m <r>&x;</r>")
        #expect(lines[1] == "\u{1B}[34;1m   |\u{1B}[0m    \u{1B}[31;1m^~~\u{1B}[0m")
    }

    @Test("There is nothing to draw without a place, or in another text")
    func nothing() throws {
        let error = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: .file("/no/such/file")) }
        #expect(error.snippet(in: "<r/>") == "")
        #expect(try fault("<r>\n\n</s>").snippet(in: "") == "")
        #expect(try fault("<r>\n\n</s>").snippet(in: [UInt8]()) == "")
    }

    @Test("An error prints as a compiler's does")
    func description() throws {
        var options = XMLParsingOptions()
        options.sourceName = "a.xml"
        let error = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: "<r>\n<b></r>", options: options) }
        #expect(
            error.description == """
                a.xml:2:4: error: <b> is not closed before </r>
                a.xml:2:1: note: <b> begins here
                """)
        #expect(try fault("<r>&copy;</r>").description.contains("\nhelp: "))
    }
}
