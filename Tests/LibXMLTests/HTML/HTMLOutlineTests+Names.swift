extension HTMLOutlineTests {
    /// Pages with special names of elements, and with special white space.
    static let ofNames = [
        Golden(
            page: "definition lists",
            outline: #"""
                element @1:1 html
                  element @1:1 body
                    element @1:1 dl
                      element @1:5 dt
                        text @1:9 "a"
                      element @1:10 dd
                        text @1:14 "b"
                      element @1:15 dt
                        text @1:19 "c"
                      element @1:20 dd
                        text @1:24 "d"

                """#),
        Golden(
            page: "head without tags",
            outline: #"""
                element @1:1 html
                  element @1:1 head
                    element @1:1 title
                      text @1:8 "a"
                    element @1:17 link
                      attribute @1:23 rel "x"
                      attribute @1:29 href "y"
                    element @1:36 meta
                      attribute @1:42 name "a"
                      attribute @1:49 content "b"
                  element @1:59 body
                    text @1:59 "text"

                """#),
        Golden(
            page: "frames",
            outline: #"""
                element @1:1 html
                  element @1:7 frameset
                    element @1:17 frame
                      attribute @1:24 src "a"

                """#),
        Golden(
            page: "elements of HTML5",
            outline: #"""
                element @1:1 html
                  element @1:1 body
                    element @1:1 main
                      element @1:7 article
                        element @1:16 section
                          text @1:25 "a"
                        element @1:36 nav
                          text @1:41 "b"
                    element @1:65 video
                      attribute @1:72 src "x"

                """#),
        Golden(
            page: "names with colons",
            outline: #"""
                element @1:1 html
                  element @1:1 body
                    element @1:1 o:p
                      text @1:6 "a"
                    element @1:13 svg:rect
                      attribute @1:23 width "1"

                """#),
        Golden(
            page: "letters of both cases",
            outline: #"""
                element @1:1 html
                  element @1:1 body
                    element @1:1 div
                      attribute @1:6 class "X"
                      element @1:14 p
                        text @1:17 "a"

                """#),
        Golden(
            page: "a nested list",
            outline: #"""
                element @1:1 html
                  element @1:1 body
                    element @1:1 ul
                      element @1:5 li
                        text @1:9 "a"
                        element @1:10 ul
                          element @1:14 li
                            text @1:18 "b"
                      element @1:24 li
                        text @1:28 "c"

                """#),
        Golden(
            page: "line ends",
            outline: #"""
                element @1:1 html
                  element @1:1 body
                    element @1:1 p
                      text @1:4 "a\nb"
                    text @2:6 "\n"
                    element @3:1 pre
                      text @3:6 "\nc\nd"

                """#),
        Golden(
            page: "text after the end",
            outline: #"""
                element @1:1 html
                  element @1:7 body
                    text @1:13 "a"
                  element @1:28 html
                    text @1:28 "b"
                    element @1:29 p
                      text @1:32 "c"

                """#),
        Golden(
            page: "white space everywhere",
            outline: #"""
                element @2:1 html
                  text @2:7 " "
                  element @2:8 head
                    text @2:14 " "
                    element @2:15 title
                      text @2:22 " a "
                    text @2:33 " "
                  text @2:41 " "
                  element @2:42 body
                    text @2:48 " "
                    element @2:49 p
                      text @2:52 " b "
                    text @2:59 " "
                  text @2:67 " "

                """#),
        Golden(
            page: "a document type with identifiers",
            outline: #"""
                doctype @1:1 html public "-//W3C//DTD HTML 4.01//EN" system "http://www.w3.org/TR/html4/strict.dtd"
                element @1:91 html
                  element @1:91 body
                    element @1:91 p
                      text @1:94 "a"

                """#),
        Golden(
            page: "XHTML",
            outline: #"""
                element @1:1 html
                  attribute @1:7 xmlns "http://www.w3.org/1999/xhtml"
                  attribute @1:44 xml:lang "en"
                  element @1:58 body
                    element @1:64 p
                      text @1:67 "a"
                      element @1:68 br

                """#),
    ]
}
