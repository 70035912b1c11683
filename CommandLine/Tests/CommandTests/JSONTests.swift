import Foundation
import Testing

@Suite struct JSONTests {
    @Test("A document becomes one line of JSON, keys in its order")
    func compact() throws {
        let outcome = try Command.run("json", input: "<a z='1' b='2'><c/>x<c>é\n</c></a>")
        #expect(
            outcome
                == Outcome(
                    status: 0,
                    output: ##"{"a":{"@z":"1","@b":"2","c":[null,"é"],"#text":"x"}}"## + "\n", errors: ""))
    }

    @Test("A document becomes indented JSON")
    func pretty() throws {
        let outcome = try Command.run("json", "--pretty", "-", input: "<a><b>1</b><b/></a>")
        #expect(
            outcome.output == """
                {
                  "a": {
                    "b": [
                      "1",
                      null
                    ]
                  }
                }

                """)
        #expect(outcome.status == 0)
    }

    @Test("Nothing is written of a document that is not well-formed")
    func malformed() throws {
        let outcome = try Command.run("json", input: "<a>\n  <b>1</b>\n</c>")
        #expect(
            outcome
                == Outcome(
                    status: 1, output: "",
                    errors: """
                        <stdin>:3:1: error: the end tag </c> does not match <a>
                         1 | <a>
                           | --- <a> begins here
                         3 | </c>
                           | ^~~~

                        """))
    }

    @Test("An entity that was not read is told of", arguments: ["json", "tree"])
    func warning(_ subcommand: String) throws {
        let outcome = try Command.run(subcommand, input: "<!DOCTYPE a [<!ENTITY e SYSTEM 'e.xml'>]>\n<a>&e;</a>")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("&e;"))
        #expect(
            outcome.errors
                == """
                <stdin>:2:4: warning: the entity “e” is external, and is not read; its reference is kept
                 2 | <a>&e;</a>
                   |    ^~~

                """)
    }

    @Test("An encoding can be given")
    func encoding() throws {
        let latin = Data("<a>".utf8) + [0xE9] + Data("</a>".utf8)
        let outcome = try Command.run(["json", "--encoding", "ISO-8859-1"], input: latin)
        #expect(outcome == Outcome(status: 0, output: "{\"a\":\"é\"}\n", errors: ""))
    }

    @Test(
        "Output that cannot be written is an error", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullDisk() throws {
        let full = URL(fileURLWithPath: "/dev/full")
        let outcome = try Command.run(["json", "Examples/orders.xml"], output: full)
        #expect(outcome.status == 4)
        #expect(outcome.errors.hasPrefix("error: cannot write to standard output: "))
    }
}
