import Foundation
import LibXML
import LibXMLValidation
import Testing

@Suite struct SchemaLoadingTests {
    private static let start = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'"

    private static func including(_ location: String, element: String = "include") -> String {
        "\(start)><xs:\(element) schemaLocation='\(location)'/><xs:element name='a' type='t'/></xs:schema>"
    }

    private static let type =
        "\(start)><xs:simpleType name='t'><xs:restriction base='xs:int'/></xs:simpleType></xs:schema>"

    private static func isValid(_ schema: XMLSchema, _ document: String) throws -> Bool {
        schema.validate(try XMLTree(parsing: document)).isValid
    }

    @Test("Files of the folder are included, and each of them once")
    func included() throws {
        let folder = try TemporaryFolder([
            "main.xsd": Self.including("parts/one.xsd"),
            "parts/one.xsd": "\(Self.start)><xs:include schemaLocation='two.xsd'/>"
                + "<xs:include schemaLocation='../main.xsd'/></xs:schema>",
            "parts/two.xsd": Self.type,
        ])
        let schema = try XMLSchema(parsing: .file(folder.path + "/main.xsd"))
        #expect(try Self.isValid(schema, "<a>1</a>"))
        #expect(try !Self.isValid(schema, "<a>x</a>"))
    }

    @Test("xml:base around a reference is honored, as far as the folder")
    func base() throws {
        let folder = try TemporaryFolder([
            "main.xsd": Self.including("t.xsd").replacing("<xs:schema", with: "<xs:schema xml:base='parts/x/'")
                .replacing("<xs:include", with: "<xs:include xml:base='../'"),
            "out.xsd": Self.including("../t.xsd").replacing("<xs:schema", with: "<xs:schema xml:base='../'"),
            "url.xsd": Self.including("../t.xsd").replacing("<xs:schema", with: "<xs:schema xml:base='http://e/a/b'"),
            "main.rng": "<grammar xmlns='http://relaxng.org/ns/structure/1.0' xml:base='parts/'>"
                + "<div xml:base='x/'><include href='../a.rng'/></div></grammar>",
            "parts/a.rng": "<grammar xmlns='http://relaxng.org/ns/structure/1.0'><start><element name='a'>"
                + "<text/></element></start></grammar>",
            "t.xsd": "<!-- not this one -->", "parts/t.xsd": Self.type,
        ])
        #expect(try Self.isValid(XMLSchema(parsing: .file(folder.path + "/main.xsd")), "<a>1</a>"))
        let relaxNG = try XMLRelaxNGSchema(parsing: .file(folder.path + "/main.rng"))
        #expect(relaxNG.validate(try XMLTree(parsing: "<a>1</a>")).isValid)
        let error = #expect(throws: XMLError.self) { try XMLSchema(parsing: .file(folder.path + "/out.xsd")) }
        #expect(error?.code == .unresolvedSchema)
        let options = XMLSchemaOptions { $0 == "http://e/t.xsd" ? Array(Self.type.utf8) : nil }
        #expect(try Self.isValid(XMLSchema(parsing: .file(folder.path + "/url.xsd"), options: options), "<a>1</a>"))
    }

    @Test("An element that substitutes one whose type is a union does not make libxml2 hang")
    func substitution() throws {
        let union =
            "<xs:simpleType name='U'><xs:union memberTypes='xs:float xs:integer'/></xs:simpleType>"
            + "<xs:simpleType name='V'><xs:restriction base='U'/></xs:simpleType>"
            + "<xs:simpleType name='W'><xs:restriction base='V'/></xs:simpleType><xs:element name='a' type='V'/>"
            + "<xs:element name='b' substitutionGroup='a'/><xs:element name='c' substitutionGroup='b' type='W'/>"
        _ = try XMLSchema(parsing: "\(Self.start)>\(union)</xs:schema>")
        for member in ["a", "b"] {
            let element = "<xs:element name='d' substitutionGroup='\(member)' type='xs:integer'/>"
            // From 2.11 on, libxml2 decides.
            do throws(XMLError) {
                _ = try XMLSchema(parsing: "\(Self.start)>\(union)\(element)</xs:schema>")
            } catch {
                #expect([.schemaTooComplex, .invalidSchema].contains(error.code))
            }
        }
    }

    @Test("A pipe, a device and a folder are not read", arguments: ["pipe", "null", "folder"])
    func notAFile(_ name: String) throws {
        let folder = try TemporaryFolder(["main.xsd": Self.including(name), "folder/x": ""])
        #expect(unsafe mkfifo(folder.path + "/pipe", 0o600) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/null", withDestinationPath: "/dev/null")
        let options = XMLSchemaOptions(folder: "/")
        let error = #expect(throws: XMLError.self) {
            try XMLSchema(parsing: .file(folder.path + "/main.xsd"), options: options)
        }
        #expect(error?.code == .unresolvedSchema && error?.message.hasSuffix("is not a file") == true)
    }

    @Test("Files outside of the folder are not read, whatever leads there")
    func outside() throws {
        let folder = try TemporaryFolder([
            "schemas/main.xsd": Self.including("../type.xsd"), "schemas/link.xsd": Self.including("here.xsd"),
            "schemas/absolute.xsd": Self.including("/etc/passwd"),
            "type.xsd": Self.type,
        ])
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/schemas/here.xsd", withDestinationPath: folder.path + "/type.xsd")
        for name in ["main", "link", "absolute"] {
            let error = try #require(throws: XMLError.self) {
                try XMLSchema(parsing: .file("\(folder.path)/schemas/\(name).xsd"))
            }
            #expect(error.code == .unresolvedSchema)
            #expect(error.location?.column == Self.start.count + 2)
        }
        let schema = try XMLSchema(
            parsing: .file(folder.path + "/schemas/main.xsd"), options: .init(folder: folder.path))
        #expect(try Self.isValid(schema, "<a>1</a>"))
    }

    @Test(
        "Nothing is loaded from a network, nor from a file that is missing",
        arguments: ["http://127.0.0.1:9/t.xsd", "file:///etc/passwd", "missing.xsd", ""])
    func unresolved(_ location: String) throws {
        for element in ["include", "redefine"] {
            let error = #expect(throws: XMLError.self) {
                try XMLSchema(parsing: Self.including(location, element: element))
            }
            #expect(error?.code == .unresolvedSchema)
        }
    }

    @Test("A closure returns schemas that are not files")
    func resolved() throws {
        let options = XMLSchemaOptions { location in
            location == "http://example.org/t.xsd" ? Array(Self.type.utf8) : nil
        }
        let schema = try XMLSchema(parsing: Self.including("http://example.org/t.xsd"), options: options)
        #expect(try Self.isValid(schema, "<a>1</a>"))
        let error = #expect(throws: XMLError.self) {
            try XMLSchema(parsing: Self.including("http://example.org/u.xsd"), options: options)
        }
        #expect(error?.code == .unresolvedSchema)
        struct Failure: Error {}
        let failure = #expect(throws: XMLError.self) {
            try XMLSchema(parsing: Self.including("t.xsd"), options: XMLSchemaOptions { _ in throw Failure() })
        }
        #expect(failure?.code == .unresolvedSchema)
    }

    @Test(
        "The schemas of xml and XLink are built in, wherever they are said to be",
        arguments: [
            nil, "http://www.w3.org/2001/xml.xsd", "xml.xsd",
        ])
    func builtIn(_ location: String?) throws {
        let place = location.map { " schemaLocation='\($0)'" } ?? ""
        let schema = try XMLSchema(
            parsing: """
                \(Self.start) xmlns:l='http://www.w3.org/1999/xlink'>
                <xs:import namespace='http://www.w3.org/XML/1998/namespace'\(place)/>
                <xs:import namespace='http://www.w3.org/1999/xlink'/>
                <xs:element name='a'><xs:complexType><xs:attributeGroup ref='xml:specialAttrs'/>
                <xs:attributeGroup ref='l:simpleAttrs'/></xs:complexType></xs:element></xs:schema>
                """)
        #expect(try Self.isValid(schema, "<a xml:lang='' xml:space='preserve'/>"))
        #expect(try Self.isValid(schema, "<a xml:lang='de-CH' xml:base='x' xml:id='b'/>"))
        #expect(try !Self.isValid(schema, "<a xml:space='keep'/>"))
        #expect(try Self.isValid(schema, "<a xmlns:x='http://www.w3.org/1999/xlink' x:href='#b' x:show='new'/>"))
        #expect(try !Self.isValid(schema, "<a xmlns:x='http://www.w3.org/1999/xlink' x:show='old'/>"))
    }

    @Test("Errors of a schema have the name of their file and a place")
    func invalid() throws {
        let folder = try TemporaryFolder([
            "main.xsd": Self.including("one.xsd"),
            "one.xsd":
                "\(Self.start)>\n<xs:simpleType name='t'>\n <xs:restriction base='none'/>\n</xs:simpleType></xs:schema>",
        ])
        let error = try #require(throws: XMLError.self) { try XMLSchema(parsing: .file(folder.path + "/main.xsd")) }
        #expect(error.code == .invalidSchema)
        #expect(error.location?.sourceName?.hasSuffix("/one.xsd") == true)
        #expect(error.location?.line == 2 && error.location?.column == 1)
        let malformed = #expect(throws: XMLError.self) { try XMLSchema(parsing: "\(Self.start)>") }
        #expect(malformed?.code == .unclosedElement)
        let other = #expect(throws: XMLError.self) { try XMLSchema(parsing: "<a/>") }
        #expect(other?.code == .invalidSchema)
    }

    @Test("A schema may have a document type, whose entities are used, and external ones are errors")
    func documentType() throws {
        let schema = try XMLSchema(
            parsing: """
                <!DOCTYPE xs:schema [<!ENTITY t "xs:int">
                ]>
                \(Self.start)><xs:element name='a' type='&t;'/>
                </xs:schema>
                """)
        let report = schema.validate(try XMLTree(parsing: "<a>x</a>"))
        #expect(report.diagnostics.first?.note?.location.line == 3)
        let error = #expect(throws: XMLError.self) {
            try XMLSchema(
                parsing:
                    "<!DOCTYPE a [<!ENTITY t SYSTEM '/etc/passwd'>]>\(Self.start)><xs:element name='a'/>&t;</xs:schema>"
            )
        }
        #expect(error?.code == .unresolvedEntity)
    }

    @Test("Schemas that take minutes to compile are refused")
    func limits() throws {
        func schema(_ content: String) -> String {
            "\(Self.start)><xs:element name='a'><xs:complexType>\(content)</xs:complexType></xs:element></xs:schema>"
        }
        let members = (0..<1_000).map { "<xs:element name='e\($0)' minOccurs='0'/>" }.joined()
        let values = (0..<50_000).map { "<xs:enumeration value='\($0)'/>" }.joined()
        let enumeration =
            "<xs:simpleContent><xs:restriction base='xs:string'>\(values)</xs:restriction></xs:simpleContent>"
        for text in [schema("<xs:sequence>\(members)</xs:sequence>"), schema(enumeration)] {
            let error = #expect(throws: XMLError.self) { try XMLSchema(parsing: text) }
            #expect(error?.code == .schemaTooComplex)
        }
        let error = #expect(throws: XMLError.self) {
            try XMLSchema(parsing: schema(""), options: .init(size: 100))
        }
        #expect(error?.code == .schemaTooComplex)
    }

    @Test(
        "What is not supported, and what XML Schema does not know, is named at its place",
        arguments: [
            ("<xs:element name='a'><xs:complexType>|<xs:assert test='1'/></xs:complexType></xs:element>", "1.1"),
            ("<xs:element name='a' type='|xs:dateTimeStamp'/>", "1.1"),
            ("<xs:simpleType name='a'><xs:restriction base='|xs:yearMonthDuration'/></xs:simpleType>", "1.1"),
            ("|<xs:override schemaLocation='a.xsd'/>", "1.1"),
            (
                "<xs:simpleType name='p'><xs:restriction base='xs:string'><xs:pattern value='a+&amp;\\d|\\m'/>"
                    + "</xs:restriction></xs:simpleType>", "“\\m” is not an escape"
            ),
        ])
    func unsupported(_ content: String, _ message: String) throws {
        let heading = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>"
        let error = try #require(throws: XMLError.self) {
            try XMLSchema(parsing: heading + content.replacing("|", with: "") + "</xs:schema>")
        }
        #expect(error.code == .invalidSchema)
        #expect(error.message.contains(message))
        let place = content.utf8.firstIndex(of: UInt8(ascii: "|")).map { content[..<$0].utf8.count } ?? 0
        #expect(error.location?.byteOffset == heading.utf8.count + place)
    }

    @Test("Other languages are named")
    func languages() throws {
        let error = try #require(throws: XMLError.self) {
            try XMLSchema(parsing: "<schema xmlns='http://purl.oclc.org/dsdl/schematron'/>")
        }
        #expect(error.message == "Schematron is not supported")
        let folder = try TemporaryFolder(["a.rnc": "element a { text }"])
        let compact = try #require(throws: XMLError.self) {
            try XMLRelaxNGSchema(parsing: .file(folder.path + "/a.rnc"))
        }
        #expect(compact.message.contains("compact syntax"))
        let inMemory = try #require(throws: XMLError.self) { try XMLRelaxNGSchema(parsing: "element a { text }") }
        #expect(inMemory.code == .missingRootElement && inMemory.help?.contains("compact syntax") == true)
    }

    @Test(
        "A document in another language is not a schema, and XML Schema 1.1 is named",
        arguments: [
            (
                "<xsl:stylesheet xmlns:xsl='http://www.w3.org/1999/XSL/Transform' version='1.0'/>", true, 0,
                "this is a stylesheet; XSLT is not supported"
            ),
            (
                "<grammar xmlns='http://relaxng.org/ns/structure/1.0'/>", true, 0,
                "this is a schema of RELAX NG: use XMLRelaxNGSchema"
            ),
            (
                "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'/>", false, 0,
                "this is an XML Schema: use XMLSchema"
            ),
            (
                "<s:schema xmlns:s='http://purl.oclc.org/dsdl/schematron'/>", false, 0,
                "evaluate the tests of its rules with isTrue(xpath:) of LibXMLQueries"
            ),
            (
                "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xpathDefaultNamespace='u'/>", true, 78,
                "this is an attribute of XML Schema 1.1"
            ),
            (
                "<schema xmlns='http://www.w3.org/2001/XMLSchema' xmlns:x='http://www.w3.org/2001/XMLSchema'>"
                    + "<element name='a' type='x:dateTimeStamp'/></schema>", true, 116,
                "this is an element or a type of XML Schema 1.1"
            ),
        ])
    func otherLanguages(_ document: String, isXMLSchema: Bool, offset: Int, help: String) throws {
        let error = try #require(throws: XMLError.self) {
            if isXMLSchema { _ = try XMLSchema(parsing: document) } else { _ = try XMLRelaxNGSchema(parsing: document) }
        }
        #expect(error.code == .invalidSchema)
        #expect(error.help == help)
        #expect(error.location?.byteOffset == offset)
    }

    @Test("Nilled elements and fixed values are explained")
    func fixedValues() throws {
        let schema = try XMLSchema(
            parsing: """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r"><xs:complexType><xs:sequence>
                <xs:element name="a" nillable="true" type="xs:int"/><xs:element name="f" fixed="x's" type="xs:string"/>
                </xs:sequence><xs:attribute name="v" fixed="1"/></xs:complexType></xs:element></xs:schema>
                """)
        let document = """
            <r v="2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><a xsi:nil="true">1</a><f>it's</f></r>
            """
        let found = schema.validate(try XMLTree(parsing: document)).diagnostics.map(\.message)
        #expect(
            found == [
                "“2” is not the value of the attribute “v”, which is “1” in every document",
                "<a> has xsi:nil=\"true\", and must be empty",
                "“it's” is not the value of <f>, which is “x's” in every document",
            ])
    }
}
