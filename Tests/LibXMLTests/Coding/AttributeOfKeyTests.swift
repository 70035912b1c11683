import CheckCases
import LibXML
import Testing

/// Attributes and elements with the same name, and keys that match both.
@Suite struct AttributeOfKeyTests {
    private struct Item: Codable, Equatable { var t: String? }

    private struct Marked<Value: Codable & Equatable>: Codable, Equatable {
        var ea: String?
        var e: Value
        enum CodingKeys: String, CodingKey { case ea = "@e", e }
    }

    private struct Declared<Value: Codable & Equatable>: Codable, Equatable, XMLCodingRoles {
        var ea: String?
        var e: Value
        static var xmlRoles: [String: XMLCodingRole] { ["ea": .attribute("e")] }
    }

    private struct Plain<Value: Codable & Equatable>: Codable, Equatable { var e: Value }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try XMLDecoder().decode(type, from: text)
    }

    @Test("An attribute that a key names exactly belongs to that key", arguments: ["<a e='x'/>", "<a e='x'></a>"])
    func exact(document: String) throws {
        #expect(try Self.decode(Marked<[Item]>.self, document) == Marked(ea: "x", e: []))
        #expect(try Self.decode(Marked<[String]>.self, document) == Marked(ea: "x", e: []))
        #expect(try Self.decode(Marked<[Int]>.self, document) == Marked(ea: "x", e: []))
        #expect(try Self.decode(Marked<String?>.self, document) == Marked(ea: "x", e: nil))
        #expect(try Self.decode(Marked<Item?>.self, document) == Marked(ea: "x", e: nil))
        #expect(try Self.decode(Declared<[Item]>.self, document) == Declared(ea: "x", e: []))
        #expect(try Self.decode(Declared<[String]>.self, document) == Declared(ea: "x", e: []))
        #expect(try Self.decode(Declared<String?>.self, document) == Declared(ea: "x", e: nil))
        let error = try #require(throws: DecodingError.self) { try Self.decode(Marked<String>.self, document) }
        #expect(error.xmlError?.code == .missingElement)
    }

    @Test("A key that matches both matches an attribute if its type can be an attribute")
    func plain() throws {
        let document = "<a e='x y'/>"
        #expect(try Self.decode(Plain<String>.self, document).e == "x y")
        #expect(try Self.decode(Plain<[String]>.self, document).e == ["x", "y"])
        #expect(try Self.decode(Plain<[Item]>.self, document).e == [])
        #expect(try Self.decode(Plain<Set<[String: String]>>.self, document).e == [])
        #expect(try Self.decode(Plain<Item?>.self, document).e == nil)
        #expect(try Self.decode(Plain<[String: Int]?>.self, document).e == nil)
        #expect(throws: DecodingError.self) { try Self.decode(Plain<Item>.self, document) }
        #expect(try Self.decode(Plain<[Item]>.self, "<a e='x'><e><t>1</t></e><e/></a>").e == [Item(t: "1"), Item()])
    }

    @Test("A list whose errors are collected or skipped is not in an attribute either")
    func lenient() throws {
        for mode: XMLDecoder.InvalidElements in [.collect, .skip] {
            var decoder = XMLDecoder()
            decoder.invalidElements = mode
            #expect(try decoder.decode(Plain<[Item]>.self, from: "<a e='x'/>").e == [])
            #expect(try decoder.decode(Marked<[Item]>.self, from: "<a e='x'><e/></a>") == Marked(ea: "x", e: [Item()]))
        }
    }

    @Test("Converted keys, too")
    func converted() throws {
        struct Value: Decodable, Equatable {
            var mark: String
            var userName: [String]
            enum CodingKeys: String, CodingKey { case mark = "@userName", userName }
        }
        var decoder = XMLDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let value = try decoder.decode(Value.self, from: "<a user_name='x'/>")
        #expect(value == Value(mark: "x", userName: []))
    }

    @Test("An attribute and elements of one name are written and read again", arguments: 0..<200 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let items = (0..<Int.random(in: 0...3, using: &random)).map { _ in Item(t: random.pick([nil, "1", "x y"])) }
        let words = (0..<Int.random(in: 0...3, using: &random)).map { _ in random.pick(["", "1", "x y"]) }
        let mark = random.pick([nil, "m n", ""])
        func check<Value: Codable & Equatable>(_ value: Value) throws {
            let text = try XMLEncoder().xmlString(value, rootName: "a")
            #expect(try Self.decode(Value.self, text) == value, "\(text)")
        }
        try check(Marked(ea: mark, e: items))
        try check(Marked(ea: mark, e: words))
        try check(Declared(ea: mark, e: items))
        try check(Declared(ea: mark, e: words))
        try check(Marked(ea: mark, e: items.first))
    }
}
