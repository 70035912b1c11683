import Foundation
import Testing

@Suite struct SwiftTypesTests {
    /// Runs the command on files with these documents.
    private static func types(of documents: [String], _ options: [String] = []) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = documents.indices.map { folder.appending(path: "\($0).xml") }
        for (document, file) in zip(documents, files) { try Data(document.utf8).write(to: file) }
        return try Command.run(["swift"] + options + files.map(\.path))
    }

    /// The declarations of structs and properties, without what is around them.
    private static func declarations(_ documents: [String]) throws -> [String] {
        let outcome = try types(of: documents)
        #expect(outcome.status == 0 && outcome.errors == "")
        return outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("var ") || $0.hasPrefix("struct ") }
            .map { $0.replacing("var ", with: "").replacing(/: Codable {}?/, with: "") }
    }

    @Test("Several documents become one type")
    func several() throws {
        let outcome = try Self.types(of: [
            """
            <library xmlns:dc="urn:dc" xml:lang="en">
              <opened>2024-02-29</opened>
              <book id="1" class="a"><dc:title>Tea</dc:title><price currency="EUR">5.00</price></book>
              <book id="2"><dc:title>Milk</dc:title><author>Ana</author><author>Bo</author></book>
            </library>
            """,
            "<library/>",
        ])
        #expect(
            outcome
                == Outcome(
                    status: 0,
                    output: """
                        // Made by xmldict swift from 0.xml and 1.xml.
                        // To decode: try XMLDecoder().decode(Library.self, from: data)
                        // To encode in the namespaces of the samples:
                        //     let prefixes = ["urn:dc": "dc"]
                        //     let encoder = XMLEncoder(writingOptions: XMLWritingOptions(prefixes: prefixes))
                        //     let document = try encoder.xmlBytes(value, rootName: "library")
                        // Dates have the forms of XML Schema, the default of dateDecodingStrategy.

                        import Foundation

                        struct Library: Codable {
                            var xmlLang: String?
                            var opened: Date?
                            var book: [Book]

                            enum CodingKeys: String, CodingKey {
                                case xmlLang = "@xml:lang"
                                case opened
                                case book
                            }

                            struct Book: Codable {
                                var id: Int
                                var `class`: String?
                                var dcTitle: String
                                var price: Price?
                                var author: [String]

                                enum CodingKeys: String, CodingKey {
                                    case id = "@id"
                                    case `class` = "@class"
                                    case dcTitle = "dc:title"
                                    case price
                                    case author
                                }
                            }

                            struct Price: Codable {
                                var currency: String
                                var value: Double

                                enum CodingKeys: String, CodingKey {
                                    case currency = "@currency"
                                    case value = "#text"
                                }
                            }
                        }

                        """, errors: ""))
    }

    @Test(
        "The type fits all values",
        arguments: [
            (["1", " -20\n"], "Int"), (["0", "1"], "Int"), (["2024"], "Int"), (["9223372036854775807"], "Int"),
            (["9223372036854775808"], "String"), (["007", "8"], "String"), (["+1", "2"], "String"), (["-0"], "Double"),
            (["1", "2.5"], "Double"), (["5.00", "12.50"], "Double"), (["1.9", "1.10"], "String"),
            (["1.2", "2.000"], "Double"), (["12.5", "3.50"], "Double"), (["1.05", "1.5", "1.10"], "Double"),
            (["2", "1.1", "1.10", "1.11"], "String"), (["-1.9", "1.10", "1.9"], "Double"), (["+4930123"], "String"),
            (["1.2.3"], "String"), (["00.5"], "String"), (["5."], "String"),
            ([".5", "-1E-7"], "Double"),
            (["12e4"], "String"), (["NaN", "1.5"], "Double"), (["NaN"], "String"), (["1E999"], "String"),
            (["0.30000000000000004"], "Double"), (["0.1234567890123456789"], "String"),
            (["true", "false"], "Bool"), (["true", "0"], "Bool"), (["True"], "String"),
            (["2024-02-29", "2024-02-29T12:00:00.5+01:00"], "Date"), (["2024-02-30"], "String"),
            (["2024-02"], "String"),
            (["Tue, 03 Jun 2008 11:05:30 GMT", "3 Jun 08 11:05 +0200"], "Date"),
            (["Tue, 03 Jun 2008 11:05:30 GMT", "2024-02-29"], "Date"), (["Tue, 03 Jun 2008"], "String"),
            (["http://example.org/", "HTTPS://example.org/a?b=c#d"], "URL"), (["http://example.org/a b"], "String"),
            (["https://"], "String"), (["ftp://example.org/"], "String"), (["1", "x"], "String"), ([" "], "String"),
        ])
    func types(_ values: [String], _ type: String) throws {
        let elements = values.map { "<v>\($0)</v>" }.joined()
        let attributes = values.map { "<i v='\($0)'/>" }.joined() + "<i v='\(values[0])'/>"
        #expect(try Self.declarations(["<r>\(elements)<v>\(values[0])</v></r>"]) == ["struct R", "v: [\(type)]"])
        #expect(
            try Self.declarations(["<r>\(attributes)</r>"]) == ["struct R", "i: [I]", "struct I", "v: \(type)"])
    }

    @Test(
        "The first lines say how to decode dates",
        arguments: [
            ("<r>x</r>", "()"), ("<r>2024-02-29</r>", "()"),
            ("<r>3 Jun 2008 11:05 GMT</r>", "(dateDecodingStrategy: .rfc822)"),
            ("<r><a>3 Jun 2008 11:05 GMT</a><b>2024-02-29</b></r>", "(dateDecodingStrategy: .any)"),
        ])
    func dates(_ document: String, _ arguments: String) throws {
        let output = try Command.run("swift", input: document).output
        #expect(output.contains("\n// To decode: try XMLDecoder\(arguments).decode(R.self, from: data)\n"))
    }

    @Test(
        "Properties are optional, lists and structs as the samples require",
        arguments: [
            (["<r a='1'><b>2</b></r>"], ["a: Int", "b: Int"]),
            (["<r a='1'><b>2</b></r>", "<r/>"], ["a: Int?", "b: Int?"]),
            (["<r a=''/>", "<r a='1'/>"], ["a: String"]),
            (["<r><b>1</b></r>", "<r><b/></r>"], ["b: Int?"]),
            (["<r><b> </b></r>", "<r><b>1</b></r>"], ["b: String"]),
            (["<r><b/></r>"], ["b: String"]),
            (["<r><b>1</b><b/></r>"], ["b: [Int?]"]),
            (["<r><b>x</b><b/></r>", "<r/>"], ["b: [String]"]),
            (["<r><b>1</b><c/><b>2</b></r>", "<r><c/></r>"], ["b: [Int]", "c: String"]),
            (
                ["<r xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><b i:nil='true'/></r>", "<r><b>x</b></r>"],
                ["b: String?"]
            ),
            (["<r xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:noNamespaceSchemaLocation='a.xsd'/>"], []),
            (["<r xmlns='urn:u' xmlns:p='urn:v' p:a='1'><p:b/></r>"], ["pA: Int", "pB: String"]),
            (["<p:r xmlns:p='urn:u' xmlns='urn:v'><p:b>1</p:b><b>x</b></p:r>"], ["b: Int", "b2: String"]),
            (["<r><b>1</b></r>", "<r><b u='m'>2</b></r>"], ["b: B", "struct B", "u: String?", "value: Int"]),
            (["<r><b><c>1</c></b></r>", "<r><b/></r>"], ["b: B", "struct B", "c: Int?"]),
            (["<r><b>x<c>1</c>y</b></r>"], ["b: B", "struct B", "c: Int", "text: String"]),
            (["<r>5</r>"], ["value: Int"]),
            (["<r value='1'>5</r>"], ["value: Int", "text: Int"]),
        ])
    func shapes(_ documents: [String], _ declarations: [String]) throws {
        #expect(try Self.declarations(documents) == ["struct R"] + declarations)
    }

    @Test(
        "An attribute and an element of one name are two properties",
        arguments: [
            (["<r a='1'><a>x</a></r>"], ["aAttribute: Int", "a: String"]),
            (["<r a='1'/>", "<r><a>2.5</a></r>"], ["aAttribute: Int?", "a: Double?"]),
            (["<r a='1'><a>x</a></r>", "<r a='2'/>"], ["aAttribute: Int", "a: String?"]),
            (["<r a='1'/>", "<r><a><b/></a></r>"], ["aAttribute: Int?", "a: A?", "struct A", "b: String"]),
            (["<r xmlns:p='urn:p' p:a='1'><p:a>x</p:a></r>"], ["pAAttribute: Int", "pA: String"]),
            (["<r xmlns:p='urn:p' p:a='1'><a>x</a></r>"], ["pA: Int", "a: String"]),
        ])
    func attributeBesideElement(_ documents: [String], _ declarations: [String]) throws {
        #expect(try Self.declarations(documents) == ["struct R"] + declarations)
    }

    @Test(
        "Names of XML become names of Swift",
        arguments: [
            ("dc:creator", "dcCreator", "DcCreator"), ("kebab-case", "kebabCase", "KebabCase"),
            ("snake_case", "snakeCase", "SnakeCase"), ("a.b.c", "aBC", "ABC"), ("UPPER", "upper", "Upper"),
            ("ORDER_ID", "orderId", "OrderId"), ("XMLName", "xmlName", "XMLName"), ("PubDate", "pubDate", "PubDate"),
            ("URL", "url", "Url"), ("ID", "id", "Id"), ("_1st", "_1st", "_1stElement"), ("v1.2", "v1_2", "V1_2"),
            ("größe", "größe", "Größe"), ("Ärger", "ärger", "Ärger"), ("名前", "名前", "名前Element"),
            ("_", "member", "Element"),
            ("default", "`default`", "Default"), ("Type", "type", "TypeElement"), ("self", "selfValue", "SelfElement"),
            ("init", "initValue", "Init"), ("string", "string", "StringElement"),
        ])
    func names(_ name: String, _ property: String, _ type: String) throws {
        let element = "<\(name) id='1'/>"
        let declarations = try Self.declarations(["<r xmlns:dc='urn:dc'>\(element)</r>"])
        #expect(declarations == ["struct R", "\(property): \(type)", "struct \(type)", "id: Int"])
    }

    @Test("Names that collide are numbered in the order of the document")
    func collisions() throws {
        #expect(
            try Self.declarations(["<r a-b='1' a.b='2'><aB/><p:b xmlns:p='urn:u'>1</p:b><pB/><v1/><v-1/></r>"])
                == [
                    "struct R", "aB: Int", "aB2: Int", "aB3: String", "pB: Int", "pB2: String", "v1: String",
                    "v1_2: String",
                ])
    }

    @Test("Elements of one name share a struct if they have much in common")
    func shared() throws {
        #expect(
            try Self.declarations([
                "<r><a><x i='1' j='2'/></a><b><x i='3' k='4'/></b><c><x>text</x></c><d><x l='5'/><x m='6'/></d></r>"
            ]) == [
                "struct R", "a: A", "b: B", "c: C", "d: D", "struct A", "x: X", "struct X", "i: Int", "j: Int?",
                "k: Int?",
                "struct B", "x: X", "struct C", "x: String", "struct D", "x: [DX]", "struct DX", "l: Int?", "m: Int?",
            ])
    }

    @Test("A struct that would contain itself contains a list")
    func recursion() throws {
        #expect(
            try Self.declarations(["<r><group n='1'><group n='2'/><item><group n='3'/></item></group></r>"])
                == [
                    "struct R", "group: Group", "struct Group", "n: Int", "group: [Group]", "item: Item?",
                    "struct Item", "group: [Group]",
                ])
        #expect(try Self.declarations(["<r><r><r/></r></r>"]) == ["struct R", "r: [R]"])
    }

    @Test("An element without content becomes an empty struct")
    func empty() throws {
        let outcome = try Command.run("swift", input: "<a/>")
        #expect(
            outcome.output == """
                // Made by xmldict swift from standard input.
                // To decode: try XMLDecoder().decode(A.self, from: data)
                // To encode: try XMLEncoder().xmlBytes(value, rootName: "a")

                struct A: Codable {}

                """)
    }

    @Test("Lines that are too long are broken")
    func longLines() throws {
        let name = String(repeating: "long-name-", count: 6)
        let output = try Command.run("swift", input: "<r><\(name)><a/></\(name)></r>").output
        #expect(output.split(separator: "\n").allSatisfy { $0.count <= 100 })
        #expect(output.contains("Name:\n        LongName") && output.contains("Name =\n            \"long-name-"))
    }

    @Test("The root type can have another name, which must be the name of a type")
    func root() throws {
        #expect(
            try Command.run("swift", "--root", "Feed", input: "<rss a='1'/>").output.contains(
                "\nstruct Feed: Codable {\n"))
        for name in ["", "1a", "a b", "a-b", "class", "String", "_"] {
            let outcome = try Command.run("swift", "--root", name, input: "<a/>")
            #expect(outcome.status == 64 && outcome.output == "")
        }
    }

    @Test("Documents with different root elements are not samples of one format")
    func differentRoots() throws {
        let outcome = try Command.run("swift", "Examples/orders.xml", "Examples/soap.xml")
        #expect(
            outcome
                == Outcome(
                    status: 1, output: "",
                    errors: """
                        Examples/soap.xml:1:1: error: the root element is <Envelope>, but that of Examples/orders.xml is <orders>
                         1 | <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
                           | ^~~~~~~~~~~~~~
                        help: run the command once for each format

                        """))
    }

    @Test("Nothing is written if a document cannot be read")
    func malformed() throws {
        let broken = try Command.run("swift", "Examples/orders.xml", "Examples/broken.xml")
        #expect(broken.status == 1 && broken.output == "")
        #expect(broken.errors.hasPrefix("Examples/broken.xml:4:25: error: “&” does not begin a reference\n"))
        #expect(
            try Command.run("swift", "no-such.xml")
                == Outcome(status: 2, output: "", errors: "error: no-such.xml: no such file\n"))
        let repaired = try Command.run("swift", "--recover", "Examples/feed.xml")
        #expect(repaired.status == 0 && repaired.output.contains("struct Channel: Codable {"))
        #expect(repaired.errors.hasPrefix("Examples/feed.xml:2:14: error:"))
        #expect(repaired.output.contains(".decode(Rss.self, from: XMLTree(parsing: data, options: .recovering))\n"))
    }
}
