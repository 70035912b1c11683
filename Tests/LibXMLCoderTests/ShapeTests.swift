import Foundation
import LibXMLCoder
import Testing

/// Shapes of types as users of XMLCoder write them. With `import XMLCoder` in place of `import LibXMLCoder`, they
/// compile too.
@Suite struct ShapeTests {
    static func decode<Value: Decodable>(
        _ type: Value.Type, _ text: String, _ set: (XMLDecoder) -> Void = { _ in }
    ) throws -> Value {
        let decoder = XMLDecoder()
        set(decoder)
        return try decoder.decode(type, from: Data(text.utf8))
    }

    static func encode<Value: Encodable>(
        _ value: Value, _ root: String? = nil, attributes: [String: String]? = nil,
        _ set: (XMLEncoder) -> Void = { _ in }
    ) throws -> String {
        let encoder = XMLEncoder()
        set(encoder)
        return String(decoding: try encoder.encode(value, withRootKey: root, rootAttributes: attributes), as: UTF8.self)
    }

    /// Decodes a document, and checks that its value is encoded as the same document.
    static func roundTrip<Value: Codable>(_ type: Value.Type, _ text: String, root: String) throws -> Value {
        let value = try decode(type, text)
        #expect(try encode(value, root) == text)
        return value
    }

    @Test("Elements, lists and optional values")
    func note() throws {
        struct Note: Codable {
            var to: String
            var count: Int
            var tag: [String]
            var from: String?
        }
        let text = "<note><to>Bob &amp; Eve</to><count>3</count><tag>a</tag><tag>b</tag></note>"
        let note = try Self.roundTrip(Note.self, text, root: "note")
        #expect(note.to == "Bob & Eve" && note.count == 3 && note.tag == ["a", "b"] && note.from == nil)
        #expect(try Self.encode(note) == text.replacing("note>", with: "Note>"))
    }

    @Test("Wrappers with literals, optional values and comparisons")
    func wrappers() throws {
        struct Book: Codable, Equatable {
            @Attribute var id: Int
            @Attribute var lang: String?
            @Element var title: String
            @ElementAndAttribute var price: Double
            var wishlist: Bool
        }
        let book = Book(id: 42, lang: nil, title: Element("T"), price: ElementAndAttribute(4.5), wishlist: true)
        let text = """
            <book id="42" price="4.5"><title>T</title><price>4.5</price><wishlist>true</wishlist></book>
            """
        #expect(try Self.encode(book, "book") == text)
        #expect(try Self.decode(Book.self, text) == book)
        #expect(try Self.decode(Book.self, text.replacing("id=", with: "lang='de' id=")).lang == "de")
        let element: Element<Int> = 7
        let both: ElementAndAttribute<String> = "x"
        #expect(element == Element(7) && both == ElementAndAttribute("x"))
        #expect(throws: DecodingError.self) { try Self.decode(Book.self, "<book><id>42</id><title/></book>") }
    }

    @Test("Types that choose attributes")
    func dynamicNodes() throws {
        struct Item: Codable, Equatable, DynamicNodeEncoding, DynamicNodeDecoding {
            var sku: String
            var name: String
            var both: Int

            enum CodingKeys: String, CodingKey { case sku, name = "label", both }

            static func nodeEncoding(for key: any CodingKey) -> XMLEncoder.NodeEncoding {
                switch key {
                case CodingKeys.sku: .attribute
                case CodingKeys.both: .both
                default: .element
                }
            }
            static func nodeDecoding(for key: any CodingKey) -> XMLDecoder.NodeDecoding {
                switch key {
                case CodingKeys.sku: .attribute
                case CodingKeys.name: .element
                default: .elementOrAttribute
                }
            }
        }
        struct Order: Codable, Equatable {
            var item: [Item]
        }
        let text = """
            <order><item sku="a" both="1"><label>A</label><both>1</both></item>\
            <item sku="b" both="2"><label>B</label><both>2</both></item></order>
            """
        let order = try Self.roundTrip(Order.self, text, root: "order")
        #expect(order.item.map(\.name) == ["A", "B"])
        // A decoder for which the key is an attribute does not take an element.
        #expect(throws: DecodingError.self) {
            try Self.decode(Item.self, "<item both='1'><sku>a</sku><label>A</label></item>")
        }
    }

    @Test("A closure chooses attributes of each type")
    func nodeStrategy() throws {
        struct Library: Codable, Equatable {
            struct Book: Codable, Equatable {
                var id: Int
                var title: String
            }
            var name: String
            var book: [Book]
        }
        let library = Library(name: "L", book: [.init(id: 1, title: "A"), .init(id: 2, title: "B")])
        let text = try Self.encode(library, "library") { encoder in
            encoder.nodeEncodingStrategy = .custom { type, _ in
                let isBook = type == Library.Book.self
                return { key in isBook && key.stringValue == "id" ? .attribute : .default }
            }
        }
        #expect(
            text == """
                <library><name>L</name><book id="1"><title>A</title></book><book id="2"><title>B</title></book></library>
                """)
        #expect(try Self.decode(Library.self, text) == library)
        #expect(throws: DecodingError.self) {
            try Self.decode(Library.self, text) { decoder in
                decoder.nodeDecodingStrategy = .custom { _, _ in { _ in .element } }
            }
        }
    }

    private enum IntOrString: Codable, Equatable {
        case int(Int)
        case string(String)

        enum CodingKeys: String, XMLChoiceCodingKey { case int, string }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            do { self = .int(try container.decode(Int.self, forKey: .int)) } catch DecodingError.keyNotFound {
                self = .string(try container.decode(String.self, forKey: .string))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .int(let value): try container.encode(value, forKey: .int)
            case .string(let value): try container.encode(value, forKey: .string)
            }
        }
    }

    @Test("Choices in a list are elements with the names of their cases")
    func choices() throws {
        let text = "<container><int>1</int><string>two</string><int>3</int></container>"
        let list = try Self.roundTrip([IntOrString].self, text, root: "container")
        #expect(list == [.int(1), .string("two"), .int(3)])
        // A case that does not exist is an error.
        #expect(throws: DecodingError.self) {
            try Self.decode([IntOrString].self, "<container><int>1</int><date>two</date></container>")
        }
        #expect(throws: DecodingError.self) { try Self.decode([IntOrString].self, "<a><int>x</int></a>") }
    }

    @Test("A choice beside other properties, under the key “”")
    func inlineChoices() throws {
        struct Paragraph: Codable, Equatable {
            @Attribute var id: Int
            var content: [IntOrString]

            enum CodingKeys: String, CodingKey { case id, content = "" }
        }
        let text = "<p id=\"7\"><string>a</string><int>1</int></p>"
        let paragraph = try Self.roundTrip(Paragraph.self, text, root: "p")
        #expect(paragraph.content == [.string("a"), .int(1)])
    }

    @Test("The text of an element beside its attributes, under the key “”")
    func intrinsicValue() throws {
        struct Price: Codable, Equatable {
            @Attribute var currency: String
            var amount: Double

            enum CodingKeys: String, CodingKey { case currency, amount = "" }
        }
        let text = "<price currency=\"EUR\">4.5</price>"
        #expect(try Self.roundTrip(Price.self, text, root: "price").amount == 4.5)
    }

    @Test("A property that is a type around a list")
    func nestedLists() throws {
        struct Chapter: Codable, Equatable {
            var title: String
        }
        struct Chapters: Codable, Equatable {
            var items: [Chapter]

            enum CodingKeys: String, CodingKey { case items = "chapter" }
        }
        struct Book: Codable, Equatable {
            var chapters: Chapters
        }
        let text =
            "<book><chapters><chapter><title>A</title></chapter><chapter><title>B</title></chapter></chapters></book>"
        #expect(try Self.roundTrip(Book.self, text, root: "book").chapters.items.count == 2)
    }

    @Test("Header, document type, attributes of the root, indentation, order")
    func spelling() throws {
        struct Policy: Codable {
            var b: String
            var a: Int?
            var empty: [String: String]
        }
        let encoder = XMLEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let data = try encoder.encode(
            Policy(b: "it's \"q\" > <", a: 1, empty: [:]), withRootKey: "policy",
            rootAttributes: ["xmlns:x": "u", "version": "2"],
            header: XMLHeader(version: 1.0, encoding: "UTF-8"),
            doctype: .system(rootElement: "policy", dtdLocation: "p.dtd"))
        #expect(
            String(decoding: data, as: UTF8.self) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE policy SYSTEM "p.dtd">
                <policy version="2" xmlns:x="u">
                    <a>1</a>
                    <b>it&apos;s &quot;q&quot; &gt; &lt;</b>
                    <empty />
                </policy>
                """)
        // The layout is not text.
        encoder.charactersEscapedInElements = [("\n", "&#10;"), (" ", "&#32;")]
        let indented = try encoder.encode(["a": "x y\nz"], withRootKey: "p")
        #expect(String(decoding: indented, as: UTF8.self) == "<p>\n    <a>x&#32;y&#10;z</a>\n</p>")
        // Attributes of the root have the names that they are given.
        encoder.outputFormatting = []
        encoder.keyEncodingStrategy = .uppercased
        let root = try encoder.encode(["a": 1], withRootKey: "p", rootAttributes: ["schemaVersion": "2"])
        #expect(String(decoding: root, as: UTF8.self).hasPrefix("<p schemaVersion=\"2\">"))
        encoder.keyEncodingStrategy = .useDefaultKeys
        encoder.outputFormatting = .noEmptyElements
        encoder.charactersEscapedInElements = [("&", "&amp;"), ("\n", "&#10;")]
        let plain = try encoder.encode(Policy(b: "it's\n<", a: nil, empty: [:]), withRootKey: "p")
        #expect(String(decoding: plain, as: UTF8.self) == "<p><b>it's&#10;&lt;</b><empty></empty></p>")
        #expect(throws: EncodingError.self) { try encoder.encode(["a": Date(timeIntervalSince1970: .infinity)]) }
        #expect(throws: EncodingError.self) { try encoder.encode(["a": 1], header: XMLHeader(encoding: "UTF-16")) }
    }

    @Test("Dates, data, numbers and Booleans in other forms")
    func values() throws {
        struct Values: Codable, Equatable {
            var date: Date
            var data: Data
            var number: Double
            var flag: Bool
        }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy/MM/dd"
        let values = Values(
            date: Date(timeIntervalSince1970: 86_400), data: Data([1, 2]), number: .infinity, flag: true)
        let text = try Self.encode(values, "v") { encoder in
            encoder.dateEncodingStrategy = .formatted(formatter)
            encoder.dataEncodingStrategy = .custom { data, encoder in
                var container = encoder.singleValueContainer()
                try container.encode(data.map { String($0) }.joined(separator: ","))
            }
            encoder.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        }
        #expect(text == "<v><date>1970/01/02</date><data>1,2</data><number>+</number><flag>true</flag></v>")
        let read: (XMLDecoder) -> Void = { decoder in
            decoder.dateDecodingStrategy = .keyFormatted { $0.stringValue == "date" ? formatter : nil }
            decoder.dataDecodingStrategy = .custom { decoder in
                let text = try decoder.singleValueContainer().decode(String.self)
                return Data(text.split(separator: ",").compactMap { UInt8($0) })
            }
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        }
        #expect(try Self.decode(Values.self, text, read) == values)
        #expect(try Self.decode(Values.self, text.replacing("true", with: "Yes"), read).flag)
        for strategy in [XMLEncoder.DateEncodingStrategy.deferredToDate, .secondsSince1970, .millisecondsSince1970] {
            let text = try Self.encode(["d": values.date], "v") { $0.dateEncodingStrategy = strategy }
            let back = try Self.decode([String: Date].self, text) { decoder in
                decoder.dateDecodingStrategy =
                    switch strategy {
                    case .deferredToDate: .deferredToDate
                    case .millisecondsSince1970: .millisecondsSince1970
                    default: .secondsSince1970
                    }
            }
            #expect(back == ["d": values.date])
        }
        let bytes = try Self.encode(["d": values.data], "v") { $0.dataEncodingStrategy = .deferredToData }
        #expect(bytes == "<v><d>1</d><d>2</d></v>")
        #expect(
            try Self.decode([String: Data].self, bytes) { $0.dataDecodingStrategy = .deferredToData }["d"]
                == values.data)
    }

    @Test("Strategies for keys", arguments: [0, 1, 2, 3])
    func keys(_ number: Int) throws {
        struct Person: Codable, Equatable {
            var firstName: String
        }
        let (encoding, decoding, name): (XMLEncoder.KeyEncodingStrategy, XMLDecoder.KeyDecodingStrategy, String) =
            [
                (.convertToSnakeCase, .convertFromSnakeCase, "first_name"),
                (.convertToKebabCase, .convertFromKebabCase, "first-name"),
                (.capitalized, .convertFromCapitalized, "FirstName"),
                (
                    .custom { _ in ShapeKey(stringValue: "x") }, .custom { _ in ShapeKey(stringValue: "firstName") },
                    "x"
                ),
            ][number]
        let text = try Self.encode(Person(firstName: "Ada"), "p") { $0.keyEncodingStrategy = encoding }
        #expect(text == "<p><\(name)>Ada</\(name)></p>")
        let back = try Self.decode(Person.self, text) { $0.keyDecodingStrategy = decoding }
        #expect(back == Person(firstName: "Ada"))
    }

    private struct ShapeKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test("CDATA sections")
    func cdata() throws {
        struct Page: Codable, Equatable {
            @Attribute var id: String
            var body: String
            var count: Int
        }
        let page = Page(id: "a<", body: "<b>]]></b>", count: 1)
        let text = try Self.encode(page, "page") { $0.stringEncodingStrategy = .cdata }
        #expect(
            text == "<page id=\"a&lt;\"><body><![CDATA[<b>]]]]><![CDATA[></b>]]></body><count>1</count></page>")
        #expect(try Self.decode(Page.self, text) == page)
    }

    @Test("A superclass is in the element “super”; userInfo reaches the types")
    func classes() throws {
        class Animal: Codable {
            var name = ""
            init() {}
        }
        final class Dog: Animal {
            var age = 0
            enum CodingKeys: CodingKey { case age }
            override init() { super.init() }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                age = try container.decode(Int.self, forKey: .age)
                age += decoder.userInfo[CodingUserInfoKey(rawValue: "plus")!] as? Int ?? 0
                try super.init(from: container.superDecoder())
            }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(age, forKey: .age)
                try super.encode(to: container.superEncoder())
            }
        }
        let dog = Dog()
        (dog.name, dog.age) = ("Rex", 3)
        let text = "<dog><age>3</age><super><name>Rex</name></super></dog>"
        #expect(try Self.encode(dog, "dog") == text)
        let back = try Self.decode(Dog.self, text) { $0.userInfo[CodingUserInfoKey(rawValue: "plus")!] = 1 }
        #expect(back.name == "Rex" && back.age == 4)
    }
}
