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
                Examples/broken.xml:4:25: error: “&” begins no reference
                 4 |     <item sku="B2">Milk & honey</item>
                   |                         ^
                help: write &amp; for the character itself
                error: no-such.xml: no such file
                <stdin>:1:4: error: no namespace is declared for the prefix “p”
                 1 | <a><p:b/></a>
                   |    ^~~~

                """)
    }

    @Test(
        "A folder, a missing file and a URL cannot be read",
        arguments: [
            ("Examples", "error: Examples: is a directory\n"), ("no-such.xml", "error: no-such.xml: no such file\n"),
            (
                "http://example.org/a.xml",
                """
                error: “http://example.org/a.xml” is a URL, not the path of a file
                help: nothing is loaded from the network: fetch the bytes first, and parse those

                """
            ),
        ])
    func unreadable(_ path: String, _ errors: String) throws {
        let outcome = try Command.run("lint", path)
        #expect(outcome == Outcome(status: 2, output: "", errors: errors))
    }

    @Test(
        "Wrong usage has the status of the argument parser",
        arguments: [
            ["lint", "--no-such-option"], ["no-such-command"], ["json", "a.xml", "b.xml"],
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
                Examples/broken.xml:4:25: error: “&” that begins no reference
                 4 |     <item sku="B2">Milk & honey</item>
                   |                         ^
                repair: taken as text
                help: write &amp;
                Examples/broken.xml:5:3: error: the end tag “</ordre>” ends no open element
                 5 |   </ordre>
                   |   ^~~~~~~~
                repair: left out
                Examples/broken.xml:6:1: error: “</orders>” comes before “</order>”
                 2 |   <order id="7">
                   |   ------ the element begins here
                 6 | </orders>
                   | ^~~~~~~~~
                repair: “</order>” inserted before “</orders>”

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
                        {"file":"<stdin>","line":1,"column":6,"byteOffset":6,"severity":"error",\#
                        "code":"malformedReference","message":"“&” that begins no reference","repair":"taken as text",\#
                        "help":"write &amp;","note":null},
                        {"file":"<stdin>","line":2,"column":5,"byteOffset":14,"severity":"error",\#
                        "code":"mismatchedEndTag","message":"“</a>” comes before “</b>”",\#
                        "repair":"“</b>” inserted before “</a>”","help":null,\#
                        "note":{"message":"the element begins here","line":2,"column":2,"byteOffset":11}},
                        {"file":"no-such.xml","line":null,"column":null,"byteOffset":null,"severity":"error",\#
                        "code":"fileNotFound","message":"no-such.xml: no such file","repair":null,"help":null,"note":null}
                        ]

                        """#, errors: ""))
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
