import LibXML
import Testing

/// Two keys of a type that one node would be read for are errors in both directions.
@Suite struct KeyConflictTests {
    enum Choice: Codable, Equatable, XMLChoice { case a(Int), c(Int) }
    struct Scalar: Codable, Equatable {
        var a: String?
        var list: [Choice]
    }
    struct List: Codable, Equatable {
        var list: [Choice]
        var a: [Int]
    }
    struct Path: Codable, Equatable, XMLCodingRoles {
        var x: Int?
        var list: [Choice]
        static let xmlRoles: [String: XMLCodingRole] = ["x": .path("a")]
    }
    struct Two: Codable, Equatable {
        var c: Choice
        var a: [Choice]
    }
    struct Empty: Codable, Equatable {
        var a: [[String: Int]]
        var list: [Choice]
    }
    struct Same: Codable, Equatable, XMLCodingRoles {
        var x: Int?
        var y: Int?
        static let xmlRoles: [String: XMLCodingRole] = ["x": .element("a"), "y": .element("a")]
    }

    private static let encoder = XMLEncoder(writingOptions: XMLWritingOptions(declaration: .never))

    private func check<Value: Codable>(
        _ value: Value, _ document: String, _ location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(throws: EncodingError.self, sourceLocation: location) {
            try Self.encoder.xmlString(value, rootName: "r")
        }
        for decoder in [XMLDecoder(), XMLDecoder(unknownElements: .error)] {
            let error = try decodingError(Value.self, document, decoder)
            #expect(error.code == .invalidValue && error.location?.line == 2, sourceLocation: location)
        }
    }

    @Test("A case of a choice is not read for another property")
    func cases() throws {
        try check(Scalar(a: nil, list: [.a(7)]), "<r>\n<a>7</a></r>")
        try check(List(list: [.a(7)], a: []), "<r>\n<a>7</a></r>")
        try check(Path(x: nil, list: [.a(7)]), "<r>\n<a>7</a></r>")
        try check(Two(c: .c(19), a: [.a(5)]), "<r>\n<c>19</c><a>5</a></r>")
        try check(Empty(a: [], list: [.a(5)]), "<r>\n<a><b>1</b></a></r>")
        try check(Same(x: 1, y: nil), "<r>\n<a>1</a></r>")
        #expect(try XMLDecoder().decode(Scalar.self, from: "<r><c>7</c></r>").list == [.c(7)])
    }

    struct Children: Codable, Equatable {
        var c: [Choice]
        enum CodingKeys: String, CodingKey { case c = "" }
    }
    struct Child: Codable, Equatable {
        var c: Choice
        enum CodingKeys: String, CodingKey { case c = "" }
    }
    struct Text: Codable {
        var c = [Choice.a(1)]
        enum CodingKeys: String, CodingKey { case c = "#text" }
    }
    struct Attribute: Codable {
        var c = Choice.a(1)
        enum CodingKeys: String, CodingKey { case c = "@c" }
    }
    struct TextOfPath: Codable {
        var c = [Choice.a(1)]
        enum CodingKeys: String, CodingKey { case c = "a/#text" }
    }

    @Test("The empty key of a choice is the children, and a choice is no text")
    func texts() throws {
        let text = try Self.encoder.xmlString(Children(c: [.a(1), .c(2)]), rootName: "r")
        #expect(text == "<r><a>1</a><c>2</c></r>")
        #expect(try XMLDecoder().decode(Children.self, from: text) == Children(c: [.a(1), .c(2)]))
        let one = try Self.encoder.xmlString(Child(c: .a(1)), rootName: "r")
        #expect(try XMLDecoder().decode(Child.self, from: one) == Child(c: .a(1)))
        for value in [Text(), Attribute(), TextOfPath()] as [any Codable] {
            #expect(throws: EncodingError.self) { try Self.encoder.xmlBytes(value) }
        }
        for type in [Text.self, Attribute.self, TextOfPath.self] as [any Decodable.Type] {
            #expect(throws: DecodingError.self) { try XMLDecoder().decode(type, from: "<r c='1'><a>1</a></r>") }
        }
    }

    indirect enum Value: Codable, Equatable, XMLChoice {
        case i(Int), s(String), arr([Value])
        static let xmlRoles: [String: XMLCodingRole] = ["arr": .path("a/b")]
    }

    @Test("What is written is read: cases with paths, unkeyed values, names of other scalars")
    func roundTrips() throws {
        func check<Value: Codable & Equatable>(_ value: Value) throws {
            let text = try Self.encoder.xmlString(value, rootName: "r")
            #expect(try XMLDecoder().decode(Value.self, from: text) == value, "\(text)")
        }
        try check([Value.arr([.i(1), .arr([.s("z")])]), .i(2), .arr([])])
        try check(["k": 1..<5])
        try check(["k": SIMD2<Int>(1, 2)])
        struct Names: Codable, Equatable {
            var x: Int?
            var y: Int?
            enum CodingKeys: String, CodingKey { case x = "\u{e9}", y = "e\u{301}" }
        }
        try check(Names(x: 1, y: 2))
        try check(Names(x: nil, y: 2))
        struct Nothing: Codable, Equatable {}
        struct Box: Codable, Equatable { var nothing: Nothing }
        try check(Box(nothing: Nothing()))
        #expect(try decodingError(Box.self, "<r/>").code == .missingElement)
    }

    struct Part: Codable, Equatable {
        var a: Int?
        var b: Int?
    }
    struct Beside: Codable, Equatable, XMLCodingRoles {
        var a: Int?
        var part: Part?
        static let xmlRoles: [String: XMLCodingRole] = ["part": .flattened]
    }
    struct Twice: Codable, Equatable, XMLCodingRoles {
        var one: Part?
        var two: Part?
        static let xmlRoles: [String: XMLCodingRole] = ["one": .flattened, "two": .flattened]
    }

    @Test("A flattened structure that is nil would be read from the values of other keys")
    func flattened() throws {
        #expect(throws: EncodingError.self) { try Self.encoder.xmlBytes(Beside(a: 1, part: nil)) }
        #expect(throws: EncodingError.self) { try Self.encoder.xmlBytes(Twice(one: Part(a: 1), two: nil)) }
        #expect(try Self.encoder.xmlString(Beside(a: nil, part: Part(b: 2))) == "<beside><b>2</b></beside>")
    }

    @Test("A list at a path is empty only if the elements around it are there")
    func paths() throws {
        let document = "<orders><order>1</order></orders>"
        #expect(try XMLDecoder().decode([Int].self, from: document, at: "orders/ordr") == [])
        let error = #expect(throws: XMLError.self) {
            try XMLDecoder().decode([Int].self, from: document, at: "ordrs/order")
        }
        #expect(error?.code == .missingElement)
    }

    @Test("A number beside child elements is an error with its place")
    func numbers() throws {
        struct Price: Decodable { var price: Int }
        let error = try decodingError(Price.self, "<r>\n<price>12<cents>50</cents></price></r>")
        #expect(error.code == .invalidValue && error.location?.line == 2 && error.location?.column == 8)
        let price = try XMLTree(parsing: "<price>12<cents>50</cents></price>").root
        #expect(throws: XMLError.self) { try price.value(as: Int.self) }
        #expect(throws: XMLError.self) { try price.value(as: Bool.self) }
    }

    @Test("A declaration that the options or the name of the root make as well is written once")
    func declarations() throws {
        struct Prefixed: Codable, Equatable {
            var p: String?
            var a: Int?
            enum CodingKeys: String, CodingKey { case p = "@xmlns:p", a = "p:a" }
        }
        let encoder = XMLEncoder(writingOptions: XMLWritingOptions(declaration: .never, prefixes: ["urn:p": "p"]))
        let text = try encoder.xmlString(Prefixed(p: "urn:p", a: 1), rootName: "r")
        #expect(text == "<r xmlns:p=\"urn:p\"><p:a>1</p:a></r>")
        #expect(throws: EncodingError.self) { try encoder.xmlBytes(Prefixed(p: "urn:q", a: 1), rootName: "r") }
    }
}
