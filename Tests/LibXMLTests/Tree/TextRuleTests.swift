import LibXML
import Testing

/// The rows of the table “The text of an element” of the article on nodes.
@Suite struct TextRuleTests {
    private struct Item: Decodable { var p: String }
    private struct Own: Decodable {
        var text: String
        enum CodingKeys: String, CodingKey { case text = "#text" }
    }
    private struct Optional: Decodable { var p: String? }

    private static let text = "<r><p>Oat <b>milk</b>!</p></r>"
    private static let blank = "<r><p><n>Ana</n> <i>7</i></p></r>"

    private static func property(_ text: String) throws -> String { try XMLDecoder().decode(Item.self, from: text).p }

    private static let rows: [String: @Sendable (String) throws -> String?] = [
        "text": { try XMLTree(parsing: $0).root["p"]?.text },
        "path": { try XMLTree(parsing: $0).string(at: "r/p") },
        "value": { try XMLDecoder().decode(String.self, from: XMLTree(parsing: $0).root.require("p")) },
        "record": {
            var records = try XMLRecords(parsing: $0, at: "r/p")
            return try records.next()?.text
        },
        "reader": {
            var reader = XMLReader(parsing: $0)
            return try reader.readToFollowing("p") ? reader.readElementText() : nil
        },
        "property": { try property($0) },
    ]

    @Test("The text of an element is its string value", arguments: rows.keys.sorted())
    func stringValues(_ row: String) throws {
        let read = try #require(Self.rows[row])
        #expect(try read(Self.text) == "Oat milk!")
        #expect(try read("<r><p>Oat</p></r>") == "Oat")
        #expect(try read("<r><p/></r>") == "")
        guard row != "property" else { return }
        #expect(try read(Self.blank) == "Ana 7")
    }

    @Test("The own text, the key #text and dictionaries omit that of children")
    func ownTexts() throws {
        let tree = try XMLTree(parsing: Self.text)
        #expect(tree.root["p"]?.ownText == "Oat !")
        #expect(tree.string(at: "r/p/#text") == "Oat !")
        #expect(XMLDictionary(tree).string(at: "r.p") == "Oat !")
        let own = try XMLDecoder().decode(Own.self, from: "<p>Oat <b>milk</b>!</p>")
        #expect(own.text == "Oat !")
    }

    @Test("An element with elements in place of text is not a string property")
    func noText() throws {
        func fault(_ read: () throws -> Void) -> XMLError? {
            #expect(throws: DecodingError.self) { try read() }?.xmlError
        }
        let errors = [
            fault { _ = try Self.property(Self.blank) },
            fault { _ = try XMLDecoder().decode(Optional.self, from: Self.blank) },
            fault { _ = try XMLDecoder().decode([String: [String]].self, from: Self.blank) },
        ]
        for error in errors {
            #expect(error?.code == .invalidValue && error?.location?.column == 4)
            #expect(error?.help?.contains("XMLTree.Element") == true)
        }
        struct Number: Decodable { var p: Int }
        let number = fault { _ = try XMLDecoder().decode(Number.self, from: "<r><p>1<b>2</b></p></r>") }
        #expect(number?.code == .invalidValue)
        var strict = XMLDecoder()
        strict.unknownElements = .error
        let unknown = fault { _ = try strict.decode(Item.self, from: Self.text) }
        #expect(unknown?.location?.column == 11)
    }

    @Test("A string beside a key that reads inside its element is its own text")
    func inside() throws {
        struct Names: Codable, Equatable {
            var a: String
            var b: String?
            enum CodingKeys: String, CodingKey { case a, b = "a/b" }
        }
        struct Roles: Codable, Equatable, XMLCodingRoles {
            var a: String?
            var b: String?
            static let xmlRoles: [String: XMLCodingRole] = ["b": .path("a/b")]
        }
        for (a, b) in [("x", "y"), ("", "y"), ("x", "")] {
            let text = "<r><a>\(a)<b>\(b)</b></a></r>"
            #expect(try XMLDecoder().decode(Names.self, from: text) == Names(a: a, b: b))
            #expect(try XMLDecoder().decode(Roles.self, from: text) == Roles(a: a, b: b))
        }
    }

    @Test("Words are those of the whole text")
    func words() throws {
        struct List: Decodable { var p: [String] }
        struct Words: Decodable {
            var words: [Int]
            enum CodingKeys: String, CodingKey { case words = "#text" }
        }
        #expect(try XMLDecoder().decode(Words.self, from: "<p>1 <b>5</b>2 3</p>").words == [1, 2, 3])
    }

    @Test("A place in the text is in the element that contains it")
    func places() throws {
        let element = try #require(try XMLTree(parsing: Self.text).root["p"])
        #expect(element.location(ofTextOffset: 1).column == 8)
        #expect(element.location(ofTextOffset: 4).column == 14)
        #expect(element.location(ofTextOffset: 8).column == 22)
    }
}
