import Foundation
import LibXML
import Synchronization
import Testing

@Suite struct DecodingOptionTests {
    struct Item: Decodable, Equatable {
        var id: Int
        var date: Date?
    }

    struct Feed: Decodable, Equatable {
        var title: String
        var item: [Item]
    }

    private final class Diagnostics: Sendable {
        let found = Mutex<[XMLDiagnostic]>([])
        func add(_ diagnostic: XMLDiagnostic) { found.withLock { $0.append(diagnostic) } }
        var lines: [String] { found.withLock { $0.map(\.description) } }
    }

    private static let feed = """
        <feed><title>T</title>
        <item id='1'/>
        <item id='x'/>
        <item id='3'><date>soon</date></item>
        <item id='4'><date>2024-01-01</date></item></feed>
        """

    @Test("One bad date does not lose a feed: invalid elements are omitted and reported")
    func skip() throws {
        let diagnostics = Diagnostics()
        let decoder = XMLDecoder(invalidElements: .skip, diagnosticHandler: { diagnostics.add($0) })
        let feed = try decoder.decode(Feed.self, from: Self.feed)
        #expect(feed.item.map(\.id) == [1, 4])
        #expect(
            diagnostics.lines == [
                "3:11: warning: expected Int, found “x” at feed.item[1].@id",
                "4:20: warning: expected Date, found “soon” at feed.item[2].date",
            ])
        #expect(try decoder.decode([Item].self, from: Self.feed, at: "feed/item").map(\.id) == [1, 4])
        // Outside of lists there is nothing to omit.
        #expect(throws: DecodingError.self) { try decoder.decode(Item.self, from: "<item id='x'/>") }
        #expect(throws: DecodingError.self) { try decoder.decode(Feed.self, from: "<feed/>") }
    }

    @Test("All errors are reported together")
    func collect() throws {
        let decoder = XMLDecoder(invalidElements: .collect)
        for body in [
            { _ = try decoder.decode(Feed.self, from: Self.feed) },
            { _ = try decoder.decode([Item].self, from: Self.feed, at: "feed/item") },
        ] {
            let error = try #require(throws: XMLError.self, performing: body)
            #expect(error.diagnostics.map { $0.location?.line } == [3, 4])
            #expect(error.location?.line == 3)
        }
        #expect(try decoder.decode(Feed.self, from: "<feed><title/></feed>").item == [])
    }

    @Test("Unknown elements are ignored, reported or errors")
    func unknown() throws {
        struct Server: Decodable {
            struct Listener: Decodable {
                var port: Int
            }
            var host: String
            var timeout: Double?
            var listener: [Listener]
        }
        let text =
            "<server><host>h</host>\n<listener><port>1</port><prot>2</prot></listener><x:y xmlns:x='u'/>\n<timout>3</timout></server>"
        #expect(try XMLDecoder().decode(Server.self, from: text).host == "h")
        let diagnostics = Diagnostics()
        let warning = XMLDecoder(unknownElements: .warn, diagnosticHandler: { diagnostics.add($0) })
        #expect(try warning.decode(Server.self, from: text).timeout == nil)
        #expect(
            diagnostics.lines == [
                "2:25: warning: <listener> cannot contain <prot> at server.listener.prot\nhelp: did you mean “port”?",
                "2:50: warning: <server> cannot contain <x:y> at server.y\nhelp: there are “host”, “listener”, “timeout”",
                "3:1: warning: <server> cannot contain <timout> at server.timout\nhelp: did you mean “timeout”?",
            ])
        let error = try #require(throws: DecodingError.self) {
            try XMLDecoder(unknownElements: .error).decode(Server.self, from: text)
        }
        #expect(error.xmlError?.code == .unknownElement)
        #expect(error.xmlError?.location?.description == "2:25")
        let wide = "<a>\((0..<5_000).map { "<n\($0)>1</n\($0)>" }.joined())</a>"
        #expect(try XMLDecoder(unknownElements: .error).decode([String: Int].self, from: wide).count == 5_000)
        #expect(
            try XMLDecoder(unknownElements: .error).decode([String: String].self, from: "<a><b>1</b></a>") == ["b": "1"]
        )
    }

    enum Color: String, Decodable, CaseIterable { case red, green }
    enum Size: Int, Decodable { case small = 1, large }

    struct Car: Decodable {
        var color: Color?
        var size: Size?
        var plate: Plate?
    }
    struct Plate: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard try container.decode(String.self).count == 6 else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "a plate has six characters")
            }
        }
    }

    @Test("An error of a type's own initializer keeps its kind")
    func kinds() throws {
        struct Mismatch: Decodable {
            init(from decoder: any Decoder) throws {
                throw DecodingError.typeMismatch(Int.self, .init(codingPath: [], debugDescription: "a fault"))
            }
        }
        struct Holder: Decodable {
            var value: Mismatch
        }
        let error = try #require(throws: DecodingError.self) {
            try XMLDecoder().decode(Holder.self, from: "<a><value>x</value></a>")
        }
        guard case .typeMismatch(let type, let context) = error else { throw error }
        #expect(type == Int.self && context.debugDescription == "1:11: error: a fault at a.value")
    }

    private func carError(_ text: String) throws -> XMLError? {
        try #require(throws: DecodingError.self) { try XMLDecoder().decode(Car.self, from: text) }.xmlError
    }

    @Test("An error of an enumeration, or of a type's own initializer, has the place of the value")
    func own() throws {
        #expect(
            try carError("<car><color>blue</color></car>")?.description
                == "1:13: error: expected one of “red”, “green”, found “blue” at car.color")
        #expect(try carError("<car size='3'/>")?.location?.description == "1:12")
        #expect(
            try carError("<car><plate>12</plate></car>")?.description
                == "1:13: error: a plate has six characters at car.plate")
    }
}

@Suite struct DecodableValueTests {
    enum Color: String, Decodable, CaseIterable { case red, green }

    @Test("Elements, attributes and dictionaries convert to dates, URLs and enumerations")
    func values() throws {
        let text = "<r on='2024-02-29' c='green'><d> 2024-02-29 </d><u>http://a/</u><c>red</c><c>blue</c><n>7</n></r>"
        let root = try XMLTree(parsing: text).root
        let day = 1_709_164_800.0
        #expect(try root.require("d").value(as: Date.self).timeIntervalSince1970 == day)
        #expect(try root.value(ofAttribute: "on", as: Date.self).timeIntervalSince1970 == day)
        #expect(try root.require("u").value(as: URL.self).host() == "a")
        #expect(try root.value(ofAttribute: "c", as: Color.self) == .green)
        #expect(try root.require("n").value(as: Int.self) == 7 && root.require("n").value(as: Decimal.self) == 7)
        let value = XMLValue(try XMLTree(parsing: text))
        #expect(try value.require(path: "r.d").value(as: Date.self).timeIntervalSince1970 == day)
        #expect(try value.require(path: "r.@on").value(as: Date.self).timeIntervalSince1970 == day)
        #expect(try XMLValue("2024-02-29").value(as: Date.self).timeIntervalSince1970 == day)
        #expect(try XMLValue("a<b&c").value(as: [String: String]?.self) != nil)
        let error = try #require(throws: XMLError.self) { try root[all: "c"][1].value(as: Color.self) }
        #expect(error.message == "expected one of “red”, “green”, found “blue”")
        #expect(error.location?.column == 78)
        let other = try #require(throws: XMLError.self) { try value.require(path: "r.n").value(as: Date.self) }
        #expect(other.location != nil && other.snippet() != nil)
        #expect(throws: XMLError.self) { try XMLValue("x").value(as: Date.self) }
        let bad = try #require(throws: XMLError.self) { try root.value(ofAttribute: "c", as: Date.self) }
        #expect(bad.location?.column == 23)
    }

    @Test("xml:space applies to the elements inside, up to another one")
    func inheritedSpace() throws {
        let text = """
            <o xml:space='preserve'><l><a> x </a><a xml:space='default'> y </a><a> z </a></l>\
            <l xml:space='default'><a> w </a><a xml:space='preserve'> v </a></l><l><a> u </a></l></o>
            """
        let lists = try XMLDecoder(trimValueWhitespaces: true).decode([[String]].self, from: text)
        #expect(lists == [[" x ", "y", " z "], ["w", " v "], [" u "]])
    }

    @Test(
        "White space belongs to a string, unless the option says otherwise; xml:space keeps it",
        arguments: [
            ("<a> x </a>", " x ", "x"), ("<a> Bob &amp; Co\n</a>", " Bob & Co\n", "Bob & Co"),
            ("<a>a &lt; b <![CDATA[ c ]]></a>", "a < b  c ", "a < b  c"), ("<a> </a>", " ", ""),
            ("<a xml:space='preserve'> x </a>", " x ", " x "), ("<a>x<!-- c --> y</a>", "x y", "x y"),
            ("<a xml:space='default'> x </a>", " x ", "x"),
        ])
    func whiteSpace(text: String, kept: String, trimmed: String) throws {
        let decoder = XMLDecoder(trimValueWhitespaces: true)
        #expect(try XMLDecoder().decode(String.self, from: text) == kept)
        #expect(try decoder.decode(String.self, from: text) == trimmed)
        struct Outer: Decodable {
            var a: String
        }
        let outer = "<o xml:space='preserve'>\(text)</o>"
        #expect(try decoder.decode(Outer.self, from: outer).a == (text.contains("'default'") ? trimmed : kept))
    }

    @Test("Other values ignore white space around them")
    func otherWhiteSpace() throws {
        enum Color: String, Decodable { case red }
        enum Level: Int, Decodable { case one = 1 }
        struct Tag: RawRepresentable, Decodable, Equatable {
            var rawValue: String
        }
        struct Values: Decodable {
            var color: Color
            var level: Level
            var tag: Tag
            var colors: [Color]
            var attribute: Color
        }
        let values = try XMLDecoder().decode(
            Values.self,
            from:
                "<v attribute=' red'><color> red\n</color><level> 1 </level><tag> a b </tag><colors>\tred </colors></v>"
        )
        #expect(values.color == .red && values.level == .one && values.tag.rawValue == "a b")
        #expect(values.colors == [.red] && values.attribute == .red)
    }

    @Test("What an empty element is for an optional")
    func emptyElements() throws {
        struct Values: Decodable, Equatable {
            var string: String?
            var int: Int?
            var list: [Int]?
        }
        let text = "<v><string/><int></int></v>"
        #expect(try XMLDecoder().decode(Values.self, from: text) == Values(string: "", int: nil, list: nil))
        #expect(try XMLDecoder(emptyElements: .nil).decode(Values.self, from: text) == Values())
        #expect(throws: DecodingError.self) { try XMLDecoder(emptyElements: .value).decode(Values.self, from: text) }
        for empty in [
            "<int> \n</int>", "<int><!-- c --></int>", "<int unit='x'/>", "<int xmlns:p='p'/>",
            "<int><![CDATA[]]></int>",
        ] {
            #expect(try XMLDecoder().decode(Values.self, from: "<v>\(empty)</v>").int == nil)
        }
        #expect(try XMLDecoder().decode(Values.self, from: "<v string='' int=' '/>") == Values(string: ""))
        #expect(throws: DecodingError.self) { try XMLDecoder().decode(Values.self, from: "<v><int><b/></int></v>") }
        struct Price: Decodable {
            enum CodingKeys: String, CodingKey { case value = "#text" }
            var value: Double?
        }
        #expect(try XMLDecoder().decode(Price.self, from: "<price currency='EUR'/>").value == nil)
    }

    @Test("Numbers that are not finite")
    func nonConformingFloats() throws {
        func decode(_ strategy: XMLDecoder.NonConformingFloatDecodingStrategy, _ text: String) throws -> (Double, Float)
        {
            let decoder = XMLDecoder(nonConformingFloatDecodingStrategy: strategy)
            return (
                try decoder.decode(Double.self, from: "<v>\(text)</v>"),
                try decoder.decode(Float.self, from: "<v>\(text)</v>")
            )
        }
        #expect(try decode(.xmlSchema, "-INF") == (-.infinity, -.infinity))
        #expect(try decode(.xmlSchema, " NaN ").0.isNaN)
        for text in ["INF", "NaN", "1e999"] {
            #expect(throws: DecodingError.self) { try decode(.throw, text) }
        }
        #expect(try decode(.throw, "1.5") == (1.5, 1.5))
        let own = XMLDecoder.NonConformingFloatDecodingStrategy.convertFromString(
            positiveInfinity: "max", negativeInfinity: "min", nan: "-")
        #expect(try decode(own, " max ") == (.infinity, .infinity))
        #expect(try decode(own, "min") == (-.infinity, -.infinity))
        #expect(try decode(own, "-").1.isNaN)
        #expect(throws: DecodingError.self) { try decode(own, "INF") }
    }
}
