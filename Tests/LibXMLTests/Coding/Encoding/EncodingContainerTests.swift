import Foundation
import LibXML
import Testing

/// Types that encode themselves, in every order that containers allow.
@Suite struct EncodingContainerTests {
    private static func encode(_ value: some Encodable, _ encoder: XMLEncoder = .init()) throws -> String {
        var encoder = encoder
        encoder.writingOptions.declaration = .never
        return try encoder.xmlString(value, rootName: "r")
    }

    private struct Manual: Encodable {
        var body: (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try body(encoder) }
    }

    private enum Keys: String, CodingKey { case a, b, c, mark = "@mark", path = "b/c" }

    @Test("Nested containers that are filled in turns, and attributes after them")
    func interleaved() throws {
        let value = Manual { encoder in
            var root = encoder.container(keyedBy: Keys.self)
            var a = root.nestedContainer(keyedBy: Keys.self, forKey: .a)
            var b = root.nestedUnkeyedContainer(forKey: .b)
            try a.encode(1, forKey: .a)
            try b.encode("x")
            try a.encode(2, forKey: .mark)
            try b.encode(3)
            var c = b.nestedContainer(keyedBy: Keys.self)
            try root.encode(true, forKey: .mark)
            try c.encode(5, forKey: .c)
            var d = b.nestedUnkeyedContainer()
            try d.encode(6)
            try a.encode(4, forKey: .b)
        }
        #expect(
            try Self.encode(value)
                == """
                <r mark="true"><a mark="2"><a>1</a><b>4</b></a><b>x</b><b>3</b><b><c>5</c></b><b><item>6</item></b></r>
                """)
    }

    @Test("Encoders of superclasses: in the same element, or under a key")
    func superclasses() throws {
        class Animal: Codable {
            var name = "n"
        }
        class Dog: Animal {
            var age = 7
            private enum CodingKeys: CodingKey { case age, parent }
            override init() { super.init() }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                age = try container.decode(Int.self, forKey: .age)
                try super.init(from: container.superDecoder())
            }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try super.encode(to: container.superEncoder())
                try container.encode(age, forKey: .age)
                try super.encode(to: container.superEncoder(forKey: .parent))
            }
        }
        let text = try Self.encode(Dog())
        #expect(text == "<r><name>n</name><age>7</age><parent><name>n</name></parent></r>")
        #expect(try XMLDecoder().decode(Dog.self, from: text).age == 7)
    }

    @Test("Several containers of one encoder share the element")
    func shared() throws {
        let value = Manual { encoder in
            var first = encoder.container(keyedBy: Keys.self)
            try first.encode(1, forKey: .a)
            var second = encoder.container(keyedBy: Keys.self)
            try second.encode(2, forKey: .b)
            var single = encoder.singleValueContainer()
            try single.encode("t")
            try single.encode(["k": 3])
        }
        #expect(try Self.encode(["x": value]) == "<r><x><a>1</a><b>2</b>t<k>3</k></x></r>")
    }

    @Test("Values that encode nothing are empty elements; nil where it matters")
    func nothing() throws {
        struct Empty: Codable {}
        let nothing = Manual { _ in }
        #expect(try Self.encode(nothing) == "<r/>")
        #expect(try Self.encode(["a": nothing]) == "<r><a/></r>")
        #expect(try Self.encode([Empty(), Empty()]) == "<r><item/><item/></r>")
        struct Optionals: Encodable {
            var a: Int?, b: [Int]?, c: Empty?
        }
        let xsi = "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
        #expect(try Self.encode(Optionals()) == "<r/>")
        #expect(try Self.encode(Optionals(), XMLEncoder(nilEncodingStrategy: .empty)) == "<r><a/><c/></r>")
        #expect(
            try Self.encode(Optionals(), XMLEncoder(nilEncodingStrategy: .schemaNil))
                == "<r \(xsi)><a xsi:nil=\"true\"/><b xsi:nil=\"true\"/><c xsi:nil=\"true\"/></r>")
        #expect(try Self.encode(Int?.none) == "<r \(xsi) xsi:nil=\"true\"/>")
        #expect(try Self.encode(["a": Int?.none]) == "<r \(xsi)><a xsi:nil=\"true\"/></r>")
    }

    @Test("A path leads into the element of another property, in both orders")
    func paths() throws {
        for isFirst in [true, false] {
            let value = Manual { encoder in
                var root = encoder.container(keyedBy: Keys.self)
                if isFirst { try root.encode(1, forKey: .path) }
                try root.encode(0, forKey: .a)
                var b = root.nestedContainer(keyedBy: Keys.self, forKey: .b)
                try b.encode(2, forKey: .a)
                if !isFirst { try root.encode(1, forKey: .path) }
            }
            let text = try Self.encode(value)
            #expect(
                text == (isFirst ? "<r><b><c>1</c><a>2</a></b><a>0</a></r>" : "<r><a>0</a><b><a>2</a><c>1</c></b></r>"))
        }
    }

    @Test("Coding paths and user information")
    func codingPaths() throws {
        let key = try #require(CodingUserInfoKey(rawValue: "k"))
        var paths: [String] = []
        let value = Manual { encoder in
            paths.append(
                encoder.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: "."))
            #expect(encoder.userInfo[key] as? Int == 7)
            var container = encoder.singleValueContainer()
            try container.encode(1)
        }
        struct Outer: Encodable, XMLCodingRoles {
            var list: [Manual], inside: Manual, mark: Manual
            static let xmlRoles: [String: XMLCodingRole] = ["inside": .path("p/q"), "mark": .attribute]
        }
        let encoder = XMLEncoder(userInfo: [key: 7])
        _ = try encoder.xmlBytes(["o": Outer(list: [value, value], inside: value, mark: value)])
        #expect(paths == ["o.list.0", "o.list.1", "o.inside", "o.mark"])
    }

    @Test("An encoder that is kept beyond the call changes nothing")
    func kept() throws {
        var kept: (any Encoder)?
        let value = Manual { encoder in
            kept = encoder
            var container = encoder.singleValueContainer()
            try container.encode("a")
        }
        let text = try Self.encode(["x": value])
        var container = try #require(kept).container(keyedBy: Keys.self)
        try container.encode("b", forKey: .a)
        #expect(try Self.encode(["x": value]) == text)
    }

    @Test("One encoder in many tasks")
    func concurrency() async throws {
        let encoder = XMLEncoder(keyEncodingStrategy: .convertToSnakeCase)
        let value = EncoderTests.Order(id: 7, customer: "c", item: ["a", "b"])
        let expected = try encoder.xmlBytes(value)
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<200 { group.addTask { try encoder.xmlBytes(value) } }
            for try await bytes in group { #expect(bytes == expected) }
        }
    }

    @Test("Parts of documents are encoded as they are")
    func parts() throws {
        struct Page: Codable {
            var body: XMLTree.Element
            var meta: XMLDictionary
            var value: XMLValue
            var port: Located<Int>
        }
        let text = """
            <r xmlns:x="urn:x"><body a="1">t<x:b x:c="&lt;"> u </x:b><![CDATA[&]]></body><meta k="1"><x>2</x></meta>\
            <value><v>1</v><v/></value><port>7</port></r>
            """
        let page = try XMLDecoder().decode(Page.self, from: text)
        #expect(try Self.encode(page) == text.replacing("<![CDATA[&]]>", with: "&amp;"))
        let made: XMLValue = ["@id": "7", "item": ["a", "b"], "#text": "t", "none": .null]
        #expect(
            try Self.encode(made)
                == """
                <r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="7"><item>a</item><item>b</item>t\
                <none xsi:nil="true"/></r>
                """)
        struct Wildcard: Codable {
            enum CodingKeys: String, CodingKey { case content = "*" }
            var content: XMLTree.Element
        }
        #expect(try Self.encode(XMLDecoder().decode(Wildcard.self, from: "<r><y>1</y></r>")) == "<r><y>1</y></r>")
        let json = try JSONEncoder().encode(["a": made])
        #expect(
            try JSONDecoder().decode(
                [String: [String: String?]].self, from: JSONEncoder().encode(["a": XMLValue(["b": "c"])]))["a"]?["b"]
                == "c")
        #expect(!json.isEmpty)
    }

    private class Animal: Codable, XMLCodingRoles {
        class var xmlRoles: [String: XMLCodingRole] { ["name": .attribute] }
        var name = "Rex"
    }

    private final class Dog: Animal {
        private enum CodingKeys: CodingKey { case legs }
        override class var xmlRoles: [String: XMLCodingRole] { super.xmlRoles.merging(["legs": .attribute]) { $1 } }
        var legs = 4

        override init() { super.init() }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            legs = try container.decode(Int.self, forKey: .legs)
            try super.init(from: container.superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(legs, forKey: .legs)
            try super.encode(to: container.superEncoder())
        }
    }

    @Test("A superclass has the roles that its subclass declares")
    func superclass() throws {
        let dog = Dog()
        dog.name = "Bo"
        let text = try XMLEncoder(writingOptions: XMLWritingOptions(declaration: .never)).xmlString(dog)
        #expect(text == "<dog legs=\"4\" name=\"Bo\"/>")
        #expect(try XMLDecoder().decode(Dog.self, from: text).name == "Bo")
    }

    private struct Bag: Codable, Equatable, XMLCodingRoles {
        static let xmlRoles: [String: XMLCodingRole] = ["id": .attribute]
        var fields: [String: String]
        init(_ fields: [String: String]) { self.fields = fields }
        init(from decoder: any Decoder) throws { fields = try [String: String](from: decoder) }
        func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
    }

    @Test("A dictionary that is the whole of a type with roles has these roles, and no others")
    func rolesOfDictionaries() throws {
        let bag = Bag(["id": "7", "name": "x"])
        let text = try XMLEncoder().xmlString(bag)
        #expect(text.contains("<bag id=\"7\"><name>x</name></bag>"))
        #expect(try XMLDecoder().decode(Bag.self, from: text) == bag)
        #expect(throws: EncodingError.self) { try XMLEncoder().xmlBytes(Bag(["@id": "7"])) }
    }

    @Test("A prefix that is declared in any way is not lost from a key of a dictionary")
    func prefixesOfKeys() throws {
        struct Declared: Encodable {
            enum CodingKeys: String, CodingKey { case uri = "@xmlns:m", fields = "m:fields" }
            var uri = "urn:m", fields = ["m:a": 1]
        }
        struct Chosen: Encodable, XMLCodingRoles {
            static let xmlRoles: [String: XMLCodingRole] = ["id": .attribute(XMLName("id", namespaceURI: "urn:m"))]
            var id = 1, fields = ["ns1:a": 1], other = ["ns1:a": ["ns1:b": 1]]
        }
        let empty: [String: [String: Int?]] = ["xsi:a": ["xsi:b": nil]]
        let root = XMLName("r", namespaceURI: "urn:m")
        for error in [
            #expect(throws: EncodingError.self) { try XMLEncoder().xmlBytes(empty) },
            #expect(throws: EncodingError.self) { try XMLEncoder().xmlBytes(Declared()) },
            #expect(throws: EncodingError.self) { try XMLEncoder().xmlBytes(Chosen(), rootName: root) },
        ] {
            #expect(error?.xmlError?.code == .invalidName, "\(String(describing: error))")
        }
    }

    @Test("Values are written into a document with a writer")
    func writer() throws {
        let writer = try XMLWriter(options: XMLWritingOptions(declaration: .never))
        try writer.element("orders", ["xmlns:p": "urn:p"]) {
            try writer.encode(EncoderTests.Order(id: 1, customer: "", item: []))
            #expect(throws: EncodingError.self) { try writer.encode(["a": ["q:b": 1]], as: "x") }
            #expect(throws: EncodingError.self) { try writer.encode(["a b": 1], as: "x") }
            try writer.encode(DynamicKeys(["{urn:p}v": 1]), as: XMLName("o", namespaceURI: "urn:p"))
            try writer.encode(["p:v": "x"], as: "o")
        }
        #expect(
            try writer.xmlString()
                == """
                <orders xmlns:p="urn:p"><order><id>1</id><customer/></order><p:o><p:v>1</p:v></p:o><o><p:v>x</p:v></o></orders>
                """)
        let bank: XMLNamespace = "urn:bank"
        let named = try XMLWriter(options: XMLWritingOptions(declaration: .never, prefixes: [bank.uri: "b"]))
        try named.element("r") { try named.encode(["v": 1], as: bank["t"]) }
        #expect(try named.xmlString() == "<r><b:t xmlns:b=\"urn:bank\"><v>1</v></b:t></r>")
        let root = try XMLWriter(options: .pretty)
        #expect(throws: EncodingError.self) { try root.encode(["q:b": 1]) }
        try root.encode(["a": [1, 2]], as: "r")
        #expect(
            try root.xmlString()
                == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<r>\n  <a>1</a>\n  <a>2</a>\n</r>\n")
    }

    @Test("Types in xsi:type have prefixes that are declared where they are written")
    func typesInWriter() throws {
        let zoo = EncoderTests.Zoo(animal: [.cat(lives: 9), .dog(.init(name: "Rex"))], star: nil)
        let zooName = XMLName("zoo", namespaceURI: "urn:zoo")
        let cases: [(KeyValuePairs<String, String>, XMLName)] = [
            (["xmlns:z": "urn:zoo"], zooName), (["xmlns": "urn:zoo"], zooName),
            (["xmlns": "urn:other"], XMLName("zoo")),
            (["xmlns:ns1": "urn:other", "xmlns:ns2": "u"], zooName),
        ]
        for (attributes, rootName) in cases {
            let writer = try XMLWriter()
            try writer.element("root", attributes) { try writer.encode(zoo, as: rootName) }
            let bytes = try writer.xmlBytes()
            let element = try #require(XMLTree(parsing: bytes).root.elements.first)
            #expect(element.name == rootName)
            #expect(
                try XMLDecoder().decode(EncoderTests.Zoo.self, from: element) == zoo,
                "\(String(decoding: bytes, as: UTF8.self))")
        }
        let names = Dictionary(uniqueKeysWithValues: (0..<300).map { ("{urn:\($0)}a", $0) })
        let tree = try XMLTree(parsing: XMLEncoder().xmlBytes(DynamicKeys(names)))
        #expect(Set(tree.root.elements.map(\.name.description)) == Set(names.keys))
        #expect(tree.root.namespaceDeclarations.count == 300)
    }
}
