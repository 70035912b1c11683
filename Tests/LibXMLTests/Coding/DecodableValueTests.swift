import Foundation
import LibXML
import Testing

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
        #expect(try value.require(at: "r.d").value(as: Date.self).timeIntervalSince1970 == day)
        #expect(try value.require(at: "r.@on").value(as: Date.self).timeIntervalSince1970 == day)
        #expect(try XMLValue("2024-02-29").value(as: Date.self).timeIntervalSince1970 == day)
        #expect(try XMLValue("a<b&c").value(as: [String: String]?.self) != nil)
        let error = try #require(throws: XMLError.self) { try root[all: "c"][1].value(as: Color.self) }
        #expect(error.message == "expected one of “red”, “green”, found “blue”")
        #expect(error.location?.column == 78)
        let other = try #require(throws: XMLError.self) { try value.require(at: "r.n").value(as: Date.self) }
        #expect(other.location != nil && other.snippet() != nil)
        #expect(throws: XMLError.self) { try XMLValue("x").value(as: Date.self) }
        let bad = try #require(throws: XMLError.self) { try root.value(ofAttribute: "c", as: Date.self) }
        #expect(bad.location?.column == 23)
    }

    @Test("xml:space applies to the elements inside, up to another one")
    func inheritedSpace() throws {
        let text = """
            <o xml:space='preserve'><l><a> x </a><a xml:space='default'> y </a><a xml:space='x'> z </a></l>\
            <l xml:space='default'><a> w </a><a xml:space='preserve'> v </a></l><l><a> u </a></l></o>
            """
        let lists = try XMLDecoder(trimsWhiteSpace: true).decode([[String]].self, from: text)
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
        let decoder = XMLDecoder(trimsWhiteSpace: true)
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
        #expect(values.color == .red)
        #expect(values.level == .one)
        #expect(values.tag.rawValue == "a b")
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
        #expect(try XMLDecoder(emptyValues: .nil).decode(Values.self, from: text) == Values())
        #expect(throws: DecodingError.self) { try XMLDecoder(emptyValues: .value).decode(Values.self, from: text) }
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

    @Test("An empty element is an empty string, or nil; xsi:nil is nil")
    func emptyProperties() throws {
        struct Item: Decodable, Equatable {
            var name: String
        }
        struct Values: Decodable, Equatable {
            var string: String?
            var int: Int?
            var date: Date?
            var items: [Item]?
        }
        let xsi = "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
        #expect(try XMLDecoder().decode(Values.self, from: "<v><string/><int/><date></date></v>") == Values(string: ""))
        #expect(
            try XMLDecoder().decode(Values.self, from: "<v \(xsi)><string xsi:nil='true'/><items xsi:nil='1'/></v>")
                == Values())
        #expect(try decodingError([Int].self, "<v><int/></v>").message == "expected Int, found nothing")
    }

    @Test(
        "White space beside references and CDATA sections is kept",
        arguments: [
            ("Bob &amp; Co", "Bob & Co"), ("a &lt; b &gt; c", "a < b > c"), ("&lt;", "<"), (" &amp; ", " & "),
            ("a\n&#233;\tb", "a\né\tb"), ("x<![CDATA[ & ]]>y", "x & y"), ("<![CDATA[ ]]>", " "),
        ])
    func references(xml: String, text: String) throws {
        #expect(try XMLDecoder().decode(String.self, from: "<a>\(xml)</a>") == text)
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try XMLDecoder(trimsWhiteSpace: true).decode(String.self, from: "<a>\(xml)</a>") == trimmed)
    }
}
