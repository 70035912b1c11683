import Foundation
import Testing

/// The commands that select parts of documents.
@Suite struct QueryTests {
    private static func run(_ arguments: String..., input: String = "") throws -> Outcome {
        try Command.run(arguments, input: Data(input.utf8))
    }

    private static let orders = "Examples/orders.xml"

    @Test("XPath: nodes, values and forms")
    func xpath() throws {
        #expect(
            try Self.run("xpath", "//order[@id=7]/customer", Self.orders)
                == Outcome(status: 0, output: "{\"customer\":\"Ana & Sons\"}\n", errors: ""))
        #expect(try Self.run("xpath", "count(//item)", Self.orders).output == "3\n")
        #expect(try Self.run("xpath", "1 div 4", Self.orders).output == "0.25\n")
        #expect(try Self.run("xpath", "1 < 2", Self.orders).output == "true\n")
        #expect(try Self.run("xpath", "string(//customer)", Self.orders).output == "Ana & Sons\n")
        #expect(try Self.run("xpath", "//@sku", Self.orders).output == "\"A1\"\n\"B2\"\n\"A1\"\n")
        #expect(try Self.run("xpath", "//@sku", "--text", Self.orders).output == "A1\nB2\nA1\n")
        #expect(try Self.run("xpath", "//item", "--count", Self.orders).output == "3\n")
        #expect(
            try Self.run("xpath", "//@k | //text()", "--xml", input: "<a k='1&amp;2'>&lt;</a>").output
                == "1&amp;2\n&lt;\n")
        #expect(try Self.run("xpath", "//b", "--xml", Self.orders).output == "<b>milk</b>\n")
        #expect(
            try Self.run("xpath", "//b", "--text", "--locations", Self.orders).output
                == "Examples/orders.xml:6:24: milk\n")
        #expect(
            try Self.run("xpath", "//x:a", "--ns", "x=urn:a", "--text", input: "<a xmlns='urn:a'>1</a>").output == "1\n"
        )
        #expect(try Self.run("xpath", "//p", "--html", "--count", input: "<p>1<p>2").output == "2\n")
        #expect(try Self.run("xpath", "//b", "--recover", "--text", input: "<a><b>1</a>").output == "1\n")
    }

    @Test("XPath: nothing, and mistakes")
    func faults() throws {
        let nothing = try Self.run("xpath", "//Item", "Examples/soap.xml")
        #expect(nothing.status == 3 && nothing.output.isEmpty)
        #expect(nothing.errors.contains("p:Item with “--ns p=https://example.org/stock”"))
        let malformed = try Self.run("xpath", "//a[", Self.orders)
        #expect(malformed.status == 64 && malformed.errors.contains("column 5"))
        #expect(try Self.run("xpath", "//q:a", Self.orders).status == 64)
        #expect(try Self.run("xpath", "//a", "--ns", "x", Self.orders).status == 64)
        #expect(try Self.run("xpath", "//a", "--text", "--xml", Self.orders).status == 64)
        #expect(try Self.run("xpath", "//a", input: "<a>").status == 1)
        let wrong = try Self.run("xpath", "count('a')", Self.orders)
        #expect(wrong.status == 1 && wrong.errors.contains("column 1"))
    }

    @Test("A path that only XPath has")
    func paths() throws {
        let failure = try Self.run("get", "//order[count(item) > 1]", Self.orders)
        #expect(failure.status == 64 && failure.errors.contains("“xmldict xpath” takes it"))
        #expect(!(try Self.run("get", "a[", Self.orders)).errors.contains("xpath"))
    }

    @Test("CSS")
    func css() throws {
        #expect(try Self.run("css", "order:has([sku=B2]) customer", "--text", Self.orders).output == "Ana & Sons\n")
        #expect(try Self.run("css", "li:nth-child(2)", "--html", "--text", input: "<ul><li>a<li>b").output == "b\n")
        let nothing = try Self.run("css", "order > b", Self.orders)
        #expect(nothing.status == 3 && nothing.errors.contains("no element matches"))
        let malformed = try Self.run("css", "a:hover", Self.orders)
        #expect(malformed.status == 64 && malformed.errors.contains("column 2"))
    }

    @Test("Canonical XML")
    func canonical() throws {
        let text = "<a  b='2' a='1' xmlns:p='urn:p'><!-- c --><b/></a>"
        #expect(
            try Self.run("canon", input: text)
                == Outcome(status: 0, output: "<a xmlns:p=\"urn:p\" a=\"1\" b=\"2\"><b></b></a>", errors: ""))
        #expect(try Self.run("canon", "--exclusive", input: text).output == "<a a=\"1\" b=\"2\"><b></b></a>")
        #expect(try Self.run("canon", "--comments", input: text).output.contains("<!-- c -->"))
        let relative = try Self.run("canon", input: "<a xmlns='u'/>")
        #expect(relative.status == 1 && relative.errors.contains("1:1"))
    }

    @Test(
        "The canonical form warns of a DTD that was not read",
        arguments: [
            ("<!DOCTYPE a SYSTEM 'o.dtd'>", true), ("<!DOCTYPE a PUBLIC 'p' 'o.dtd'>", true),
            ("<?xml version='1.0' standalone='yes'?><!DOCTYPE a SYSTEM 'o.dtd'>", false),
            ("<!DOCTYPE a [<!ATTLIST a b CDATA ''>]>", false),
        ])
    func externalDTD(beginning: String, isWarned: Bool) throws {
        let outcome = try Self.run("canon", input: "\(beginning)<a b=''/>")
        #expect(outcome.status == 0 && outcome.output == "<a b=\"\"></a>")
        #expect(outcome.errors.hasPrefix("<stdin>: warning: the DTD “o.dtd” was not read: ") == isWarned)
        #expect(outcome.errors.isEmpty != isWarned)
    }

    private static let whole =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!--x-->\n<a><?p q?>&lt;</a>\n<!--c-->\n"

    @Test(
        "XML is written with its markup",
        arguments: [
            ("//comment()", "<!--x-->\n<!--c-->\n"), ("//processing-instruction()", "<?p q?>\n"),
            ("//text()", "&lt;\n"), ("/", whole), ("/ | //a", whole + "<a><?p q?>&lt;</a>\n"),
        ])
    func markup(expression: String, output: String) throws {
        #expect(
            try Self.run("xpath", "--xml", expression, input: Self.whole)
                == Outcome(status: 0, output: output, errors: ""))
    }
}
