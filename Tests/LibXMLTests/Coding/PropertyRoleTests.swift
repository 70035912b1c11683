import LibXML
import Testing

@Suite("Types that decide where a property is")
struct PropertyRoleTests {
    @propertyWrapper
    struct Mirrored<Value: Codable & Equatable>: Wrapper {
        var wrappedValue: Value
        static var xmlRole: XMLCodingRole { .elementAndAttribute }
    }

    @propertyWrapper
    struct InAttribute<Value: Codable & Equatable>: Wrapper {
        var wrappedValue: Value
        static var xmlRole: XMLCodingRole { .attribute }
    }

    @propertyWrapper
    struct InElement<Value: Codable & Equatable>: Wrapper {
        var wrappedValue: Value
        static var xmlRole: XMLCodingRole { .element }
    }

    struct Order: Codable, Equatable {
        @InAttribute var orderId: Int
        @InAttribute var note: String?
        @Mirrored var count: Int
    }

    private static func text(_ value: some Encodable, _ encoder: XMLEncoder = XMLEncoder()) throws -> String {
        var encoder = encoder
        encoder.writingOptions.declaration = .never
        return try encoder.xmlString(value, rootName: "o").trimmingCharacters
    }

    @Test("The name is converted, an optional may be missing, and a value can be both")
    func wrappers() throws {
        let order = Order(orderId: 7, note: nil, count: 2)
        #expect(try Self.text(order) == "<o orderId=\"7\" count=\"2\"><count>2</count></o>")
        let snake = XMLEncoder(keyEncodingStrategy: .convertToSnakeCase)
        let text = try Self.text(Order(orderId: 7, note: "n", count: 2), snake)
        #expect(text == "<o order_id=\"7\" note=\"n\" count=\"2\"><count>2</count></o>")
        let back = try XMLDecoder(keyDecodingStrategy: .convertFromSnakeCase).decode(Order.self, from: text)
        #expect(back == Order(orderId: 7, note: "n", count: 2))
        // An attribute is not read from an element.
        #expect(throws: DecodingError.self) {
            try XMLDecoder().decode(Order.self, from: "<o><orderId>7</orderId><count>1</count></o>")
        }
    }

    @Test("Errors have the key as it is, and the name in the document")
    func errors() throws {
        struct Failing: Codable, Equatable {
            init() {}
            init(from decoder: any Decoder) throws {
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: ""))
            }
            func encode(to encoder: any Encoder) throws {
                throw EncodingError.invalidValue(0, .init(codingPath: encoder.codingPath, debugDescription: ""))
            }
        }
        struct Log: Codable, Equatable {
            @InElement var lastDay: [Failing]
            @InAttribute var firstDay: Int
        }
        let decoder = XMLDecoder(keyDecodingStrategy: .convertFromSnakeCase)
        for text in ["<o first_day='1'><last_day/></o>", "<o><last_day/></o>"] {
            let error = try #require(throws: DecodingError.self) { try decoder.decode(Log.self, from: text) }
            guard case .dataCorrupted(let context) = error else { throw error }
            #expect(context.codingPath.map(\.stringValue) == ["last_day"])
        }
        let missing = try #require(throws: DecodingError.self) {
            try decoder.decode(Log.self, from: "<o lastDay='1'/>")
        }
        guard case .keyNotFound(let key, _) = missing else { throw missing }
        #expect(key.stringValue == "firstDay")
        #expect(missing.xmlError?.message == "<o> has no attribute “first_day”")
        let encoding = try #require(throws: EncodingError.self) {
            try XMLEncoder().xmlString(Log(lastDay: [Failing()], firstDay: 1), rootName: "o")
        }
        guard case .invalidValue(_, let context) = encoding else { throw encoding }
        #expect(context.codingPath.map(\.stringValue) == ["lastDay", "0"])
    }

    @Test("A declared role counts instead of that of the value's type")
    func declared() throws {
        struct Declared: Codable, Equatable, XMLCodingRoles {
            @InAttribute var id: Int
            static let xmlRoles: [String: XMLCodingRole] = ["id": .element]
        }
        let text = try Self.text(Declared(id: 1))
        #expect(text == "<o><id>1</id></o>")
        #expect(try XMLDecoder().decode(Declared.self, from: text) == Declared(id: 1))
    }

    @Test("A role for an element and an attribute", arguments: [Double.infinity, 1.5])
    func mirrored(_ number: Double) throws {
        struct Both: Codable, Equatable, XMLCodingRoles {
            var a: String
            var n: Double
            var list: [Int]?
            static let xmlRoles: [String: XMLCodingRole] = [
                "a": .elementAndAttribute, "n": .elementAndAttribute, "list": .elementAndAttribute,
            ]
        }
        for _ in 0..<2 {
            let text = try Self.text(Both(a: "<", n: number))
            let shown = number == 1.5 ? "1.5" : "INF"
            #expect(text == "<o a=\"&lt;\" n=\"\(shown)\"><a>&lt;</a><n>\(shown)</n></o>")
            #expect(try XMLDecoder().decode(Both.self, from: text) == Both(a: "<", n: number))
        }
        #expect(throws: EncodingError.self) { try Self.text(Both(a: "", n: 1, list: [1])) }
    }

    @Test("Strategies for one direction, with the coding keys of the type")
    func directions() throws {
        struct Item: Codable, Equatable, XMLCodingRoles {
            var id: Int
            var name: String

            enum CodingKeys: String, CodingKey { case id, name = "label" }

            static var xmlEncodingStrategy: XMLRoleStrategy? {
                .custom { _, key in
                    if case CodingKeys.name = key { return .attribute }
                    return nil
                }
            }
            static var xmlDecodingStrategy: XMLRoleStrategy? { .custom { $0 == "id" ? .element : nil } }
        }
        let text = try Self.text(Item(id: 1, name: "a"))
        #expect(text == "<o label=\"a\"><id>1</id></o>")
        #expect(try XMLDecoder().decode(Item.self, from: text) == Item(id: 1, name: "a"))
        #expect(throws: DecodingError.self) { try XMLDecoder().decode(Item.self, from: "<o id='1' label='a'/>") }
        // A strategy of the coder counts for such a type only if it says so.
        let elements = XMLRoleStrategy.custom { _ in .element }
        #expect(try Self.text(Item(id: 1, name: "a"), XMLEncoder(roleStrategy: elements)) == text)
        #expect(
            try Self.text(Item(id: 1, name: "a"), XMLEncoder(roleStrategy: elements.forAllTypes))
                == "<o><id>1</id><label>a</label></o>")
    }
}

protocol Wrapper: Codable, Equatable, XMLPropertyRole {
    associatedtype Value: Codable & Equatable
    var wrappedValue: Value { get }
    init(wrappedValue: Value)
}

extension Wrapper {
    init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension String {
    fileprivate var trimmingCharacters: String { hasSuffix("\n") ? String(dropLast()) : self }
}
