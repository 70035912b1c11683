import CheckCases
import Foundation
import LibXML
import Testing

@Suite struct OwnErrorTests {
    @Test("An error of a program has the place of its element or attribute")
    func places() throws {
        let root = try XMLTree(parsing: "<a>\n <b k = 'v&amp;w'>1</b></a>", options: .init(sourceName: "f")).root
        let element = try root.require("b")
        let error = element.error("too small", help: "use 2")
        #expect(error.description == "f:2:2: error: too small\nhelp: use 2")
        #expect(error.code == .invalidValue)
        #expect(error.snippet() == " 2 |  <b k = 'v&amp;w'>1</b></a>\n   |  ^~")
        let attribute = try #require(element.attributes["k"])
        #expect(attribute.error("bad", code: .init(rawValue: "mine")).location?.column == 10)
        #expect(attribute.location(ofValueOffset: 2).column == 16)
        #expect(attribute.error("bad", at: attribute.location(ofValueOffset: 2)).snippet()?.contains("^") == true)
    }

    @Test(
        "An offset in text has the place of its character, in references and sections too",
        arguments: [
            ("<a>12345</a>", 2, "1:6"), ("<a>12345</a>", 5, "1:9"), ("<a>12345</a>", 99, "1:9"), ("<a/>", 0, "1:1"),
            ("<a>1&amp;3</a>", 1, "1:5"), ("<a>1&amp;3</a>", 2, "1:10"), ("<a>é2</a>", 2, "1:5"),
            ("<a>1<![CDATA[23]]>4</a>", 1, "1:14"), ("<a>1<![CDATA[23]]>4</a>", 3, "1:19"),
            ("<a>1\r\n3<b>x</b>5</a>", 2, "2:1"), ("<a>1\r\n3<b>x</b>5</a>", 3, "2:5"),
            ("<a>1\r\n3<b>x</b>5</a>", 4, "2:10"), ("<a>1</a>", -5, "1:4"),
        ])
    func textOffsets(text: String, offset: Int, place: String) throws {
        let root = try XMLTree(parsing: text).root
        #expect(root.location(ofTextOffset: offset).description == place)
        #expect(root.error("x", at: root.location(ofTextOffset: offset)).location?.description == place)
    }

    @Test(
        "An offset in a value has the place of its character",
        arguments: [
            ("<a k='12345'/>", 2, "1:9"), ("<a k='1&lt;3'/>", 2, "1:12"), ("<a k='1\t3'/>", 2, "1:9"),
            ("<a k='1\r\n3'/>", 2, "2:1"), ("<a k='1\n3'/>", 1, "1:8"), ("<a k=''/>", 0, "1:7"),
            ("<a k='1'/>", 9, "1:8"),
            ("<!DOCTYPE a [<!ATTLIST a k CDATA 'xyz'>]><a/>", 1, "1:42"),
        ])
    func valueOffsets(text: String, offset: Int, place: String) throws {
        let attribute = try #require(try XMLTree(parsing: text).root.attributes["k"])
        #expect(attribute.location(ofValueOffset: offset).description == place)
    }

    @Test("Several errors are collected and thrown together")
    func collector() throws {
        let root = try XMLTree(parsing: "<a>\n<b>x</b>\n<c>1</c>\n<d>y</d></a>").root
        var errors = XMLErrorCollector()
        let values = ["b", "c", "d", "e"].map { name in
            errors.catch { () throws(XMLError) in try root.require(name).value(as: Int.self) }
        }
        #expect(values == [nil, 1, nil, nil])
        #expect(errors.errors.map(\.location?.line) == [2, 4, 1])
        let thrown = try #require(throws: XMLError.self) { try errors.throwIfAny() }
        #expect(thrown.diagnostic == errors.errors[0].diagnostic)
        #expect(thrown.diagnostics.map(\.code) == [.invalidValue, .invalidValue, .missingElement])
        try XMLErrorCollector().throwIfAny()
    }

    @Test("Diagnostics are encoded under the names of their properties")
    func encoding() throws {
        let error = try #require(throws: XMLError.self) {
            try XMLTree(parsing: "<a>\n</b>", options: .init(sourceName: "f"))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = try String(decoding: encoder.encode(error.diagnostic), as: UTF8.self)
        #expect(json.hasPrefix(##"{"code":"mismatchedEndTag","libxml2Code":76,"location":"##))
        #expect(json.contains(##""location":{"byteOffset":4,"column":1,"line":2,"sourceName":"f"}"##))
        #expect(json.contains(##""severity":"error"}"##))
        let whole = try String(decoding: encoder.encode(error), as: UTF8.self)
        #expect(whole == ##"{"diagnostic":\##(json),"diagnostics":[\##(json)]}"##)
        let location = try #require(error.location)
        #expect(try JSONDecoder().decode(XMLLocation.self, from: encoder.encode(location)) == location)
    }

    @Test("An error has an excerpt without the document, from every entry point")
    func snippets() throws {
        let text = "<a>\n  <b>tea & milk</b>\n</a>"
        let expected = " 2 |   <b>tea & milk</b>\n   |          ^"
        let file = try TemporaryFile(Array(text.utf8))
        func error(_ body: () throws -> Void) throws -> String? {
            try #require(throws: XMLError.self, performing: body).snippet()
        }
        #expect(try error { _ = try XMLTree(parsing: text) } == expected)
        #expect(try error { _ = try XMLTree(parsing: .file(file.path)) } == expected)
        let encoded = try #require(encode("<?xml version='1.0' encoding='UTF-16'?>" + text, as: "UTF-16"))
        #expect(try error { _ = try XMLTree(parsing: encoded) } == expected)
        #expect(try error { _ = try XMLDictionary(parsing: text) } == expected)
        for size in [1, 7, 1000] {
            let chunks = Array(text.utf8).chunks(of: size)
            #expect(try error { _ = try parse(chunks: chunks) } == expected)
            var pieces = chunks.makeIterator()
            var records = try XMLRecords(parsing: .chunks { pieces.next().map(Array.init) }, at: "a/b")
            #expect(try error { while try records.next() != nil {} } == expected)
            var others = chunks.makeIterator()
            var reader = try XMLReader(parsing: .chunks { others.next().map(Array.init) })
            #expect(try error { while try reader.next() != nil {} } == expected)
        }
        struct Nothing: XMLHandler {
            mutating func startElement(_ element: borrowing XMLElementEvent) {}
            mutating func endElement(_ element: borrowing XMLElementEvent) {}
            mutating func text(_ text: borrowing XMLTextEvent) {}
        }
        var handler = Nothing()
        #expect(try error { try handler.parse(text) } == expected)
    }

    @Test("The excerpt of a far note is kept too, and that of a long line is bounded")
    func notes() throws {
        let filler = (0..<2_000).map { "<x>\($0)</x>\n" }.joined()
        let text = "<a>\n  <title>Tea\n\(filler)</a>"
        let error = try #require(throws: XMLError.self) { try XMLTree(parsing: text) }
        #expect(error.snippet() == error.snippet(in: text))
        #expect(error.snippet()?.contains("<title>Tea") == true)
        let long =
            "<a>" + String(repeating: "é", count: 100_000) + "&" + String(repeating: "日", count: 100_000) + "</a>"
        let other = try #require(throws: XMLError.self) { try XMLTree(parsing: long) }
        #expect(other.snippet() == other.snippet(in: long))
        #expect((other.snippet()?.utf8.count ?? 0) < 2_000)
    }

    @Test("A collector keeps as many errors as it is told, and counts the others")
    func limitedCollector() {
        var errors = XMLErrorCollector(limit: 2)
        for number in 0..<5 { errors.append(XMLError(XMLDiagnostic(.invalidValue, "\(number)"))) }
        #expect(errors.errors.map(\.message) == ["0", "1"])
        #expect(errors.count == 5)
    }

    @Test("The excerpt of a record that begins within a line says so")
    func record() throws {
        var records = try XMLRecords(parsing: "<orders><order id='1'/><order id='x'/></orders>", at: "orders/order")
        _ = try records.next()
        let order = try #require(try records.next())
        let error = try #require(throws: XMLError.self) { try order.value(ofAttribute: "id", as: Int.self) }
        #expect(error.location?.description == "1:35")
        #expect(error.snippet() == " 1 | …<order id='x'/>\n   |             ^")
    }

    @Test("The value of an attribute of HTML has its place without quotes, too")
    func html() throws {
        let root = try XMLTree(html: "<p class=x title=\"y\" hidden>z").root
        let paragraph = try #require(root.descendants(named: "p").first { _ in true })
        #expect(paragraph.attributes["class"]?.valueLocation.column == 10)
        #expect(paragraph.attributes["title"]?.valueLocation.column == 19)
        #expect(paragraph.attributes["class"]?.location(ofValueOffset: 0).column == 10)
    }

    @Test("A failed lookup among many names takes no longer than the names")
    func manyNames() async {
        await #expect(processExitsWith: .success) {
            limitProcessorTime(toSeconds: 20)
            let children = (0..<15_000).map { "<name-\($0)-\(String(repeating: "x", count: 40))/>" }.joined()
            let root = try XMLTree(parsing: "<r>\(children)</r>").root
            for _ in 0..<20 { try #require((try? root.require("name")) == nil) }
        }
    }
}
