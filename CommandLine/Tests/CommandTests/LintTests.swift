import Foundation
import Testing

@Suite struct LintTests {
    @Test("A well-formed document is no news")
    func silent() throws {
        let outcome = try Command.run("lint", "Examples/orders.xml", "Examples/soap.xml")
        #expect(outcome == Outcome(status: 0, output: "", errors: ""))
    }

    @Test("Every document is looked at, and what is wrong is told with its place")
    func several() throws {
        let outcome = try Command.run("lint", "Examples/broken.xml", "no-such.xml", "-", input: "<a><p:b/></a>")
        #expect(outcome.status == 2)
        #expect(outcome.output == "")
        #expect(
            outcome.errors == """
                Examples/broken.xml:4:25: error: “&” does not begin a reference
                 4 |     <item sku="B2">Milk & honey</item>
                   |                         ^
                help: write &amp; for a literal “&”
                error: no-such.xml: no such file
                <stdin>:1:4: error: the prefix “p” is not declared
                 1 | <a><p:b/></a>
                   |    ^~~~

                """)
    }

    @Test(
        "A folder, a missing file and a URL cannot be read",
        arguments: [
            ("tree", "Examples", "error: Examples: is a directory\n"),
            ("lint", "no-such.xml", "error: no-such.xml: no such file\n"),
            (
                "lint", "http://example.org/a.xml",
                """
                error: “http://example.org/a.xml” is a URL, not the path of a file
                help: fetch the document first, and parse its bytes: nothing is loaded from the network

                """
            ),
        ])
    func unreadable(_ command: String, _ path: String, _ errors: String) throws {
        let outcome = try Command.run(command, path)
        #expect(outcome == Outcome(status: 2, output: "", errors: errors))
    }

    @Test(
        "Wrong usage has the status of the argument parser",
        arguments: [
            ["lint", "--no-such-option"], ["no-such-command"], ["tree", "a.xml", "b.xml"],
            ["set", "a", "1", "a.xml", "b.xml"],
        ])
    func usage(_ arguments: [String]) throws {
        let outcome = try Command.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("Usage: xmldict"))
    }

    @Test("In recovery everything is told that is wrong in any of the documents")
    func recovering() throws {
        let outcome = try Command.run(
            "lint", "--recover", "Examples/feed.xml", "Examples/orders.xml", "Examples/broken.xml")
        let feed = try Command.run("json", "--recover", "Examples/feed.xml")
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(
            outcome.errors == feed.errors + """
                Examples/broken.xml:4:25: error: “&” does not begin a reference
                 4 |     <item sku="B2">Milk & honey</item>
                   |                         ^
                repair: treated as text
                help: write &amp; for a literal “&”
                Examples/broken.xml:5:3: error: the end tag </ordre> does not match <order>
                 2 |   <order id="7">
                   |   ------ <order> begins here
                 5 |   </ordre>
                   |   ^~~~~~~~
                repair: replaced by </order>
                help: did you mean </order>?

                """)
    }

    @Test("What is wrong is written as JSON")
    func json() throws {
        let outcome = try Command.run(
            "lint", "--recover", "--format", "json", "-", "no-such.xml", "Examples/orders.xml",
            input: "<a>é & x\n <b></a>")
        #expect(
            outcome
                == Outcome(
                    status: 2,
                    output: #"""
                        [
                        {"file":"<stdin>","line":1,"column":6,"byteOffset":6,"endLine":null,"endColumn":null,\#
                        "endByteOffset":null,"path":null,"severity":"error",\#
                        "code":"malformedReference","message":"“&” does not begin a reference","repair":"treated as text",\#
                        "help":"write &amp; for a literal “&”","note":null,"fix":{"certain":true,"edits":[{"line":1,\#
                        "column":6,"byteOffset":6,"endLine":1,"endColumn":7,"endByteOffset":7,"replacement":"&amp;"}]}},
                        {"file":"<stdin>","line":2,"column":5,"byteOffset":14,"endLine":null,"endColumn":null,\#
                        "endByteOffset":null,"path":null,"severity":"error",\#
                        "code":"mismatchedEndTag","message":"<b> is not closed before </a>",\#
                        "repair":"</b> inserted before </a>","help":null,\#
                        "note":{"message":"<b> begins here","file":"<stdin>","line":2,"column":2,"byteOffset":11},\#
                        "fix":{"certain":false,"edits":[{"line":2,"column":5,"byteOffset":14,"endLine":2,"endColumn":5,\#
                        "endByteOffset":14,"replacement":"</b>"}]}},
                        {"file":"no-such.xml","line":null,"column":null,"byteOffset":null,"endLine":null,"endColumn":null,\#
                        "endByteOffset":null,"path":null,"severity":"error",\#
                        "code":"fileNotFound","message":"no-such.xml: no such file","repair":null,"help":null,"note":null,\#
                        "fix":null}
                        ]

                        """#, errors: ""))
    }

    /// Documents of which there are warnings, and the places of all that is wrong.
    private static let warned = [
        ("<?xml version='1.1'?><a/>", Int32(0), ["1:20: warning"]),
        ("<a xmlns='b/c'/>", 0, ["1:4: warning"]),
        ("<!DOCTYPE a SYSTEM 'a.dtd'><a xmlns='b/c'>&x;</a>", 0, ["1:31: warning", "1:43: warning"]),
        ("<a xmlns='b/c'>&x;</a>", 1, ["1:4: warning", "1:16: error"]),
        ("<a xmlns='b/c'><p:b/></a>", 1, ["1:4: warning", "1:16: error"]),
        ("<a b=c/>", 1, ["1:6: error"]),
    ]

    @Test(
        "Warnings are reported as the tree has them, whatever reads the document", arguments: warned,
        ["tree", "pull", "push", "reader", "chunks"])
    func warnings(_ document: (text: String, status: Int32, places: [String]), engine: String) throws {
        let outcome = try Command.run("lint", "--engine", engine, input: document.text)
        #expect(outcome.status == document.status)
        let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("<stdin>") }
        #expect(lines.map { $0.split(separator: ":")[1...3].joined(separator: ":") } == document.places)
        // What is wrong with a document before its first error does not depend on whether it is read on.
        #expect(outcome.errors.split(separator: "\n").first == lines.first)
    }

    @Test("After an error of namespaces, what reads a whole document reads on")
    func namespaces() throws {
        let text = "<a><p:b/><q:c/></a><d/>"
        let tree = try Command.run("lint", input: text)
        let reader = try Command.run("lint", "--engine", "reader", input: text)
        #expect(tree.status == 1 && reader.status == 1)
        let lines = { (outcome: Outcome) in
            outcome.errors.split(separator: "\n").filter { $0.hasPrefix("<stdin>:1:") }
        }
        #expect(lines(tree).count == 3)
        #expect(lines(reader) == [lines(tree)[0]])
    }

    @Test("An unknown engine is a wrong use, and so is one that cannot recover as libxml2 does")
    func engines() throws {
        for arguments in [["--engine", "fast"], ["--engine", "reader", "--recover=libxml2"]] {
            #expect(try Command.run(["lint"] + arguments + ["Examples/orders.xml"]).status == 64)
        }
    }

    @Test("Advice names the option for a limit")
    func limits() throws {
        let deep = String(repeating: "<a>", count: 300) + String(repeating: "</a>", count: 300)
        for arguments in [["lint"], ["lint", "--recover"], ["json"], ["lint", "--format", "json"]] {
            let outcome = try Command.run(arguments, input: Data(deep.utf8))
            #expect(outcome.status == 1)
            let text = outcome.output + outcome.errors
            #expect(text.contains("deeper than the limit of 256") && !text.contains("XMLParsing"))
            #expect(text.contains("use “--limit-depth” to increase the limit"))
            #expect(try Command.run(arguments + ["--limit-depth", "300"], input: Data(deep.utf8)).status == 0)
        }
    }

    @Test("Advice names the option for the encoding")
    func encoding() throws {
        let outcome = try Command.run(["lint"], input: Data([0x3C, 0x61, 0x3E, 0xFF, 0x3C, 0x2F, 0x61, 0x3E]))
        #expect(
            outcome.errors.contains("help: if the text has another encoding, declare it or give it with “--encoding”"))
    }

    @Test("JSON is written without recovery, and of nothing at all")
    func strictJSON() throws {
        let broken = try Command.run("lint", "--format", "json", "Examples/broken.xml")
        #expect(broken.status == 1 && broken.errors == "")
        #expect(broken.output.hasPrefix(#"[\#n{"file":"Examples/broken.xml","line":4,"column":25,"#))
        let orders = try Command.run("lint", "--format", "json", "Examples/orders.xml")
        #expect(orders == Outcome(status: 0, output: "[]\n", errors: ""))
    }
}
