import LibXML
import Testing

/// Roles that no document could follow, and parts of an element that two keys would read.
@Suite struct RoleOfPartTests {
    private static let encoder = XMLEncoder(writingOptions: XMLWritingOptions(declaration: .never))

    private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
        try XMLDecoder().decode(Value.self, from: Self.encoder.xmlBytes(value, rootName: "r"))
    }

    private func refused<Value: Codable>(_ value: Value, _ document: String) -> Bool {
        let isWritten = (try? Self.encoder.xmlBytes(value, rootName: "r")) != nil
        return !isWritten && (try? XMLDecoder().decode(Value.self, from: document)) == nil
    }

    enum Attribute: Codable, XMLChoice {
        case a(Int), id(Int)
        static let xmlRoles: [String: XMLCodingRole] = ["id": .attribute]
    }

    enum Comment: Codable, XMLChoice {
        case a(Int), note(String)
        static let xmlRoles: [String: XMLCodingRole] = ["note": .comments]
    }

    enum InPath: Codable, XMLChoice {
        case a(Int), m(Int)
        static let xmlRoles: [String: XMLCodingRole] = ["m": .path("p/@m")]
    }

    enum Taken: Codable, XMLChoice {
        case a(Int), b(Int)
        static let xmlRoles: [String: XMLCodingRole] = ["a": .element("b")]
    }

    enum TakenAnywhere: Codable, XMLChoice {
        case a(Int), b(Int)
        static let xmlRoles: [String: XMLCodingRole] = ["a": .element("*:b")]
    }

    enum Labels: Codable, XMLChoice {
        case rest(all: [XMLTree.Element])
        static let xmlRoles: [String: XMLCodingRole] = ["all": .otherElements]
    }

    @Test("Cases that are no elements, and that have the element of another case")
    func cases() throws {
        #expect(refused([Attribute.id(1)], "<r id='1'><a>2</a></r>"))
        #expect(refused([Comment.note("x")], "<r><!--x--><a>2</a></r>"))
        #expect(refused([InPath.m(1)], "<r><p m='1'/><a>2</a></r>"))
        #expect(refused([Taken.b(1)], "<r><b>1</b></r>"))
        #expect(refused([TakenAnywhere.a(1)], "<r><b>1</b></r>"))
        #expect(refused([Labels.rest(all: [])], "<r><rest/></r>"))
    }

    @Test("Two keys for one part of an element")
    func parts() throws {
        struct Comments: Codable, XMLCodingRoles {
            var n: String?
            var m: String?
            static let xmlRoles: [String: XMLCodingRole] = ["n": .comments, "m": .comments]
        }
        #expect(refused(Comments(n: "a", m: nil), "<r><!--a--></r>"))
        struct Inner: Codable, XMLCodingRoles {
            var notes: [String]
            static let xmlRoles: [String: XMLCodingRole] = ["notes": .comments]
        }
        struct Outer: Codable, XMLCodingRoles {
            var notes: [String]
            var inner: Inner
            static let xmlRoles: [String: XMLCodingRole] = ["notes": .comments, "inner": .flattened]
        }
        #expect(refused(Outer(notes: ["a"], inner: Inner(notes: ["b"])), "<r><!--a--><!--b--></r>"))
        struct Rest: Codable, XMLCodingRoles {
            var inner: Inner
            var rest: [XMLTree.Element]
            static let xmlRoles: [String: XMLCodingRole] = ["rest": .otherElements, "inner": .flattened]
        }
        #expect(refused(Rest(inner: Inner(notes: []), rest: []), "<r><x/></r>"))
    }

    @Test("Attributes of no other key")
    func attributes() throws {
        struct Server: Codable, Equatable, XMLCodingRoles {
            var id: String?
            var rest: [String: String]
            static let xmlRoles: [String: XMLCodingRole] = ["rest": .otherAttributes]
        }
        let found = try XMLDecoder().decode(Server.self, from: "<r id='1' xml:id='2' x='3'/>")
        #expect(found == Server(id: "1", rest: ["xml:id": "2", "x": "3"]))
        let text = try Self.encoder.xmlString(Server(id: nil, rest: ["xml:id": "2"]), rootName: "r")
        #expect(text == "<r xml:id=\"2\"/>")
        for name in ["xmlns", "xmlns:p", "id"] {
            #expect(throws: EncodingError.self) { try Self.encoder.xmlBytes(Server(rest: [name: "urn:z"])) }
        }
        var decoder = XMLDecoder()
        decoder.matchesAnyNamespace = true
        #expect(throws: DecodingError.self) {
            try decoder.decode(Server.self, from: "<r xmlns:p='u' p:x='1' x='2'/>")
        }
        struct List: Decodable, XMLCodingRoles {
            var rest: [String]
            static let xmlRoles: [String: XMLCodingRole] = ["rest": .otherAttributes]
        }
        #expect(throws: DecodingError.self) { try XMLDecoder().decode(List.self, from: "<r x='1' z='3'/>") }
    }

    indirect enum Expression: Codable, Equatable, XMLChoice {
        case number(Int), negated(Expression), sum([Expression])
    }

    enum Price: Codable, Equatable, XMLChoice { case price(Int, currency: String), date(Int?, zone: String?) }

    @Test("Choices in choices, and values with a label beside one without")
    func choices() throws {
        let list: [Expression] = [.negated(.negated(.number(1))), .sum([.number(2), .negated(.number(3))])]
        #expect(try roundTrip(list) == list)
        let prices: [Price] = [.price(5, currency: "EUR"), .date(nil, zone: nil), .date(7, zone: "z")]
        #expect(try roundTrip(prices) == prices)
    }

    @Test("The same after types whose keys have the local name of each other’s elements")
    func choicesAfterSharedNames() throws {
        struct Plain: Codable { var a: Int }
        struct Open: Codable {
            var a: Int
            enum CodingKeys: String, CodingKey { case a = "*:a" }
        }
        // A call continues with what another has found out about keys.
        for _ in 0..<20 {
            _ = try Self.encoder.xmlBytes(Plain(a: 1))
            _ = try Self.encoder.xmlBytes(Open(a: 1))
            try choices()
        }
    }

    @Test("Comments that would not be read as they are")
    func comments() throws {
        struct Notes<Value: Codable>: Codable, XMLCodingRoles {
            var notes: Value
            static var xmlRoles: [String: XMLCodingRole] { ["notes": .comments] }
        }
        #expect(throws: EncodingError.self) { try Self.encoder.xmlBytes(Notes(notes: [["a", "c"], ["b"]])) }
        #expect(throws: EncodingError.self) { try Self.encoder.xmlBytes(Notes(notes: "a\r\nb")) }
        #expect(try roundTrip(Notes(notes: ["a\nb"])).notes == ["a\nb"])
    }

    @Test("Types that a part of an element cannot be")
    func types() throws {
        struct Rest<Value: Codable>: Codable, XMLCodingRoles {
            var rest: Value
            static var xmlRoles: [String: XMLCodingRole] { ["rest": .otherElements] }
        }
        struct Content<Value: Codable>: Codable, XMLCodingRoles {
            var content: Value
            static var xmlRoles: [String: XMLCodingRole] { ["content": .content] }
        }
        let document = "<r>See <a>this</a></r>"
        #expect(refused(Rest(rest: ["x": "2"]), document) && refused(Rest(rest: [1]), document))
        #expect(refused(Content(content: Expression.number(1)), document))
        #expect(refused(Content(content: ["a": "x"]), document))
        #expect(try XMLDecoder().decode(Content<XMLDictionary>.self, from: document).content.json().contains("this"))
        #expect(try XMLDecoder().decode(Rest<[XMLValue]>.self, from: document).rest.count == 1)
    }

    @Test("What is content is read, if unknown elements are errors")
    func strictness() throws {
        var decoder = XMLDecoder()
        decoder.unknownElements = .error
        let document = "<summary type='x'>See <a href='/'><b>this</b></a>.</summary>"
        let summary = try decoder.decode(RestOfElementTests.Summary.self, from: document)
        #expect(summary.content.elements.count == 1)
        #expect(try decoder.decode([Price].self, from: "<r><price>5<currency>EUR</currency></price></r>").count == 1)
    }

    @Test("A role for writing from a strategy")
    func strategy() throws {
        struct Item: Codable { var id = 1 }
        var encoder = Self.encoder
        encoder.roleStrategy = .custom { $0 == "id" ? .writtenAsAttribute : nil }
        #expect(try encoder.xmlString(Item()) == "<item id=\"1\"/>")
    }
}
