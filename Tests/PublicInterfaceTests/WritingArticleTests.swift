import LibXML
import Testing

/// The examples of writing as they stand in the README, the article and in doc comments.
@Suite final class WritingArticleTests {
    private var output = ""

    func print(_ items: Any...) {
        output += items.map { "\($0)" }.joined(separator: " ") + "\n"
    }

    @Test("Event by event")
    func events() throws {
        let soap: XMLNamespace = "http://schemas.xmlsoap.org/soap/envelope/"
        let prices: XMLNamespace = "urn:prices"
        let options = XMLWritingOptions(
            whiteSpace: .indented(by: "  "), prefixes: [soap.uri: "soap", prices.uri: "m"])
        let writer = try XMLWriter(options: options)
        try writer.element(soap["Envelope"]) {
            try writer.element(soap["Body"]) {
                try writer.element(prices["GetPrice"]) {
                    for item in ["Apples", "Salt & pepper"] { try writer.element(prices["Item"], text: item) }
                }
            }
        }
        print(try writer.xmlString())
        let expected = try Documentation.output(of: "GetPrice", in: "WritingDocuments.md")
        // An indented document ends with a line feed.
        #expect(output == expected + "\n")
    }

    @Test("Attributes by expanded name")
    func attributes() throws {
        let writer = try XMLWriter(options: .init(declaration: .never))
        let xsi: XMLNamespace = "http://www.w3.org/2001/XMLSchema-instance"
        try writer.element("item", [xsi["type"]: "Book"]) { try writer.element("title", text: "Tea") }
        let text = try writer.xmlString()
        #expect(try XMLTree(parsing: text).root[attribute: xsi["type"]] == "Book")
        let item = "<item xmlns:xsi=\"\(xsi.uri)\" xsi:type=\"Book\"><title>Tea</title></item>"
        #expect(text == item || text == item.replacing("xsi", with: "ns1"), "\(text)")
    }

    @Test("Chunks")
    func chunks() throws {
        var sent = 0
        let sitemap = try XMLWriter(sink: { chunk in sent += chunk.count })
        try sitemap.element("urlset", ["xmlns": "http://www.sitemaps.org/schemas/sitemap/0.9"]) {
            for page in 1...100_000 {
                try sitemap.element("url") { try sitemap.element("loc", text: "https://example.com/\(page)") }
            }
        }
        try sitemap.finish()
        print(sent)
        #expect(output == (try Documentation.output(of: "sitemap", in: "WritingDocuments.md")))
    }

    @Test("Literals")
    func literals() throws {
        let name = "<Tea> & \"Cups\""
        let rows: [XMLFragment] = [1, 2].map { "<row n='\($0)'/>" }
        let order: XMLFragment = "<order item='\(name)'>\(name)\(rows)</order>"
        print(try order.xmlString())
        #expect(output == (try Documentation.output(of: "XMLFragment", in: "WritingDocuments.md")))
    }

    @Test("Dictionaries")
    func dictionaries() throws {
        let order: XMLDictionary = ["order": ["@id": 7, "item": ["Tea", ["@pack": 6, "#text": "Cups"]]]]
        print(try order.xmlString(options: .pretty))
        let expected = try Documentation.output(of: "pack", in: "WritingDocuments.md")
        // An indented document ends with a line feed.
        #expect(output == expected + "\n")
    }

    @Test("HTML")
    func html() throws {
        let page = try XMLTree(html: "<title>Tea</title><p>Milk & honey<br>Salt<script>if (a < b) x()</script>")
        print(try page.htmlString())
        let note = try XMLTree(parsing: "<p xmlns='http://www.w3.org/1999/xhtml'>Drink<br/>twice<b/></p>").root
        print(try note.innerHTML())
        #expect(output == (try Documentation.output(of: "innerHTML", in: "WritingDocuments.md")))
    }

    @Test("The body of a page as HTML")
    func body() throws {
        let page = try XMLTree(html: "<title>Tea</title><p>Milk & honey<br>Salt")
        let body = try page.root.require("body").htmlString()  // <body><p>Milk &amp; honey<br>Salt</p></body>
        #expect(body == "<body><p>Milk &amp; honey<br>Salt</p></body>")
    }

    @Test("XMLWriter")
    func writer() throws {
        let writer = try XMLWriter()
        try writer.element("order", ["id": "7"]) {
            try writer.element("item", text: "Salt & pepper")
        }
        let bytes = try writer.xmlBytes()
        // <?xml version="1.0" encoding="UTF-8"?>
        // <order id="7"><item>Salt &amp; pepper</item></order>
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<order id=\"7\"><item>Salt &amp; pepper</item></order>")
    }

    @Test("XMLFragment")
    func fragment() throws {
        let name = "Salt & <pepper>"
        let rows: [XMLFragment] = [1, 2].map { "<row n='\($0)'/>" }
        let order: XMLFragment = "<order item='\(name)'>\(name)\(rows)</order>"
        let text = try order.xmlString()
        // <order item="Salt &amp; &lt;pepper>">Salt &amp; &lt;pepper&gt;<row n='1'/><row n='2'/></order>
        #expect(
            text
                == "<order item=\"Salt &amp; &lt;pepper>\">Salt &amp; &lt;pepper&gt;<row n='1'/><row n='2'/></order>"
        )
    }

    @Test("Dictionaries as documents")
    func dictionary() throws {
        let order: XMLDictionary = ["order": ["@id": 7, "item": ["Tea", "Cups"]]]
        let text = try order.xmlString()
        // <?xml version="1.0" encoding="UTF-8"?>
        // <order id="7"><item>Tea</item><item>Cups</item></order>
        #expect(text.hasSuffix("?>\n<order id=\"7\"><item>Tea</item><item>Cups</item></order>"))
    }

    @Test("Copying events")
    func copy() throws {
        var reader = XMLReader(parsing: "<list><item/><draft/></list>")
        let writer = try XMLWriter()
        while let event = try reader.next() {
            if event == .startElement, reader.isNamed("draft") { try reader.skip() } else { try writer.write(reader) }
        }
        let bytes = try writer.xmlBytes()  // <list><item/></list>
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("?>\n<list><item/></list>"))
    }

    @Test("References")
    func references() throws {
        let text = "<!DOCTYPE a [<!ENTITY v 'text'><!ATTLIST b k CDATA 'd'>]><a t='&v;'> <b>&v;&#8364;</b></a>"
        let document = try XMLTree(parsing: text)
        print(try document.xmlString(options: XMLWritingOptions(whiteSpace: .minified)))
        print(try document.xmlString(options: XMLWritingOptions(whiteSpace: .minified, references: .expanded)))
        #expect(output == (try Documentation.output(of: "ATTLIST", in: "WritingDocuments.md")))
    }

    @Test("Copying documents")
    func document() throws {
        var reader = XMLReader(parsing: "<!DOCTYPE a [<!ENTITY e 'x'>]><a> <b>&e;</b> </a>")
        let writer = try XMLWriter(options: XMLWritingOptions(whiteSpace: .minified))
        try writer.writeDocument(from: &reader)
        let bytes = try writer.xmlBytes()  // <!DOCTYPE a [<!ENTITY e 'x'>]><a><b>&e;</b></a>
        #expect(String(decoding: bytes, as: UTF8.self) == "<!DOCTYPE a [<!ENTITY e 'x'>]><a><b>&e;</b></a>")
    }

    @Test("The entities of nodes")
    func entities() throws {
        let tree = try XMLTree(parsing: "<!DOCTYPE a [<!ENTITY e 'x<b/>'>]><a>1 &e;</a>")
        let names = tree.root.children.map { $0.referencedEntities }  // ["e"], ["e"]
        #expect(names == [["e"], ["e"]])
    }

    @Test("The README")
    func readme() throws {
        let feed = try XMLWriter()
        try feed.element("feed", ["xmlns": "http://www.w3.org/2005/Atom"]) {
            let entry: XMLFragment = "<entry><id>\(7)</id><title>\("<new>")</title></entry>"
            try feed.write(entry)
        }
        print(try feed.xmlString())
        #expect(try output == Documentation.output(of: "let feed = try XMLWriter"))
    }
}
