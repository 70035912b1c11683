import Foundation
import Testing

@Suite struct FormatTests {
    static let document =
        "<?xml version='1.0' standalone='yes'?><!DOCTYPE a [<!ENTITY e \"x\">]><!--c--><a b='1'>\n<c/> <d>&e;<e/> <f/></d><![CDATA[<]]></a>"
    static let list = "<a xmlns:p='u'><p:b/> <c><d></d>\n</c></a>"

    @Test("White space between elements is changed, and nothing else")
    func format() throws {
        let head =
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<!DOCTYPE a [<!ENTITY e \"x\">]>\n<!--c-->\n"
        let mixed = "<a b='1'>\n<c/> <d>&e;<e/> <f/></d><![CDATA[<]]></a>\n"
        let expanded = mixed.replacingOccurrences(of: "&e;", with: "x")
        #expect(try Command.run("format", input: Self.document) == Outcome(status: 0, output: head + mixed, errors: ""))
        #expect(try Command.run("format", "--as-is", input: Self.document).output == Self.document)
        #expect(try Command.run("format", "--expand", input: Self.document).output == head + expanded)
        #expect(try Command.run("format", "--expand", "--as-is", input: Self.document).output == head + expanded)
        let lists: [([String], String)] = [
            ([], "<a xmlns:p='u'>\n  <p:b/>\n  <c>\n    <d></d>\n  </c>\n</a>\n"),
            (["--indent", "0"], "<a xmlns:p='u'>\n<p:b/>\n<c>\n<d></d>\n</c>\n</a>\n"),
            (["--minify"], "<a xmlns:p='u'><p:b/><c><d></d></c></a>\n"),
            (["--as-is"], Self.list), (["--as-is", "--expand"], "<a xmlns:p=\"u\"><p:b/> <c><d></d>\n</c></a>\n"),
        ]
        for (arguments, expected) in lists {
            let outcome = try Command.run(["format"] + arguments, input: Data(Self.list.utf8))
            #expect(outcome == Outcome(status: 0, output: expected, errors: ""))
        }
    }

    @Test("References and default attributes are kept as they are written")
    func references() throws {
        let type = "<!DOCTYPE  a [<!ENTITY v 'x'><!ENTITY w '<b/>y'><!ENTITY e ''><!ATTLIST c k CDATA 'd'>]>\n"
        let document = type + "<a l='&v;&#160;'>\n<c/>\n\n<c>&w;</c><c>&e;</c> <c>&#xE9;&lt;</c>\n</a>\n"
        let formatted = type + "<a l='&v;&#160;'>\n  <c/>\n  <c>&w;</c>\n  <c>&e;</c>\n  <c>&#xE9;&lt;</c>\n</a>\n"
        #expect(try Command.run("format", input: document).output == formatted)
        #expect(try Command.run("format", input: formatted).output == formatted)
        let lines = Data(document.replacingOccurrences(of: "\n", with: "\r\n").utf8)
        #expect(try Command.run(["format", "--as-is"], input: lines).output == String(decoding: lines, as: UTF8.self))
        let expanded = try Command.run("format", "--expand", input: document).output
        #expect(expanded.contains("<c k=\"d\"><b/>y</c>") && expanded.contains("<a l=\"x\u{A0}\">"))
        let latin = "<?xml version='1.0'  encoding='ISO-8859-1' ?>\n<a >\n</a >"
        let output = try Command.run("format", "--as-is", input: latin).output
        #expect(output == latin.replacingOccurrences(of: "ISO-8859-1", with: "UTF-8"))
    }

    @Test("A malformed document is an error with its place")
    func malformed() throws {
        let outcome = try Command.run("format", input: "<a>\n<b></a>")
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("<stdin>:2:4: error: "))
        #expect(try Command.run("format", "--indent", "2", "--minify", input: "<a/>").status == 64)
        #expect(try Command.run("format", "--html", "--expand", input: "<p>").status == 64)
        #expect(try Command.run("format", "/nonexistent.xml").status == 2)
    }

    @Test("A check names the files that are formatted otherwise, and writes nothing")
    func check() throws {
        let folder = try Folder()
        let files = [("a.xml", "<a> <b/></a>"), ("b.xml", "<a>\n  <b/>\n</a>\n"), ("c.xml", "<a/>"), ("d.xml", "<a>")]
        for (name, text) in files { _ = try folder.file(text, named: name) }
        let path = folder.url.path
        let outcome = try Command.run("format", "--check", path)
        #expect(outcome.status == 1 && outcome.output == "\(path)/a.xml\n\(path)/c.xml\n")
        #expect(outcome.errors.hasPrefix("\(path)/d.xml:1:4: error: "))
        for (name, text) in files { #expect(try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) == text) }
        #expect(try Command.run("format", "--check", path + "/b.xml") == Outcome(status: 0, output: "", errors: ""))
        #expect(try Command.run("format", "--check", "--indent", "4", path + "/b.xml").status == 1)
        #expect(try Command.run("format", "--check", input: "<a/>\n").status == 0)
        #expect(try Command.run("format", "--check", input: "<a/>\n\n").output == "<stdin>\n")
        #expect(try Command.run("format", "--check", "--in-place", path).status == 64)
    }

    @Test("JSON becomes the XML that it came from")
    func xml() throws {
        let orders = Command.root.appending(path: "Examples/orders.xml").path
        for convention in ["xmltodict", "objcXMLDictionary", "objcXMLReader", "badgerFish"] {
            let json = try Command.run("json", "--mapping", convention, orders).output
            let xml = try Command.run("xml", "--mapping", convention, input: json)
            #expect(xml.status == 0, "\(xml.errors)")
            #expect(try Command.run("json", "--mapping", convention, input: xml.output).output == json)
        }
    }

    static let conversions: [([String], String, String)] = [
        (
            [], ##"{"a":{"@b":1.50,"c":[null,true,"\u00e9\ud83d\ude00\n\/"],"#text":"t"}}"##,
            "<a b=\"1.50\"><c/><c>true</c><c>é😀\n/</c>t</a>\n"
        ),
        ([], ##"{"a":{"@b":"","c":"","d":["","x",""],"#text":""}}"##, "<a b=\"\"><c/><d/><d>x</d><d/></a>\n"),
        (["--pretty"], #"{"a": {"b": {}, "c": []}}"#, "<a>\n  <b/>\n</a>\n"),
        (["--root", "r"], "[1, 2]", ""),
        (["--root", "r"], #""x""#, "<r>x</r>\n"),
        (["--mapping", "parker", "--root", "r"], #"{"a":[1,2]}"#, "<r><a>1</a><a>2</a></r>\n"),
    ]

    @Test("JSON is written as XML", arguments: conversions)
    func conversion(_ arguments: [String], _ json: String, _ expected: String) throws {
        let outcome = try Command.run(["xml"] + arguments, input: Data(json.utf8))
        #expect(outcome.output == (expected.isEmpty ? "" : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + expected))
        #expect(outcome.status == (expected.isEmpty ? 1 : 0))
    }

    static let faults: [(String, String)] = [
        ("", "<stdin>:1:1: error: "), ("{", "<stdin>:1:2: error: "), ("{\"a\":\n  tru}", "<stdin>:2:3: error: "),
        ("{\"a\":1,}", "<stdin>:1:8: error: "), ("{\"a\" 1}", "<stdin>:1:6: error: "),
        ("{\"a\":[1 2]}", "<stdin>:1:9: error: "),
        ("{\"a\":\"x", "<stdin>:1:6: error: "), ("{\"a\":\"\\ud800\"}", "<stdin>:1:7: error: "),
        ("{\"a\":01}", "<stdin>:1:6: error: "), ("{\"a\":1} 2", "<stdin>:1:9: error: "),
        ("{\"a\":\"\t\"}", "<stdin>:1:7: error: "), (String(repeating: "[", count: 600), "<stdin>:1:522: error: "),
        ("{\"a\":{\"b\":[{\"c d\":1}]}}", "<stdin>: error: “c d” is not a valid name of an element at a.b[0].c d"),
        ("{\"a\":1,\"b\":2}", "<stdin>: error: a document has one root element"),
    ]

    @Test("Faults of JSON have places", arguments: faults)
    func fault(_ json: String, _ message: String) throws {
        let outcome = try Command.run(["xml"], input: Data(json.utf8))
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    }

    @Test("A file of JSON that cannot be read is an error", arguments: ["Examples", "Examples/missing.json"])
    func unreadable(_ file: String) throws {
        let outcome = try Command.run("xml", file)
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("error: \(file): "), "\(outcome.errors)")
    }

    @Test("Large JSON is written in pieces, with the same result")
    func large() throws {
        let records = (0..<30_000).map { ##"{"@id":"\##($0)","item":{"@sku":"a","#text":"Tea & more"}}"## }
        let json = #"{"orders":{"@n":"1","order":[\#(records.joined(separator: ","))]}}"#
        let xml = try Command.run(["xml"], input: Data(json.utf8))
        #expect(xml.status == 0)
        let again = try Command.run("json", input: xml.output)
        let isSame = again.output.filter { !$0.isNewline } == json
        #expect(isSame)
        let late = try Command.run(["xml"], input: Data((json.dropLast(2) + #","@late":"1"}}"#).utf8))
        #expect(late.status == 1)
        #expect(late.errors.contains("attributes are only allowed before the content"))
    }

    @Test("Errors in large JSON have the same path as in small JSON")
    func paths() throws {
        for padding in [10, 1_200_000] {
            let json =
                #"{"r":{"pad":"\#(String(repeating: "y", count: padding))","l":["a",{"x":{"y":["b",{"bad key":1}]}}]}}"#
            let run = try Command.run(["xml"], input: Data(json.utf8))
            #expect(run.status == 1)
            #expect(run.errors.contains("at r.l[1].x.y[1].bad key"), "\(run.errors)")
        }
        let long =
            #"{"r":{"l":[\#(Array(repeating: #""abcdefgh""#, count: 150_000).joined(separator: ",")),{"m":{"bad key":1}}]}}"#
        let run = try Command.run(["xml"], input: Data(long.utf8))
        #expect(run.errors.contains("at r.l[150000].m.bad key"))
    }

    /// Strings that are written in pieces, with characters of several bytes and escapes where pieces may end.
    static let longStrings: [(String, [String])] = [
        ("{\"r\":%}", []), ("{\"r\":{\"@k\":%,\"a\":[1,%]}}", []), ("{\"r\":{\"#text\":%}}", []),
        ("{\"r\":{\"a\":%}}", ["--pretty"]), ("{\"r\":{\"c\":%}}", ["--comments", "c"]), ("%", ["--root", "r"]),
        ("{\"a\":{\"$\":%}}", ["--mapping", "badgerFish"]), ("{\"a\":%}", ["--mapping", "parker", "--root", "r"]),
        (String(repeating: "{\"a\":", count: 200) + "%" + String(repeating: "}", count: 200), []),
    ]

    @Test("A long string is written as a short one", arguments: longStrings)
    func longString(_ json: String, _ arguments: [String]) throws {
        func xml(_ string: String) throws -> String {
            let outcome = try Command.run(
                ["xml"] + arguments, input: Data(json.replacingOccurrences(of: "%", with: "\"\(string)\"").utf8))
            #expect(outcome.status == 0, "\(outcome.errors)")
            return outcome.output
        }
        let unit = "語\\ud83d\\ude00é\\\"&]]>x "
        let short = try xml(unit + "end")
        // In an attribute, in content, and in a comment.
        let forms = ["語😀é&quot;&amp;]]>x ", "語😀é\"&amp;]]&gt;x ", "語😀é\"&]]>x "].filter(short.contains)
        #expect(!forms.isEmpty)
        let count = 60_000
        let long = try xml(String(repeating: unit, count: count) + "end")
        let expected = forms.reduce(short) {
            $0.replacingOccurrences(of: $1, with: String(repeating: $1, count: count))
        }
        let isSame = long == expected
        #expect(isSame)
    }

    @Test(
        "Faults in large JSON have places",
        arguments: [
            ("{\"a\":\n {\"b\":\"%", "<stdin>:2:7: error: this string is not closed"),
            ("{\"a\":\n {\"b\":\"%\\x\"}}", "<stdin>:2:1500008: error: "),
            ("{\"a\":\n {\"b\":\"%\n\"}}", "<stdin>:2:1500008: error: "),
            ("{\"a\":{\"b\":\"%\",\n \"c\":[1 2]}}", "<stdin>:2:9: error: "),
            ("{\"a\":{\"b\":\"%\",\n\"c\":]}}", "<stdin>:2:5: error: "),
            ("{\"a\":[\"%\"\n}", "<stdin>:2:1: error: "), ("{\"a\":{\"%\":1}\n,\"b c\":", "<stdin>: error: "),
            ("{\"a\":\"%\"}\n2", "<stdin>:2:1: error: "),
            (
                String(repeating: "{\"a\":", count: 521) + "\"%\"" + String(repeating: "}", count: 521),
                "<stdin>:1:2606: error: values nest deeper than 520 levels"
            ),
        ])
    func largeFaults(_ json: String, _ message: String) throws {
        let long = String(repeating: "text é", count: 250_000)
        let outcome = try Command.run(["xml"], input: Data(json.replacingOccurrences(of: "%", with: long).utf8))
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix(message), "\(outcome.errors.prefix(200))")
    }

    @Test("A long string that is not valid UTF-8 is reported at its beginning")
    func invalidLongString() throws {
        var bytes = Data("{\"a\":\n {\"b\":\"".utf8) + Data(repeating: 0x78, count: 3_000_000)
        bytes += [0xC3, 0x28] + Data("\"}}".utf8)
        let outcome = try Command.run(["xml"], input: bytes)
        #expect(
            outcome.errors.hasPrefix("<stdin>:2:7: error: this string is not valid UTF-8"),
            "\(outcome.errors.prefix(99))")
    }

    @Test("JSON may begin with a byte order mark")
    func byteOrderMark() throws {
        let run = try Command.run(["xml"], input: Data([0xEF, 0xBB, 0xBF] + Array(#"{"a":"1"}"#.utf8)))
        #expect(run.status == 0)
        #expect(run.output.hasSuffix("<a>1</a>\n"))
        let fault = try Command.run(["xml"], input: Data([0xEF, 0xBB, 0xBF] + Array(#"{"a":1"#.utf8)))
        #expect(fault.errors.hasPrefix("<stdin>:1:7:"))
    }
}
