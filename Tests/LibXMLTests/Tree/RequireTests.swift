import LibXML
import Testing

@Suite struct RequireTests {
    private static let document = """
        <config xmlns:m='urn:m' version='2'>
          <databse>x</databse><server port='80' hostname='h'/><m:GetPrice/><m:x/><n:x xmlns:n='urn:n'/>
        </config>
        """

    @Test(
        "A missing element is reported with what exists",
        arguments: [
            ("database", "did you mean <databse>?"), ("SERVER", "did you mean <server>?"),
            ("GetPrice", "there is <m:GetPrice> in the namespace “urn:m”: write m:GetPrice, {…}GetPrice or *:GetPrice"),
            ("{urn:q}server", "there is <server> in no namespace: write server"),
            ("x", "two elements have this local name: <m:x>, <n:x>"),
            ("version", "there is an attribute with this name"),
            ("listeners", "there are <databse>, <server>, <m:GetPrice>, <m:x>, <n:x>"),
            ("server/host", "for a path write require(at: \"server/host\")"),
        ])
    func elements(name: String, help: String) throws {
        let root = try XMLTree(parsing: Self.document, options: .init(sourceName: "c.xml")).root
        let error = try #require(throws: XMLError.self) { try root.require(name) }
        #expect(error.code == .missingElement)
        #expect(error.location?.description == "c.xml:1:1")
        #expect(error.help == help)
        #expect(error.message == "<config> has no element “\(name)”")
    }

    @Test("An element that an inclusion would bring")
    func inclusions() throws {
        let text = "<b xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='c.xml'/><a/></b>"
        let tree = try XMLTree(parsing: text)
        let error = try #require(throws: XMLError.self) { try tree.root.require("chapter") }
        #expect(error.help == "there are <xi:include>, <a>; inclusions (XInclude) are not resolved")
        let path = try #require(throws: XMLError.self) { try tree.require(at: "b/chapter") }
        #expect(path.help == error.help)
    }

    @Test(
        "A missing attribute is reported with what exists",
        arguments: [
            ("hostnam", "did you mean “hostname”?"), ("address", "there are “port”, “hostname”"),
            ("p:port", "there is “port” in no namespace: write port"),
        ])
    func attributes(name: String, help: String) throws {
        let server = try XMLTree(parsing: Self.document).root.require("server")
        let error = try #require(throws: XMLError.self) { try server.require(attribute: name) }
        #expect(error.code == .missingAttribute)
        #expect(error.help == help)
        let empty = try #require(throws: XMLError.self) { try server.require("port") }
        #expect(empty.help == "there is an attribute with this name")
        let nothing = try #require(throws: XMLError.self) { try server.require("x") }
        #expect(nothing.help == nil)
    }

    private static let attributeHelp = "use attributes(at:), or string(at:) and strings(at:) for their values"

    @Test(
        "A path that leads nowhere is reported at its first step that finds nothing",
        arguments: [
            ("config/sever/@port", XMLError.Code.invalidPath, "1:1", attributeHelp),
            ("confg", .missingElement, "1:1", "did you mean <config>?"),
            ("config/server/@prt", .invalidPath, "1:1", attributeHelp),
            ("config/server/@port", .invalidPath, "1:1", attributeHelp),
            ("config/server[2]", .missingElement, "1:1", "the number of these elements is 1, and indices begin at 1"),
            ("config//nothing", .missingElement, "1:1", "there are <databse>, <server>, <m:GetPrice>, <m:x>, <n:x>"),
        ] as [(String, XMLError.Code, String, String?)])
    func paths(path: String, code: XMLError.Code, place: String, help: String?) throws {
        let tree = try XMLTree(parsing: Self.document)
        let path = try XMLPath(parsing: path)
        let error = try #require(throws: XMLError.self) { try tree.require(at: path) }
        #expect(error.location?.description == place)
        #expect(error.code == code)
        #expect(error.help == help)
        #expect(try tree.require(at: "config/server").name.localName == "server")
        #expect(throws: XMLError.self) { try tree.require(at: XMLPath(releaseLiteral: "config[")) }
    }

    @Test("A path begins with the root in a tree and with a child in an element")
    func beginning() throws {
        let tree = try XMLTree(parsing: Self.document)
        #expect(tree[at: "config/server"]?.location == tree.root[at: "server"]?.location)
        #expect(tree.string(at: "config/server/@port") == "80")
        #expect(tree.strings(at: "//@port") == ["80"])
        #expect(tree.elements(at: "config/*").count == 5)
        #expect(tree.string(at: "config/@version") == "2")
    }
}
