import LibXML
import Testing

/// What no other key reads, the content and the comments of an element.
@Suite struct RestOfElementTests {
    private static let encoder = XMLEncoder(writingOptions: XMLWritingOptions(declaration: .never))

    struct Server: Codable, XMLCodingRoles {
        var port: Int
        var others: [XMLTree.Element]
        var attributes: [String: String]

        static let xmlRoles: [String: XMLCodingRole] = ["others": .otherElements, "attributes": .otherAttributes]
    }

    @Test("The elements and attributes of no other key")
    func rest() throws {
        let document = "<server id='a'><port>80</port><host>b</host></server>"
        let server = try XMLDecoder().decode(Server.self, from: document)
        #expect(server.others.map(\.localName) == ["host"] && server.attributes == ["id": "a"])
        let text = try Self.encoder.xmlString(server)
        #expect(text == "<server id=\"a\"><port>80</port><host>b</host></server>")
        let other = try #require(try XMLTree(parsing: "<x><port>1</port></x>").root.elements.first)
        #expect(throws: EncodingError.self) {
            try Self.encoder.xmlBytes(Server(port: 1, others: [other], attributes: [:]))
        }
        #expect(throws: EncodingError.self) {
            try Self.encoder.xmlBytes(Server(port: 1, others: [], attributes: ["port": "2"]))
        }
        struct Mixed: Decodable, XMLCodingRoles {
            var others: [XMLTree.Element]
            var list: [KeyConflictTests.Choice]
            static let xmlRoles: [String: XMLCodingRole] = ["others": .otherElements]
        }
        let mixed = try XMLDecoder().decode(Mixed.self, from: "<r><a>1</a><b/></r>")
        #expect(mixed.others.map(\.localName) == ["b"] && mixed.list == [.a(1)])
        struct Both: Decodable, XMLCodingRoles {
            var one: [XMLTree.Element]
            var two: [XMLTree.Element]
            static let xmlRoles: [String: XMLCodingRole] = ["one": .otherElements, "two": .otherElements]
        }
        #expect(throws: XMLError.self) { try XMLDecoder().decode(Both.self, from: "<r><a/></r>") }
    }

    struct Summary: Codable, XMLCodingRoles {
        var type: String
        var content: XMLTree.Element

        static let xmlRoles: [String: XMLCodingRole] = ["type": .attribute, "content": .content]
    }

    @Test("The content of an element beside its attributes")
    func content() throws {
        let document = "<summary type='xhtml'>See <a href='/'>this page</a>.</summary>"
        let summary = try XMLDecoder().decode(Summary.self, from: document)
        #expect(summary.content.elements.count == 1)
        #expect(
            try Self.encoder.xmlString(summary)
                == "<summary type=\"xhtml\">See <a href=\"/\">this page</a>.</summary>")
    }

    @Test("Comments")
    func comments() throws {
        struct Note: Codable, Equatable, XMLCodingRoles {
            var a: Int?
            var notes: [String]
            static let xmlRoles: [String: XMLCodingRole] = ["notes": .comments]
        }
        let text = try Self.encoder.xmlString(Note(a: 1, notes: ["x & y", "<z>"]))
        #expect(text == "<note><a>1</a><!--x & y--><!--<z>--></note>")
        #expect(try XMLDecoder().decode(Note.self, from: text) == Note(a: 1, notes: ["x & y", "<z>"]))
        #expect(throws: EncodingError.self) { try Self.encoder.xmlBytes(Note(a: nil, notes: ["a--b"])) }
    }

    enum Inline: Codable, Equatable, XMLChoice {
        case link(href: String, title: String?), image(href: String), p(String)
        static let xmlRoles: [String: XMLCodingRole] = [
            "link": .element("a"), "href": .attribute, "title": .writtenAsAttribute,
        ]
    }

    @Test("Roles of associated values, of a type and for writing")
    func roles() throws {
        let list = [Inline.link(href: "x", title: "t"), .image(href: "y"), .p("z"), .link(href: "x", title: nil)]
        let text = try Self.encoder.xmlString(list, rootName: "r")
        #expect(text == "<r><a href=\"x\" title=\"t\"/><image href=\"y\"/><p>z</p><a href=\"x\"/></r>")
        #expect(try XMLDecoder().decode([Inline].self, from: text) == list)
        struct Inner: Codable, Equatable { var id = 2 }
        struct Outer: Codable, Equatable {
            var id = 1
            var inner = Inner()
        }
        let strategy = XMLRoleStrategy.custom { type, key in
            type == Inner.self && key.stringValue == "id" ? .attribute : nil
        }
        var (encoder, decoder) = (Self.encoder, XMLDecoder())
        (encoder.roleStrategy, decoder.roleStrategy) = (strategy, strategy)
        let outer = try encoder.xmlString(Outer())
        #expect(outer == "<outer><id>1</id><inner id=\"2\"/></outer>")
        #expect(try decoder.decode(Outer.self, from: outer) == Outer())
    }
}
