import Testing

@Suite struct TreeTests {
    private static let document = """
        <?xml version='1.0'?><!DOCTYPE p:a [<!ENTITY e "x">]>
        <p:a xmlns:p='u' p:k='1' l='&lt;'>t&e;<![CDATA[<c>]]><!-- d --><?f g?><h/></p:a>
        """

    @Test("Everything in a document is written with its place")
    func outline() throws {
        let outcome = try Command.run("tree", input: Self.document)
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                declaration @1:1 version "1.0"
                doctype @1:22 p:a
                element @2:1 p:a {u}
                  namespace @2:6 p "u"
                  attribute @2:18 p:k {u} "1"
                  attribute @2:26 l "<"
                  text @2:35 "tx"
                  cdata @2:39 "<c>"
                  comment @2:54 " d "
                  instruction @2:64 f "g"
                  element @2:71 h

                """)
    }

    @Test("Everything in a document is written as JSON")
    func json() throws {
        let outcome = try Command.run("tree", "--json", input: Self.document)
        #expect(outcome.status == 0)
        #expect(
            outcome.output == #"""
                {"name":"a","prefix":"p","ns":"u","attrs":{"{u}k":"1","l":"<"},"children":[\#
                "tx",{"cdata":"<c>"},{"comment":" d "},{"pi":"f","data":"g"},\#
                {"name":"h","prefix":null,"ns":null,"attrs":{},"children":[]}],\#
                "prolog":[{"doctype":"p:a","public":null,"system":null}]}

                """#)
    }

    @Test("Nothing is written of a document that is not well-formed", arguments: [["tree"], ["tree", "--json"]])
    func malformed(_ arguments: [String]) throws {
        let outcome = try Command.run(arguments)
        #expect(outcome == Outcome(status: 1, output: "", errors: "<stdin>:1:1: error: the document is empty\n"))
    }
}
