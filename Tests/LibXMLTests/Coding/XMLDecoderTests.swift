import Foundation
import LibXML
import Testing

@Suite struct XMLDecoderTests {
    struct Contact: Decodable, Equatable {
        var firstname: String
        var lastname: String
        var phone: [String]
        var id: Int?
    }

    @Test("Unknown elements are skipped, several phones, attributes")
    func seed() throws {
        let text = """
            <contacts><owner>x</owner>
              <Contact id='7'><firstname>Joe</firstname><fax/><lastname>Smith</lastname><phone>1</phone><mail>m</mail><phone>2</phone></Contact>
              <Contact><firstname>Ann</firstname><lastname>O&apos;Hara</lastname></Contact>
            </contacts>
            """
        let contacts = try XMLDecoder().decode([Contact].self, from: text, at: "contacts/Contact")
        #expect(
            contacts == [
                Contact(firstname: "Joe", lastname: "Smith", phone: ["1", "2"], id: 7),
                Contact(firstname: "Ann", lastname: "O'Hara", phone: [], id: nil),
            ])
        struct Contacts: Decodable {
            enum CodingKeys: String, CodingKey { case contact = "Contact" }
            var contact: [Contact]
        }
        #expect(try XMLDecoder().decode(Contacts.self, from: text).contact == contacts)
        #expect(
            try XMLDecoder().decode(Contact.self, from: XMLTree(parsing: text).root.require("Contact")) == contacts[0])
    }

    struct Lists: Decodable, Equatable {
        struct Item: Decodable, Equatable {
            var name: String
        }
        var item: [Item]
        var number: [Int]?
        var name: Set<String>
        var nested: [[Int]]?
    }

    @Test("A list takes none, one or many elements, adjacent or not")
    func lists() throws {
        func decode(_ text: String) throws -> Lists { try XMLDecoder().decode(Lists.self, from: text) }
        #expect(try decode("<r/>") == Lists(item: [], number: nil, name: [], nested: nil))
        #expect(
            try decode(
                "<r><item name='a'/><name>x</name><number>1</number><item><name>b</name></item><number> 2 </number></r>"
            )
                == Lists(item: [.init(name: "a"), .init(name: "b")], number: [1, 2], name: ["x"], nested: nil))
        #expect(try decode("<r><nested><i>1</i><i>2</i></nested><nested/></r>").nested == [[1, 2], []])
    }

    struct Optionals: Decodable, Equatable {
        struct Empty: Decodable, Equatable {
            var a: Int?
        }
        var string: String?
        var int: Int?
        var list: [Int]?
        var empty: Empty?
        var date: Date?
    }

    @Test("An optional is nil for what is missing, xsi:nil, and an empty element that is not a string")
    func optionals() throws {
        let xsi = "xmlns:x='http://www.w3.org/2001/XMLSchema-instance'"
        func decode(_ text: String) throws -> Optionals { try XMLDecoder().decode(Optionals.self, from: text) }
        #expect(try decode("<r/>") == Optionals())
        #expect(try decode("<r><string/><int/><empty/></r>") == Optionals(string: "", empty: .init()))
        #expect(try decode("<r><date/></r>") == Optionals())
        let nils =
            "<r \(xsi)><string x:nil='true'/><int x:nil=' 1 '>7</int><list x:nil='true'/><empty x:nil='true'/></r>"
        #expect(try decode(nils) == Optionals())
        #expect(try decode("<r \(xsi)><int x:nil='false'>7</int></r>") == Optionals(int: 7))
    }

    @Test("A missing title never takes media:title, and records with prefixes are found")
    func namespaces() throws {
        struct Item: Decodable {
            var title: String?
            var link: [String]
        }
        let feed = "<rss xmlns:m='m'><item><m:title>no</m:title><m:link/><link>1</link></item></rss>"
        let item = try XMLDecoder().decode([Item].self, from: feed, at: "rss/item")[0]
        #expect(item.title == nil && item.link == ["1"])
        var any = XMLDecoder()
        any.matchesAnyNamespace = true
        let other = try any.decode([Item].self, from: feed, at: "rss/item")[0]
        #expect(other.title == "no" && other.link == ["", "1"])
        let prefixed = "<p:item xmlns:p='u'><p:title>t</p:title><p:link>l</p:link></p:item>"
        let found = try XMLDecoder().decode(Item.self, from: prefixed)
        #expect(found.title == "t" && found.link == ["l"])
    }

    @Test("Attributes, elements and text of one name")
    func marks() throws {
        struct Price: Decodable, Equatable {
            enum CodingKeys: String, CodingKey {
                case currency = "@currency"
                case value = "#text"
                case note = "@note"
                case noteElement = "note"
            }
            var currency: String
            var value: Double
            var note: String?
            var noteElement: String?
        }
        let text = "<price currency='EUR' note='a'> 5.50 <note>b</note></price>"
        #expect(
            try XMLDecoder().decode(Price.self, from: text)
                == Price(currency: "EUR", value: 5.5, note: "a", noteElement: "b"))
    }

    @Test("Keys are converted")
    func keys() throws {
        struct Order: Decodable, Equatable {
            var orderId: Int
            var customerName: String
        }
        let expected = Order(orderId: 7, customerName: "x")
        let cases: [(XMLDecoder.KeyDecodingStrategy, String)] = [
            (.convertFromSnakeCase, "<o order_id='7'><customer_name>x</customer_name></o>"),
            (.convertFromKebabCase, "<o order-id='7'><customer-name>x</customer-name></o>"),
            (.convertFromCapitalized, "<o OrderId='7'><CustomerName>x</CustomerName></o>"),
            (.custom { $0 == "ID" ? "orderId" : "customerName" }, "<o ID='7'><N>x</N></o>"),
            (
                .custom { $0.replacingOccurrences(of: "X", with: "") },
                "<o orderXId='7'><customerNameX>x</customerNameX></o>"
            ),
        ]
        for (strategy, text) in cases {
            #expect(try XMLDecoder(keyDecodingStrategy: strategy).decode(Order.self, from: text) == expected)
        }
        let decoder = XMLDecoder(keyDecodingStrategy: .convertFromUppercase)
        #expect(try decoder.decode([String: Int].self, from: "<O ID='1'><N>2</N></O>") == ["id": 1, "n": 2])
    }

    @Test(
        "Numbers and Booleans have the forms of XML Schema",
        arguments: [
            ("<v>+7</v>", 7.0), ("<v> -0.5e3\n</v>", -500), ("<v>INF</v>", .infinity), ("<v>1e400</v>", .infinity),
            ("<v>0.1</v>", 0.1), ("<v>123456789.123456789</v>", 123456789.123456789), ("<v>.5</v>", 0.5),
            ("<v>5.</v>", 5),
            ("<v>1<!-- c -->2</v>", 12), ("<v><![CDATA[3]]>4</v>", 34), ("<v>&#x37;</v>", 7),
        ])
    func numbers(text: String, value: Double) throws {
        #expect(try XMLDecoder().decode(Double.self, from: text) == value)
    }

    @Test(
        "A Float is rounded once, from the text",
        arguments: ["8388608.4999999999", "1.00000017881393432617187499", "0.1"])
    func floats(text: String) throws {
        #expect(try XMLDecoder().decode(Float.self, from: "<v> \(text) </v>") == Float(text))
    }

    @Test("Integers keep to their range")
    func integers() throws {
        #expect(try XMLDecoder().decode(Int8.self, from: "<v>-128</v>") == -128)
        #expect(try XMLDecoder().decode(UInt64.self, from: "<v>18446744073709551615</v>") == .max)
        #expect(try XMLDecoder().decode(Int.self, from: "<v>-9223372036854775808</v>") == .min)
        for text in ["128", "-129", "1.0", "", "x", "1 2", "+", "--1", "0x1"] {
            #expect(throws: DecodingError.self) { try XMLDecoder().decode(Int8.self, from: "<v>\(text)</v>") }
        }
        #expect(throws: DecodingError.self) { try XMLDecoder().decode(UInt.self, from: "<v>-1</v>") }
        #expect(
            try XMLDecoder().decode([Bool].self, from: "<v><a>1</a><a> true </a><a>0</a><a>false</a></v>") == [
                true, true, false, false,
            ])
        #expect(throws: DecodingError.self) { try XMLDecoder().decode(Bool.self, from: "<v>yes</v>") }
    }

    struct Types: Decodable, Equatable {
        var date: Date
        var url: URL
        var decimal: Decimal
        var data: Data
        var uuid: UUID
        var color: Color
    }

    enum Color: String, Decodable { case red, green }

    @Test("Types of Foundation and enumerations")
    func types() throws {
        let text = """
            <r><date>2024-02-29T12:30:00Z</date><url> http://a.org/?b=c&amp;d </url><decimal>0.10</decimal>\
            <data>aGk=\n</data><uuid>E621E1F8-C36C-495A-93FC-0C247A3E6E5F</uuid><color>green</color></r>
            """
        let value = try XMLDecoder().decode(Types.self, from: text)
        #expect(value.date.timeIntervalSince1970 == 1_709_209_800)
        #expect(value.url.absoluteString == "http://a.org/?b=c&d")
        #expect(value.decimal == Decimal(string: "0.1"))
        #expect(value.data == Data("hi".utf8))
        #expect(value.uuid.uuidString == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        #expect(value.color == .green)
        for text in ["====", "AA=A", "AAAA=", "A===", "AAA", "AA=="] {
            let data = try? XMLDecoder().decode(Data.self, from: "<d>\(text)</d>")
            #expect(data == (text == "AA==" ? Data([0]) : nil), "\(text)")
        }
        #expect(try XMLDecoder(dataDecodingStrategy: .hex).decode(Data.self, from: "<d>6869</d>") == Data("hi".utf8))
        let reversed = XMLDecoder(dataDecodingStrategy: .custom { $0.isEmpty ? nil : Data($0.utf8.reversed()) })
        #expect(try reversed.decode(Data.self, from: "<d>ab</d>") == Data("ba".utf8))
        #expect(throws: DecodingError.self) { try reversed.decode(Data.self, from: "<d/>") }
        for name in ["date", "decimal", "data", "uuid"] {
            let broken = text.replacing("<\(name)>", with: "<\(name)>?")
            let error = try #require(throws: DecodingError.self) { try XMLDecoder().decode(Types.self, from: broken) }
            #expect(error.xmlError?.code == .invalidValue)
        }
    }

    @Test("Parts of the document as properties")
    func parts() throws {
        struct Page: Decodable {
            var body: XMLTree.Element
            var meta: XMLDictionary
            var attributes: [String: String]
            var port: Located<Int>
        }
        let text =
            "<page>\n<body>a<b>c</b></body><meta k='1'><x>2</x></meta><attributes a='1'><b>2</b></attributes><port>\n 70000</port></page>"
        let page = try XMLDecoder().decode(Page.self, from: text)
        #expect(page.body.source == "<body>a<b>c</b></body>")
        #expect(page.meta[at: "meta.@k"]?.string == "1")
        #expect(page.attributes == ["a": "1", "b": "2"])
        #expect(page.port.value == 70000)
        #expect(page.port.location?.line == 3)
        #expect(page.port.error("must be below 65536").location == page.port.location)
    }

    @Test("Two lists whose elements alternate, of any number of elements", arguments: [0, 1, 2, 3])
    func oneOrMany(count: Int) throws {
        struct Item: Decodable {
            var name: String
        }
        struct List: Decodable {
            var item: [Item]
            var other: [Int]
        }
        let items = (0..<count).map { "<item><name>\($0)</name></item><other>\($0)</other>" }.joined()
        let list = try XMLDecoder().decode(List.self, from: "<list>\(items)</list>")
        #expect(list.item.map(\.name) == (0..<count).map(String.init))
        #expect(list.other == Array(0..<count))
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
            let envelope = try XMLDecoder().decode(Envelope.self, from: text)
            #expect(envelope.fault.faultstring == "no")
            #expect(envelope.mustUnderstand)
        }
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
        let feed = try XMLDecoder().decode(
            Feed.self, from: "<feed xmlns:m='m'><title>T</title><content><b>x</b></content><m:title>M</m:title></feed>")
        #expect(feed.title == "T")
        #expect(Set(feed.rest.keys) == ["content", "m:title"])
        #expect(feed.rest["content"]?.source == "<content><b>x</b></content>")
    }
}
