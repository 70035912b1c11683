import LibXML
import Testing

@Suite struct HTMLWritingEncodingTests {
    /// Declarations in a page that is written in UTF-8, and in windows-1251.
    private static let declarations: [(meta: String, utf8: String, cyrillic: String)] = [
        ("<meta charset=\"koi8-r\">", "<meta charset=\"UTF-8\">", "<meta charset=\"windows-1251\">"),
        ("<meta charset=\"utf8\">", "<meta charset=\"utf8\">", "<meta charset=\"windows-1251\">"),
        ("<meta charset=\"Windows-1251\">", "<meta charset=\"UTF-8\">", "<meta charset=\"Windows-1251\">"),
        ("<meta charset=\"\">", "<meta charset=\"\">", "<meta charset=\"\">"),
        (
            "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=koi8-r; x\">",
            "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8; x\">",
            "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=windows-1251; x\">"
        ),
        (
            "<meta content=\"text/html;charset=koi8-r\" http-equiv=\"content-type\">",
            "<meta content=\"text/html;charset=UTF-8\" http-equiv=\"content-type\">",
            "<meta content=\"text/html;charset=windows-1251\" http-equiv=\"content-type\">"
        ),
        (
            "<meta name=\"x\" content=\"charset=koi8-r\">", "<meta name=\"x\" content=\"charset=koi8-r\">",
            "<meta name=\"x\" content=\"charset=koi8-r\">"
        ),
    ]

    @Test("A page declares the encoding in which it is written", arguments: declarations)
    func declared(_ meta: String, _ utf8: String, _ cyrillic: String) throws {
        let page = try XMLTree(html: "<html><head>\(meta)</head><body>Чай</body></html>")
        func document(_ meta: String) -> String { "<html><head>\(meta)</head><body>Чай</body></html>" }
        let cyrillicOptions = XMLHTMLWritingOptions(encoding: "windows-1251")
        // Up to 2.13, libxml2 puts the text into a paragraph.
        func plain(_ text: String) -> String { text.replacing("<p>", with: "").replacing("</p>", with: "") }
        #expect(plain(try page.htmlString()) == document(utf8))
        #expect(plain(try page.htmlString(options: cyrillicOptions)) == document(cyrillic))
        let bytes = try page.htmlBytes(options: cyrillicOptions)
        #expect(bytes.split(separator: UInt8(ascii: ">")).contains { $0.starts(with: [0xD7, 0xE0, 0xE9]) })
    }

    @Test(
        "A page is read again as it was written", arguments: ["UTF-8", "windows-1251", "UTF-16", "KOI8-R", "GB18030"])
    func again(_ encoding: String) throws {
        let page = try XMLTree(html: "<head><meta charset=utf-8></head><p title='é 日本'>Чай é 日本 😀</p>")
        let again = try XMLTree(html: page.htmlBytes(options: .init(encoding: encoding)))
        #expect(again.root.text == "Чай é 日本 😀")
        #expect(again.root.descendants(named: "p").first { _ in true }?[attribute: "title"] == "é 日本")
    }

    @Test("Characters that the encoding does not have are references where references are recognized")
    func references() throws {
        let options = XMLHTMLWritingOptions(encoding: "US-ASCII")
        let tree = try XMLTree(parsing: "<p a='é&#160;'>日<b>x</b></p>")
        #expect(
            String(decoding: try tree.htmlBytes(options: options), as: UTF8.self)
                == "<p a=\"&#xE9;&nbsp;\">&#x65E5;<b>x</b></p>"
        )
        let cases: [(xml: String, column: Int)] = [
            ("<a><script>é</script></a>", 4), ("<a>x<!--é--></a>", 5), ("<a>x<?p é?></a>", 5), ("<a><bé/></a>", 4),
            ("<a><b é=''/></a>", 4), ("<!DOCTYPE a SYSTEM 'é'><a/>", 1),
            // Both its byte in Latin-1 and a reference to it mean another character.
            ("<a>x&#x85;</a>", 4), ("<a b='&#x85;'/>", 1),
        ]
        for encoding in ["US-ASCII", "ISO-8859-5"] {
            for (xml, column) in cases {
                let tree = try XMLTree(parsing: xml)
                let error = try #require(throws: XMLError.self) {
                    try tree.htmlBytes(options: .init(encoding: encoding))
                }
                #expect(error.code == .unrepresentableCharacter)
                #expect(error.location?.column == column, "\(xml)")
            }
        }
        let error = #expect(throws: XMLError.self) { try tree.htmlBytes(options: .init(encoding: "x-unknown")) }
        #expect(error?.code == .unsupportedEncoding)
    }

    @Test("Lines end as the options require")
    func lineEnds() throws {
        let tree = try XMLTree(parsing: "<p>a\nb<script>\n</script></p>")
        let options = XMLHTMLWritingOptions(lineEnding: .carriageReturnLineFeed)
        #expect(try tree.htmlString(options: options).utf8.elementsEqual("<p>a\r\nb<script>\r\n</script></p>".utf8))
        #expect(try tree.root.innerHTML(options: options).utf8.elementsEqual("a\r\nb<script>\r\n</script>".utf8))
    }
}
