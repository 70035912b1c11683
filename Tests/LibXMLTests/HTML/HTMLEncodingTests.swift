import LibXML
import Testing

@Suite struct HTMLEncodingTests {
    private func parse(_ bytes: [UInt8], encoding: String? = nil) throws -> XMLTree {
        var options = XMLHTMLOptions()
        options.encoding = encoding
        let tree = try XMLTree(html: bytes, options: options)
        #expect(tree.violations == [])
        return tree
    }

    private struct Part: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
        var bytes: [UInt8]

        init(stringLiteral text: String) { bytes = Array(text.utf8) }
        init(arrayLiteral bytes: UInt8...) { self.bytes = bytes }
        init(_ bytes: [UInt8]) { self.bytes = bytes }
    }

    private func bytes(_ parts: Part...) -> [UInt8] { parts.flatMap(\.bytes) }

    @Test("Bytes without a declaration are UTF-8 or Windows-1252")
    func undeclared() throws {
        #expect(try parse(bytes("<p>", [0xE2, 0x82, 0xAC])).root.text == "€")
        let tree = try parse(bytes("<p>caf", [0xE9], " ", [0x80], "<b>x"))
        #expect(tree.root.text == "café €x")
        let bold = try #require(tree.first("b"))
        #expect(bold.location == XMLLocation(line: 1, column: 10, byteOffset: 9))
        // Text that is cut off inside a character is still UTF-8, if it has others.
        #expect(try parse(bytes("<p>caf", [0xE9])).root.text == "café")
        #expect(try parse(bytes("<p>é", [0xE2, 0x82])).root.text == "é\u{FFFD}")
    }

    @Test(
        "A declaration is honoured",
        arguments: [
            "<meta charset=iso-8859-2>", "<META content='text/html; charset=ISO-8859-2' http-equiv=content-type>",
            "<?xml version='1.0' encoding='iso-8859-2'?>", "<!-- <meta charset=koi8-r> --><meta charset='iso-8859-2'/>",
            "<meta name=description content='About charset=koi8-r pages'><meta charset=iso-8859-2>",
            "<meta name=description content='What a charset is'><meta charset=iso-8859-2>",
            "<a title='<meta charset=koi8-r>'></a><meta charset=iso-8859-2>", "<!--><meta charset=iso-8859-2>",
            "<meta http-equiv=content-type content=\"text/html; charset='iso-8859-2'\">",
            "<meta http-equiv=Content-Type content='charset charset = iso-8859-2;x'>",
            "<meta http-equiv=refresh content='1; url=/?charset=koi8-r'><meta charset=iso-8859-2>",
            "</meta charset=koi8-r><?meta charset=koi8-r?><!meta charset=koi8-r><meta charset=iso-8859-2>",
            "<meta charset=iso-8859-2 charset=koi8-r>",
        ])
    func declared(_ declaration: String) throws {
        let tree = try parse(bytes(Part(Array(declaration.utf8)), "<p>", [0xB1], "<b>"))
        let paragraph = try #require(tree.first("p"))
        #expect(paragraph.text == "ą")
        #expect(paragraph.elements.first?.location.byteOffset == declaration.utf8.count + 4)
    }

    @Test(
        "A page in ASCII is not in an encoding that does not extend ASCII",
        arguments: ["IBM1047", "IBM037", "EBCDIC-CP-US", "UTF-32", "UCS-4"])
    func impossible(_ name: String) throws {
        let tree = try XMLTree(html: Array("<meta charset=\(name)><p>é</p>".utf8))
        #expect(tree.string(at: "//p") == "é")
        #expect(tree.diagnostics.first?.code == .unsupportedEncoding)
    }

    @Test("ISO-8859-1 is Windows-1252, and a page that says UTF-16 in ASCII is UTF-8")
    func labels() throws {
        #expect(try parse(bytes("<meta charset=latin1><p>", [0x80])).root.text == "€")
        #expect(try parse(bytes("<meta charset=utf-16><p>", [0xE2, 0x82, 0xAC])).root.text == "€")
    }

    @Test("The caller's encoding overrides that of the page, and a byte order mark overrides both")
    func precedence() throws {
        let page = bytes("<meta charset=koi8-r><p>", [0xB1])
        #expect(try parse(page, encoding: "iso-8859-2").root.text == "ą")
        let marked = bytes([0xEF, 0xBB, 0xBF], "<meta charset=koi8-r><p>", [0xE2, 0x82, 0xAC])
        let tree = try parse(marked, encoding: "iso-8859-2")
        #expect(tree.root.text == "€")
        let paragraph = try #require(tree.first("p"))
        #expect(paragraph.location == XMLLocation(line: 1, column: 22, byteOffset: 24))
    }

    @Test("UTF-16 is read", arguments: [true, false])
    func utf16(hasMark: Bool) throws {
        let text = "<p>a€<b>x"
        let units = (hasMark ? "\u{FEFF}" : "") + text
        let tree = try parse(units.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        #expect(tree.root.text == "a€x")
        #expect(tree.first("b")?.location.byteOffset == (hasMark ? 12 : 10))
    }

    @Test("An encoding that is not known is ignored, with a warning")
    func unknown() throws {
        for tree in [
            try parse(bytes("<p>", [0xE2, 0x82, 0xAC]), encoding: "utf-99"),
            try parse(bytes("<meta charset=utf-99><p>", [0xE2, 0x82, 0xAC])),
        ] {
            #expect(tree.root.text == "€")
            #expect(tree.diagnostics.map(\.code) == [.unsupportedEncoding])
            #expect(tree.diagnostics.map(\.severity) == [.warning])
        }
    }

    @Test("Invalid bytes become U+FFFD, and the places after them stay right")
    func invalid() throws {
        let tree = try parse(bytes("<meta charset=utf-8><p>\na", [0xFF, 0xE2, 0x82], "b", [0], "c<b>x"))
        #expect(tree.root.text.hasSuffix("a\u{FFFD}\u{FFFD}b\u{FFFD}cx"))
        #expect(tree.diagnostics.map(\.code) == [.invalidEncoding, .invalidEncoding, .invalidCharacter])
        #expect(tree.diagnostics.map(\.location?.byteOffset) == [25, 26, 29])
        #expect(tree.first("b")?.location == XMLLocation(line: 2, column: 7, byteOffset: 31))

        let japanese = try parse(bytes([0x82, 0xA0, 0xFF], "<b>", [0x82], "<i>"), encoding: "shift_jis")
        #expect(japanese.root.text.contains("あ\u{FFFD}"))
        #expect(japanese.first("b")?.location.byteOffset == 3)
    }

    @Test("Bytes without any valid character are read fast")
    func allInvalid() throws {
        let page = bytes("<p>", Part([UInt8](repeating: 0xFF, count: 100_000)))
        #expect(try parse(page, encoding: "utf-8").root.text.count == 100_000)
        #expect(try parse(page, encoding: "euc-jp").root.text.unicodeScalars.count == 100_000)
    }

    @Test("The encoding that a string declares is ignored")
    func string() throws {
        #expect(try XMLTree(html: "<meta charset=koi8-r><p>é").root.text == "é")
    }
}
