import LibXML
import Testing

@Suite struct SnippetTests {
    private func snippet(_ text: String) throws -> String {
        try fault(text).snippet(in: text)
    }

    @Test("The caret stands under the culprit")
    func caret() throws {
        #expect(
            try snippet("<r>\n  <a b='1' b='2'/>\n</r>") == """
                 2 |   <a b='1' b='2'/>
                   |            ^
                   |      - first here
                """)
    }

    @Test("A note on another line is drawn in the order of lines")
    func note() throws {
        #expect(
            try snippet("<r>\n  <item>\n    x\n</r>") == """
                 2 |   <item>
                   |   - <item> begins here
                 4 | </r>
                   | ^
                """)
    }

    @Test("Tabs and wide characters move the caret")
    func wide() throws {
        #expect(
            try snippet("<r>\t日本e\u{301}\t<a></b></r>") == """
                 1 | <r> 日本é   <a></b></r>
                   |                ^
                   |             - <a> begins here
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
                   | - <r> begins here
                """)
    }

    @Test("An excerpt can be drawn from the bytes of any encoding")
    func bytes() throws {
        let text = "<?xml version='1.0' encoding='UTF-16'?>\n<r>é<a></b></r>"
        let bytes = [0xFF, 0xFE] + (try #require(encode(text, as: "UTF-16LE")))
        let error = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: bytes) }
        let expected = """
             2 | <r>é<a></b></r>
               |        ^
               |    - <a> begins here
            """
        #expect(error.snippet(in: bytes) == expected)
        #expect(error.snippet(in: text) == expected)
    }

    @Test("Colours are those of ANSI terminals")
    func colour() throws {
        let text = "<r>&x;</r>"
        let lines = try fault(text).snippet(in: text, isColored: true).split(separator: "\n")
        #expect(lines[0] == "\u{1B}[34;1m 1 |\u{1B}[0m <r>&x;</r>")
        #expect(lines[1] == "\u{1B}[34;1m   |\u{1B}[0m    \u{1B}[31;1m^\u{1B}[0m")
    }

    @Test("There is nothing to draw without a place, or in another text")
    func nothing() throws {
        let error = try #require(throws: XMLError.self) { _ = try XMLTree(contentsOfFile: "/no/such/file") }
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
