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
                   |    ^

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
}
