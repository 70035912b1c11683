import CheckCases
import Foundation
import LibXML
import Testing

/// What is written, by example.
@Suite struct EncoderTests {
    /// Encodes a value without the XML declaration, and checks that it is decoded to an equal value.
    static func encode<Value: Codable & Equatable>(
        _ value: Value, _ name: String? = "r", _ encoder: XMLEncoder = .init(), _ decoder: XMLDecoder = .init()
    ) throws -> String {
        var encoder = encoder
        encoder.writingOptions.declaration = .never
        let text = try encoder.xmlString(value, rootName: name)
        let decoded = try decoder.decode(Value.self, from: text)
        #expect(decoded == value, "\(text)")
        return text
    }

    struct Order: Codable, Equatable {
        var id: Int
        var customer: String
        var item: [String]
        var note: String?
    }

    @Test("Of several namespaces that the options give one prefix, the first in order is declared", arguments: 0..<8)
    func sharedPrefix(_ seed: Int) throws {
        var encoder = XMLEncoder()
        // The order of a dictionary differs from run to run, and with its size.
        encoder.writingOptions.prefixes = ["urn:b": "p", "urn:a": "p", "urn:c": "p", "urn:\(seed)": "q"]
        let text = try encoder.xmlString(["p:x": "1"], rootName: "r")
        #expect(text.contains("xmlns:p=\"urn:a\""), "\(text)")
    }

    @Test("Properties in their order, lists, missing values")
    func basics() throws {
        let order = Order(id: 7, customer: "Ana & Bo", item: ["Tea", "<Oat>"])
        #expect(
            try Self.encode(order, nil)
                == "<order><id>7</id><customer>Ana &amp; Bo</customer><item>Tea</item><item>&lt;Oat&gt;</item></order>")
        #expect(
            try Self.encode(Order(id: 0, customer: "", item: [], note: ""), "o")
                == "<o><id>0</id><customer/><note/></o>")
        #expect(try XMLEncoder().xmlBytes(order) == Array(XMLEncoder().xmlString(order).utf8))
        #expect(
            try XMLEncoder().xmlString(7).hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<int>7</int>"))
    }

    struct Offer: Codable, Equatable, XMLCodingRoles {
        var items: [String]
        var total: Int
        var id: Int
        var currency: String
        var kinds: [Int]
        var labels: [String: String]
        var city: String
        var text: String
        var zip: String?

        static let xmlRoles: [String: XMLCodingRole] = [
            "id": .attribute, "items": .path("items/item"), "currency": .path("total/@currency"),
            "kinds": .attribute("kind"), "labels": .map("labels/label", key: "@name", value: "#text"),
            "city": .path("address/city"), "zip": .path("address/zip"), "text": .text,
        ]
    }

    @Test("Roles: attributes after children, one wrapper for a list, one element for its parts, text")
    func roles() throws {
        var offer = Offer(
            items: ["a", "b"], total: 5, id: 7, currency: "EUR", kinds: [1, 2], labels: ["gift": "yes"], city: "X",
            text: " t ", zip: "Z")
        #expect(
            try Self.encode(offer)
                == """
                <r id="7" kind="1 2"><items><item>a</item><item>b</item></items><total currency="EUR">5</total>\
                <labels><label name="gift">yes</label></labels><address><city>X</city><zip>Z</zip></address> t </r>
                """)
        offer = Offer(items: [], total: 5, id: 7, currency: "", kinds: [], labels: [:], city: "", text: "", zip: nil)
        #expect(
            try Self.encode(offer)
                == """
                <r id="7" kind=""><items/><total currency="">5</total><labels/><address><city/></address></r>
                """)
    }

    struct Keys: Codable, Equatable {
        enum CodingKeys: String, CodingKey {
            case city = "address/city", id = "@id", zip = "address/zip", mark = "address/@mark", text = "#text"
            case note = "address/note/#text", kind = "address/note/@kind", title = "{urn:dc}title"
        }
        var city: String, id: Int, zip: String, mark: String, text: String, note: String, kind: String, title: String
    }

    @Test("Keys that are paths, attributes, text, and names in namespaces")
    func keys() throws {
        let value = Keys(city: "c", id: 1, zip: "z", mark: "m", text: "t", note: "n", kind: "k", title: "T")
        #expect(
            try Self.encode(value)
                == """
                <r xmlns:ns1="urn:dc" id="1"><address mark="m"><city>c</city><zip>z</zip><note kind="k">n</note></address>\
                t<ns1:title>T</ns1:title></r>
                """)
    }

    @Test("Lists in lists, and at the root")
    func lists() throws {
        #expect(try Self.encode([[1, 2], []], nil) == "<list><item><item>1</item><item>2</item></item><item/></list>")
        #expect(try Self.encode(["a": [[1], []]], "d") == "<d><a><item>1</item></a><a/></d>")
        #expect(
            try Self.encode([1, nil]) == """
                <r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><item>1</item><item xsi:nil="true"/></r>
                """)
        #expect(try Self.encode([Order](), nil) == "<list/>")
        #expect(try Self.encode(1...2) == "<r><item>1</item><item>2</item></r>")
        #expect(try Self.encode([2.5: 1]) == "<r><item>2.5</item><item>1</item></r>")
    }

    enum Block: Codable, Equatable, XMLChoice {
        case paragraph(String), image(src: String), rule, text(String), section(Section), list([Int])
        static let xmlRoles: [String: XMLCodingRole] = [
            "paragraph": .element("p"), "image": .element("img"), "rule": .element("hr"), "text": .text,
            "section": .element, "list": .element("ul"),
        ]
    }

    struct Section: Codable, Equatable {
        var title: String
        var blocks: [Block]
    }

    @Test("Choices by name, with text between them")
    func choices() throws {
        let inner = Section(title: "U", blocks: [.text("x"), .rule])
        let value = Section(
            title: "T",
            blocks: [.text("a"), .paragraph("b"), .text(" & "), .image(src: "s"), .section(inner), .list([1])])
        #expect(
            try Self.encode(value, nil)
                == """
                <section><title>T</title>a<p>b</p> &amp; <img><src>s</src></img>\
                <section><title>U</title>x<hr/></section><ul><item>1</item></ul></section>
                """)
        #expect(try Self.encode(Block.paragraph("x"), nil) == "<p>x</p>")
        #expect(try Self.encode(Block.paragraph("x")) == "<r><p>x</p></r>")
        #expect(try Self.encode([Block.rule, .paragraph("x")], nil) == "<list><hr/><p>x</p></list>")
        #expect(try Self.encode([[Block.rule], []]) == "<r><item><hr/></item><item/></r>")
        #expect(try Self.encode(["a": [Block.rule]]) == "<r><a><hr/></a></r>")
    }

    enum Animal: Codable, Equatable, XMLChoice {
        case dog(Dog), cat(lives: Int), other
        struct Dog: Codable, Equatable { var name: String }
        static let zoo = XMLNamespace("urn:zoo")
        static let xmlRoles: [String: XMLCodingRole] = [
            "dog": .type(zoo["Dog"]), "cat": .type(zoo["Cat"]), "other": .type(nil),
        ]
    }

    struct Zoo: Codable, Equatable {
        var animal: [Animal]
        var star: Animal?
    }

    @Test("Choices by xsi:type, with the declarations that it needs")
    func types() throws {
        let zoo = Zoo(animal: [.dog(.init(name: "Rex")), .cat(lives: 9), .other], star: .cat(lives: 1))
        let xsi = "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
        #expect(
            try Self.encode(zoo, nil)
                == """
                <zoo xmlns:ns1="urn:zoo" \(xsi)><animal xsi:type="ns1:Dog"><name>Rex</name></animal>\
                <animal xsi:type="ns1:Cat"><lives>9</lives></animal><animal/><star xsi:type="ns1:Cat"><lives>1</lives></star></zoo>
                """)
        let bytes = try XMLEncoder().xmlBytes(zoo, rootName: Animal.zoo["zoo"])
        #expect(try XMLDecoder().decode(Zoo.self, from: bytes) == zoo)
        #expect(
            String(decoding: bytes, as: UTF8.self).contains("<zoo xmlns=\"urn:zoo\" \(xsi)><animal xsi:type=\"Dog\">"))
    }

    enum Plain: Codable, Equatable {
        case none, circle(Double), line(from: Int, to: Int?), pair(Int, String)
    }

    @Test("Enumerations without roles, with raw values, and other values")
    func enumerations() throws {
        #expect(
            try Self.encode([Plain.none, .circle(1.5), .line(from: 1, to: nil), .pair(1, "x")])
                == """
                <r><item><none/></item><item><circle><_0>1.5</_0></circle></item><item><line><from>1</from></line></item>\
                <item><pair><_0>1</_0><_1>x</_1></pair></item></r>
                """)
    }

    @Test("Dates under default options survive encoding and decoding")
    func dates() throws {
        #expect(
            try Self.encode(["d": Date(timeIntervalSince1970: 1_709_209_800.5)])
                == "<r><d>2024-02-29T12:30:00.5Z</d></r>")
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            let date = Date(timeIntervalSinceReferenceDate: .random(in: -3e9...3e9, using: &generator))
            _ = try Self.encode([date])
            _ = try Self.encode(
                [date], nil, XMLEncoder(dateEncodingStrategy: .secondsSince1970),
                XMLDecoder(dateDecodingStrategy: .secondsSince1970))
            _ = try Self.encode(
                [date], nil, XMLEncoder(dateEncodingStrategy: .millisecondsSince1970),
                XMLDecoder(dateDecodingStrategy: .millisecondsSince1970))
            let second = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded())
            _ = try Self.encode(
                [second], nil, XMLEncoder(dateEncodingStrategy: .rfc822), XMLDecoder(dateDecodingStrategy: .rfc822))
        }
        // Numbers near 0 have more digits than are written.
        for (seconds, text) in [
            (Double.pi, "03.141592653589793Z"), (0.1 + 0.2, "00.3Z"), (-0.3333, "59.6667Z"), (-1e-17, "00Z"),
            (1e-15, "00.000000000000001Z"), (4e-16, "00Z"), (1 - 0x1p-53, "01Z"),
        ] {
            let document = try XMLEncoder().xmlString(["d": Date(timeIntervalSinceReferenceDate: seconds)])
            #expect(document.contains(text + "</d>"), "\(document)")
            let date = try XMLDecoder().decode([String: Date].self, from: document)["d"]
            #expect((try #require(date).timeIntervalSinceReferenceDate - seconds).magnitude < 1e-15)
        }
        _ = try Self.encode([Date(), .distantPast, .distantFuture])
    }

    @Test(
        "Characters that the encoding lacks become references",
        arguments: ["ISO-8859-1", "KOI8-R", "US-ASCII", "UTF-16"])
    func encodings(_ name: String) throws {
        struct Words: Codable, Equatable {
            var word: String
            var words: [String]

            enum CodingKeys: String, CodingKey {
                case word = "@word"
                case words
            }
        }
        let words = ["", "plain", "é ж 日 😀 <&>", "日日", "é"]
        let value = words.map { Words(word: $0, words: words) }
        for options in [XMLWritingOptions(encoding: name), .init(whiteSpace: .indented(by: " "), encoding: name)] {
            let bytes = try XMLEncoder(writingOptions: options).xmlBytes(value)
            #expect(try XMLDecoder().decode([Words].self, from: bytes) == value)
        }
        guard name != "UTF-16" else { return }
        #expect {
            _ = try XMLEncoder(writingOptions: .init(encoding: name)).xmlBytes(["日": 1])
        } throws: { error in
            (error as? EncodingError)?.xmlError?.code == .unrepresentableCharacter
        }
    }
}
