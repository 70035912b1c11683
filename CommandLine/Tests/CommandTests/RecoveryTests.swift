import Foundation
import Testing

@Suite struct RecoveryTests {
    /// A feed with what feeds have: a bare “&”, a name of HTML, an unclosed tag, a value without quotes.
    private static let errors = """
        Examples/feed.xml:2:14: error: the value of “version” is not in quotes
         2 | <rss version=2.0>
           |              ^~~
        repair: put in quotes
        Examples/feed.xml:4:16: error: “&” does not begin a reference
         4 |     <title>Tom & Jerry&nbsp;News</title>
           |                ^
        repair: treated as text
        help: write &amp; for a literal “&”
        Examples/feed.xml:4:23: error: the entity “nbsp” is not declared
         4 |     <title>Tom & Jerry&nbsp;News</title>
           |                       ^~~~~~
        repair: replaced by the HTML character with this name
        help: write &#160; instead: the entity “nbsp” is predefined in HTML, but not in XML
        Examples/feed.xml:5:34: error: <br> is not closed before </description>
         5 |     <item><description>one<br>two</description></item>
           |                                  ^~~~~~~~~~~~~~
           |                           ---- <br> begins here
        repair: </br> inserted before </description>
        help: write <br/> for an element without content

        """

    @Test(
        "What a malformed feed holds is written, and what was wrong is told",
        arguments: [
            (
                ["json", "--recover"],
                #"{"rss":{"@version":"2.0","channel":{"title":"Tom & Jerry\#u{A0}News","#
                    + ##""item":{"description":{"br":"two","#text":"one"}}}}}"## + "\n"
            ),
            (["get", "--recover", "rss.channel.title"], "Tom & Jerry\u{A0}News\n"),
            (["records", "--recover", "rss/channel/title"], "{\"title\":\"Tom & Jerry\u{A0}News\"}\n"),
        ])
    func feed(_ arguments: [String], _ output: String) throws {
        let outcome = try Command.run(arguments + ["Examples/feed.xml"])
        #expect(outcome == Outcome(status: 0, output: output, errors: Self.errors))
    }

    @Test("A tree has the places of the input")
    func tree() throws {
        let outcome = try Command.run("tree", "--recover", "Examples/feed.xml")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("\n      text @4:12 \"Tom & Jerry\u{A0}News\"\n    text @4:41"))
        #expect(outcome.errors == Self.errors)
    }

    @Test("The reader goes on to the end of a truncated document")
    func events() throws {
        let outcome = try Command.run("events", "--recover", input: "<a><b>1</b>\n<b x=\"2")
        #expect(
            outcome
                == Outcome(
                    status: 0,
                    output: """
                        0 1 a 0 0
                        1 1 b 0 0
                        2 3 #text 0 1 1
                        1 15 b 0 0
                        1 14 #text 0 1 \n
                        1 1 b 0 0
                        1 15 b 0 0
                        0 15 a 0 0

                        """,
                    errors: """
                        <stdin>:2:6: error: the value of “x” is not closed
                        <stdin>:2:1: note: the tag begins here
                        repair: closed here
                        <stdin>:2:1: error: the tag is not closed
                        repair: “>” inserted
                        <stdin>:2:8: error: the document ends inside <b>
                        <stdin>:2:1: note: <b> begins here
                        repair: </b> inserted at the end
                        <stdin>:2:8: error: the document ends inside <a>
                        <stdin>:1:1: note: <a> begins here
                        repair: </a> inserted at the end

                        """))
    }

    @Test("Bytes of another encoding than the declared are read, and told of")
    func encoding() throws {
        let input = Data("<?xml version='1.0' encoding='UTF-8'?><a>caf".utf8) + [0xE9, 0x20, 0x96] + Data("</a>".utf8)
        let outcome = try Command.run(["json", "--recover"], input: input)
        #expect(outcome.status == 0)
        #expect(outcome.output == "{\"a\":\"café –\"}\n")
        #expect(outcome.errors.hasPrefix("<stdin>:1:45: error: the byte 0xE9 is not valid UTF-8 here\n"))
        #expect(outcome.errors.hasSuffix("\nrepair: decoded as Windows-1252\n"))
    }

    @Test("Control characters of a document do not come to the terminal")
    func controlCharacters() throws {
        let outcome = try Command.run("json", "--recover", input: "<a \u{1B}[31m=1>\u{1B}[0m</a>")
        #expect(outcome.status == 0)
        #expect(!outcome.errors.contains("\u{1B}"))
    }

    @Test(
        "The rules of repairing can be changed",
        arguments: [
            (["--wrap", "all"], "<a>1</a>x<b/>", ##"{"all":{"a":"1","b":null,"#text":"x"}}"##),
            (["--html-rules"], "<p><br>b<script>1<2</script></p>", ##"{"p":{"br":null,"script":"1<2","#text":"b"}}"##),
            (["--invalid-characters", "replace"], "<a>x&#1;y</a>", "{\"a\":\"x\u{FFFD}y\"}"),
            (["--invalid-characters", "drop"], "<a>x&#1;y</a>", #"{"a":"xy"}"#),
            (["--invalid-characters", "keep"], "<a>x&#1;y</a>", #"{"a":"x\u0001y"}"#),
        ])
    func rules(_ options: [String], _ input: String, _ output: String) throws {
        let outcome = try Command.run(["json", "--recover"] + options, input: Data(input.utf8))
        #expect(outcome.status == 0)
        #expect(outcome.output == output + "\n")
    }

    @Test("A well-formed document gives no news")
    func wellFormed() throws {
        #expect(
            try Command.run("json", "--recover", "Examples/orders.xml") == Command.run("json", "Examples/orders.xml"))
        #expect(try Command.run("lint", "--recover", "Examples/orders.xml").errors == "")
    }

    @Test(
        "Where there is nothing to repair the status is that of a document that is not well-formed",
        arguments: [["json"], ["records", "a"], ["repair"]])
    func nothing(_ arguments: [String]) throws {
        let options = arguments[0] == "repair" ? [] : ["--recover"]
        let outcome = try Command.run(arguments + options, input: Data("no markup".utf8))
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        // Once, though it is both what was repaired and the error.
        #expect(outcome.errors.components(separatedBy: "<stdin>:1:1: error: expected an element, found “n”").count == 2)
        #expect(try Command.run(arguments + options + ["no-such.xml"]).status == 2)
    }

    @Test(
        "Wrong usage",
        arguments: [
            (["json", "--recover=x"], "'repair' and 'libxml2'"),
            (["json", "--wrap", "a"], "“--wrap” requires “--recover”"),
            (["json", "--recover=libxml2", "--html-rules"], "“--html-rules” requires “--recover”"),
            (
                ["records", "--html", "--skip-oversized", "a"],
                "“--skip-oversized” and “--html” cannot be used together"
            ),
            (
                ["records", "--recover=libxml2", "--skip-oversized", "a"],
                "and “--recover=libxml2” cannot be used together"
            ),
            (["records", "--recover", "--html", "a"], "“--html” and “--recover” cannot be used together"),
            (["records", "--html", "a[0]"], "“a[0]”"),
            (["events", "--recover", "--html"], "“--html” and “--recover” cannot be used together"),
            (["events", "--recover=libxml2", "--wrap", "a"], "“--wrap” requires “--recover”"),
            (["json", "--recover", "--wrap", "a b"], "“a b” is not a valid element name"),
            (["json", "--html", "--recover"], "“--html” and “--recover” cannot be used together"),
            (["get", "--recover=libxml2", "--html", "a"], "“--html” and “--recover” cannot be used together"),
            (["tree", "--html", "--html-rules"], "“--html-rules” requires “--recover”"),
            (["repair", "--invalid-characters", "keep"], "use “replace” or “drop”"),
            // After this they are names of files.
            (["tree", "--", "--recover", "a.xml"], "Unexpected argument"),
        ])
    func usage(_ arguments: [String], _ message: String) throws {
        let outcome = try Command.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message))
    }

    @Test("No more than a thousand things are listed, and the rest is counted")
    func count() throws {
        let faults = String(repeating: "& ", count: 1_200)
        let outcome = try Command.run("json", "--recover", input: "<a>\(faults)</a>")
        #expect(outcome.status == 0)
        #expect(outcome.errors.hasSuffix("<stdin>: 200 more are not listed\n"))
        #expect(outcome.errors.components(separatedBy: "error:").count == 1_001)
    }
}
