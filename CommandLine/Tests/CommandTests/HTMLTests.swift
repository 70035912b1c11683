import Foundation
import Testing

@Suite struct HTMLTests {
    private static let page = "<title>Tea</title><p class=a>One</i><p>Two<br>three"

    @Test("A page is written as JSON, and what is wrong with it told")
    func json() throws {
        let outcome = try Command.run("json", "--html", input: Self.page)
        #expect(outcome.status == 0)
        #expect(
            outcome.output == #"""
                {"html":{"head":{"title":"Tea"},"body":{"p":[{"@class":"a","#text":"One"},{"br":null,"#text":"Twothree"}]}}}

                """#)
        #expect(outcome.errors.hasPrefix("<stdin>:1:33: error: "))
        #expect(outcome.errors.contains("\n   |                                 ^"))
    }

    @Test("A value of a page is written")
    func get() throws {
        #expect(
            try Command.run("get", "--html", "html/head/title", input: Self.page).output == "Tea\n")
    }

    @Test("Everything in a page is written with its place")
    func tree() throws {
        let outcome = try Command.run("tree", "--html", input: "<p>a<br>b")
        #expect(
            outcome
                == Outcome(
                    status: 0,
                    output: """
                        element @1:1 html
                          element @1:1 body
                            element @1:1 p
                              text @1:4 "a"
                              element @1:5 br
                              text @1:9 "b"

                        """, errors: ""))
    }

    @Test("What a reader would meet in a page is written")
    func events() throws {
        let outcome = try Command.run(
            "events", "--html", input: "<!DOCTYPE html><!-- c --><p>a<br>b</i><p></p> <p>&amp;<script>1<2</script>")
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                0 10 html 0 0
                0 8 #comment 0 1  c \n\
                0 1 html 0 0
                1 1 body 0 0
                2 1 p 0 0
                3 3 #text 0 1 a
                3 1 br 1 0
                3 3 #text 0 1 b
                2 15 p 0 0
                2 1 p 1 0
                2 14 #text 0 1  \n\
                2 1 p 0 0
                3 3 #text 0 1 &
                3 1 script 0 0
                4 3 #text 0 1 1<2
                3 15 script 0 0
                2 15 p 0 0
                1 15 body 0 0
                0 15 html 0 0

                """)
        #expect(outcome.errors.hasPrefix("<stdin>:1:35: error: "))
    }

    @Test(
        "The elements of a page at a path are written one on each line",
        arguments: [
            (["//p"], [##"{"p":{"@class":"a","#text":"One"}}"##, ##"{"p":{"br":null,"#text":"Twothree"}}"##]),
            (["--limit", "1", "html/body/p"], [##"{"p":{"@class":"a","#text":"One"}}"##]),
            (
                ["--unwrap-root", "--attributes", "discarded", "//p"],
                [##"{"#text":"One"}"##, ##"{"br":null,"#text":"Twothree"}"##]
            ),
            (["--limit", "0", "//p"], []),
        ])
    func records(arguments: [String], lines: [String]) throws {
        let outcome = try Command.run(["records", "--html"] + arguments, input: Data(Self.page.utf8))
        #expect(outcome.status == 0)
        #expect(outcome.output == lines.map { $0 + "\n" }.joined())
        #expect(outcome.errors.hasPrefix("<stdin>:1:33: error: "))
    }

    @Test("The encoding of a page is found, or given", arguments: [["events"], ["records", "//p"]])
    func encoding(arguments: [String]) throws {
        let bytes = Data("<p>caf".utf8) + [0xE9] + Data("</p>".utf8)
        let named = Data("<meta charset=iso-8859-1>".utf8) + bytes
        #expect(try Command.run(arguments + ["--html"], input: named).output.contains("café"))
        let outcome = try Command.run(arguments + ["--html", "--encoding", "iso-8859-1"], input: bytes)
        #expect(outcome.output.contains("café"))
        #expect(outcome.errors == "")
    }

    private static let formats: [(arguments: [String], input: String, output: String)] = [
        (
            ["--html"], "<p>a<br>b</p> <script>1<2</script>",
            "<html><body><p>a<br>b</p> <script>1<2</script></body></html>\n"
        ),
        (
            ["--html", "--as-is"], "<!DOCTYPE html><meta charset=latin1><p>&eacute;&nbsp;<input checked>",
            "<!DOCTYPE html>\n<html><head><meta charset=\"UTF-8\"></head>"
                + "<body><p>\u{E9}&nbsp;<input checked=\"checked\"></p></body></html>\n"
        ),
        (["--html", "--to", "html"], "<p>a", "<html><body><p>a</p></body></html>\n"),
        (["--html"], "<p>a<plaintext>b", "<html><body><p>a<plaintext>b"),
        (
            ["--html", "--to", "xml"], "<p><b>a</b><br>&nbsp;</p>",
            "<html><body><p><b>a</b><br/>\u{A0}</p></body></html>\n"
        ),
        (
            ["--html", "--to", "xml", "--indent", "1"], "<p><b>a</b><br></p>",
            "<html>\n <body>\n  <p>\n   <b>a</b>\n   <br/>\n  </p>\n </body>\n</html>\n"
        ),
        (
            ["--html", "--to", "xml", "--minify"], "<ul> <li>a</li> </ul>",
            "<html><body><ul><li>a</li></ul></body></html>\n"
        ),
        (["--to", "html"], "<p xml:lang='de'>a<br/><b/></p>", "<p xml:lang=\"de\">a<br><b></b></p>\n"),
        (["--to", "xml", "--as-is"], "<p>a<br/></p>", "<p>a<br/></p>"),
    ]

    @Test("A page is written as HTML or XML", arguments: formats)
    func format(_ arguments: [String], _ input: String, _ output: String) throws {
        let outcome = try Command.run(["format"] + arguments, input: Data(input.utf8))
        #expect(outcome.status == 0)
        #expect(outcome.output == output)
    }

    @Test("What cannot be written as HTML is an error with its place")
    func unwritable() throws {
        let outcome = try Command.run("format", "--to", "html", input: "<p>\n<br>x</br></p>")
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("<stdin>:2:1: error: "), "\(outcome.errors)")
        for arguments in [["--html", "--minify"], ["--to", "html", "--indent", "2"], ["--to", "json"]] {
            #expect(try Command.run(["format"] + arguments, input: Data("<p/>".utf8)).status == 64)
        }
    }

    @Test("Nothing at the path is said by the exit status")
    func nothing() throws {
        let outcome = try Command.run("records", "--html", "//q", input: "<p>x</p>")
        #expect(
            outcome
                == Outcome(
                    status: 3, output: "",
                    errors: """
                        error: <stdin>: no element found at “//q”: the document has no element “q”
                        help: there are <html>, <body>, <p>

                        """))
    }

    @Test("A page without anything is an error", arguments: [["tree"], ["events"], ["records", "//p"]])
    func empty(arguments: [String]) throws {
        #expect(
            try Command.run(arguments + ["--html"])
                == Outcome(status: 1, output: "", errors: "<stdin>:1:1: error: the page is empty\n"))
        #expect(try Command.run(arguments + ["--html", "no.such.file"]).status == 2)
    }
}
