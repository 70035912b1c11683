import LibXML
import Testing

@Suite struct ParsedHTMLTests {
    private func html(_ document: String) throws -> XMLTree {
        let tree = try XMLTree(parsing: document).root.parsedHTML()
        #expect(tree.violations == [])
        for element in tree.descendants {
            let copy = element.detached()
            #expect(copy.hasSameContent(as: element))
            #expect(copy.location == element.location)
            #expect(copy.sourceRange == element.sourceRange)
            #expect(copy.violations == [])
        }
        return tree
    }

    @Test(
        "HTML in a feed has its places in the feed",
        arguments: [
            Golden(
                "escaped", "<d>\n&lt;p>Drink &amp;amp; &#60;b&gt;enjoy&lt;/b>\r\n&#233;&lt;i title='&amp;lt;'></d>",
                """
                element @1:4 body
                  text @1:4 "\\n"
                  element @2:1 p
                    text @2:7 "Drink & "
                    element @2:23 b
                      text @2:33 "enjoy"
                    text @2:45 "\\né"
                    element @3:7 i
                      attribute @3:13 title "<"

                """),
            Golden(
                "in CDATA sections", "<d><![CDATA[\n<p>é\r\n<b>x</b>]]> and &lt;u>y</d>",
                """
                element @1:13 body
                  text @1:13 "\\n"
                  element @2:1 p
                    text @2:4 "é\\n"
                    element @3:1 b
                      text @3:4 "x"
                    text @3:12 " and "
                    element @3:17 u
                      text @3:23 "y"

                """),
            Golden(
                "with entities of the feed's own",
                "<!DOCTYPE d [<!ENTITY e '(c)'>]>\n<d>&lt;p>a&e;b&lt;i>c &e;&e; d&lt;b>x</d>",
                """
                element @2:4 body
                  element @2:4 p
                    text @2:10 "a(c)b"
                    element @2:11 i
                      text @2:11 "c (c)(c) d"
                      element @2:31 b
                        text @2:37 "x"

                """),
            Golden(
                "as XHTML",
                "<d xmlns:h='http://www.w3.org/1999/xhtml'>a<h:DIV Class='a&amp;b'>x<h:br/><![CDATA[y]]></h:DIV></d>",
                """
                element @1:1 body
                  text @1:43 "a"
                  element @1:44 div
                    attribute @1:44 class "a&b"
                    text @1:67 "x"
                    element @1:68 br
                    text @1:75 "y"

                """),
            Golden("no HTML at all", "<d>a b</d>", "element @1:4 body\n  text @1:4 \"a b\"\n"),
        ])
    func outline(_ golden: Golden) throws {
        let outline = try html(golden.text).outline
        // Up to 2.13, leading white space is dropped.
        let trimmed = golden.outline.split(separator: "\n").filter { !$0.hasSuffix("\"\\n\"") }
        #expect(outline.split(separator: "\n").filter { !$0.hasSuffix("\"\\n\"") } == trimmed)
    }

    struct Golden: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var outline: String

        init(_ name: String, _ text: String, _ outline: String) {
            testDescription = name
            self.text = text
            self.outline = outline
        }
    }

    @Test("An empty element is an empty piece")
    func empty() throws {
        let tree = try html("<d/>")
        #expect(tree.root.children.isEmpty)
        #expect(tree.source == "")
    }

    @Test("Diagnostics and ranges are in the feed, whatever its encoding")
    func places() throws {
        let text = "<?xml version='1.0' encoding='utf-16'?><feed>\n<d>ü&lt;p>x&lt;/i>&lt;b>y&lt;/b></d></feed>"
        let bytes = ("\u{FEFF}" + text).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        var options = XMLParsingOptions()
        options.sourceName = "feed.xml"
        let feed = try XMLTree(parsing: bytes, options: options)
        let tree = try #require(feed.root["d"]).parsedHTML()
        let diagnostic = try #require(tree.diagnostics.first)
        #expect(diagnostic.code == .mismatchedEndTag)
        #expect(diagnostic.location?.description == "feed.xml:2:12")
        let bold = try #require(tree.first("b"))
        #expect(bold.location.description == "feed.xml:2:19")
        #expect(bold.location.byteOffset == 2 * (1 + 46 + 18))
        #expect(bold.sourceRange.count == 2 * "&lt;b>y&lt;/b>".count)
        #expect(tree.source == "ü<p>x</i><b>y</b>")
    }

    @Test("Limits hold")
    func limits() throws {
        var options = XMLHTMLOptions()
        options.limits.depth = 2
        let root = try XMLTree(parsing: "<d>&lt;b>&lt;i>&lt;u></d>").root
        let error = try #require(throws: XMLError.self) { _ = try root.parsedHTML(options: options) }
        #expect(error.code == .tooDeep)
        #expect(error.location?.column == 16)
    }
}
