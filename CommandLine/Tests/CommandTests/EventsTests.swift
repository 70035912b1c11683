import Foundation
import Testing

@Suite struct EventsTests {
    /// What libxml2's own command, the first on the path, prints for a document; nil where there is none.
    private static func xmllint(_ path: String) throws -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin"].split(separator: ":")
        let xmllint = folders.map { $0 + "/xmllint" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let xmllint else { return nil }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: xmllint)
        process.arguments = ["--stream", "--debug", "--noent", path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }

    @Test("What the reader meets is what xmllint prints")
    func same() throws {
        let made = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).xml")
        defer { try? FileManager.default.removeItem(at: made) }
        let text = """
            <?xml version="1.0"?>
            <!DOCTYPE r [<!ENTITY t "text"><!ATTLIST r d CDATA "x">]>
            <!-- c --><?p data?><?q?>
            <r xmlns:p="u"><p:a k="1"/>  <b></b>1&t;2<![CDATA[ <x> ]]><c>&#233;&amp;
            </c></r>

            """
        try Data(text.utf8).write(to: made)
        for path in ["Examples/orders.xml", "Examples/soap.xml", made.path] {
            let whole = path.hasPrefix("/") ? path : Command.root.appending(path: path).path
            guard let expected = try Self.xmllint(whole) else { continue }
            let outcome = try Command.run("events", whole)
            #expect(outcome == Outcome(status: 0, output: expected, errors: ""))
        }
    }

    @Test("The command is not in the list, and reads standard input")
    func hidden() throws {
        #expect(try !Command.run("--help").output.contains("events"))
        let outcome = try Command.run("events", input: "<a><b/>x</a>")
        #expect(outcome.output == "0 1 a 0 0\n1 1 b 1 0\n1 3 #text 0 1 x\n0 15 a 0 0\n")
    }

    @Test(
        "The tree of libxml2's recovery gives the lines of the reader",
        arguments: [
            "<a/>", "<a>x</a>\n", "<a><b/><d k='v'/><e > </e\n>x</a>",
            "<?xml version='1.0'?>\n<!-- c --><?p?>\n<a/><?q  data ?><!---->\n",
            "<a><!----><!-- c\nd --><?p?><?q d?>t<?r  e ?></a>",
            "<a>t<![CDATA[ <u> ]]>v<b><![CDATA[]]></b><c><![CDATA[ ]]></c></a>",
            "<a> <b>\n\t</b>\r\n<c> x </c><d>&#32;&#x9;</d><e>&#160;</e><f>\u{A0}</f></a>",
            "<!DOCTYPE a><a/>", "<!-- c -->\n<!DOCTYPE p:a SYSTEM 's' [<!ENTITY e SYSTEM 'f'>]>\n<p:a xmlns:p='u:v'/>",
            "<!DOCTYPE a PUBLIC 'p' 's'><a>1&u;2<b> &u;</b>&u;</a>",
            "<!DOCTYPE a [<!ENTITY e SYSTEM 'f'>]><a k='v'>&e; &e;</a>",
            "<a>x&amp;y&lt;&#233;z&#10;&gt;</a>", "<a k='&lt;' l=\"'\"><b k='/>'/></a>",
            "<p:a xmlns:p='u:v' xmlns='w:x' p:k='1' xml:lang='de'><b/><p:b xmlns:p='y:z'/></p:a>",
            "<a><b><c><d><e/></d></c>x<c><d> </d></c></b><b><c/></b></a>", "<été>é日😀<b/></été>",
        ])
    func tree(text: String) throws {
        let outcome = try Command.run("events", "--recover=libxml2", input: text)
        #expect(outcome.status == 0)
        #expect(outcome.output == (try Command.run("events", input: text).output))
        #expect(!outcome.output.isEmpty)
    }

    @Test("In a tree, an element is empty that has no content")
    func empty() throws {
        #expect(try Command.run("events", "--recover=libxml2", input: "<a></a>").output == "0 1 a 1 0\n")
    }

    @Test("libxml2's recovery leaves references to entities")
    func references() throws {
        let text = "<!DOCTYPE a [<!ENTITY t 'x'>]><a>1&t;2</a>"
        #expect(
            try Command.run("events", "--recover=libxml2", input: text).output
                == "0 10 a 0 0\n0 1 a 0 0\n1 3 #text 0 1 1\n1 5 t 0 0\n1 3 #text 0 1 2\n0 15 a 0 0\n")
    }

    @Test("What libxml2 recovers of a malformed document is written, and what is wrong told")
    func malformed() throws {
        let outcome = try Command.run("events", "--recover=libxml2", input: "<a>x & y<b></a>")
        #expect(outcome.status == 0)
        #expect(outcome.output == "0 1 a 0 0\n1 3 #text 0 1 x  y\n1 1 b 1 0\n0 15 a 0 0\n")
        #expect(outcome.errors.hasPrefix("<stdin>:1:"))
        #expect(outcome.errors.contains("error: "))
        #expect(outcome.errors.contains("\n 1 | <a>x & y<b></a>\n   |"))
    }

    @Test("Lint through the reader says the same")
    func lint() throws {
        let outcome = try Command.run("lint", "--engine", "reader", "Examples/broken.xml")
        #expect(outcome == (try Command.run("lint", "Examples/broken.xml")))
    }
}
