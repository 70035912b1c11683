import Foundation
import LibXML
import Testing

/// Lists, dictionaries, choices, alternatives, names and options, as documents of other coders have them.
@Suite struct DecodingShapeTests {
    private static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, _ text: String, _ decoder: XMLDecoder = .init()
    ) throws -> Value {
        try decoder.decode(type, from: text)
    }

    struct Mixed: Codable, Equatable {
        struct Pair: Codable, Equatable {
            var item: [String]
        }
        var node: String?
        var item: [Int]
        var pair: [Pair]
    }

    @Test(
        "Lists take their elements wherever they are",
        arguments: [
            "<r><node/><item>1</item><item>2</item><item>3</item><pair><item>a</item></pair></r>",
            "<r><item>1</item><item>2</item><item>3</item><pair><item>a</item></pair><node/></r>",
            "<r><item>1</item><x/><item>2</item><node/><pair><item>a</item></pair>text<item>3</item></r>",
            "<r>\n<item>1</item><x><item>9</item><node/></x><pair><item>a</item></pair><item>2</item><node/><item>3</item></r>",
            "<r item='9'><pair item='9'><item>a</item></pair><item>1</item><!-- c --><item>2</item><?p?><item>3</item><node/></r>",
        ])
    func overlapping(text: String) throws {
        #expect(try Self.decode(Mixed.self, text) == Mixed(node: "", item: [1, 2, 3], pair: [.init(item: ["a"])]))
    }

    @Test("Lists of lists, of dictionaries, and dictionaries of both")
    func nesting() throws {
        let text = "<r><a><x>1</x><x>2</x></a><b><y>3</y></b><b/></r>"
        #expect(try Self.decode([[Int]].self, text) == [[1, 2], [3], []])
        #expect(try Self.decode([[String: [Int]]].self, text) == [["x": [1, 2]], ["y": [3]], [:]])
        #expect(try Self.decode([String: [[Int]]].self, text) == ["a": [[1, 2]], "b": [[3], []]])
        #expect(throws: DecodingError.self) { try Self.decode([String: [String: [Int]]].self, text) }
        #expect(try Self.decode([String: [[String: [Int]]]].self, text)["b"] == [["y": [3]], [:]])
        #expect(try Self.decode(ContiguousArray<[Int]>.self, text).count == 3)
        #expect(try Self.decode(Set<[Int]>.self, text) == [[1, 2], [3], []])
    }

    @Test("Lists in attributes and texts are separated by white space")
    func listsInText() throws {
        struct Lists: Codable, Equatable {
            enum CodingKeys: String, CodingKey { case sizes = "@sizes", names, text = "#text" }
            var sizes: [Int]
            var names: [String]?
            var text: [Double]
        }
        let text = "<r sizes=' 1 2&#10;3 ' names='a'>\n1.5 <b>x</b><![CDATA[2.5 ]]>3.5</r>"
        #expect(try Self.decode(Lists.self, text) == Lists(sizes: [1, 2, 3], names: ["a"], text: [1.5, 2.5, 3.5]))
        #expect(try Self.decode(Lists.self, "<r/>") == Lists(sizes: [], names: nil, text: []))
        #expect(try Self.decode(Lists.self, "<r sizes='' names=' '> </r>") == Lists(sizes: [], names: [], text: []))
        let error = try #require(throws: DecodingError.self) { try Self.decode(Lists.self, "<r\n sizes='1 b 2'/>") }
        #expect(error.xmlError?.message == "expected Int, found “b”")
        #expect(error.xmlError?.location?.line == 2)
    }

    // MARK: Alternatives

    enum IntOrString: Decodable, Equatable {
        case int(Int), string(String), pair([String: Int])
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let int = try? container.decode(Int.self) {
                self = .int(int)
            } else if let pair = try? container.decode([String: Int].self), !pair.isEmpty {
                self = .pair(pair)
            } else {
                self = .string(try container.decode(String.self))
            }
        }
    }

    @Test("A type that tries one type and then others, with every option")
    func alternatives() throws {
        struct Values: Decodable, Equatable {
            var single: IntOrString
            var mark: IntOrString
            var list: [IntOrString]
        }
        let text =
            "<r mark='m'><list>1</list><single>2</single><list>b</list><list><x>3</x></list><list/></r>"
        let expected = Values(
            single: .int(2), mark: .string("m"), list: [.int(1), .string("b"), .pair(["x": 3]), .string("")])
        for invalid in [XMLDecoder.InvalidElements.throw, .skip, .collect] {
            let decoder = XMLDecoder(
                invalidElements: invalid, diagnosticHandler: { Issue.record("\($0)") }, depthLimit: 20)
            for _ in 0..<30 { #expect(try decoder.decode(Values.self, from: text) == expected) }
        }
        // 10,000 failed attempts in one document leave no trace.
        let many = "<r>" + String(repeating: "<x>b</x>", count: 10_000) + "</r>"
        #expect(try XMLDecoder(depthLimit: 10).decode([IntOrString].self, from: many).count == 10_000)
    }

    @Test("Errors of lists in a value that was abandoned are not collected")
    func abandonedLists() throws {
        struct First: Codable {
            var list: [Int]
            var missing: Int
        }
        struct Second: Codable {
            var list: [String]
        }
        struct Either: Decodable {
            var list: [String]?
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if (try? container.decode(First.self)) == nil { list = try container.decode(Second.self).list }
            }
        }
        struct Outer: Decodable {
            var numbers: [Int]
            var either: Either
            var more: [Either]
        }
        let decoder = XMLDecoder(invalidElements: .collect)
        let either = "<list>a</list>"
        #expect(try Self.decode(Either.self, "<e>\(either)</e>", decoder).list == ["a"])
        let text = "<o><either>\(either)</either><more>\(either)</more></o>"
        #expect(try Self.decode(Outer.self, text, decoder).more[0].list == ["a"])
        func errors(_ type: (some Decodable).Type, _ text: String) throws -> [String] {
            try #require(throws: XMLError.self) { try decoder.decode(type, from: text) }.diagnostics.map(\.message)
        }
        #expect(
            try errors(Outer.self, "<o><numbers>x</numbers><either>\(either)</either></o>") == [
                "expected Int, found “x”"
            ])
        #expect(try errors([First].self, "<o><f><list>y</list></f><f missing='1'><list>z</list></f></o>").count == 3)
        #expect(try errors(First.self, "<f><list>y</list></f>").count == 2)
        #expect(try Self.decode(ContiguousArray<Int>.self, "<o><a>1</a></o>", decoder) == [1])
        let skipping = XMLDecoder(invalidElements: .skip)
        #expect(try Self.decode(ContiguousArray<Int>.self, "<o><a>x</a><a>1</a></o>", skipping) == [1])
    }

    @Test("Enumerations with tags: in an attribute, in an element, beside their content, or none")
    func tagged() throws {
        enum Shape: Decodable, Equatable {
            case circle(radius: Int), square(side: Int), point
            enum Keys: String, CodingKey { case type, radius, side, content }
            init(from decoder: any Decoder) throws {
                var container = try decoder.container(keyedBy: Keys.self)
                let type = try container.decodeIfPresent(String.self, forKey: .type)
                if container.contains(.content) {
                    container = try container.nestedContainer(keyedBy: Keys.self, forKey: .content)
                }
                switch type {
                case "circle": self = .circle(radius: try container.decode(Int.self, forKey: .radius))
                case "square": self = .square(side: try container.decode(Int.self, forKey: .side))
                case nil:
                    if let radius = try? container.decode(Int.self, forKey: .radius) {
                        self = .circle(radius: radius)
                    } else {
                        self = .square(side: try container.decode(Int.self, forKey: .side))
                    }
                default: self = .point
                }
            }
        }
        let text = """
            <r><s type='circle' radius='1'/><s><type>square</type><side>2</side></s><s type='point'/>
            <s><content side='3'/><type>square</type></s><s radius='4'/><s radius='x' side='5'/></r>
            """
        #expect(
            try Self.decode([Shape].self, text)
                == [
                    .circle(radius: 1), .square(side: 2), .point, .square(side: 3), .circle(radius: 4),
                    .square(side: 5),
                ])
    }

    @Test("Enumerations without roles: the only child element is the case")
    func externallyTagged() throws {
        enum Shape: Codable, Equatable { case none, circle(radius: Int), line(from: Int, to: Int?) }
        struct Drawing: Codable {
            var a: Shape, b: Shape, c: [Shape]
        }
        let drawing = try Self.decode(
            Drawing.self, "<d><a><none/></a><b><circle radius='1'/></b><c><line><from>1</from></line></c></d>")
        #expect(drawing.a == .none)
        #expect(drawing.b == .circle(radius: 1))
        #expect(drawing.c == [.line(from: 1, to: nil)])
        let error = try #require(throws: DecodingError.self) { try Self.decode(Shape.self, "<d>\n<x/></d>") }
        #expect(error.xmlError?.location?.line == 1)
    }

    @Test("An enumeration with a case for all other words")
    func otherWords() throws {
        enum Language: String, Decodable {
            case swift, cpp, other
            init(from decoder: any Decoder) throws {
                self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
            }
        }
        #expect(
            try Self.decode([Language].self, "<r><l>swift</l><l>c<![CDATA[p]]>p</l><l>x</l><l/></r>")
                == [.swift, .cpp, .other, .other])
    }

    // MARK: Choices

    enum Value: Codable, Equatable, XMLChoice {
        case int(Int), string(String)
        static let xmlRoles: [String: XMLCodingRole] = ["int": .element, "string": .element]
    }
    enum Other: Codable, Equatable, XMLChoice {
        case otherInt(Int), flag
        static let xmlRoles: [String: XMLCodingRole] = ["otherInt": .element("other-int"), "flag": .element]
    }

    @Test("Two choices and other properties in one element, in any order")
    func twoChoices() throws {
        struct Both: Codable, Equatable {
            var name: String
            var value: Value
            var others: [Other]
        }
        let expected = Both(name: "n", value: .int(1), others: [.otherInt(2), .flag])
        for text in [
            "<b><name>n</name><int>1</int><other-int>2</other-int><flag/></b>",
            "<b name='n'><other-int>2</other-int><int>1</int><x/><flag/></b>",
        ] {
            #expect(try Self.decode(Both.self, text) == expected)
        }
    }

    @Test("Lists of lists of choices, and choices in the elements of a list")
    func nestedChoices() throws {
        let text = "<r><p><int>1</int><x/><string>a</string></p><p/><p><int>2</int></p></r>"
        let expected: [[Value]] = [[.int(1), .string("a")], [], [.int(2)]]
        struct Paragraph: Decodable {
            var values: [Value]
            init(from decoder: any Decoder) throws {
                values = try decoder.singleValueContainer().decode([Value].self)
            }
        }
        struct Text: Decodable {
            var p: [Paragraph]
        }
        struct Lists: Codable {
            var p: [[Value]]
        }
        #expect(try Self.decode(Text.self, text).p.map(\.values) == expected)
        #expect(try Self.decode([[Value]].self, text) == expected)
        #expect(try Self.decode(Lists.self, text).p == expected)
        #expect(try Self.decode([String: [[Value]]].self, text)["p"] == expected)
        #expect(try Self.decode([[Value]?].self, text) == expected.map { $0 })
        #expect(try Self.decode([Value?].self, "<r><int>1</int><x/><string/></r>") == [.int(1), .string("")])
    }

    @Test("A choice inside of the root, and beside other properties of a type with its own initializer")
    func containedChoice() throws {
        struct Named: Decodable {
            var name: String
            var value: Value
            var others: [Other]
            private enum CodingKeys: CodingKey { case name }
            init(from decoder: any Decoder) throws {
                name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
                let container = try decoder.singleValueContainer()
                value = try container.decode(Value.self)
                others = try container.decode([Other].self)
            }
        }
        #expect(try Self.decode(Value.self, "<r><x/><int>1</int></r>") == .int(1))
        #expect(try Self.decode(Value.self, "<int>1</int>") == .int(1))
        let named = try Self.decode(Named.self, "<r><flag/><name>n</name><string>s</string></r>")
        #expect(named.name == "n")
        #expect(named.value == .string("s"))
        #expect(named.others == [.flag])
        let error = try #require(throws: DecodingError.self) { try Self.decode(Value.self, "<r>\n<x><int/></x></r>") }
        #expect(error.xmlError?.message == "expected one of <int>, <string>, found <r>")
    }

    @Test("A choice in an optional, with a location, and in generic types")
    func wrappedChoices() throws {
        typealias Box = DecodedPropertyTests.Box
        #expect(try Self.decode(Box<Value?>.self, "<r><x/></r>").value == nil)
        #expect(try Self.decode(Box<Value?>.self, "<r><x/><int>1</int></r>").value == .int(1))
        #expect(try Self.decode(Box<[Value]?>.self, "<r/>").value == nil)
        let located = try Self.decode(Box<Located<Value>>.self, "<r>\n<x/>\n<int>1</int></r>").value
        #expect(located.value == .int(1))
        #expect(located.location?.line == 3)
        #expect(try Self.decode(Box<Located<Value>?>.self, "<r>\n<x/></r>").value == nil)
        #expect(try Self.decode(Box<Located<Value?>>.self, "<r>\n<int>1</int></r>").value.value == .int(1))
        #expect(try Self.decode(Value?.self, "<int>1</int>") == .int(1))
    }

    @Test("A wildcard takes any element")
    func wildcard() throws {
        struct Envelope<Content: Codable>: Codable {
            enum CodingKeys: String, CodingKey { case content = "*" }
            var content: Content
        }
        struct Body: Codable {
            var a: Int
        }
        #expect(try Self.decode(Envelope<Body>.self, "<e><anything a='1'/></e>").content.a == 1)
        #expect(try Self.decode(Envelope<[Int]>.self, "<e x='9'><b>1</b><c>2</c></e>").content == [1, 2])
        #expect(try Self.decode(Envelope<Envelope<Body>>.self, "<e><f><g a='1'/></f></e>").content.content.a == 1)
    }

    @Test("Types of the standard library that decode lists")
    func standardTypes() throws {
        #expect(try Self.decode(ClosedRange<Int>.self, "<r><a>1</a><b>2</b></r>") == 1...2)
        #expect(try Self.decode([Range<Int>].self, "<r><a><x>1</x><x>2</x></a></r>") == [1..<2])
        #expect(
            try Self.decode(DecodedPropertyTests.Box<Range<Int>>.self, "<r><value>1</value><value>2</value></r>").value
                == 1..<2)
        #expect(
            try Self.decode(DecodedPropertyTests.AttributeBox<SIMD2<Double>>.self, "<r value='1.5 2'/>").value == [
                1.5, 2,
            ])
        struct Labels: Codable, XMLCodingRoles {
            var labels: [Int: String]
            static let xmlRoles: [String: XMLCodingRole] = ["labels": .map("label", key: "@id", value: "#text")]
        }
        #expect(try Self.decode(Labels.self, "<r><label id='7'>a</label></r>").labels == [7: "a"])
    }

    // MARK: Names

    @Test("Names with prefixes, by prefix and by URI")
    func names() throws {
        struct Workbook: Codable {
            enum CodingKeys: String, CodingKey {
                case rows = "x:row", link = "r:id", other = "{urn:x}other", any = "*:any"
            }
            var rows: [Int]
            var link: String?
            var other: String
            var any: String
        }
        let text = """
            <x:w xmlns:x='urn:x' xmlns:r='urn:r' r:id='i'><x:row>1</x:row><r:row>2</r:row><x:row>3</x:row>\
            <x:other>o</x:other><r:any>a</r:any></x:w>
            """
        let workbook = try Self.decode(Workbook.self, text)
        #expect(workbook.rows == [1, 3])
        #expect(workbook.link == "i")
        #expect(workbook.other == "o")
        #expect(workbook.any == "a")
        struct Local: Codable {
            var row: [Int]
            var id: String?
        }
        #expect(try Self.decode(Local.self, text).row == [1, 3] && Self.decode(Local.self, text).id == nil)
        let any = try Self.decode(Local.self, text, XMLDecoder(matchesAnyNamespace: true))
        #expect(any.row == [1, 2, 3] && any.id == "i")
        // Keys with a prefix or a namespace match as they are.
        let exact = try Self.decode(Workbook.self, text, XMLDecoder(matchesAnyNamespace: true))
        #expect(exact.link == "i" && exact.other == "o" && exact.any == "a")
    }

    @Test("Keys are converted in elements, attributes, dictionaries and errors")
    func keyStrategies() throws {
        struct Order: Codable {
            enum CodingKeys: String, CodingKey { case orderId = "@orderId", lineItem }
            var orderId: Int
            var lineItem: [String: Int]
        }
        let text = "<o order_id='1'><line_item><unit_price>2</unit_price></line_item></o>"
        let order = try Self.decode(Order.self, text, XMLDecoder(keyDecodingStrategy: .convertFromSnakeCase))
        #expect(order.orderId == 1)
        #expect(order.lineItem == ["unitPrice": 2])
        let upper = XMLDecoder(keyDecodingStrategy: .custom { $0.lowercased() })
        #expect(try Self.decode([String: Int].self, "<R><ONE>1</ONE><Two>2</Two></R>", upper) == ["one": 1, "two": 2])
        struct CodingKeyCheck: Codable {
            enum CodingKeys: String, CodingKey { case url = "URL", hidden = "_hidden" }
            var url: String
            var hidden: String
        }
        let snake = XMLDecoder(keyDecodingStrategy: .convertFromSnakeCase)
        let check = try Self.decode(CodingKeyCheck.self, "<c><URL>u</URL><_hidden>p</_hidden></c>", snake)
        #expect(check.url == "u" && check.hidden == "p")
    }

    @Test("Text of all kinds: CDATA, entities, comments, character references, white space")
    func text() throws {
        let text = """
            <!DOCTYPE r [<!ENTITY e "E&#38;#38;F">]><!-- c --><?p?>
            <r a='&e; &#10;&quot; x'><b>&e;<![CDATA[ <i> ]]>&amp;lt;&#xD;<!-- c -->\n</b></r>
            """
        struct Text: Codable {
            var a: String, b: String
        }
        let value = try Self.decode(Text.self, text)
        #expect(value.a == "E&F \n\" x")
        #expect(value.b == "E&F <i> &lt;\r\n")
        #expect(try Self.decode(Text.self, "<r a=' '><b>é 音</b></r>").b == "é 音")
    }
}
