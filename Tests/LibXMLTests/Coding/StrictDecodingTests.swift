import CheckCases
import Foundation
import LibXML
import Testing

/// Decoders that reject what they do not know, and those that collect all errors.
@Suite struct StrictDecodingTests {
    private struct Entry: Decodable, Equatable {
        var id: Int
        var title: String?
        var tags: [String]
        enum CodingKeys: String, CodingKey { case id = "@id", title, tags = "tag" }
    }

    private struct Single: Decodable { var x: Int }
    private struct Price: Decodable {
        var currency: String
        var value: Double
        enum CodingKeys: String, CodingKey { case currency = "@currency", value = "#text" }
    }
    private struct Text: Decodable { var x: String }
    private enum Tagged: Decodable { case `case`(Int) }
    private struct Both: Decodable, XMLCodingRoles {
        var x: Int
        static let xmlRoles: [String: XMLCodingRole] = ["x": .elementAndAttribute]
    }
    private struct Paths: Decodable, XMLCodingRoles {
        var city: String
        var mark: String
        var note: String
        static let xmlRoles: [String: XMLCodingRole] = [
            "city": .path("address/city"), "mark": .path("address/@mark"), "note": .path("address/#text"),
        ]
    }
    enum Block: Decodable, Equatable, XMLChoice {
        case p(String), text(String)
        static let xmlRoles: [String: XMLCodingRole] = ["p": .element, "text": .text]
    }
    private struct Page: Decodable {
        var title: String
        var blocks: [Block]
    }

    static let strict = XMLDecoder(unknownElements: .error)

    /// The code and the location of the error of a strict decoder; that of a warning with another one.
    static func fault<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> String {
        let found = try decodingError(type, text, strict)
        let warnings = Warnings()
        let warning = XMLDecoder(unknownElements: .warn, diagnosticHandler: { warnings.add($0) })
        _ = try warning.decode(type, from: text)
        #expect(warnings.all.contains { $0.code == found.code && $0.location == found.location })
        _ = try XMLDecoder().decode(type, from: text)
        return "\(found.code) \(found.location.map(\.description) ?? "")"
    }

    final class Warnings: @unchecked Sendable {
        private(set) var all: [XMLDiagnostic] = []
        func add(_ diagnostic: XMLDiagnostic) { all.append(diagnostic) }
    }

    @Test("Entries of a dictionary without a key, or with a second one, are elements of a list that cannot be decoded")
    func entries() throws {
        struct Properties: Decodable, XMLCodingRoles {
            var values: [String: Int]
            var n: Int
            static let xmlRoles: [String: XMLCodingRole] = ["values": .map("p", key: "@k", value: "@v")]
        }
        let text = "<c><p k='a' v='1'/><p v='2'/><p k='a' v='3'/><p k='b' v='x'/><n>z</n></c>"
        let collected = try #require(throws: XMLError.self) {
            try XMLDecoder(invalidElements: .collect).decode(Properties.self, from: text)
        }
        #expect(collected.diagnostics.map { $0.location?.column } == [20, 36, 58, 65])
        let warnings = Warnings()
        let decoder = XMLDecoder(invalidElements: .skip, diagnosticHandler: { warnings.add($0) })
        let found = try decoder.decode(Properties.self, from: text.replacing("z", with: "7").replacing("x", with: "9"))
        #expect(found.values == ["a": 1, "b": 9])
        #expect(warnings.all.map { $0.location?.column } == [20, 36])
        #expect(throws: DecodingError.self) { try XMLDecoder().decode(Properties.self, from: text) }
    }

    @Test("A path of one value leads to one place")
    func paths() throws {
        struct Paths: Decodable {
            enum CodingKeys: String, CodingKey {
                case file = "log/file"
                case level = "log/@level"
                case text = "note/#text"
                case all = "list/item"
            }
            var file: String?
            var level: String?
            var text: String?
            var all: [String]
        }
        let fault = "repeatedElement"
        #expect(try Self.fault(Paths.self, "<c><log><file>a</file><file/></log></c>") == "\(fault) 1:23")
        #expect(try Self.fault(Paths.self, "<c><log><file/></log><log><file/></log></c>") == "\(fault) 1:27")
        #expect(try Self.fault(Paths.self, "<c><log level='1'/>\n<log level='2'/></c>") == "\(fault) 2:1")
        #expect(try Self.fault(Paths.self, "<c><note>a</note><note>b</note></c>") == "\(fault) 1:18")
        let text =
            "<c><log/><log level='1'><file>a</file></log><list><item>1</item></list><list><item>2</item></list></c>"
        let paths = try XMLDecoder(unknownElements: .error).decode(Paths.self, from: text)
        #expect((paths.file, paths.level, paths.all) == ("a", "1", ["1", "2"]))
    }

    @Test("A strict decoder rejects what would be ignored")
    func strict() throws {
        #expect(try Self.fault(Single.self, "<a y='1'><x>1</x></a>") == "unknownAttribute 1:4")
        #expect(try Self.fault(Single.self, "<a>junk<x>1</x></a>") == "unexpectedText 1:4")
        #expect(try Self.fault(Single.self, "<a><x>1</x>\n<x>2</x></a>") == "repeatedElement 2:1")
        #expect(try Self.fault(Single.self, "<a x='2'><x>1</x></a>") == "unknownAttribute 1:4")
        #expect(try Self.fault(Single.self, "<a><x>1</x><y/></a>") == "unknownElement 1:12")
        #expect(try Self.fault(Single.self, "<a><x k='1'>1</x></a>") == "unknownAttribute 1:7")
        #expect(try Self.fault(Text.self, "<a><x>1<y/></x></a>") == "unknownElement 1:8")
        #expect(try Self.fault(Int.self, "<a k='1'>1</a>") == "unknownAttribute 1:4")
        #expect(try Self.fault(Entry.self, "<a id='1'><tag k=''>t</tag></a>") == "unknownAttribute 1:16")
        #expect(try Self.fault([Int].self, "<a k='1'><x>1</x></a>") == "unknownAttribute 1:4")
        #expect(try Self.fault([Int].self, "<a><x>1</x>junk</a>") == "unexpectedText 1:12")
        #expect(try Self.fault([[Int]].self, "<a><b k='1'><x>1</x></b></a>") == "unknownAttribute 1:7")
        #expect(try Self.fault(Tagged.self, "<a><case><_0>1</_0>junk</case></a>") == "unexpectedText 1:20")
        #expect(try Self.fault(Price.self, "<a currency='E' tax='1'>1</a>") == "unknownAttribute 1:17")
        #expect(try Self.fault(Page.self, "<a k='1'><title>T</title>a<p>b</p></a>") == "unknownAttribute 1:4")
        #expect(
            try Self.fault(Paths.self, "<a><address mark='' k=''>n<city>c</city></address></a>")
                == "unknownAttribute 1:21")
        #expect(try Self.fault([Single].self, "<l><a><x>1</x></a><a k=''><x>1</x></a></l>") == "unknownAttribute 1:22")
    }

    @Test("A mistyped attribute has a suggestion, as a mistyped element has")
    func suggestions() throws {
        struct Server: Decodable {
            enum CodingKeys: String, CodingKey {
                case port = "@port"
                case address
            }
            var port: Int?
            var address: String?
        }
        let cases = [
            ("<s prot='1'/>", "did you mean “port”?"), ("<s adress='a'/>", "did you mean “address”?"),
            ("<s><adress/></s>", "did you mean “address”?"), ("<s other='1'/>", "there are “address”, “port”"),
        ]
        for (text, help) in cases {
            let error = try #require(throws: DecodingError.self) { try Self.strict.decode(Server.self, from: text) }
            #expect(error.xmlError?.help == help, "\(text)")
        }
    }

    @Test("Each element at a path is checked, also without keys")
    func atPath() throws {
        let error = try #require(throws: DecodingError.self) {
            try Self.strict.decode([Int].self, from: "<l><n>1</n><n k='1'>2</n></l>", at: "l/n")
        }
        #expect(error.xmlError?.code == .unknownAttribute)
        #expect(error.xmlError?.location?.column == 15)
    }

    @Test("A strict decoder accepts everything that is read")
    func accepted() throws {
        let entry = "<e id='1' xml:lang='en' xmlns='urn:e'><title>T</title><tag>a</tag> <tag>b</tag><!-- c --></e>"
        #expect(try Self.strict.decode(Entry.self, from: entry).tags == ["a", "b"])
        #expect(try Self.strict.decode(Price.self, from: "<p currency='EUR'>1.5</p>").value == 1.5)
        #expect(try Self.strict.decode(Single.self, from: "<a x='1'/>").x == 1)
        #expect(try Self.strict.decode(Page.self, from: "<a><title>T</title>a<p>b</p>c</a>").blocks.count == 3)
        #expect(
            try Self.strict.decode(Paths.self, from: "<a><address mark='m'>n<city>c</city></address></a>").note == "n")
        #expect(try Self.strict.decode([String: String].self, from: "<a k='1'><b>2</b></a>").count == 2)
        #expect(try Self.strict.decode(Both.self, from: "<a x='1'><x>1</x></a>").x == 1)
        #expect(try Self.strict.decode([[Int]].self, from: "<a><b><c>1</c><d>2</d></b></a>") == [[1, 2]])
        struct Open: Decodable {
            var any: XMLTree.Element
            var value: XMLValue
            var dictionary: XMLDictionary
        }
        let open = "<a><any k='1'>t<x/></any><value k='1'><y/></value><dictionary k='1'><z/></dictionary></a>"
        _ = try Self.strict.decode(Open.self, from: open)
        let nilled = "<a xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><title i:nil='true'/></a>"
        struct Maybe: Decodable { var title: String? }
        #expect(try Self.strict.decode(Maybe.self, from: nilled).title == nil)
    }

    // MARK: Collected errors

    private enum Level: String, Decodable, CaseIterable { case low, high }

    private struct Inner: Decodable { var a: Int }
    private struct Document: Decodable {
        var m: Inner
        var o: Int
        var list: [Int]
    }

    private static func collected<Value: Decodable>(
        _ type: Value.Type, _ text: String, strict: Bool = false
    ) throws -> [String] {
        let decoder = XMLDecoder(invalidElements: .collect, unknownElements: strict ? .error : .ignore)
        let error = try #require(throws: XMLError.self) { try decoder.decode(type, from: text) }
        return error.diagnostics.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.code)" }
    }

    @Test("All errors of a document are one error, in the order of the document")
    func collect() throws {
        #expect(
            try Self.collected(
                Document.self, "<l><m a='x'/><o>z</o><list>q</list><list>r</list><typo/></l>", strict: true)
                == [
                    "1:10 invalidValue", "1:17 invalidValue", "1:28 invalidValue", "1:42 invalidValue",
                    "1:50 unknownElement",
                ])
        #expect(
            try Self.collected(Document.self, "<l><list>q</list></l>") == [
                "1:1 missingElement", "1:1 missingElement", "1:10 invalidValue",
            ])
        #expect(try Self.collected(Single.self, "<a><x>y</x></a>") == ["1:7 invalidValue"])
        #expect(try Self.collected(Int.self, "<a>y</a>") == ["1:4 invalidValue"])
    }

    @Test("Errors of every kind of value are collected")
    func kinds() throws {
        struct Kinds: Decodable {
            var bool: Bool, double: Double, float: Float, small: Int8, date: Date, url: URL, level: Level
            var inners: [Inner]
            var optional: Int?
            var map: [String: Int]
            var data: Data
        }
        let text = """
            <k><bool>x</bool>
            <double>x</double>
            <float>x</float>
            <small>300</small>
            <date>x</date>
            <url></url>
            <level>x</level>
            <inners a='x'/><inners/><inners><a>y</a></inners>
            <optional>x</optional>
            <map><a>x</a>
            <b>y</b></map>
            <data>?</data></k>
            """
        let lines = try Self.collected(Kinds.self, text).map { $0.prefix { $0 != ":" } }
        #expect(lines == ["1", "2", "3", "4", "5", "6", "7", "8", "8", "8", "9", "10", "11", "12"])
    }

    @Test("What a program handles itself is not collected")
    func alternatives() throws {
        enum Either: Decodable, Equatable {
            case int(Int), text(String)
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let int = try? container.decode(Int.self) {
                    self = .int(int)
                } else {
                    self = .text(try container.decode(String.self))
                }
            }
        }
        struct Value: Decodable {
            var either: [Either]
            var x: Int
        }
        let decoder = XMLDecoder(invalidElements: .collect)
        let value = try decoder.decode(Value.self, from: "<v><either>1</either><either>b</either><x>1</x></v>")
        #expect(value.either == [.int(1), .text("b")])
        #expect(
            try Self.collected(Value.self, "<v><either>1</either><either>b</either><x>c</x></v>") == [
                "1:43 invalidValue"
            ])
    }

    @Test("An error of an initializer that results from another error is not reported")
    func dependent() throws {
        struct Port: Decodable {
            var port: Int
            enum CodingKeys: CodingKey { case port }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                port = try container.decode(Int.self, forKey: .port)
                guard port > 0 else {
                    throw DecodingError.dataCorruptedError(forKey: .port, in: container, debugDescription: "not a port")
                }
            }
        }
        struct Config: Decodable {
            var first: [Port]
            var name: Int
        }
        #expect(
            try Self.collected(
                Config.self, "<c><first><port>x</port></first><first><port>0</port></first><name>n</name></c>")
                == ["1:17 invalidValue", "1:46 invalidValue", "1:68 invalidValue"])
    }

    @Test("Generated documents: as many errors as were made", arguments: 0..<150 as Range<UInt64>)
    func generated(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func number() -> String { random.chance(4) ? "x" : "\(Int.random(in: 0...9, using: &random))" }
        func node(_ depth: Int) -> String {
            let children = depth == 0 ? [] : (0..<Int.random(in: 0...3, using: &random)).map { _ in node(depth - 1) }
            return "<node id='\(number())'><n>\(number())</n>\(children.joined())<m>\(number())</m></node>"
        }
        struct Node: Decodable {
            var id: Int, n: Double, m: Int
            var node: [Node]
        }
        struct Root: Decodable {
            var node: [Node]
            var last: Int?
        }
        let text = "<r>\(node(3))\(node(2))<last>\(number())</last></r>"
        let count = text.count { $0 == "x" }
        if count == 0 {
            _ = try XMLDecoder(invalidElements: .collect).decode(Root.self, from: text)
        } else {
            #expect(try Self.collected(Root.self, text).count == count, "\(text)")
        }
    }
}
