import LibXML
import Testing

/// Golden outlines of pages: their content, with places.
@Suite struct HTMLOutlineTests {
    @Test("Everything in a page is kept, with its place", arguments: goldens)
    func outline(_ golden: Golden) throws {
        let page = try #require(Pages.all.first { $0.name == golden.page })
        #expect(try XMLTree(html: page.text).outline == golden.outline)
    }

    @Test("There is an outline for each page")
    func count() {
        #expect(Self.goldens.map(\.page) == Pages.all.map(\.name))
    }

    struct Golden: Sendable, CustomTestStringConvertible {
        var page: String
        var outline: String
        var testDescription: String { page }
    }

    static let goldens = ofTags + ofNames
}

extension HTMLOutlineTests {
    /// Pages with special tags, attributes and text.
    static let ofTags = [
        Golden(
            page: "a page as it should be",
            outline: #"""
                doctype @1:1 html
                element @2:1 html
                  attribute @2:7 lang "en"
                  text @2:17 "\n"
                  element @3:1 head
                    element @3:7 title
                      text @3:14 "Tea & co"
                    element @3:34 meta
                      attribute @3:40 charset "utf-8"
                  text @3:63 "\n"
                  element @4:1 body
                    attribute @4:7 class "a b"
                    text @4:19 "\n"
                    element @5:1 h1
                      text @5:5 "Grüße"
                    text @5:15 "\n"
                    comment @6:1 " note "
                    text @6:14 "\n"
                    element @7:1 p
                      text @7:4 "One"
                      element @7:7 br
                      text @7:11 "two"
                    text @7:18 "\n"
                    element @8:1 ul
                      element @8:5 li
                        text @8:9 "1"
                      element @8:15 li
                        text @8:19 "2"
                    text @8:30 "\n"
                  text @9:8 "\n"

                """#),
        Golden(
            page: "nothing but text",
            outline: #"""
                element @1:1 html
                  element @1:1 body
                    text @1:1 "just text"

                """#),
        Golden(
            page: "end tags that are left out",
            outline: #"""
                element @1:1 html
                  element @1:1 body
                    element @1:1 p
                      text @1:4 "one"
                    element @1:7 p
                      text @1:10 "two"
                    element @1:13 ul
                      element @1:17 li
                        text @1:21 "1"
                      element @1:22 li
                        text @1:26 "2"
                    element @1:32 table
                      element @1:39 tr
                        element @1:43 td
                          text @1:47 "a"
                        element @1:48 td
                          text @1:52 "b"
                      element @1:53 tr
                        element @1:57 td
                          text @1:61 "c"

                """#),
        Golden(
            page: "crossing tags",
            outline: #"""
                element @1:1 html
                  element @1:1 body
                    element @1:1 b
                      element @1:4 i
                        text @1:7 "x"
                    text @1:12 "yz"

                """#),
        Golden(
            page: "stray end tags",
            outline: #"""
                element @1:1 html
                  element @1:1 body
                    element @1:1 div
                      text @1:6 "ab"
                    element @1:24 p
                      text @1:27 "c"

                """#),
        Golden(
            page: "attributes of all kinds",
            outline: #"""
                element @1:1 html
                  element @1:1 body
                    element @1:1 input
                      attribute @1:8 type "text"
                      attribute @1:18 checked "checked"
                      attribute @1:26 value "a\"b"
                      attribute @1:43 x "1>2"
                      attribute @1:51 y "3"
                      attribute @1:61 data-é "5"

                """#),
        Golden(
            page: "void elements",
            outline: #"""
                element @1:1 html
                  element @1:1 body
                    element @1:1 p
                      text @1:4 "a"
                      element @1:5 br
                      text @1:9 "b"
                      element @1:10 br
                      text @1:15 "c"
                      element @1:16 img
                        attribute @1:21 src "x"
                      text @1:27 "d"
                    element @1:28 hr

                """#),
        Golden(
            page: "scripts and styles",
            outline: #"""
                element @1:1 html
                  element @1:1 head
                    element @1:1 script
                      text @1:9 "if (a < b && c) { x(\"<p>\") }"
                    element @1:46 style
                      text @1:53 "p > b { }"
                  element @1:70 body
                    element @1:70 p
                      text @1:73 "x"

                """#),
        Golden(
            page: "references",
            outline: #"""
                element @1:1 html
                  element @1:1 body
                    element @1:1 p
                      attribute @1:4 title "é&A"
                      text @1:32 "<b> é € &amp;"

                """#),
        Golden(
            page: "a comment before and after",
            outline: #"""
                comment @1:1 " a "
                element @1:11 html
                  element @1:17 body
                    text @1:23 "x"
                comment @1:38 " b "

                """#),
        Golden(
            page: "text in tables",
            outline: #"""
                element @1:1 html
                  element @1:1 body
                    element @1:1 table
                      text @1:8 "a"
                      element @1:9 tr
                        text @1:13 "b"
                        element @1:14 td
                          text @1:18 "c"
                    text @1:27 "d"

                """#),
        Golden(
            page: "forms",
            outline: #"""
                element @1:1 html
                  element @1:1 body
                    element @1:1 form
                      element @1:7 select
                        element @1:15 option
                          attribute @1:23 selected "selected"
                          text @1:32 "1"
                        element @1:33 option
                          text @1:41 "2"
                      element @1:51 textarea
                        text @1:61 "a <b> c"

                """#),
    ]
}
