import LibXML
import Testing

/// Values with a strategy for roles are read as they were written, or are errors.
@Suite struct RoleStrategyConflictTests {
    /// A value is read again as it was written, or is an error.
    private func check<Value: Codable & Equatable>(
        _ value: Value, _ strategy: XMLRoleStrategy, writes text: String?, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let encoder = RoleStrategyTests.encoder(strategy)
        guard let text else {
            let error = #expect(throws: EncodingError.self, sourceLocation: location) {
                try encoder.xmlString(value, rootName: "r")
            }
            #expect(error?.xmlError?.code == .invalidValue, sourceLocation: location)
            return
        }
        #expect(try encoder.xmlString(value, rootName: "r") == text, sourceLocation: location)
        let decoder = RoleStrategyTests.decoder(strategy)
        #expect(try decoder.decode(Value.self, from: text) == value, sourceLocation: location)
    }

    @Test("An element that would be read in place of an attribute is an error")
    func elementsFirst() throws {
        struct Total: Codable, Equatable {
            var total: Double?
            var currency: String?

            enum CodingKeys: String, CodingKey {
                case total
                case currency = "total/@currency"
            }
        }
        try check(Total(total: 7.5, currency: "EUR"), .scalarsAsAttributes, writes: nil)
        try check(Total(total: nil, currency: "EUR"), .scalarsAsAttributes, writes: nil)
        try check(Total(total: 7.5, currency: nil), .scalarsAsAttributes, writes: "<r total=\"7.5\"/>")
        struct Renamed: Codable, Equatable, XMLCodingRoles {
            var a: Int?
            var b: Int

            static let xmlRoles: [String: XMLCodingRole] = ["b": .element("a")]
        }
        try check(Renamed(a: 1, b: 2), .scalarsAsAttributes, writes: nil)
        try check(Renamed(a: nil, b: 2), .scalarsAsAttributes, writes: nil)
        enum Block: Codable, Equatable, XMLChoice {
            case p(String)

            static let xmlRoles: [String: XMLCodingRole] = ["p": .element]
        }
        struct Page: Codable, Equatable {
            var p: String?
            var blocks: [Block]
        }
        try check(Page(p: "T", blocks: [.p("x")]), .scalarsAsAttributes, writes: nil)
        try check(Page(p: nil, blocks: [.p("x")]), .scalarsAsAttributes, writes: nil)
        try check(Page(p: "T", blocks: []), .scalarsAsAttributes, writes: "<r p=\"T\"/>")
    }

    @Test("A property is an element if another key is the attribute with its name, or if it would be a declaration")
    func elementsNevertheless() throws {
        struct Marked: Codable, Equatable {
            var id: Int?
            var other: Int?

            enum CodingKeys: String, CodingKey {
                case id
                case other = "@id"
            }
        }
        try check(Marked(id: 5, other: nil), .scalarsAsAttributes, writes: "<r><id>5</id></r>")
        try check(Marked(id: nil, other: 6), .scalarsAsAttributes, writes: "<r id=\"6\"/>")
        try check(Marked(id: 5, other: 6), .scalarsAsAttributes, writes: "<r id=\"6\"><id>5</id></r>")
        struct Named: Codable, Equatable, XMLCodingRoles {
            var id: Int?
            var other: Int?

            static let xmlRoles: [String: XMLCodingRole] = ["other": .attribute("id")]
        }
        try check(Named(id: 5, other: nil), .scalarsAsAttributes, writes: "<r><id>5</id></r>")
        try check(Named(id: nil, other: 6), .scalarsAsAttributes, writes: "<r id=\"6\"/>")
        struct Feed: Codable, Equatable {
            var xmlns: String?
            var title: String
        }
        let feed = Feed(xmlns: "urn:a", title: "T")
        try check(feed, .scalarsAsAttributes, writes: "<r title=\"T\"><xmlns>urn:a</xmlns></r>")
    }

    @Test("A name that a closure gives to one key is not read for another one without a value")
    func customNames() throws {
        struct Pair: Codable, Equatable {
            var id: Int?
            var ident: Int
        }
        let attribute = XMLRoleStrategy.custom { $0 == "ident" ? .attribute("id") : nil }
        try check(Pair(id: nil, ident: 7), attribute, writes: nil)
        try check(Pair(id: 5, ident: 7), attribute, writes: "<r id=\"7\"><id>5</id></r>")
        let element = XMLRoleStrategy.custom { $0 == "ident" ? .element("id") : nil }
        try check(Pair(id: nil, ident: 7), element, writes: nil)
        try check(Pair(id: 5, ident: 7), element, writes: nil)
    }

    @Test("A name that a closure gives is not read for a key that has another key for its attribute")
    func customMarkedKeys() throws {
        struct Marked: Codable, Equatable {
            var id: Int?
            var other: Int

            enum CodingKeys: String, CodingKey {
                case id
                case other = "@id"
            }
        }
        let strategy = XMLRoleStrategy.custom { _ in nil }
        try check(Marked(id: nil, other: 6), strategy, writes: "<r id=\"6\"/>")
        try check(Marked(id: 5, other: 6), strategy, writes: "<r id=\"6\"><id>5</id></r>")
        struct Named: Codable, Equatable, XMLCodingRoles {
            var id: Int?
            var other: Int

            static let xmlRoles: [String: XMLCodingRole] = ["other": .attribute("id")]
        }
        try check(Named(id: nil, other: 6), strategy, writes: "<r id=\"6\"/>")
        struct Qualified: Codable, Equatable {
            var lang: String?
            var language: String
        }
        let qualified = XMLRoleStrategy.custom { $0 == "language" ? .attribute("xml:lang") : nil }
        try check(Qualified(lang: nil, language: "de"), qualified, writes: "<r xml:lang=\"de\"/>")
        let element = XMLRoleStrategy.custom { $0 == "language" ? .element("xml:lang") : nil }
        try check(Qualified(lang: nil, language: "de"), element, writes: "<r><xml:lang>de</xml:lang></r>")
        // In any namespace, each of the two is read for the key.
        let open = XMLRoleStrategy.custom { $0 == "language" ? .attribute("*:lang") : nil }
        try check(Qualified(lang: nil, language: "de"), open, writes: nil)
    }

    @Test("An attribute by the strategy is not read for a key without a value that is this attribute")
    func attributesWithoutValue() throws {
        struct Row: Codable, Equatable, XMLCodingRoles {
            var rowID: Int?
            var other: Int?

            enum CodingKeys: String, CodingKey {
                case rowID = "rowId"
                case other
            }
            static let xmlRoles: [String: XMLCodingRole] = ["other": .attribute("row_id")]
        }
        var encoder = RoleStrategyTests.encoder(.scalarsAsAttributes)
        encoder.keyEncodingStrategy = .convertToSnakeCase
        #expect(try encoder.xmlString(Row(rowID: 5), rootName: "r") == "<r><row_id>5</row_id></r>")
        #expect(try encoder.xmlString(Row(other: 6), rootName: "r") == "<r row_id=\"6\"/>")
        struct Total: Codable, Equatable {
            var currency: String?
        }
        struct Bill: Codable, Equatable {
            var total: Total
            var currency: String?

            enum CodingKeys: String, CodingKey {
                case total
                case currency = "total/@currency"
            }
        }
        try check(Bill(total: Total(), currency: nil), .scalarsAsAttributes, writes: "<r><total/></r>")
        try check(Bill(total: Total(currency: "EUR"), currency: nil), .scalarsAsAttributes, writes: nil)
    }

    private class Base: Codable {
        var id: Int?
        var tag: String?

        init(id: Int?, tag: String?) { (self.id, self.tag) = (id, tag) }

        enum CodingKeys: String, CodingKey {
            case id = "@id"
            case tag
        }
    }

    private final class Derived: Base {
        let number: Int?
        let tags: [String]

        init(id: Int? = nil, tag: String? = nil, number: Int? = nil, tags: [String] = []) {
            (self.number, self.tags) = (number, tags)
            super.init(id: id, tag: tag)
        }

        enum CodingKeys: String, CodingKey {
            case number = "id"
            case tags = "tag"
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            number = try container.decodeIfPresent(Int.self, forKey: .number)
            tags = try container.decode([String].self, forKey: .tags)
            try super.init(from: decoder)
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(number, forKey: .number)
            try container.encode(tags, forKey: .tags)
            try super.encode(to: encoder)
        }
    }

    @Test("Keys of a class and its superclass are not read for one another")
    func superclasses() throws {
        let encoder = RoleStrategyTests.encoder(.scalarsAsAttributes)
        #expect(try encoder.xmlString(Derived(), rootName: "r") == "<r/>")
        let values = [
            Derived(id: 1), Derived(tags: ["a"]), Derived(tag: "a"), Derived(tag: "a", tags: ["b"]),
            Derived(number: 2), Derived(id: 1, number: 2),
        ]
        for value in values {
            #expect(throws: EncodingError.self) { try encoder.xmlString(value, rootName: "r") }
        }
    }

    @Test("A closure gives a dictionary its place")
    func maps() throws {
        struct Labels: Codable, Equatable {
            var labels: [String: String]
            var counts: [String: Int]
        }
        let strategy = XMLRoleStrategy.custom { key in
            key == "labels" ? .map("label", key: "@name", value: "#text") : nil
        }
        try check(
            Labels(labels: ["labels": "x"], counts: ["labels": 1]), strategy,
            writes: "<r><label name=\"labels\">x</label><counts><labels>1</labels></counts></r>")
    }

    @Test("A dictionary in the element of a type with a strategy has none")
    func entries() throws {
        struct Bag: Codable, Equatable, XMLCodingRoles {
            var items: [String: String]

            static let xmlRoles: [String: XMLCodingRole] = [:]
            static let xmlRoleStrategy: XMLRoleStrategy? = .custom { $0 == "label" ? .text : .attribute }

            init(items: [String: String]) { self.items = items }

            init(from decoder: any Decoder) throws { items = try [String: String](from: decoder) }

            func encode(to encoder: any Encoder) throws { try items.encode(to: encoder) }
        }
        try check(Bag(items: ["label": "x"]), .byKey, writes: "<r><label>x</label></r>")
        try check(Bag(items: ["other": "x"]), .custom { _ in .text }, writes: "<r><other>x</other></r>")
    }

    private enum Block: Codable, Equatable, XMLChoice {
        case line(id: Int?, ident: Int)
        case marked(id: Int?, other: Int)
        case list(tags: [String], tag: String)

        enum MarkedCodingKeys: String, CodingKey {
            case id
            case other = "@id"
        }

        static let xmlRoles: [String: XMLCodingRole] = ["line": .element, "marked": .element, "list": .element]
    }

    private struct Page: Codable, Equatable {
        var blocks: [Block]
    }

    @Test("The associated values of a choice")
    func payloads() throws {
        let strategy = XMLRoleStrategy.custom { key in
            switch key {
            case "ident": .attribute("id")
            case "tag": .attribute("tags")
            default: nil
            }
        }
        try check(Page(blocks: [.line(id: nil, ident: 7)]), strategy, writes: nil)
        try check(
            Page(blocks: [.line(id: 5, ident: 7)]), strategy, writes: "<r><line id=\"7\"><id>5</id></line></r>")
        try check(Page(blocks: [.list(tags: [], tag: "x y")]), strategy, writes: nil)
        for strategy in [.byKey, .scalarsAsAttributes, strategy] {
            try check(
                Page(blocks: [.marked(id: nil, other: 7)]), strategy, writes: "<r><marked id=\"7\"/></r>")
        }
        try check(
            Page(blocks: [.line(id: nil, ident: 7)]), .scalarsAsAttributes, writes: "<r><line ident=\"7\"/></r>")
    }

    @Test("An attribute in a namespace is not that without a prefix")
    func qualifiedRoles() throws {
        struct Text: Codable, Equatable, XMLCodingRoles {
            var lang: String?
            var language: String
            var code: String

            static let xmlRoles: [String: XMLCodingRole] = ["language": .attribute("xml:lang")]
        }
        let strategy = XMLRoleStrategy.custom { $0 == "code" ? .attribute("lang") : nil }
        try check(Text(lang: nil, language: "de", code: "x"), strategy, writes: nil)
        try check(
            Text(lang: "a", language: "de", code: "x"), .scalarsAsAttributes,
            writes: "<r lang=\"a\" xml:lang=\"de\" code=\"x\"/>")
    }

    @Test("A key for any namespace is an element, which no other attribute is read for")
    func anyNamespace() throws {
        enum Shape: Codable, Equatable, XMLChoice {
            case circle(kind: String)

            enum CircleCodingKeys: String, CodingKey {
                case kind = "*:type"
            }
            static let xmlRoles: [String: XMLCodingRole] = ["circle": .type(XMLName("Circle"))]
        }
        try check(
            Shape.circle(kind: "a"), .scalarsAsAttributes,
            writes: """
                <r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="Circle"><type>a</type></r>
                """)
    }

    @Test("A key that cannot be written is an error only with a value")
    func unwritableKeys() throws {
        struct Items: Codable, Equatable {
            var name: String
            var first: String?

            enum CodingKeys: String, CodingKey {
                case name
                case first = "items/item[1]"
            }
        }
        try check(Items(name: "n", first: nil), .byKey, writes: "<r><name>n</name></r>")
        try check(Items(name: "n", first: nil), .scalarsAsAttributes, writes: "<r name=\"n\"/>")
        try check(Items(name: "n", first: nil), .custom { _ in nil }, writes: "<r><name>n</name></r>")
    }

    @Test("Nil that a type encodes itself is not lost")
    func encodedNil() throws {
        struct Value: Codable, Equatable {
            var value: Int?

            init(value: Int?) { self.value = value }

            enum CodingKeys: CodingKey { case value }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                value = try container.decodeNil(forKey: .value) ? nil : container.decode(Int.self, forKey: .value)
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(value, forKey: .value)
            }
        }
        var encoder = RoleStrategyTests.encoder(.scalarsAsAttributes)
        for value in [Value(value: nil), Value(value: 7)] {
            for strategy in [XMLEncoder.NilEncodingStrategy.omitted, .schemaNil] {
                encoder.nilEncodingStrategy = strategy
                let text = try encoder.xmlString(value, rootName: "r")
                #expect(try XMLDecoder().decode(Value.self, from: text) == value)
            }
        }
    }
}
