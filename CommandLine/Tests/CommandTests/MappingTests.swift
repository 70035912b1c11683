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
            (
                ["--names", "expanded", "--namespace-separator", "|"],
                #"{"r":{"@xmlns:p":"u","@id":"1","a":"1","u|b":null}}"#
            ),
            (["--names", "expanded", "--prefix", "q=u"], #"{"r":{"@xmlns:p":"u","@id":"1","a":"1","q:b":null}}"#),
            (
                ["--names", "expanded", "--prefix", "=u", "--prefix", "x=v"],
                #"{"r":{"@xmlns:p":"u","@id":"1","a":"1","b":null}}"#
            ),
            (
                ["--names", "expanded", "--prefix", "q=u", "--namespace-separator", "="],
                #"{"r":{"@xmlns:p":"u","@id":"1","a":"1","q=b":null}}"#
            ),
            (["--namespace-declarations", "discarded"], #"{"r":{"@id":"1","a":"1","p:b":null}}"#),
            (["--namespace-declarations", "grouped:ns"], #"{"r":{"@id":"1","ns":{"p":"u"},"a":"1","p:b":null}}"#),
            (
                ["--mapping", "badgerFish", "--namespace-declarations", "attributes"],
                #"{"r":{"@xmlns:p":"u","@id":"1","a":{"$":"1"},"p:b":{}}}"#
            ),
            (
                ["--dictionary", "a", "--dictionary", "x"],
                ##"{"r":{"@xmlns:p":"u","@id":"1","a":{"#text":"1"},"p:b":null}}"##
            ),
            (["--name", "root:n"], #"{"r":{"n":"r","@xmlns:p":"u","@id":"1","a":"1","p:b":null}}"#),
            (["--mapping", "objcXMLDictionary", "--name", "never"], #"{"_xmlns:p":"u","_id":"1","a":"1"}"#),
            (["--mapping", "parker", "--wrap-root"], #"{"r":{"a":"1","p:b":null}}"#),
        ])
    func option(_ options: [String], _ json: String) throws {
        let outcome = try Command.run(["json"] + options, input: .init(Self.document.utf8))
        #expect(outcome == Outcome(status: 0, output: json + "\n", errors: ""))
    }

    @Test(
        "Each option for text and declarations changes its rule",
        arguments: [
            ([], ##"{"r":{"@xmlns":"urn:d","a":null,"#text":"xyz"}}"##),
            (["--mixed-text", "joined:, "], ##"{"r":{"@xmlns":"urn:d","a":null,"#text":"xy, z"}}"##),
            (["--mixed-text", "joined::"], ##"{"r":{"@xmlns":"urn:d","a":null,"#text":"xy:z"}}"##),
            (["--mixed-text", "list"], ##"{"r":{"@xmlns":"urn:d","a":null,"#text":["xy","z"]}}"##),
            (
                ["--mixed-text", "joined", "--mapping", "objcXMLDictionary"],
                #"{"__name":"r","_xmlns":"urn:d","__text":"xyz"}"#
            ),
            (["--no-text"], #"{"r":{"@xmlns":"urn:d","a":null}}"#),
            (["--cdata", "#cdata"], ##"{"r":{"@xmlns":"urn:d","#cdata":"y","a":null,"#text":"xz"}}"##),
            (
                ["--namespace-declarations", "grouped:@xmlns"],
                ##"{"r":{"@xmlns":{"":"urn:d"},"a":null,"#text":"xyz"}}"##
            ),
            (
                ["--namespace-declarations", "grouped:a:b:$"],
                ##"{"r":{"a:b":{"$":"urn:d"},"a":null,"#text":"xyz"}}"##
            ),
        ])
    func text(_ options: [String], _ json: String) throws {
        let outcome = try Command.run(["json"] + options, input: .init("<r xmlns='urn:d'>x<![CDATA[y]]><a/>z</r>".utf8))
        #expect(outcome == Outcome(status: 0, output: json + "\n", errors: ""))
    }

    @Test(
        "Wrong options are wrong usage",
        arguments: [
            ["--attributes", "x"], ["--attributes", "grouped:"], ["--mapping", "x"],
            ["--always-array", "--array", "a"], ["--no-collapse", "--dictionary", "a"],
            ["--no-text", "--text-key", "t"], ["--wrap-root", "--unwrap-root"], ["--prefix", "p=u"],
            ["--names", "local", "--prefix", "p=u"], ["--namespace-separator", "|"],
            ["--names", "expanded", "--namespace-separator", ""], ["--names", "expanded", "--prefix", "p"],
            ["--names", "expanded", "--prefix", "p="], ["--names", "expanded", "--prefix", "p=u", "--prefix", "q=u"],
            ["--mixed-text", "x"], ["--mixed-text", "list:x"], ["--namespace-declarations", "grouped:"],
            ["--namespace-declarations", "grouped::x"], ["--namespace-declarations", "x"], ["--name", "root:"],
            ["--name", "never:x"], ["--name", "x"],
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
