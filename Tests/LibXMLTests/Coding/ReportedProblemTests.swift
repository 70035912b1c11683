import Foundation
import LibXML
import Testing

/// What users of other libraries report about decoding, each as a test.
@Suite struct ReportedProblemTests {
    struct Item: Decodable, Equatable {
        var name: String
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try XMLDecoder().decode(type, from: text)
    }

    private static func error<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> XMLError {
        let error = try #require(throws: DecodingError.self) { try Self.decode(type, text) }
        return try #require(error.xmlError)
    }

    @Test("100,000 elements with ten properties each: time grows with the document, see GrowthTests")
    func large() throws {
        struct Row: Decodable {
            var a: Int, b: Int, c: Int, d: Int, e: String, f: String, g: String, h: Double, i: Double, j: Bool
        }
        let row = "<row a='1' b='2'><c>3</c><d>4</d><e>x</e><f/><g> y</g><h>1.5</h><i>2</i><j>true</j></row>"
        let text = "<rows>\(String(repeating: row, count: 20_000))</rows>"
        let rows = try XMLDecoder().decode([Row].self, from: text, at: "rows/row")
        #expect(rows.count == 20_000 && rows[19_999].h == 1.5)
    }

    @Test("One element, or many, or none, adjacent or not, are a list", arguments: [0, 1, 2, 3])
    func oneOrMany(count: Int) throws {
        struct List: Decodable {
            var item: [Item]
            var other: [Int]
        }
        let items = (0..<count).map { "<item><name>\($0)</name></item><other>\($0)</other>" }.joined()
        let list = try Self.decode(List.self, "<list>\(items)</list>")
        #expect(list.item.map(\.name) == (0..<count).map(String.init) && list.other == Array(0..<count))
    }

    @Test("Order and mixed content are kept")
    func mixedContent() throws {
        enum Inline: Decodable, Equatable, XMLChoice {
            case text(String), bold(String), link(href: String, title: String?)
            static let xmlRoles: [String: XMLCodingRole] = [
                "text": .text, "bold": .element("b"), "link": .element("a"),
            ]
        }
        #expect(
            try Self.decode([Inline].self, "<p>one <b>two</b> <a href='h'/> three &amp; <b>four</b></p>") == [
                .text("one "), .bold("two"), .text(" "), .link(href: "h", title: nil), .text(" three & "),
                .bold("four"),
            ])
    }

    @Test("Errors have a place and a path")
    func places() throws {
        struct Config: Decodable {
            struct Entry: Decodable {
                var value: Int
            }
            var entry: [Entry]
        }
        let text = "<config>\n  <entry value='1'/>\n  <entry>\n    <value>abc</value>\n  </entry>\n</config>"
        let error = try #require(throws: DecodingError.self) { try Self.decode(Config.self, text) }
        #expect(
            error.xmlError.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.message)" }
                == "4:12 expected Int, found “abc”")
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["entry", "1", "value"])
    }

    @Test("SOAP: names by URI, whatever the prefixes, for elements and attributes")
    func soap() throws {
        struct Envelope: Decodable {
            enum CodingKeys: String, CodingKey {
                case fault =
                    "{http://schemas.xmlsoap.org/soap/envelope/}Body/{http://schemas.xmlsoap.org/soap/envelope/}Fault"
                case mustUnderstand = "@{http://schemas.xmlsoap.org/soap/envelope/}mustUnderstand"
            }
            struct Fault: Decodable {
                var faultcode: String
                var faultstring: String
            }
            var fault: Fault
            var mustUnderstand: Bool
        }
        for prefix in ["soap", "SOAP-ENV", "s"] {
            let text = """
                <\(prefix):Envelope xmlns:\(prefix)="http://schemas.xmlsoap.org/soap/envelope/" \(prefix):mustUnderstand="1">
                <\(prefix):Body><\(prefix):Fault><faultcode>\(prefix):Client</faultcode><faultstring>no</faultstring>
                </\(prefix):Fault></\(prefix):Body></\(prefix):Envelope>
                """
            let envelope = try Self.decode(Envelope.self, text)
            #expect(envelope.fault.faultstring == "no" && envelope.mustUnderstand)
        }
    }

    @Test("An attribute and an element of one name, and text beside attributes")
    func oneName() throws {
        struct Book: Decodable, Equatable, XMLCodingRoles {
            var id: Int
            var elementID: [String]
            var text: String
            static let xmlRoles: [String: XMLCodingRole] = [
                "id": .attribute, "elementID": .element("id"), "text": .text,
            ]
        }
        #expect(
            try Self.decode(Book.self, "<book id='1'>t<id>a</id><id>b</id></book>")
                == Book(id: 1, elementID: ["a", "b"], text: "t"))
    }

    @Test("Choices, in wrappers and without")
    func choices() throws {
        enum Step: Decodable, Equatable, XMLChoice {
            case run(command: String), wait(Int)
            static let xmlRoles: [String: XMLCodingRole] = ["run": .element, "wait": .element]
        }
        struct Job: Decodable, Equatable {
            var name: String
            var steps: [Step]
        }
        let steps = "<run command='a'/><wait>3</wait><run><command>b</command></run>"
        let job = Job(name: "n", steps: [.run(command: "a"), .wait(3), .run(command: "b")])
        #expect(try Self.decode(Job.self, "<job name='n'>\(steps)</job>") == job)
        #expect(try Self.decode(Job.self, "<job><name>n</name><steps>\(steps)</steps></job>") == job)
    }

    @Test("An empty element is an empty string, or nil; xsi:nil is nil")
    func empty() throws {
        struct Values: Decodable, Equatable {
            var string: String?
            var int: Int?
            var date: Date?
            var items: [Item]?
        }
        let xsi = "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
        #expect(try Self.decode(Values.self, "<v><string/><int/><date></date></v>") == Values(string: ""))
        #expect(
            try Self.decode(Values.self, "<v \(xsi)><string xsi:nil='true'/><items xsi:nil='1'/></v>") == Values())
        #expect(try Self.error([Int].self, "<v><int/></v>").message == "expected Int, found nothing")
    }

    @Test(
        "White space beside references and CDATA sections is kept",
        arguments: [
            ("Bob &amp; Co", "Bob & Co"), ("a &lt; b &gt; c", "a < b > c"), ("&lt;", "<"), (" &amp; ", " & "),
            ("a\n&#233;\tb", "a\né\tb"), ("x<![CDATA[ & ]]>y", "x & y"), ("<![CDATA[ ]]>", " "),
        ])
    func whiteSpace(xml: String, text: String) throws {
        #expect(try Self.decode(String.self, "<a>\(xml)</a>") == text)
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try XMLDecoder(trimValueWhitespaces: true).decode(String.self, from: "<a>\(xml)</a>") == trimmed)
    }

    @Test("The default form of dates is that of XML Schema, in UTC")
    func dates() throws {
        let date = Date(timeIntervalSince1970: 1_709_209_800.25)
        #expect(try Self.decode(Date.self, "<d>2024-02-29T12:30:00.25Z</d>") == date)
        #expect(try Self.decode(Date.self, "<d>2024-02-29T12:30:00.25</d>") == date)
        #expect(try Self.error(Date.self, "<d>730902600</d>").message == "expected Date, found “730902600”")
        let feed = "<item><pubDate>Thu, 29 Feb 24 07:30:00 EST</pubDate></item>"
        struct Entry: Decodable {
            var pubDate: Date
        }
        let entry = try XMLDecoder(dateDecodingStrategy: .rfc822).decode(Entry.self, from: feed)
        #expect(entry.pubDate == Date(timeIntervalSince1970: 1_709_209_800))
    }

    @Test("Raw subtrees, dictionaries and keys that the type does not know")
    func unknownKeys() throws {
        struct Feed: Decodable {
            struct Key: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            var title: String
            var rest: [String: XMLTree.Element] = [:]

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                title = try container.decode(String.self, forKey: Key(stringValue: "title"))
                for key in container.allKeys where key.stringValue != "title" {
                    rest[key.stringValue] = try container.decode(XMLTree.Element.self, forKey: key)
                }
            }
        }
        let feed = try Self.decode(
            Feed.self, "<feed xmlns:m='m'><title>T</title><content><b>x</b></content><m:title>M</m:title></feed>")
        #expect(feed.title == "T" && Set(feed.rest.keys) == ["content", "m:title"])
        #expect(feed.rest["content"]?.source == "<content><b>x</b></content>")
    }

    @Test("Typed records of a huge document, one at a time, after an error too")
    func records() async throws {
        let count = 5_000
        let body = (0..<count).map { "<item><name>\($0 == 7 ? "" : "<x/>")\($0)</name></item>" }.joined()
        let bytes = Array("<items>\(body)</items>".utf8)
        let pieces = AsyncStream<[UInt8]> { continuation in
            for start in stride(from: 0, to: bytes.count, by: 1_000) {
                continuation.yield(Array(bytes[start..<min(start + 1_000, bytes.count)]))
            }
            continuation.finish()
        }
        var sum = 0
        for try await item in try AsyncXMLRecords(of: Item.self, pieces, at: "items/item") {
            sum += Int(item.name) ?? 0
        }
        #expect(sum == count * (count - 1) / 2)
    }
}
