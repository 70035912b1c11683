import LibXML
import Testing

/// Structures in the element of the type that contains them.
@Suite struct FlatteningTests {
    struct Address: Codable, Equatable {
        var street: String
        var city: String?
    }

    struct Contact: Codable, Equatable, XMLCodingRoles {
        var phones: [String]
        var kind: String?
        var address: Address?

        static let xmlRoles: [String: XMLCodingRole] = [
            "phones": .path("phones/phone"), "kind": .attribute, "address": .flattened,
        ]
    }

    struct Person: Codable, Equatable, XMLCodingRoles {
        var name: String
        var contact: Contact
        var note: Int?

        static let xmlRoles: [String: XMLCodingRole] = ["contact": .flattened, "note": .text]
    }

    private static let encoder = RoleStrategyTests.encoder()

    static func text(_ value: some Encodable) throws -> String {
        try encoder.xmlString(value, rootName: "r")
    }

    @Test("Structures in structures, with roles of their own")
    func nested() throws {
        let address = Address(street: "High Street", city: "Ely")
        let person = Person(
            name: "Ada", contact: Contact(phones: ["1", "2"], kind: "home", address: address), note: 5)
        let text = try Self.text(person)
        #expect(
            text == """
                <r kind="home"><name>Ada</name><phones><phone>1</phone><phone>2</phone></phones>\
                <street>High Street</street><city>Ely</city>5</r>
                """)
        #expect(try XMLDecoder().decode(Person.self, from: text) == person)
        // In a list, with the same keys in other elements.
        struct People: Codable, Equatable {
            var person: [Person]
            var name: String
        }
        let other = Person(name: "Bo", contact: Contact(phones: [], kind: nil, address: nil))
        let people = People(person: [person, other, person], name: "all")
        #expect(try XMLDecoder().decode(People.self, from: Self.text(people)) == people)
    }

    @Test("An optional structure is nil if nothing of it is there, and only then")
    func optional() throws {
        let decoder = XMLDecoder()
        func contact(_ content: String) throws -> Contact {
            try decoder.decode(Contact.self, from: "<r>\(content)</r>")
        }
        #expect(try contact("").address == nil)
        #expect(try contact("<street>S</street>").address == Address(street: "S"))
        let error = try decodingError(Contact.self, "<r>\n<city>Ely</city></r>")
        #expect(error.code == .missingElement && error.location?.line == 1)
        struct Optionals: Codable, Equatable {
            var a: Int?
            var b: [Int]
        }
        struct Outer: Codable, Equatable, XMLCodingRoles {
            var part: Optionals?

            static let xmlRoles: [String: XMLCodingRole] = ["part": .flattened]
        }
        #expect(try decoder.decode(Outer.self, from: "<r/>") == Outer())
        #expect(try decoder.decode(Outer.self, from: "<r><b>1</b></r>") == Outer(part: Optionals(b: [1])))
        #expect(try Self.text(Outer()) == "<r/>")
        #expect(try encodingError(Outer(part: Optionals(b: []))).code == .invalidValue)
        var encoder = Self.encoder
        encoder.nilEncodingStrategy = .schemaNil
        let empty = Outer(part: Optionals(b: []))
        #expect(try decoder.decode(Outer.self, from: encoder.xmlString(empty)) == empty)
        #expect(throws: DecodingError.self) { try decoder.decode(Outer.self, from: "<r><b>x</b></r>") }
    }

    @Test("Errors have the place, unknown elements are those of no structure, and all errors are collected")
    func options() throws {
        let bad = "<r><name>A</name>\n<street>S</street><stret/></r>"
        #expect(try XMLDecoder().decode(Person.self, from: bad).contact.address?.street == "S")
        var decoder = XMLDecoder()
        decoder.unknownElements = .error
        let unknown = try decodingError(Person.self, bad, decoder)
        #expect(unknown.code == .unknownElement && unknown.location?.line == 2 && unknown.location?.column == 19)
        #expect(unknown.help == "did you mean “street”?")
        struct Numbers: Codable {
            var a: Int
            var b: Int
        }
        struct Outer: Codable, XMLCodingRoles {
            var first: Int
            var numbers: Numbers
            var last: Int
            var other: Address?

            static let xmlRoles: [String: XMLCodingRole] = ["numbers": .flattened, "other": .flattened]
        }
        var collecting = XMLDecoder()
        collecting.invalidElements = .collect
        let error = #expect(throws: XMLError.self) {
            try collecting.decode(Outer.self, from: "<r><first>x</first><a>y</a>\n<last>z</last></r>")
        }
        #expect(error?.diagnostics.count == 4)
        #expect(error?.diagnostics.map { $0.code } == [.missingElement, .invalidValue, .invalidValue, .invalidValue])
    }

    @Test("What two structures would read is an error with the place of it")
    func conflicts() throws {
        struct Part: Codable {
            var id: Int?
            var text: String?

            enum CodingKeys: String, CodingKey {
                case id
                case text = "#text"
            }
        }
        struct Outer: Codable, XMLCodingRoles {
            var id: Int?
            var part: Part

            static let xmlRoles: [String: XMLCodingRole] = ["id": .attribute, "part": .flattened]
        }
        struct Twice: Codable, XMLCodingRoles {
            var one: Part
            var two: Part

            static let xmlRoles: [String: XMLCodingRole] = ["one": .flattened, "two": .flattened]
        }
        struct Paths: Codable, XMLCodingRoles {
            struct Part: Codable {
                var a: Int?
                enum CodingKeys: String, CodingKey { case a = "x/a" }
            }
            var b: Int?
            var part: Part

            static let xmlRoles: [String: XMLCodingRole] = ["b": .path("x/b"), "part": .flattened]
        }
        let attribute = try decodingError(Outer.self, "<r\n id='1'/>")
        #expect(attribute.code == .invalidValue && attribute.location?.line == 2 && attribute.location?.column == 6)
        #expect(attribute.message == "the attribute “id” is read for “id” and “part.id”, which are in one element")
        _ = try XMLDecoder().decode(Outer.self, from: "<r id='1'><id>2</id></r>")
        #expect(try decodingError(Twice.self, "<r><x/>\n<id>1</id></r>").location?.line == 2)
        #expect(try decodingError(Twice.self, "<r>a<x/></r>").location?.column == 4)
        _ = try XMLDecoder().decode(Twice.self, from: "<r><x/></r>")
        let paths = try XMLDecoder().decode(Paths.self, from: "<r><x><a>1</a><b>2</b></x></r>")
        #expect(paths.part.a == 1 && paths.b == 2)
        #expect(try Self.text(paths) == "<r><x><b>2</b><a>1</a></x></r>")

        #expect(try encodingError(Outer(id: 1, part: Part(id: nil))).code == .invalidValue)
    }

    @Test("What has no keys of its own cannot be flattened")
    func others() throws {
        struct Whole<Value: Codable>: Codable, XMLCodingRoles {
            var value: Value
            static var xmlRoles: [String: XMLCodingRole] { ["value": .flattened] }
        }
        struct Optional<Value: Codable>: Codable, XMLCodingRoles {
            var value: Value?
            static var xmlRoles: [String: XMLCodingRole] { ["value": .flattened] }
        }
        func check<Value: Codable>(_ value: Value, _ location: SourceLocation = #_sourceLocation) throws {
            for text in ["<r a='1'><b>2</b>3</r>", "<r/>"] {
                #expect(throws: DecodingError.self, sourceLocation: location) {
                    try XMLDecoder().decode(Optional<Value>.self, from: text)
                }
            }
            _ = try encodingError(Optional(value: value), sourceLocation: location)
            let text = "<r a='1'><b>2</b>3</r>"
            #expect(throws: DecodingError.self, sourceLocation: location) {
                try XMLDecoder().decode(Whole<Value>.self, from: text)
            }
            _ = try encodingError(Whole(value: value), sourceLocation: location)
        }
        struct Wrapped: Codable {
            var text: String
            init() { text = "" }
            init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(text)
            }
        }
        enum Block: Codable, XMLChoice {
            case b(String)
            static let xmlRoles: [String: XMLCodingRole] = ["b": .element]
        }
        struct Blocks: Codable { var blocks: [Block] }
        enum Kind: String, Codable { case b }
        try check("3")
        try check(3)
        try check(Kind.b)
        try check([1])
        try check(["b": "2"])
        try check(["b": ["2"]])
        try check(Wrapped())
        try check(Block.b("2"))
        try check([Block.b("2")])
        try check(Blocks(blocks: [.b("2")]))
        try check(Address?.some(Address(street: "")))
        try check(XMLTree(parsing: "<r/>").root)
        try check(XMLDictionary(parsing: "<r><b>2</b></r>"))
        try check(XMLValue("3"))

        // The role is one of a type.
        struct Plain: Codable { var address: Address? }
        let strategy = XMLRoleStrategy.custom { $0 == "address" ? .flattened : nil }
        _ = try decodingError(Plain.self, "<r><street>S</street></r>", RoleStrategyTests.decoder(strategy))
        let value = Plain(address: Address(street: "S"))
        #expect(throws: EncodingError.self) { try RoleStrategyTests.encoder(strategy).encode(value) }
    }

    @Test("Choices beside a flattened structure")
    func choices() throws {
        enum Block: Codable, Equatable, XMLChoice {
            case p(String), q(Int)
            static let xmlRoles: [String: XMLCodingRole] = ["p": .element, "q": .element]
        }
        struct Page: Codable, Equatable, XMLCodingRoles {
            var blocks: [Block]
            var address: Address
            static let xmlRoles: [String: XMLCodingRole] = ["address": .flattened]
        }
        let page = Page(blocks: [.p("a"), .q(1)], address: Address(street: "S"))
        #expect(try XMLDecoder().decode(Page.self, from: Self.text(page)) == page)
        struct Other: Codable { var p: String? }
        struct Mixed: Codable, XMLCodingRoles {
            var blocks: [Block]
            var other: Other
            static let xmlRoles: [String: XMLCodingRole] = ["other": .flattened]
        }
        #expect(try decodingError(Mixed.self, "<r><q>1</q><p>a</p></r>").location?.column == 15)
        _ = try encodingError(Mixed(blocks: [.p("a")], other: Other(p: "b")))
        _ = try encodingError(Mixed(blocks: [.p("a")], other: Other()))
    }

    @Test("Classes, and enumerations with values")
    func kinds() throws {
        class Base: Codable {
            var a = 1
        }
        final class Derived: Base {
            var b = 2
            enum CodingKeys: CodingKey { case b }
            override init() { super.init() }
            required init(from decoder: any Decoder) throws {
                b = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .b)
                try super.init(from: decoder)
            }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(b, forKey: .b)
                try super.encode(to: encoder)
            }
        }
        enum State: Codable, Equatable { case on(level: Int), off }
        struct Outer: Codable, XMLCodingRoles {
            var derived: Derived
            var state: State
            static let xmlRoles: [String: XMLCodingRole] = ["derived": .flattened, "state": .flattened]
        }
        let text = try Self.text(Outer(derived: Derived(), state: .on(level: 3)))
        #expect(text == "<r><b>2</b><a>1</a><on><level>3</level></on></r>")
        let decoded = try XMLDecoder().decode(Outer.self, from: text)
        #expect(decoded.derived.a == 1 && decoded.derived.b == 2 && decoded.state == .on(level: 3))
    }

    @Test("Optional structures in a list, with other keys in each, under a custom strategy, and text after elements")
    func list() throws {
        enum State: Codable, Equatable { case on(level: Int), off }
        struct Inner: Codable, Equatable { var x: Int }
        struct Part: Codable, Equatable, XMLCodingRoles {
            var a: Int?
            var inner: Inner?
            static let xmlRoles: [String: XMLCodingRole] = ["inner": .flattened]
        }
        struct Item: Codable, Equatable, XMLCodingRoles {
            var state: State?
            var part: Part?
            var note: Int?
            static let xmlRoles: [String: XMLCodingRole] = [
                "state": .flattened, "part": .flattened, "note": .attribute,
            ]
        }
        struct List: Codable, Equatable { var r: [Item] }
        let list = List(r: [
            Item(), Item(state: .on(level: 3)), Item(state: .off, part: Part(inner: Inner(x: 1))),
            Item(part: Part(a: 2)),
            Item(state: .on(level: 1), part: Part(a: 2, inner: Inner(x: 2))),
        ])
        #expect(try XMLDecoder().decode(List.self, from: Self.text(list)) == list)
        var decoder = XMLDecoder()
        decoder.keyDecodingStrategy = .custom { $0 }
        #expect(try decoder.decode(List.self, from: Self.text(list)) == list)
        struct Note: Codable, Equatable {
            var text: String
            enum CodingKeys: String, CodingKey { case text = "#text" }
        }
        struct Named: Codable, Equatable, XMLCodingRoles {
            var name: String
            var note: Note?
            static let xmlRoles: [String: XMLCodingRole] = ["note": .flattened]
        }
        let named = Named(name: "A", note: Note(text: "hi"))
        #expect(try XMLDecoder().decode(Named.self, from: Self.text(named)) == named)
        struct Scalar: Codable, XMLCodingRoles {
            var s: String?
            static let xmlRoles: [String: XMLCodingRole] = ["s": .flattened]
        }
        _ = try decodingError(Scalar.self, "<r><s>x</s></r>")
    }

    @Test("A path into an element that another structure reads is an error")
    func pathsInElements() throws {
        struct Child: Codable { var a: Int }
        struct Part: Codable {
            var a: Int?
            enum CodingKeys: String, CodingKey { case a = "x/y/a" }
        }
        struct Outer: Codable, XMLCodingRoles {
            var y: Child
            var part: Part?
            static let xmlRoles: [String: XMLCodingRole] = ["y": .path("x/y"), "part": .flattened]
        }
        let error = try decodingError(Outer.self, "<o><x>\n<y><a>1</a></y></x></o>")
        #expect(error.code == .invalidValue && error.location?.line == 2)
    }

    @Test("An error of an optional structure that is not there is not thrown, but that of a limit is")
    func errors() throws {
        struct Failure: Error {}
        struct Failing: Decodable {
            enum CodingKeys: CodingKey { case a }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                guard try container.decodeIfPresent(Int.self, forKey: .a) == 1 else { throw Failure() }
            }
        }
        struct Outer: Decodable, XMLCodingRoles {
            var failing: Failing?
            enum CodingKeys: CodingKey { case failing }
            static let xmlRoles: [String: XMLCodingRole] = ["failing": .flattened]
        }
        #expect(try XMLDecoder().decode(Outer.self, from: "<r><b>2</b></r>").failing == nil)
        #expect(try XMLDecoder().decode(Outer.self, from: "<r><a>1</a></r>").failing != nil)
        #expect(throws: Failure.self) { try XMLDecoder().decode(Outer.self, from: "<r><a>2</a></r>") }
        var decoder = XMLDecoder()
        decoder.depthLimit = 1
        #expect(try decodingError(Outer.self, "<r><a>1</a></r>", decoder).code == .tooDeep)
        struct Asking: Decodable, XMLCodingRoles {
            enum CodingKeys: CodingKey { case address }
            static let xmlRoles: [String: XMLCodingRole] = ["address": .flattened]
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                #expect(try container.contains(.address) && !container.decodeNil(forKey: .address))
                _ = try container.decode(Address.self, forKey: .address)
            }
        }
        _ = try XMLDecoder().decode(Asking.self, from: "<r><street>S</street></r>")
    }
}
