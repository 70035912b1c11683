import Foundation
import Testing

@Suite struct RepairTests {
    @Test("A malformed feed becomes well-formed")
    func feed() throws {
        let outcome = try Command.run("repair", "Examples/feed.xml")
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                <?xml version="1.0"?>
                <rss version="2.0">
                  <channel>
                    <title>Tom &amp; Jerry\u{A0}News</title>
                    <item><description>one<br>two</br></description></item>
                  </channel>
                </rss>

                """)
        #expect(outcome.errors == (try Command.run("json", "--recover", "Examples/feed.xml").errors))
        #expect(try Command.run("lint", input: outcome.output) == Outcome(status: 0, output: "", errors: ""))
        #expect(try Command.run("repair", input: outcome.output).output == outcome.output)
    }

    @Test("A well-formed document stays as it is")
    func wellFormed() throws {
        let orders = try String(contentsOf: Command.root.appending(path: "Examples/orders.xml"), encoding: .utf8)
        #expect(try Command.run("repair", "Examples/orders.xml") == Outcome(status: 0, output: orders, errors: ""))
    }

    @Test("A document in any encoding becomes one in UTF-8 that says so", arguments: [false, true])
    func encoding(_ isMalformed: Bool) throws {
        let text = isMalformed ? "&" : "&amp;"
        let latin = Data("<?xml version='1.0' encoding='ISO-8859-1'?>\n<a>".utf8) + [0xE9] + Data("\(text)</a>\n".utf8)
        let outcome = try Command.run(["repair"], input: latin)
        #expect(outcome.status == 0)
        #expect(outcome.output == "<?xml version='1.0' encoding='UTF-8'?>\n<a>é&amp;</a>\n")

        let utf16 = try #require("<?xml version='1.0' encoding='utf-16'?><a>é\(text)</a>".data(using: .utf16))
        #expect(
            try Command.run(["repair"], input: utf16).output == "<?xml version='1.0' encoding='UTF-8'?><a>é&amp;</a>")
    }

    @Test("A truncated document is closed")
    func truncated() throws {
        let outcome = try Command.run("repair", input: "<a>\n <b x='1'>text &am")
        #expect(outcome.status == 0)
        #expect(outcome.output == "<a>\n <b x='1'>text &amp;am</b></a>")
    }

    @Test("Of several root elements the first is written, and the others are told of")
    func furtherRoots() throws {
        let input = "<a>1</a>\n<b>2</b>\n<c/>"
        let outcome = try Command.run("repair", input: input)
        #expect(outcome.status == 0)
        #expect(outcome.output == "<a>1</a>\n\n")
        #expect(
            outcome.errors.hasPrefix(
                "<stdin>:2:1: error: a second root element is not allowed after the root element\n"))
        #expect(
            outcome.errors.hasSuffix(
                """
                help: use “--wrap NAME” to put all of them into a root element with that name

                """))
        #expect(
            try Command.run("repair", "--wrap", "all", input: input)
                == Outcome(status: 0, output: "<all>\(input)</all>", errors: ""))
    }
}
