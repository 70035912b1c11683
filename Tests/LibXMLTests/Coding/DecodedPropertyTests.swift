import Foundation
import LibXML
import Testing

/// The shapes that users of other coders of XML decode: attributes, text, lists, optionals, classes, generic types.
@Suite struct DecodedPropertyTests {
    /// Decodes a type from text with an option.
    static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, _ text: String, _ decoder: XMLDecoder = .init()
    ) throws -> Value {
        let value = try decoder.decode(type, from: text)
        if let value = value as? any Codable { try EncodedModels.check(value, decoder) }
        return value
    }

    // MARK: Values

    struct Box<Value: Decodable>: Decodable {
        var value: Value
    }

    struct AttributeBox<Value: Decodable>: Decodable {
        enum CodingKeys: String, CodingKey { case value = "@value" }
        var value: Value
    }

    struct TextBox<Value: Decodable>: Decodable {
        enum CodingKeys: String, CodingKey { case value = "#text" }
        var value: Value
    }

    /// Checks that a text is a value as an element, an attribute, a text, an element of a list and a root.
    private static func check<Value: Decodable & Equatable>(_ text: String, _ value: Value) throws {
        #expect(try decode(Box<Value>.self, "<b><value>\(text)</value></b>").value == value)
        #expect(try decode(Box<Value>.self, "<b value='\(text)'/>").value == value)
        #expect(try decode(AttributeBox<Value>.self, "<b value='\(text)'><value/></b>").value == value)
        #expect(try decode(TextBox<Value>.self, "<b a='1'>\(text)</b>").value == value)
        #expect(try decode(Box<Value?>.self, "<b><value>\(text)</value></b>").value == value)
        #expect(try decode(Box<[Value]>.self, "<b><value>\(text)</value></b>").value == [value])
        #expect(try decode(Value.self, "<b>\(text)</b>") == value)
        #expect(try decode(Value?.self, "<b>\(text)</b>") == value)
        #expect(try decode([String: Value].self, "<b><x>\(text)</x></b>") == ["x": value])
        #expect(try decode(Box<Value?>.self, "<b/>").value == nil)
        #expect(throws: DecodingError.self) { try decode(Box<Value>.self, "<b/>") }
    }

    @Test("A value is the same as an element, an attribute, a text, in a list, in a dictionary and as the root")
    func values() throws {
        try Self.check("-7", -7)
        try Self.check("-7", Int8(-7))
        try Self.check("-7", Int16(-7))
        try Self.check("-7", Int32(-7))
        try Self.check("-7", Int64(-7))
        try Self.check("7", UInt(7))
        try Self.check("7", UInt8(7))
        try Self.check("7", UInt16(7))
        try Self.check("7", UInt32(7))
        try Self.check("7", UInt64(7))
        try Self.check("-1.5", -1.5)
        try Self.check("-1.5", Float(-1.5))
        try Self.check("true", true)
        try Self.check("a &amp; b", "a & b")
        try Self.check("1.25", Decimal(string: "1.25") ?? 0)
        try Self.check("1970-01-01", Date(timeIntervalSince1970: 0))
        try Self.check("aGk=", Data("hi".utf8))
        try Self.check("http://a.org/", try #require(URL(string: "http://a.org/")))
        let uuid = UUID()
        try Self.check(uuid.uuidString, uuid)
        try Self.check("green", Color.green)
        try Self.check("2", Level.high)
        try Self.check("Ana", Name("Ana"))
        try Self.check("7", Wrapped(wrappedValue: 7))
    }

    enum Color: String, Codable { case red, green }
    enum Level: Int, Codable { case low = 1, high }

    /// A type of its own around a text.
    struct Name: Codable, Equatable {
        var text: String
        init(_ text: String) { self.text = text }
        init(from decoder: any Decoder) throws {
            text = try decoder.singleValueContainer().decode(String.self)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }

    @propertyWrapper struct Wrapped<Value: Decodable & Equatable>: Decodable, Equatable {
        var wrappedValue: Value
        init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
        init(from decoder: any Decoder) throws {
            wrappedValue = try decoder.singleValueContainer().decode(Value.self)
        }
    }

    @Test("Integers of 128 bits")
    func wideIntegers() throws {
        try Self.check("-170141183460469231731687303715884105728", Int128.min)
        try Self.check("340282366920938463463374607431768211455", UInt128.max)
        #expect(throws: DecodingError.self) { try Self.decode(UInt128.self, "<a>-1</a>") }
    }

    // MARK: Attributes and text

    struct Price: Codable, Equatable {
        enum CodingKeys: String, CodingKey {
            case currency = "@currency"
            case amount = "#text"
        }
        var currency: String?
        var amount: Int
    }

    @Test("Text beside attributes, in lists where some have no attribute")
    func textBesideAttributes() throws {
        let text = "<p><value currency='EUR'>5</value><value>6</value><value currency=''><!-- c -->7</value></p>"
        #expect(
            try Self.decode(Box<[Price]>.self, text).value == [
                Price(currency: "EUR", amount: 5), Price(currency: nil, amount: 6), Price(currency: "", amount: 7),
            ])
        #expect(try Self.decode(Box<[Int]>.self, text).value == [5, 6, 7])
        #expect(throws: DecodingError.self) { try Self.decode(Price.self, "<p currency='EUR'/>") }
        #expect(try Self.decode(TextBox<String>.self, "<p/>").value == "")
        #expect(try Self.decode(TextBox<String?>.self, "<p/>").value == "")
        #expect(try Self.decode(TextBox<Int?>.self, "<p><b>1</b></p>").value == nil)
    }

    struct Both<Key: CodingKey & CaseIterable>: Decodable {
        var values: [String]
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            values = try Key.allCases.map { try container.decode(String.self, forKey: $0) }
        }
    }

    @Test("An attribute and an element of one name, with the text")
    func sameName() throws {
        enum Keys: String, CodingKey, CaseIterable { case attribute = "@id", either = "id", text = "#text" }
        #expect(try Self.decode(Both<Keys>.self, "<a id='1'>3<id>2</id></a>").values == ["1", "2", "3"])
        // The attribute belongs to the key that names it as one.
        #expect(throws: DecodingError.self) { try Self.decode(Both<Keys>.self, "<a id='1'>3</a>") }
        #expect(throws: DecodingError.self) { try Self.decode(Both<Keys>.self, "<a><id>2</id></a>") }
    }

    @Test("A generic type with roles takes attributes or elements for each of its types")
    func genericRoles() throws {
        struct Point<Number: Codable>: Codable, XMLCodingRoles {
            var x: Number, y: Number
            static var xmlRoles: [String: XMLCodingRole] {
                Number.self == Int.self ? ["x": .attribute, "y": .attribute] : ["x": .element, "y": .element]
            }
        }
        let text = "<p x='1' y='2'><x>3.5</x><y>4.5</y></p>"
        #expect(try Self.decode(Point<Int>.self, text).y == 2 && Self.decode(Point<Double>.self, text).y == 4.5)
        #expect(
            try Self.decode(Box<[Point<Int>]>.self, "<b><value x='1' y='2'/><value x='3' y='4'/></b>").value[1].x == 3)
        let missing = try #require(throws: DecodingError.self) {
            try Self.decode(Box<Point<Double>>.self, "<b><value x='1' y='2'/></b>")
        }
        guard case .keyNotFound = missing else { throw missing }
    }

    @Test("Property wrappers with defaults, and around optionals")
    func propertyWrappers() throws {
        struct Settings: Codable {
            @Wrapped var port: Int
            @Wrapped var host: String?
            @Default var level = 3
        }
        let settings = try Self.decode(Settings.self, "<s port='1'/>")
        #expect(settings.port == 1)
        #expect(settings.host == nil)
        #expect(settings.level == 3)
        let other = try Self.decode(Settings.self, "<s port='1'><host>h</host><level>4</level></s>")
        #expect(other.host == "h" && other.level == 4)
        #expect(throws: DecodingError.self) { try Self.decode(Settings.self, "<s><host>h</host></s>") }
    }

    // MARK: Optionals and empty elements

    struct AllMissing: Codable, Equatable {
        var style: String?
        var item: [Int]
    }

    @Test("A list whose first element is empty is not nil because one of its elements cannot be decoded")
    func listsOfErrors() throws {
        struct Item: Decodable {
            var n: Int?
        }
        struct Lists: Decodable, XMLCodingRoles {
            var i: [Int]?
            var items: [Item]?
            var paths: [Int]?
            static let xmlRoles: [String: XMLCodingRole] = ["items": .element("item"), "paths": .path("p/i")]
        }
        #expect(try decodingError(Lists.self, "<a>\n<i/>\n<i>5</i></a>").location?.line == 2)
        #expect(try decodingError(Lists.self, "<a>\n<item/>\n<item><n>x</n></item></a>").location?.line == 3)
        #expect(try decodingError(Lists.self, "<a><p>\n<i/><i>5</i></p></a>").location?.line == 2)
        let lists = try XMLDecoder().decode(Lists.self, from: "<a><i/><p><i/></p></a>")
        #expect(lists.i == nil && lists.paths == nil)
        let names = (0..<40).map { "<k\($0)/><k\($0)>1</k\($0)>" }.joined()
        #expect(throws: DecodingError.self) {
            try XMLDecoder().decode([String: [Int]?].self, from: "<a>\(names)\(names)</a>")
        }
    }

    @Test("An optional in a list or at the root is nil for what an optional property is nil for")
    func optionalsInLists() throws {
        let xsi = "xmlns:i='http://www.w3.org/2001/XMLSchema-instance'"
        let text = "<b \(xsi)><value>1</value><value/><value i:nil='true'>2</value></b>"
        #expect(try Self.decode(Box<[Int?]>.self, text).value == [1, nil, nil])
        #expect(try Self.decode(Box<[String?]>.self, text).value == ["1", "", nil])
        #expect(try Self.decode([String?].self, text) == ["1", "", nil])
        #expect(try Self.decode(Box<[Name?]>.self, text).value == [Name("1"), Name(""), nil])
        #expect(try Self.decode(Box<[Color?]>.self, "<b><value/><value>red</value></b>").value == [nil, .red])
        #expect(try Self.decode(Box<[AllMissing?]>.self, "<b><value/></b>").value == [AllMissing(item: [])])
        #expect(try Self.decode([String: String?].self, "<b \(xsi)><c/><d i:nil='1'/></b>") == ["c": "", "d": nil])
        #expect(try Self.decode(String?.self, "<b/>") == "")
        #expect(try Self.decode(String?.self, "<b> </b>") == " ")
        #expect(try Self.decode(Int?.self, "<b/>") == nil)
        #expect(try Self.decode(Int?.self, "<b \(xsi) i:nil='true'>1</b>") == nil)
        #expect(try Self.decode(AllMissing?.self, "<b/>") == AllMissing(item: []))
        #expect(try Self.decode(Box<[String]?>.self, "<b/>").value == nil)
        #expect(try Self.decode(Box<[String?]?>.self, "<b/>").value == nil)
        #expect(try Self.decode(Box<[String?]?>.self, "<b><value/></b>").value == [""])
        #expect(try Self.decode(Box<[[Int]?]>.self, "<b \(xsi)><value/><value i:nil='true'/></b>").value == [[], nil])
        struct Required: Codable, Equatable {
            var left: Int
        }
        #expect(
            try Self.decode(Box<[Required?]>.self, "<b><value/><value left='1'/></b>").value == [
                nil, Required(left: 1),
            ])
        #expect(throws: DecodingError.self) { try Self.decode(Box<[Required?]>.self, "<b><value right='1'/></b>") }
        struct Properties: Codable, Equatable {
            var required: Required?
            var wrapped: Wrapped<Int>?
            var name: Name?
        }
        #expect(try Self.decode(Properties.self, "<p><required/><wrapped/><name/></p>") == Properties(name: Name("")))
        #expect(throws: DecodingError.self) { try Self.decode(Properties.self, "<p><required> </required></p>") }
        let empty = XMLDecoder(emptyValues: .nil)
        #expect(try Self.decode(Box<[String?]>.self, text, empty).value == ["1", nil, nil])
        #expect(try Self.decode(Box<[AllMissing?]>.self, "<b><value/></b>", empty).value == [nil])
        let value = XMLDecoder(emptyValues: .value)
        #expect(throws: DecodingError.self) { try Self.decode(Box<[Int?]>.self, text, value) }
    }

    @Test("An optional with a location is nil for what it is nil for without")
    func locatedOptionals() throws {
        #expect(try Self.decode(Box<Located<Int>?>.self, "<b><value/></b>").value == nil)
        #expect(try Self.decode(Box<Located<Date>?>.self, "<b><value/></b>").value == nil)
        #expect(try Self.decode(Box<Located<String>?>.self, "<b><value/></b>").value?.value == "")
        #expect(try Self.decode(Box<Located<Int?>>.self, "<b><value/></b>").value.value == nil)
        #expect(
            try Self.decode(Box<[Located<Int>?]>.self, "<b><value/><value>1</value></b>").value.map(\.?.value) == [
                nil, 1,
            ])
    }

    @Test("decode(String?.self) and decodeIfPresent agree, and contains is true for an empty element")
    func optionalMethods() throws {
        struct Manual: Decodable {
            var found: [String?]
            var contains: Bool
            var isNil: Bool?
            enum CodingKeys: CodingKey { case a }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                found = [
                    try? container.decode(String.self, forKey: .a), try container.decode(String?.self, forKey: .a),
                    try container.decodeIfPresent(String.self, forKey: .a),
                ]
                contains = container.contains(.a)
                isNil = try? container.decodeNil(forKey: .a)
            }
        }
        let empty = try Self.decode(Manual.self, "<m><a/></m>")
        #expect(empty.found == ["", "", ""])
        #expect(empty.contains)
        #expect(empty.isNil == false)
        let missing = try Self.decode(Manual.self, "<m/>")
        #expect(missing.found == [nil, nil, nil])
        #expect(!missing.contains)
        #expect(missing.isNil == nil)
        let text = "<m xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><a i:nil='true'/></m>"
        let isNil = try Self.decode(Manual.self, text)
        #expect(isNil.found == ["", nil, nil])
        #expect(isNil.contains)
        #expect(isNil.isNil == true)
    }

    @Test("Elements without content as values, in lists of structures")
    func emptyElements() throws {
        struct Empty: Codable, Equatable {}
        struct Thing: Codable, Equatable {
            enum CodingKeys: String, CodingKey { case mark = "@mark", text = "#text" }
            var mark: String?
            var text: String
        }
        #expect(try Self.decode([Empty].self, "<c><e/><e></e><e a='1'>x</e></c>").count == 3)
        #expect(try Self.decode(Box<[Empty]>.self, "<c><value/><value/></c>").value.count == 2)
        #expect(try Self.decode(Box<Empty?>.self, "<c><value/></c>").value == Empty())
        #expect(try Self.decode(Box<Empty?>.self, "<c/>").value == nil)
        #expect(
            try Self.decode([Thing].self, "<c><t/><t mark='x'></t><t>y</t></c>")
                == [Thing(mark: nil, text: ""), Thing(mark: "x", text: ""), Thing(mark: nil, text: "y")])
        #expect(try Self.decode(Data.self, "<c/>") == Data())
        #expect(throws: (any Error).self) { try Self.decode(Empty.self, "") }
    }
}

@propertyWrapper private struct Default: Codable {
    var wrappedValue: Int
    init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
    init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(Int.self) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension DecodedPropertyTests.Box: Encodable where Value: Encodable {}
extension DecodedPropertyTests.AttributeBox: Encodable where Value: Encodable {}
extension DecodedPropertyTests.TextBox: Encodable where Value: Encodable {}
extension DecodedPropertyTests.Wrapped: Encodable where Value: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    fileprivate func decode(_ type: Default.Type, forKey key: Key) throws -> Default {
        Default(wrappedValue: try decodeIfPresent(Int.self, forKey: key) ?? 3)
    }
}
