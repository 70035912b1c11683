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

    @Test("A page without anything is an error")
    func empty() throws {
        #expect(
            try Command.run("tree", "--html")
                == Outcome(status: 1, output: "", errors: "<stdin>:1:1: error: the page is empty\n"))
        #expect(try Command.run("tree", "--html", "no.such.file").status == 2)
    }
}
