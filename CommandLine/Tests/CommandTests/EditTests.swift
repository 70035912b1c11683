import Foundation
import Testing

@Suite struct EditTests {
    static let pom =
        "<?xml version=\"1.0\"?>\r\n<project xmlns='http://maven.apache.org/POM/4.0.0'>\r\n"
        + "  <version>1.0</version> <!-- keep -->\r\n  <server  port = '80' />\r\n</project>\r\n"

    @Test("A value is set, and all other bytes stay")
    func set() throws {
        let text = try Command.run("set", "project/version", "2 < 3", input: Self.pom)
        let expected = Self.pom.replacingOccurrences(of: ">1.0<", with: ">2 &lt; 3<")
        #expect(text == Outcome(status: 0, output: expected, errors: ""))
        let attribute = try Command.run("set", "project.server.@port", "8080", input: Self.pom)
        #expect(attribute.output == Self.pom.replacingOccurrences(of: "'80'", with: "'8080'"))
        let new = try Command.run("set", "//server/@host", "a", "-", input: Self.pom)
        #expect(new.output == Self.pom.replacingOccurrences(of: "'80' ", with: "'80' host = 'a' "))
        let negative = try Command.run("set", "--", "project/version", "-1", "-", input: Self.pom)
        #expect(negative.output.contains(">-1<"))
    }

    @Test("An element is removed with its line, an attribute with its space")
    func delete() throws {
        let element = try Command.run("delete", "project/server", input: Self.pom)
        #expect(element.output == Self.pom.replacingOccurrences(of: "  <server  port = '80' />\r\n", with: ""))
        let attribute = try Command.run("delete", "//@port", input: Self.pom)
        #expect(attribute.output == Self.pom.replacingOccurrences(of: "  port = '80'", with: ""))
    }

    private static let list = "<a>\r\n<b  x='1'>2</b><!-- c --><c:b xmlns:c='u'/><b y='1'><b/></b ></a>"

    static let places: [(arguments: [String], output: String)] = [
        (
            ["set", "--all", "//b[@x]/@x", "3"],
            "<a>\r\n<b  x='3'>2</b><!-- c --><c:b xmlns:c='u'/><b y='1'><b/></b ></a>"
        ),
        (
            ["set", "--all", "a/b/@x", "3"],
            "<a>\r\n<b  x='3'>2</b><!-- c --><c:b xmlns:c='u'/><b y='1' x='3'><b/></b ></a>"
        ),
        (
            ["set", "--all", "//@*", "<"],
            "<a>\r\n<b  x='&lt;'>2</b><!-- c --><c:b xmlns:c='u'/><b y='&lt;'><b/></b ></a>"
        ),
        (
            ["set", "--all", "a/b/b", "é"],
            "<a>\r\n<b  x='1'>2</b><!-- c --><c:b xmlns:c='u'/><b y='1'><b>é</b></b ></a>"
        ),
        (["rename", "a/b[1]", "d"], "<a>\r\n<d  x='1'>2</d><!-- c --><c:b xmlns:c='u'/><b y='1'><b/></b ></a>"),
        (
            ["rename", "--all", "//b", "d-e"],
            "<a>\r\n<d-e  x='1'>2</d-e><!-- c --><c:b xmlns:c='u'/><d-e y='1'><d-e/></d-e ></a>"
        ),
        (["rename", "a/c:b", "c:d"], "<a>\r\n<b  x='1'>2</b><!-- c --><c:d xmlns:c='u'/><b y='1'><b/></b ></a>"),
        (["rename", "//@y", "z"], "<a>\r\n<b  x='1'>2</b><!-- c --><c:b xmlns:c='u'/><b z='1'><b/></b ></a>"),
        (
            ["rename", "--all", "a/b/@x", "z"],
            "<a>\r\n<b  z='1'>2</b><!-- c --><c:b xmlns:c='u'/><b y='1'><b/></b ></a>"
        ),
    ]

    @Test("All places are set, and names are changed", arguments: places)
    func all(_ arguments: [String], _ output: String) throws {
        #expect(
            try Command.run(arguments, input: Data(Self.list.utf8)) == Outcome(status: 0, output: output, errors: ""))
    }

    @Test("The encoding stays")
    func encoding() throws {
        let document = "<?xml version='1.0' encoding='UTF-16'?><a><b>é</b></a>"
        let folder = try Folder()
        let file = folder.url.appending(path: "a.xml")
        try #require(document.data(using: .utf16)).write(to: file)
        #expect(try Command.run("set", "--in-place", "a/b", "ü日", file.path).status == 0)
        #expect(try String(contentsOf: file, encoding: .utf16) == document.replacingOccurrences(of: "é", with: "ü日"))
    }

    static let failures: [([String], Int32, String)] = [
        (["set", "a/c", "1"], 3, "<stdin>:1:1: error: <a> has no element “c”"),
        (["set", "a/c/@x", "1"], 3, "<stdin>:1:1: error: <a> has no element “c”"),
        (["set", "//@z", "1"], 3, "<stdin>:1:1: error: the document has no attribute “z”"),
        (["delete", "a/@z"], 3, "<stdin>:1:1: error: <a> has no attribute “z”"),
        (["set", "a/b", "1"], 1, "<stdin>:2:1: error: the path “a/b” matches several places"),
        (["delete", "a/b/@x"], 1, "<stdin>:2:4: error: the path “a/b/@x” matches several places"),
        (["set", "a/b/@y", "1"], 1, "<stdin>:2:1: error: the path “a/b/@y” matches several places"),
        (["set", "a", "1"], 1, "<stdin>:1:1: error: <a> contains elements, which its text would replace"),
        (["delete", "a"], 1, "<stdin>:1:1: error: the root element cannot be removed"),
        (["set", "a/b[", "1"], 64, "Error: "),
        (["set", "--all", "a/c", "1"], 3, "<stdin>:1:1: error: <a> has no element “c”"),
        (["set", "--all", "//@z", "1"], 3, "<stdin>:1:1: error: the document has no attribute “z”"),
        (["set", "--all", "//*", "1"], 1, "<stdin>:1:1: error: <a> contains elements, which its text would replace"),
        (["rename", "a/b", "c"], 1, "<stdin>:2:1: error: the path “a/b” matches several places"),
        (["rename", "--all", "a/b/@z", "c"], 3, "<stdin>:2:1: error: <b> has no attribute “z”"),
        (["rename", "a/b[1]/@z", "c"], 3, "<stdin>:2:1: error: <b> has no attribute “z”"),
        (["rename", "a/b/@z", "c"], 3, "<stdin>:2:1: error: <b> has no attribute “z”"),
        (["delete", "a/b/@z"], 3, "<stdin>:2:1: error: <b> has no attribute “z”"),
        (["delete", "--all", "//b/@z"], 3, "<stdin>:2:1: error: <b> has no attribute “z”"),
        (["rename", "a", "p:c"], 1, "<stdin>:1:"),
        (["set", "a/b[1]/#text", "1"], 64, "Error: “#text” has no place: use the path of the element"),
        (["delete", "a/@xmlns"], 64, "Error: namespace declarations cannot be edited"),
        (["set", "a.@xmlns:p", "u"], 64, "Error: namespace declarations cannot be edited"),
        (["add", "a", "new"], 1, "<stdin>:1:1: error: this is text, but <a> contains only elements"),
        (["add", "a/b[1]", "new", "--at", "after"], 1, "<stdin>:1:1: error: this is text"),
        (["rename", "a", "b c"], 64, "Error: “b c” is not a valid name"),
        (["set", "-i", "a/b[1]", "1"], 64, "Error: “--in-place” requires a file"),
    ]

    @Test("A path must match one place", arguments: failures)
    func failure(_ arguments: [String], _ status: Int32, _ message: String) throws {
        let outcome = try Command.run(arguments, input: Data("<a>\n<b x='1'/><b x='2'/></a>".utf8))
        #expect(outcome.status == status)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    }

    static let advice: [([String], String, isGiven: Bool)] = [
        (["set", "a/b", "1"], "or use “--all” for all of them", true),
        (["delete", "a/b/@x"], "or use “--all” for all of them", true),
        (["rename", "//b", "c"], "or use “--all” for all of them", true),
        (["add", "a/b", "<c/>"], "--all", false),
        (["add", "a/@x", "1"], "help: “xmldict set” adds an attribute", true),
        (["add", "a", "x"], "help: “<name/>” is an element", true),
    ]

    @Test("A failure names the option or the command that helps", arguments: advice)
    func help(_ arguments: [String], _ help: String, _ isGiven: Bool) throws {
        let outcome = try Command.run(arguments, input: Data("<a>\n<b x='1'/><b x='2'/></a>".utf8))
        #expect(outcome.status == 1 && outcome.errors.contains(help) == isGiven, "\(outcome.errors)")
    }

    @Test(
        "Text is added where there is text, or nothing",
        arguments: [
            ("<a/>", "x", "<a>x</a>"), ("<a>y<b/></a>", "x", "<a>y<b/>x</a>"), ("<a> </a>", "x", "<a> x</a>"),
            ("<a><b/></a>", "<![CDATA[x]]>", "<a><b/><![CDATA[x]]></a>"),
            ("<a><b/></a>", "<!--x-->", "<a><b/><!--x--></a>"), ("<a><b/></a>", "&amp;", "<a><b/>&amp;</a>"),
        ])
    func text(_ document: String, _ markup: String, _ output: String) throws {
        #expect(
            try Command.run("add", "a", markup, input: document) == Outcome(status: 0, output: output, errors: ""))
    }

    @Test("A malformed document is not edited")
    func malformed() throws {
        let folder = try Folder()
        let file = try folder.file("<a><b>1</b>")
        let outcome = try Command.run("set", "-i", "a/b", "2", file)
        #expect(outcome.status == 1)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "<a><b>1</b>")
        #expect(try Command.run("set", "-i", "a/b", "2", file + ".none").status == 2)
    }

    @Test("Editing in place keeps permissions and symbolic links, and leaves no other file")
    func inPlace() throws {
        let folder = try Folder()
        let file = try folder.file("<a><b>1</b></a>\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        let link = folder.url.appending(path: "link.xml").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.xml")
        let outcome = try Command.run("set", "--in-place", "a/b", "2", link)
        #expect(outcome == Outcome(status: 0, output: "", errors: ""))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "<a><b>2</b></a>\n")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "a.xml")
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o640)
        #expect(try Command.run("delete", "-i", "a/b", link).status == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "<a></a>\n")
        #expect(try folder.names == ["a.xml", "link.xml"])
    }

    @Test("A file stays as it was if the result cannot be written")
    func full() throws {
        let folder = try Folder()
        let text = "<a><b>1</b>" + String(repeating: "<!-- long -->", count: 1000) + "</a>"
        let file = try folder.file(text)
        // Files may have at most one block, and writing more is an error.
        let outcome = try Command.run(through: "trap '' XFSZ; ulimit -f 1; exec \"$0\" set -i a/b 2 \"$1\"", file)
        #expect(outcome.status == 4)
        #expect(outcome.errors.contains("cannot be written"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
        #expect(try folder.names == ["a.xml"])
    }

    @Test("A document is read from a pipe")
    func pipe() throws {
        let outcome = try Command.run(through: "printf '<a><b>1</b></a>' | \"$0\" set a/b 2 | \"$0\" set a/@c 3")
        #expect(outcome == Outcome(status: 0, output: "<a c=\"3\"><b>2</b></a>", errors: ""))
    }
}
