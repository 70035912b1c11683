import Foundation
import LibXML
import Testing

/// Roles that no type lists.
@Suite struct RoleStrategyTests {
    private enum Color: String, Codable { case red, green }

    private struct Size: Codable, Equatable {
        var width: Int
        var unit: String?
    }

    private struct Item: Codable, Equatable {
        var sku: String
        var price: Double
        var count: Int64
        var isNew: Bool
        var color: Color
        var id: UUID
        var seen: Date
        var note: String?
        var missing: Int?
        var size: Size
        var sizes: [Size]
        var tags: [String]
        var flags: [String: Bool]
    }

    private static let item = Item(
        sku: "A<1", price: 4.5, count: 2, isNew: true, color: .red,
        id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6)), seen: Date(timeIntervalSince1970: 0),
        note: "", missing: nil, size: Size(width: 3, unit: "cm"), sizes: [Size(width: 4)], tags: ["a", "b"],
        flags: ["x": true])

    /// An encoder that writes no declaration.
    static func encoder(_ strategy: XMLRoleStrategy = .byKey) -> XMLEncoder {
        let options = XMLWritingOptions(declaration: .never)
        var encoder = XMLEncoder(writingOptions: options)
        encoder.roleStrategy = strategy
        return encoder
    }

    static func decoder(_ strategy: XMLRoleStrategy) -> XMLDecoder {
        var decoder = XMLDecoder()
        decoder.roleStrategy = strategy
        return decoder
    }

    @Test("Scalars are attributes, and everything else is an element; a decoder needs no strategy")
    func scalars() throws {
        let encoder = Self.encoder(.scalarsAsAttributes)
        let text = try encoder.xmlString(Self.item)
        #expect(
            text == """
                <item sku="A&lt;1" price="4.5" count="2" isNew="true" color="red" \
                id="01020304-0506-0708-0900-010203040506" seen="1970-01-01T00:00:00Z" note="">\
                <size width="3" unit="cm"/><sizes width="4"/><tags>a</tags><tags>b</tags>\
                <flags><x>true</x></flags></item>
                """)
        #expect(try XMLDecoder().decode(Item.self, from: text) == Self.item)
        // The scopes of this call are not used with another strategy.
        let plain = try Self.encoder().xmlString(Size(width: 1))
        #expect(plain == "<size><width>1</width></size>")
        #expect(try encoder.xmlString(Size(width: 1)) == "<size width=\"1\"/>")
    }

    @Test(
        "How nil is written", arguments: [XMLEncoder.NilEncodingStrategy.omitted, .empty, .schemaNil])
    func missing(_ strategy: XMLEncoder.NilEncodingStrategy) throws {
        struct Pair: Codable, Equatable {
            var one: Int?
            var two: Size?
        }
        var encoder = Self.encoder(.scalarsAsAttributes)
        encoder.nilEncodingStrategy = strategy
        let text = try encoder.xmlString(Pair(one: nil, two: nil))
        // An attribute cannot say that it is nil.
        #expect(!text.contains("one"))
        #expect(text.contains("two") == (strategy != .omitted))
        #expect(try XMLDecoder().decode(Pair.self, from: text) == Pair(one: nil, two: nil))
    }

    @Test("Roles and marked keys come before the strategy, and a type has its own")
    func precedence() throws {
        struct Part: Codable, Equatable, XMLCodingRoles {
            var id: Int
            var name: String
            var text: String
            var inner: Size

            static let xmlRoles: [String: XMLCodingRole] = ["name": .element, "text": .text]
            static let xmlRoleStrategy: XMLRoleStrategy? = .scalarsAsAttributes
        }
        let part = Part(id: 7, name: "n", text: "t", inner: Size(width: 1))
        let text = try Self.encoder().xmlString(part)
        #expect(text == "<part id=\"7\"><name>n</name>t<inner><width>1</width></inner></part>")
        #expect(try XMLDecoder().decode(Part.self, from: text) == part)
        let encoder = Self.encoder(.custom { _ in .element })
        #expect(try encoder.xmlString(part) == text)
    }

    @Test("A closure gives roles of every kind, in both directions")
    func custom() throws {
        struct Link: Codable, Equatable {
            var href: String
            var label: String
            var city: String
            var more: [String: String]
            var marked: Int

            enum CodingKeys: String, CodingKey {
                case href, label, city, more
                case marked = "@m"
            }
        }
        let strategy = XMLRoleStrategy.custom { key in
            switch key {
            case "href": .attribute("url")
            case "label": .text
            case "city": .path("address/city")
            case "@m": .text
            default: nil
            }
        }
        let encoder = Self.encoder(strategy)
        let decoder = Self.decoder(strategy)
        // The keys of a dictionary are data.
        let link = Link(href: "/", label: "Home", city: "Ulm", more: ["href": "a", "label": "b"], marked: 1)
        let text = try encoder.xmlString(link)
        #expect(text.hasPrefix("<link url=\"/\" m=\"1\">Home<address><city>Ulm</city></address><more>"))
        #expect(text.contains("<href>a</href>") && text.contains("<label>b</label>"))
        #expect(try decoder.decode(Link.self, from: text) == link)
        #expect(throws: DecodingError.self) { try XMLDecoder().decode(Link.self, from: text) }
    }

    @Test("A name that a strategy gives is not converted, and others are")
    func conversion() throws {
        struct Row: Codable, Equatable {
            var rowNumber: Int
            var cellValue: String
        }
        let strategy = XMLRoleStrategy.custom { $0 == "cellValue" ? .element("Value") : nil }
        var encoder = Self.encoder(strategy)
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let row = Row(rowNumber: 1, cellValue: "x")
        let text = try encoder.xmlString(row)
        #expect(text == "<row><row_number>1</row_number><Value>x</Value></row>")
        var decoder = Self.decoder(strategy)
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try decoder.decode(Row.self, from: text) == row)
        encoder.roleStrategy = .scalarsAsAttributes
        #expect(try encoder.xmlString(row) == "<row row_number=\"1\" cell_value=\"x\"/>")
    }

    @Test("The cases of a choice and lists as roots have no strategy; associated values do")
    func choices() throws {
        enum Block: Codable, Equatable, XMLChoice {
            case p(String)
            case line(from: Int, to: Int)

            static let xmlRoles: [String: XMLCodingRole] = ["p": .element, "line": .element]
        }
        struct Page: Codable, Equatable {
            var title: String
            var blocks: [Block]
        }
        let encoder = Self.encoder(.scalarsAsAttributes)
        let page = Page(title: "T", blocks: [.p("a"), .line(from: 1, to: 2)])
        let text = try encoder.xmlString(page)
        #expect(text == "<page title=\"T\"><p>a</p><line from=\"1\" to=\"2\"/></page>")
        #expect(try XMLDecoder().decode(Page.self, from: text) == page)
        #expect(try encoder.xmlString([1, 2]) == "<list><item>1</item><item>2</item></list>")
        #expect(try encoder.xmlString(["k": 1]) == "<dictionary><k>1</k></dictionary>")
    }

    @Test("Associated values that are nil", arguments: [XMLEncoder.NilEncodingStrategy.omitted, .empty, .schemaNil])
    func missingPayload(_ strategy: XMLEncoder.NilEncodingStrategy) throws {
        enum Shape: Codable, Equatable {
            case line(from: Int?, to: Int)
        }
        enum Choice: Codable, Equatable, XMLChoice {
            case line(from: Int?, to: Int)

            static let xmlRoles: [String: XMLCodingRole] = ["line": .element]
        }
        var encoder = Self.encoder(.scalarsAsAttributes)
        encoder.nilEncodingStrategy = strategy
        let text = try encoder.xmlString(Shape.line(from: nil, to: 2), rootName: "r")
        #expect(text == "<r><line to=\"2\"/></r>")
        #expect(try XMLDecoder().decode(Shape.self, from: text) == .line(from: nil, to: 2))
        let choices = try encoder.xmlString([Choice.line(from: nil, to: 2)], rootName: "r")
        #expect(choices == text)
        #expect(try XMLDecoder().decode([Choice].self, from: text) == [.line(from: nil, to: 2)])
    }
}
