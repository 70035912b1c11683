import Foundation
import LibXML
import Synchronization
import Testing

/// Where two features meet.
@Suite struct DecodingEdgeTests {
    enum Shape: Decodable, Equatable, XMLChoice {
        case circle(radius: Int)
        case box(Int)
        case text(String)
        static let xmlRoles: [String: XMLCodingRole] = ["circle": .element, "box": .element, "text": .text]
    }

    private static func error<Value: Decodable>(
        _ type: Value.Type, _ text: String, _ decoder: XMLDecoder = .init()
    ) throws -> XMLError {
        do {
            _ = try decoder.decode(type, from: text)
        } catch let error as DecodingError {
            return try #require(error.xmlError)
        } catch let error as XMLError {
            return error
        }
        Issue.record("no error: \(text)")
        return XMLError(XMLDiagnostic(.invalidValue, ""))
    }

    @Test("A choice of elements cannot be decoded from a text")
    func choiceInText() throws {
        enum Inner: Decodable, XMLChoice {
            case a(Int)
            static let xmlRoles: [String: XMLCodingRole] = ["a": .element]
        }
        enum Outer: Decodable, XMLChoice {
            case text(Inner)
            static let xmlRoles: [String: XMLCodingRole] = ["text": .text]
        }
        let error = try Self.error([Outer].self, "<r>\n x</r>")
        #expect(error.location?.line == 2 && error.location?.column == 2)
    }

    @Test(
        "Decimals are whole numbers in one of the forms, and have at most 38 digits",
        arguments: [
            ("0", "0"), ("-1.50", "-1.5"), (" +7. ", "7"), (".5", "0.5"), ("1e3", "1000"), ("12E-2", "0.12"),
            ("00000000000000000000000000000000000000000000001.0", "1"), ("1-2", nil), ("1.2.3", nil), ("1e", nil),
            ("-", nil), (".", nil), ("e5", nil), ("--5", nil), ("2024-01-05", nil), ("", nil), ("1 2", nil), ("٣", nil),
            ("123456789012345678901234567890123456789", nil),
        ] as [(String, String?)])
    func decimals(text: String, value: String?) throws {
        guard let value else {
            #expect(try Self.error(Decimal.self, "<d>\(text)</d>").code == .invalidValue)
            return
        }
        #expect(try XMLDecoder().decode(Decimal.self, from: "<d>\(text)</d>") == Decimal(string: value))
    }

    @Test("A text in place of the elements of a list is an error, at its place")
    func textOfList() throws {
        struct Lists: Decodable { var a: [[String]] }
        for strategy in [XMLDecoder.InvalidElements.throw, .collect] {
            let decoder = XMLDecoder(invalidElements: strategy)
            #expect(try Self.error([String].self, "<a>x</a>", decoder).location?.column == 4)
            #expect(try Self.error(Lists.self, "<r><a>x</a></r>", decoder).location?.column == 7)
            #expect(try decoder.decode([Int].self, from: "<a> <b>1</b> </a>") == [1])
            #expect(try decoder.decode([String].self, from: "<a>\n</a>") == [])
            #expect(try decoder.decode(Lists.self, from: "<r><a/><a><b/></a></r>").a == [[], [""]])
        }
    }

    @Test("A list has a value, whatever its first element is")
    func listsOfNil() throws {
        struct Lists: Decodable, Equatable {
            var i: [Int?]?
            var s: [String]?
        }
        let xsi = "xmlns:x='http://www.w3.org/2001/XMLSchema-instance'"
        let text = "<a \(xsi)><i x:nil='true'/><s/><i>5</i><s>x</s></a>"
        #expect(try XMLDecoder().decode(Lists.self, from: text) == Lists(i: [nil, 5], s: ["", "x"]))
        #expect(try XMLDecoder(emptyValues: .nil).decode(Lists.self, from: text).s == ["", "x"])
        #expect(try XMLDecoder().decode(Lists.self, from: "<a \(xsi)><i x:nil='1'/></a>") == Lists())
    }

    @Test("Choices in several elements, at paths, in lists of lists, and under the names of their cases")
    func choicePlaces() throws {
        struct Body: Decodable {
            var body: [Shape]
        }
        struct Path: Decodable, XMLCodingRoles {
            var shapes: [Shape]
            static let xmlRoles: [String: XMLCodingRole] = ["shapes": .path("body/*")]
        }
        struct Rows: Decodable {
            var row: [[Shape]]
        }
        struct Named: Decodable {
            var circle: Shape?
            var box: Shape?
        }
        let first = "<circle radius='1'/>"
        let second = "<box>2</box>"
        let shapes = [Shape.circle(radius: 1), .box(2)]
        let decoder = XMLDecoder()
        #expect(
            try decoder.decode(Body.self, from: "<a><body>\(first)</body><body>\(second)</body></a>").body == shapes)
        #expect(
            try decoder.decode(Path.self, from: "<a><body><title/>\(first)<x/>\(second)</body></a>").shapes == shapes)
        #expect(
            try decoder.decode(Rows.self, from: "<a><row>\(first)\(second)</row><row/><row>\(second)</row></a>").row
                == [shapes, [], [.box(2)]])
        let named = try decoder.decode(Named.self, from: "<a>\(second)\(first)</a>")
        #expect(named.circle == shapes[0] && named.box == shapes[1])
        #expect(try decoder.decode([String: Shape].self, from: "<a>\(second)\(first)</a>")["box"] == shapes[1])
        let xsi = "xmlns:x='http://www.w3.org/2001/XMLSchema-instance'"
        #expect(try decoder.decode(Named.self, from: "<a \(xsi)><circle x:nil='true'/></a>").circle == nil)
    }

    @Test("Texts of choices have their own places, in time in proportion to the list")
    func textPlaces() throws {
        let located = try XMLDecoder().decode(
            [Located<Shape>].self, from: "<a>1<circle radius='1'/>\n 2<box>3</box></a>")
        #expect(located.map { $0.location?.line } == [1, 1, 2, 2])
        #expect(located.map { $0.location?.column } == [4, 5, 2, 8])
        enum Number: Decodable, XMLChoice {
            case number(Int), other(XMLTree.Element)
            static let xmlRoles: [String: XMLCodingRole] = ["number": .text, "other": .element("*")]
        }
        let error = try Self.error([Number].self, "<a>1<b/>\n  xx</a>")
        #expect(error.location?.line == 2 && error.location?.column == 3)
    }

    @Test("Records that are not of the type are skipped with a warning")
    func skippedRecords() async throws {
        struct Item: Decodable {
            struct Failure: Error {}
            var id: Int
            enum CodingKeys: CodingKey { case id }
            init(from decoder: any Decoder) throws {
                id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
                if id == 4 { throw Failure() }
            }
        }
        let warnings = Mutex<[Int]>([])
        let decoder = XMLDecoder(
            invalidElements: .skip,
            diagnosticHandler: { diagnostic in warnings.withLock { $0.append(diagnostic.location?.line ?? 0) } })
        let text = "<r><o id='1'/>\n<o id='x'/>\n<o id='3'/>\n<o id='4'/><o id='5'/></r>"
        var records = try XMLRecords(parsing: text, at: "r/o")
        var ids: [Int] = []
        while let item = try records.next(as: Item.self, with: decoder) { ids.append(item.id) }
        #expect(ids == [1, 3, 5])
        #expect(warnings.withLock { $0 } == [2, 4])
        let stream = AsyncStream<[UInt8]> { continuation in
            continuation.yield(Array(text.utf8))
            continuation.finish()
        }
        ids = []
        for try await item in try AsyncXMLRecords(of: Item.self, stream, at: "r/o", with: decoder) {
            ids.append(item.id)
        }
        #expect(ids == [1, 3, 5])
        #expect(try decoder.decode([Item].self, from: text, at: "r/o").map(\.id) == [1, 3, 5])
    }

    struct Config: Decodable, XMLCodingRoles {
        struct Limit: Decodable {
            var max: Int
        }
        struct Base: Decodable {
            var name: String
        }
        var items: [Int]
        var limits: [String: Limit]
        var shapes: [Shape]
        var extra: String?
        var base: Base

        static let xmlRoles: [String: XMLCodingRole] = [
            "items": .path("items/item"), "limits": .map("limit", key: "@name", value: "."),
        ]
        enum CodingKeys: CodingKey { case items, limits, shapes, extra }

        init(from decoder: any Decoder) throws {
            base = try decoder.singleValueContainer().decode(Base.self)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            items = try container.decode([Int].self, forKey: .items)
            limits = try container.decode([String: Limit].self, forKey: .limits)
            shapes = try container.decode([Shape].self, forKey: .shapes)
            extra = try container.decodeIfPresent(String.self, forKey: .extra)
        }
    }

    @Test(
        "Unknown elements are found in paths, dictionaries and choices, and types that share an element know its children together",
        arguments: [
            ("", nil), ("<items><item>1</item></items>", nil), ("<limit name='a'><max>1</max></limit>", nil),
            ("<circle><radius>1</radius></circle>", nil), ("<shapes><box>1</box></shapes>", nil),
            ("<items><item>1</item><itm/></items>", "itm"), ("<limit name='a'><max>1</max><min/></limit>", "min"),
            ("<circle><radius>1</radius><zz/></circle>", "zz"), ("<shapes><box>1</box><bx/></shapes>", "bx"),
            ("<other/>", "other"),
        ] as [(String, String?)])
    func unknown(content: String, name: String?) throws {
        let decoder = XMLDecoder(unknownElements: .error)
        let text = "<c><name>n</name><extra/>\(content)</c>"
        guard let name else {
            _ = try decoder.decode(Config.self, from: text)
            return
        }
        let error = try Self.error(Config.self, text, decoder)
        #expect(error.code == .unknownElement && error.message.contains("<\(name)>"), "\(error)")
    }

    @Test("Dictionaries that were made in code keep namespaces and null")
    func madeDictionaries() throws {
        struct Value: Decodable, XMLCodingRoles {
            struct Child: Decodable {
                var a: String?
            }
            var title: String?
            var missing: String?
            var child: Child?
            static let xmlRoles: [String: XMLCodingRole] = ["title": .element(XMLNamespace("urn:m")["title"])]
        }
        let made: XMLDictionary = [
            "@xmlns:m": "urn:m", "@xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance", "m:title": "T",
            "missing": .null,
            "child": ["a": ["@xsi:nil": "true"]],
        ]
        let value = try XMLDecoder().decode(Value.self, from: made)
        #expect(value.title == "T")
        #expect(value.missing == nil)
        #expect(value.child?.a == nil)
        for invalid in [["@a": ["x", "y"]], ["#text": ["x", "y"]], ["@a": ["b": "c"]]] as [XMLDictionary] {
            #expect(throws: XMLError.self) { try XMLDecoder().decode(Value.self, from: invalid) }
        }
        let located = try XMLDecoder().decode([String: Located<Int>].self, from: ["a": 1] as XMLDictionary)
        #expect(located["a"]?.value == 1)
        #expect(located["a"]?.location == nil)
    }

    @Test("Options apply to roles: any namespace to paths, conversion to keys but not to names")
    func optionsOfRoles() throws {
        struct Value: Decodable, XMLCodingRoles {
            var itemList: [Int]
            var mapEntries: [String: Int]
            var otherName: String?
            static let xmlRoles: [String: XMLCodingRole] = [
                "itemList": .path("item_list/item"),
                "mapEntries": .map("map_entry", key: "@entry_key", value: "the_value"),
            ]
        }
        let text = """
            <a xmlns:p='u'><p:item_list><p:item>1</p:item></p:item_list><item_list><item>2</item></item_list>
            <map_entry entry_key=' k '><the_value>3</the_value></map_entry><other_name>n</other_name></a>
            """
        let value = try XMLDecoder(keyDecodingStrategy: .convertFromSnakeCase).decode(Value.self, from: text)
        #expect(value.itemList == [2])
        #expect(value.mapEntries == ["k": 3])
        #expect(value.otherName == "n")
        #expect(try XMLDecoder(matchesAnyNamespace: true).decode(Value.self, from: text).itemList == [1, 2])
        struct Expanded: Decodable {
            enum CodingKeys: String, CodingKey { case a = "{u}the_name" }
            var a: String
        }
        struct Prefixed: Decodable {
            enum CodingKeys: String, CodingKey { case a = "p:the_name" }
            var a: String
        }
        let decoder = XMLDecoder(keyDecodingStrategy: .convertFromSnakeCase)
        let named = "<a xmlns:p='u'><p:the_name>n</p:the_name></a>"
        #expect(try decoder.decode(Expanded.self, from: named).a == "n")
        #expect(try decoder.decode(Prefixed.self, from: named).a == "n")
    }

    @Test("Errors of a type's own initializer have the place of the key")
    func ownErrors() throws {
        struct Server: Decodable {
            enum CodingKeys: CodingKey { case port }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                throw DecodingError.dataCorruptedError(forKey: .port, in: container, debugDescription: "too large")
            }
        }
        let error = try Self.error(Server.self, "<s>\n<port>\n70000</port></s>")
        #expect(error.location?.line == 3)
        #expect(error.message == "too large")
        struct Code: RawRepresentable, Decodable {
            var rawValue: String
            init?(rawValue: String) { self.rawValue = rawValue }
            init(from decoder: any Decoder) throws {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "a code has three letters"))
            }
        }
        #expect(try Self.error(Code.self, "<c>x</c>").message == "a code has three letters")
    }

    @Test("Roles of keys that are used for some values only, and of choices that cannot work")
    func roleErrors() throws {
        struct Figure: Decodable, XMLCodingRoles {
            enum A: CodingKey { case kind }
            enum B: CodingKey { case radius }
            var radius: Int?
            static let xmlRoles: [String: XMLCodingRole] = ["kind": .attribute, "radius": .attribute("r")]
            init(from decoder: any Decoder) throws {
                guard try decoder.container(keyedBy: A.self).decode(String.self, forKey: .kind) == "c" else { return }
                radius = try decoder.container(keyedBy: B.self).decode(Int.self, forKey: .radius)
            }
        }
        #expect(
            try XMLDecoder().decode([Figure].self, from: "<f><a kind='x'/><a kind='c' r='1'/></f>").map(\.radius) == [
                nil, 1,
            ])
        enum Empty: String, Decodable, XMLChoice { case a }
        enum Mixed: Decodable, XMLChoice {
            case a(Int), b(Int)
            static let xmlRoles: [String: XMLCodingRole] = ["a": .element, "b": .type(XMLName("b"))]
        }
        #expect(try Self.error(Empty.self, "<a/>").code == .invalidPath)
        #expect(try Self.error(Mixed.self, "<a/>").code == .invalidPath)
        struct Point: RawRepresentable, Decodable {
            var rawValue: [Int] { [x] }
            var x: Int
            enum CodingKeys: CodingKey { case x }
            init?(rawValue: [Int]) { x = rawValue[0] }
        }
        struct Plot: Decodable {
            var point: Point?
        }
        #expect(try XMLDecoder().decode(Plot.self, from: "<p><point x='1'/></p>").point?.x == 1)
    }

    @Test("A value at a path, further roots, and more errors than are kept")
    func others() throws {
        struct Item: Decodable, Equatable {
            var id: Int
        }
        let text = "<a><b><c id='1'/><c id='2'/></b></a>"
        #expect(try XMLDecoder().decode(Item.self, from: text, at: "a/b/c") == Item(id: 1))
        #expect(try XMLDecoder().decode(Item.self, from: Array(text.utf8), at: "a/b/c[2]") == Item(id: 2))
        #expect(try XMLDecoder().decode(Item.self, from: XMLTree(parsing: text), at: "a/b/c") == Item(id: 1))
        #expect(throws: XMLError.self) { try XMLDecoder().decode(Item.self, from: text, at: "a/x") }
        #expect(throws: XMLError.self) { try XMLDecoder().decode([Int].self, from: text, at: "a/b/c/@id") }

        let roots = try XMLTree(parsing: "<a><id>1</id></a><a><id>x</id></a>", options: .recovering)
        for decoder in [XMLDecoder(), XMLDecoder(invalidElements: .collect)] {
            #expect(try decoder.decode([Int].self, from: roots, at: "a/id") == [1])
            #expect(throws: (any Error).self) {
                try decoder.decode([Int].self, from: roots.furtherRoots[0], at: "a/id")
            }
        }
        let bad = "<r>\(String(repeating: "<i>x</i>", count: 1_500))</r>"
        let error = try Self.error([Int].self, bad, XMLDecoder(invalidElements: .collect))
        #expect(error.diagnostics.count == 1_001 && error.diagnostics.last?.message == "500 more errors")
        struct Values: Decodable {
            var a: XMLValue
        }
        #expect(try XMLDecoder().decode(Values.self, from: "<v><a b='1'>x</a></v>").a[at: "a.@b"]?.string == "1")
    }

    @Test("Documents with the same names share what is known of them, and nothing else")
    func sharedNames() async throws {
        struct Item: Decodable, Equatable {
            var id: Int
            var aB: String?
        }
        struct Other: Decodable, Equatable, XMLCodingRoles {
            var id: Int
            var aB: String?
            static let xmlRoles: [String: XMLCodingRole] = ["id": .element("a_b"), "aB": .attribute("id")]
        }
        final class Keeper: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) throws { self.decoder = decoder }
        }
        let snakes = XMLDecoder(keyDecodingStrategy: .convertFromSnakeCase)
        func check(_ number: Int) throws {
            let text = "<item id='\(number)'><a_b>\(number)</a_b></item>"
            #expect(try XMLDecoder().decode(Item.self, from: text) == Item(id: number, aB: nil))
            #expect(try snakes.decode(Item.self, from: text) == Item(id: number, aB: "\(number)"))
            #expect(try XMLDecoder().decode(Other.self, from: text) == Other(id: number, aB: "\(number)"))
            let prefixed = "<p:item xmlns:p='\(number)' id='1'><p:aB>x</p:aB></p:item>"
            #expect(try XMLDecoder().decode(Item.self, from: prefixed) == Item(id: 1, aB: "x"))
            let keeper = try XMLDecoder().decode(Keeper.self, from: text)
            #expect(try XMLDecoder().decode(Item.self, from: text) == Item(id: number, aB: nil))
            #expect(try Item(from: keeper.decoder) == Item(id: number, aB: nil))
        }
        try check(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 1...8 {
                group.addTask { for number in 0..<50 { try check(task * 100 + number) } }
            }
            try await group.waitForAll()
        }
    }
}
