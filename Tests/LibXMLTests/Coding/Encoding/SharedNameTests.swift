import CheckCases
import LibXML
import Testing

/// Keys that are written as elements, attributes or texts that other keys read.
@Suite struct SharedNameTests {
    struct Shape: Codable, Equatable { var x = 1 }
    struct List: Codable, XMLCodingRoles {
        var items: [Int], item: Int?
        static let xmlRoles: [String: XMLCodingRole] = ["items": .element("item")]
    }
    struct Texts: Codable, XMLCodingRoles {
        var a = "1", b = "2"
        static let xmlRoles: [String: XMLCodingRole] = ["a": .text, "b": .text]
    }
    struct Paths: Codable, XMLCodingRoles {
        var v = 1, y = 2
        static let xmlRoles: [String: XMLCodingRole] = ["v": .path("w/x"), "y": .path("w/x")]
    }
    struct Merged: Codable, Equatable, XMLCodingRoles {
        var w = Shape(), y = 2
        static let xmlRoles: [String: XMLCodingRole] = ["y": .path("w/x")]
    }
    struct MergedLater: Codable, XMLCodingRoles {
        var y = 2, w = Shape()
        static let xmlRoles: [String: XMLCodingRole] = ["y": .path("w/x")]
    }
    struct Maps: Codable, XMLCodingRoles {
        var map = ["k": 1], list = ["v"]
        static let xmlRoles: [String: XMLCodingRole] = [
            "map": .map("e", key: "@k", value: "#text"), "list": .element("e"),
        ]
    }
    struct Snake: Codable {
        var first = 1, second = 2
        enum CodingKeys: String, CodingKey {
            case first = "aB"
            case second = "a_b"
        }
    }
    /// A part with roles of its own in the element of the whole.
    struct Part: Codable, XMLCodingRoles {
        var x = 1
        static let xmlRoles: [String: XMLCodingRole] = ["x": .element]
    }
    struct Whole: Codable {
        var part = Part(), x = 2
        enum CodingKeys: CodingKey { case x }
        init() {}
        init(from decoder: any Decoder) throws {
            part = try decoder.singleValueContainer().decode(Part.self)
            x = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .x)
        }
        func encode(to encoder: any Encoder) throws {
            var single = encoder.singleValueContainer()
            try single.encode(part)
            var keyed = encoder.container(keyedBy: CodingKeys.self)
            try keyed.encode(x, forKey: .x)
        }
    }
    enum Block: Codable, XMLChoice {
        case number(Int), text(String)
        static let xmlRoles: [String: XMLCodingRole] = ["number": .element("n"), "text": .text]
    }
    struct Mixed: Codable, XMLCodingRoles {
        var own = "1", blocks = [Block.number(1), .text("t")]
        static let xmlRoles: [String: XMLCodingRole] = ["own": .text]
    }

    @Test("Properties that are written together")
    func properties() throws {
        let list = try encodingError(List(items: [1], item: 2))
        #expect(list.message == "“items” and “item” are written as “item” elements, and each would be read as both")
        #expect(list.code == .invalidValue)
        #expect(list.diagnostic.path == "r.item")
        #expect(try encodingError([Paths()]).diagnostic.path == "r.item[0].w.x")
        #expect(try encodingError(["k": Merged()]).diagnostic.path == "r.k.w.x")
        #expect(try encodingError(MergedLater()).diagnostic.path == "r.w.x")
        #expect(try encodingError(Maps()).diagnostic.path == "r.e[0]")
        #expect(try encodingError(Whole()).diagnostic.path == "r.x")
        #expect(
            try encodingError(Snake(), XMLEncoder(keyEncodingStrategy: .convertToSnakeCase)).diagnostic.path == "r.a_b")
        let texts = try encodingError(Texts())
        #expect(texts.message.hasPrefix("“b” and “a” are texts in an element"))
        #expect(try encodingError(Mixed()).message.contains("“text” and “own”"))
    }

    @Test("A property without a value would be read from another one")
    func missing() throws {
        let none = try encodingError(List(items: [1, 2], item: nil))
        #expect(none.message == "“item” has no value, and would be read from “items”")
        #expect(
            try encodingError(List(items: [], item: 3)).message == "“items” has no value, and would be read from “item”"
        )
        #expect(try XMLEncoder().xmlString(List(items: [], item: nil)).hasSuffix("<list/>"))
        #expect(try encodingError(OptionalPaths(v: 1, y: nil)).diagnostic.path == "r.x")
        #expect(try XMLEncoder().xmlString(OptionalPaths(v: nil, y: nil)).hasSuffix("/>"))
        #expect(try encodingError(OptionalTexts(a: "1", b: nil)).message.contains("“b” has no value"))
    }

    struct OptionalPaths: Codable, XMLCodingRoles {
        var v: Int?, y: Int?
        static let xmlRoles: [String: XMLCodingRole] = ["v": .path("w/x"), "y": .path("w/x")]
    }
    struct OptionalTexts: Codable, XMLCodingRoles {
        var a: String?, b: String?
        static let xmlRoles: [String: XMLCodingRole] = ["a": .text, "b": .text]
    }
    struct OwnText: Codable, XMLCodingRoles {
        var w = 1, t = 2
        static let xmlRoles: [String: XMLCodingRole] = ["t": .path("w/#text")]
    }
    struct OwnTextLater: Codable, XMLCodingRoles {
        var t = 2, w = 1
        static let xmlRoles: [String: XMLCodingRole] = ["t": .path("w/#text")]
    }
    struct ListLater: Codable, XMLCodingRoles {
        var y = 2, w = [1]
        static let xmlRoles: [String: XMLCodingRole] = ["y": .path("w/x")]
    }
    struct MapLater: Codable, XMLCodingRoles {
        var y = 2, w = ["a": 1]
        static let xmlRoles: [String: XMLCodingRole] = ["y": .path("w/x"), "w": .map("w", key: "@k", value: "#text")]
    }
    struct OnePlace: Codable, XMLCodingRoles {
        var w = ["a": "a"]
        static let xmlRoles: [String: XMLCodingRole] = ["w": .map("w", key: "x", value: "x")]
    }
    enum Payload: Codable, XMLChoice {
        case p(Shape, x: Int)
        static let xmlRoles: [String: XMLCodingRole] = ["p": .element]
    }
    enum OtherBlock: Codable, XMLChoice {
        case mark(Int), text(String)
        static let xmlRoles: [String: XMLCodingRole] = ["mark": .element("m"), "text": .text]
    }
    struct TwoChoices: Codable { var a = [Block.number(1), .text("x")], b = [OtherBlock.mark(1), .text("y")] }
    enum Fallback: Codable, XMLChoice {
        case one(Int), other(Int)
        static let xmlRoles: [String: XMLCodingRole] = ["one": .element("n"), "other": .element("*:n")]
    }
    class Base: Codable {
        var id = 1
        init() {}
    }
    final class Derived: Base {
        var own = 2
        override init() { super.init() }
        enum CodingKeys: String, CodingKey { case own = "id" }
        required init(from decoder: any Decoder) throws {
            own = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .own)
            try super.init(from: decoder)
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(own, forKey: .own)
            try super.encode(to: encoder)
        }
    }

    @Test("Texts, paths, payloads and superclasses that share an element")
    func elements() throws {
        #expect(try encodingError(OwnText()).message.contains("“t” is a text in an element with another value"))
        #expect(try encodingError(OwnTextLater()).code == .invalidValue)
        #expect(try encodingError(ListLater()).message.contains("the element “w” of a path"))
        #expect(try encodingError(MapLater()).message.contains("the element “w” of a path"))
        #expect(try encodingError(OnePlace()).code == .invalidPath)
        #expect(try encodingError([Payload.p(Shape(), x: 2)]).message.contains("“x” is written twice in one element"))
        #expect(try encodingError(TwoChoices()).message.contains("texts"))
        #expect(try encodingError([Fallback.one(1), .other(2)]).message.contains("“other”"))
        #expect(try encodingError(Derived()).message.contains("“id” is written twice"))
        let same = Derived()
        same.own = 1
        #expect(try XMLEncoder().xmlString(same, rootName: "r").hasSuffix("<r><id>1</id><id>1</id></r>"))
    }

    @Test("Keys of an XMLDictionary are names as they are written")
    func dictionaries() throws {
        let encoder = XMLEncoder(writingOptions: XMLWritingOptions(declaration: .never, prefixes: ["u": "p"]))
        let text = try encoder.xmlString(XMLDictionary(["x": "1", "p:x": "2"]), rootName: "{u}r")
        #expect(text.contains("<x>1</x>"))
        #expect(text.contains("<p:x>2</p:x>"))
    }

    enum SameElement: Codable, XMLChoice {
        case a(Int), x(Int)
        static let xmlRoles: [String: XMLCodingRole] = ["a": .element("x"), "x": .element]
    }
    enum SameText: Codable, XMLChoice {
        case a(Int), b(String)
        static let xmlRoles: [String: XMLCodingRole] = ["a": .text, "b": .text]
    }
    enum SameType: Codable, XMLChoice {
        case a(Shape), b(Shape)
        static let xmlRoles: [String: XMLCodingRole] = ["a": .type(XMLName("T")), "b": .type(XMLName("T"))]
    }

    @Test("Cases with the same role can neither be written nor read")
    func cases() throws {
        #expect(
            try encodingError([SameElement.x(1)]).message
                == "the cases “a” and “x” of SameElement have the same role: one would never be read")
        #expect(try encodingError([SameText.a(1)]).code == .invalidPath)
        #expect(try encodingError([SameType.b(Shape())]).code == .invalidPath)
        #expect(throws: XMLError.self) { try XMLDecoder().decode([SameElement].self, from: "<r><x>1</x></r>") }
        #expect(throws: XMLError.self) { try XMLDecoder().decode([SameText].self, from: "<r>1</r>") }
        #expect(throws: XMLError.self) { try XMLDecoder().decode([SameType].self, from: "<r><e><x>1</x></e></r>") }
    }

    /// Values under any keys.
    struct Bag: Codable, Equatable {
        @TaskLocal static var keys: [String] = []

        var values: [String: [Int]] = [:]

        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(_ values: [String: [Int]]) { self.values = values }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            for key in Self.keys {
                let key = Key(stringValue: key)
                values[key.stringValue] = try container.decode([Int].self, forKey: key)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for key in Self.keys { try container.encode(values[key] ?? [], forKey: Key(stringValue: key)) }
        }
    }

    @Test(
        "Keys that a decoder tells apart",
        arguments: [
            ("r", ["x", "{u}x"]), ("r", ["{u}x", "x", "{v}x"]), ("r", ["p:x", "x"]), ("{v}r", ["{u}x", "x"]),
            ("{u}r", ["x", "y", "w/x", "@x", "@p:x"]), ("r", ["w/x", "{u}w/x"]),
            ("r", ["w/x", "w/{u}x", "w/@x", "w/#text"]),
            ("r", ["@x", "@{u}x", "@{v}x"]), ("r", ["x", "#text", "w/x"]),
        ])
    func apart(_ root: String, _ keys: [String]) throws {
        let bag = Bag(Dictionary(uniqueKeysWithValues: keys.map { ($0, [0, 1, 2]) }))
        try Bag.$keys.withValue(keys) {
            let options = XMLWritingOptions(declaration: .never, prefixes: ["u": "p", "v": "q"])
            let text = try XMLEncoder(writingOptions: options).xmlString(bag, rootName: root)
            #expect(try XMLDecoder().decode(Bag.self, from: text) == bag, "\(text)")
        }
    }

    @Test("What is written under random keys is read again, or is an error")
    func random() throws {
        let all = [
            "x", "{}x", "*:x", "{u}x", "p:x", "y", "w", "w/x", "w/{u}x", "w/*:x", "w/p:x", "{u}w/x", "p:w/x", "@x",
            "@{}x",
            "@*:x",
            "@{u}x", "@p:x", "w/@x", "w/@{u}x", "w/@p:x", "#text", "w/#text", "",
        ]
        let prefixes = [[:], ["u": "p"], ["u": ""], ["u": "p", "v": "q"]]
        var (written, failed) = (0, 0)
        for seed in 0..<4000 {
            var random = SeededGenerator(seed: UInt64(seed))
            let keys = Array(Set((0..<Int.random(in: 1...4, using: &random)).map { _ in random.pick(all) })).shuffled(
                using: &random)
            let bag = Bag(
                Dictionary(
                    uniqueKeysWithValues: keys.map { key in
                        (key, (0...Int.random(in: 0...1, using: &random)).map { $0 })
                    }))
            let root = random.pick(["r", "{u}r", "{v}r", "p:r"])
            let options = XMLWritingOptions(declaration: .never, prefixes: random.pick(prefixes))
            Bag.$keys.withValue(keys) {
                guard let text = try? XMLEncoder(writingOptions: options).xmlString(bag, rootName: root) else {
                    failed += 1
                    return
                }
                written += 1
                let read = Result { try XMLDecoder().decode(Bag.self, from: text) }
                #expect((try? read.get()) == bag, "seed \(seed): \(text) \(read)")
            }
        }
        #expect(written > 500 && failed > 500, "\(written) \(failed)")
    }
}
