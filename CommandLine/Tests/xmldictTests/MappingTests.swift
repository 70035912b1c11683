import Foundation
import Testing

@Suite struct MappingTests {
    private static let document = "<r xmlns:p='u' id='1'> <a> 1 </a><p:b/><!-- c --></r>"

    @Test(
        "Each option changes its rule",
        arguments: [
            ([], #"{"r":{"@xmlns:p":"u","@id":"1","a":"1","p:b":null}}"#),
            (["--mapping", "objcXMLDictionary"], #"{"__name":"r","_xmlns:p":"u","_id":"1","a":"1"}"#),
            (["--mapping", "objcXMLReader"], #"{"r":{"xmlns:p":"u","id":"1","a":{"text":"1"},"p:b":{}}}"#),
            (["--mapping", "badgerFish"], #"{"r":{"@id":"1","@xmlns":{"p":"u"},"a":{"$":"1"},"p:b":{}}}"#),
            (["--mapping", "parker"], #"{"a":"1","p:b":null}"#),
            (["--attributes", "prefixed:-"], #"{"r":{"-xmlns:p":"u","-id":"1","a":"1","p:b":null}}"#),
            (["--attributes", "grouped:at"], #"{"r":{"at":{"xmlns:p":"u","id":"1"},"a":"1","p:b":null}}"#),
            (["--attributes", "merged"], #"{"r":{"xmlns:p":"u","id":"1","a":"1","p:b":null}}"#),
            (["--attributes", "discarded"], #"{"r":{"a":"1","p:b":null}}"#),
            (
                ["--no-collapse", "--text-key", "t"],
                #"{"r":{"@xmlns:p":"u","@id":"1","a":{"t":"1"},"p:b":null}}"#
            ),
            (["--keep-whitespace"], ##"{"r":{"@xmlns:p":"u","@id":"1","a":" 1 ","p:b":null,"#text":" "}}"##),
            (["--empty", "string"], #"{"r":{"@xmlns:p":"u","@id":"1","a":"1","p:b":""}}"#),
            (["--empty", "omitted"], #"{"r":{"@xmlns:p":"u","@id":"1","a":"1"}}"#),
            (["--always-array"], #"{"r":{"@xmlns:p":"u","@id":"1","a":["1"],"p:b":[null]}}"#),
            (["--array", "a", "--array", "x"], #"{"r":{"@xmlns:p":"u","@id":"1","a":["1"],"p:b":null}}"#),
            (["--comments", "c"], #"{"r":{"@xmlns:p":"u","@id":"1","a":"1","p:b":null,"c":"c"}}"#),
            (["--name", "always"], #"{"r":{"__name":"r","@xmlns:p":"u","@id":"1","a":"1","p:b":null}}"#),
            (["--unwrap-root"], #"{"@xmlns:p":"u","@id":"1","a":"1","p:b":null}"#),
            (["--names", "local"], #"{"r":{"@xmlns:p":"u","@id":"1","a":"1","b":null}}"#),
            (["--names", "expanded"], #"{"r":{"@xmlns:p":"u","@id":"1","a":"1","u:b":null}}"#),
        ])
    func option(_ options: [String], _ json: String) throws {
        let outcome = try Command.run(["json"] + options, input: .init(Self.document.utf8))
        #expect(outcome == Outcome(status: 0, output: json + "\n", errors: ""))
    }

    @Test(
        "Wrong options are wrong usage",
        arguments: [
            ["--attributes", "x"], ["--attributes", "grouped:"], ["--mapping", "x"],
            ["--always-array", "--array", "a"],
        ])
    func usage(_ options: [String]) throws {
        let outcome = try Command.run(["json"] + options, input: .init(Self.document.utf8))
        #expect(outcome.status == 64 && outcome.output.isEmpty)
    }

    @Test(
        "The value at a path is written: a string as it is, anything else as JSON",
        arguments: [("r.a", "1\n"), ("r/@id", "1\n"), ("r", #"{"@xmlns:p":"u","@id":"1","a":"1","p:b":null}"# + "\n")])
    func get(_ path: String, _ output: String) throws {
        #expect(try Command.run("get", path, input: Self.document) == Outcome(status: 0, output: output, errors: ""))
    }

    @Test("When nothing is there the status says so")
    func nothing() throws {
        let outcome = try Command.run("get", "r.x", "Examples/soap.xml")
        #expect(
            outcome
                == Outcome(
                    status: 3, output: "",
                    errors: """
                        error: Examples/soap.xml: no value found at “r.x”: the document has no “r”
                        help: there is “soap:Envelope”

                        """))
        #expect(try Command.run("get", "r[", input: Self.document).status == 64)
        #expect(try Command.run("get", "r", input: "<r>").status == 1)
    }
}
