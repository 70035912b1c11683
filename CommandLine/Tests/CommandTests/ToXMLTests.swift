import Foundation
import Testing

/// The options of `xmldict xml`.
@Suite struct ToXMLTests {
    private static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    static let documents: [([String], String, String)] = [
        (["--two-tags"], #"{"a":{"b":null,"c":"","d":[]}}"#, "<a><b></b><c></c></a>\n"),
        (["--indent", "tab"], #"{"a":{"b":"1"}}"#, "<a>\n\t<b>1</b>\n</a>\n"),
        (["--indent", " \t"], #"{"a":{"b":"1"}}"#, "<a>\n \t<b>1</b>\n</a>\n"),
        (["--indent", "0"], #"{"a":{"b":"1"}}"#, "<a>\n<b>1</b>\n</a>\n"),
        (["--pretty", "--indent", "4"], #"{"a":{"b":"1"}}"#, "<a>\n    <b>1</b>\n</a>\n"),
        (
            ["--comments", "#c"], ##"{"#c":["x","y"],"a":{"#c":["z",null],"b":null}}"##,
            "<!--x-->\n<!--y-->\n<a><!--z--><b/></a>\n"
        ),
        (["--cdata", "#d"], ##"{"a":{"#d":"<x>","#text":"<y>"}}"##, "<a><![CDATA[<x>]]>&lt;y&gt;</a>\n"),
        (
            ["--item", "i"], #"{"a":{"b":[[1,2],[3,[4]],[]]}}"#,
            "<a><b><i>1</i><i>2</i></b><b><i>3</i><i><i>4</i></i></b><b/></a>\n"
        ),
        (["--item", "i"], #"{"a":[[1,{"x":[[2]]}]]}"#, "<a><i>1</i><i><x><i>2</i></x></i></a>\n"),
        (["--root", "r", "--item", "i"], "[1, [2]]", "<r><i>1</i><i><i>2</i></i></r>\n"),
        (["--root", "r", "--item", "i"], #"{"i":"1"}"#, "<r><i>1</i></r>\n"),
        (
            ["--names", "expanded"], #"{"u:a":{"@xmlns":{"p":"u"},"@u:k":"1","u:b":"2"}}"#,
            "<p:a xmlns:p=\"u\" p:k=\"1\"><p:b>2</p:b></p:a>\n"
        ),
        (
            ["--names", "expanded", "--prefix", "p=u"], #"{"p:a":{"@p:k":"1","b":"2"}}"#,
            "<p:a xmlns:p=\"u\" p:k=\"1\"><b>2</b></p:a>\n"
        ),
        (
            ["--names", "expanded", "--prefix", "=u", "--namespace-separator", "|"], #"{"a":{"v|b":"1","c":"2"}}"#,
            "<a xmlns=\"u\"><b xmlns=\"v\">1</b><c>2</c></a>\n"
        ),
        (
            ["--namespace-declarations", "grouped:ns:default"], #"{"a":{"ns":{"default":"u","p":"v"},"p:b":"1"}}"#,
            "<a xmlns=\"u\" xmlns:p=\"v\"><p:b>1</p:b></a>\n"
        ),
        (["--wrap-root", "--mapping", "parker"], #"{"a":{"b":["1","2"]}}"#, "<a><b>1</b><b>2</b></a>\n"),
        (["--name", "root:n", "--unwrap-root"], #"{"n":"a","b":"1"}"#, "<a><b>1</b></a>\n"),
    ]

    @Test("An option changes what is written", arguments: documents)
    func document(_ options: [String], _ json: String, _ xml: String) throws {
        let outcome = try Command.run(["xml"] + options, input: Data(json.utf8))
        #expect(outcome == Outcome(status: 0, output: Self.head + xml, errors: ""))
        let bare = try Command.run(["xml", "--no-declaration"] + options, input: Data(json.utf8))
        #expect(bare == Outcome(status: 0, output: xml, errors: ""))
    }

    @Test("Lines may end with CR LF")
    func lineEnds() throws {
        let outcome = try Command.run("xml", "--crlf", "--pretty", input: #"{"a":{"b":"1"}}"#)
        #expect(outcome.output == (Self.head + "<a>\n  <b>1</b>\n</a>\n").replacingOccurrences(of: "\n", with: "\r\n"))
        let line = try Command.run("xml", "--crlf", input: #"{"a":"1"}"#)
        #expect(line.output == (Self.head + "<a>1</a>\n").replacingOccurrences(of: "\n", with: "\r\n"))
    }

    // MARK: Encodings

    @Test("Characters that an encoding lacks are written as references")
    func references() throws {
        let outcome = try Command.run("xml", "--encoding", "US-ASCII", input: ##"{"a":{"@k":"é","#text":"é😀"}}"##)
        let xml = "<?xml version=\"1.0\" encoding=\"US-ASCII\"?>\n<a k=\"&#xE9;\">&#xE9;&#x1F600;</a>\n"
        #expect(outcome == Outcome(status: 0, output: xml, errors: ""))
        let name = try Command.run("xml", "--encoding", "US-ASCII", input: #"{"a":{"é":"1"}}"#)
        #expect(name.status == 1 && name.output.isEmpty && name.errors.contains(" at a.é"))
    }

    @Test(
        "A document in any encoding is read as it was written, and ends with a line feed",
        arguments: ["ISO-8859-1", "UTF-16", "UTF-16BE", "UTF-32LE", "Shift_JIS", "ISO-2022-JP"])
    func encodings(_ encoding: String) throws {
        let folder = try Folder()
        let text = String(repeating: "aé中", count: encoding == "UTF-16" ? 200_000 : 2)
        let file = try folder.file("{\"a\":{\"b\":\"\(text)\"}}", named: "a.json")
        for options in ["", "--pretty", "--crlf"] {
            let json = try Command.run(
                through: "$0 xml --encoding \(encoding) \(options) \"$1\" | $0 json --encoding \(encoding)", file)
            let isSame = json.output == "{\"a\":{\"b\":\"\(text)\"}}\n"
            #expect(isSame, "\(json.errors)")
            let end = try Command.run(
                through: "$0 xml --encoding \(encoding) \(options) \"$1\" | iconv -f \(encoding) -t UTF-8 | tail -c 6",
                file)
            #expect(end.output.hasSuffix(options == "--crlf" ? "</a>\r\n" : "a>\n"))
        }
    }

    @Test("An unknown encoding is an error before anything is read", arguments: ["none", "UTF-7"])
    func unknownEncoding(_ encoding: String) throws {
        let outcome = try Command.run("xml", "--encoding", encoding, "nowhere.json")
        #expect(outcome.status == 5 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("error: ") && outcome.errors.contains("the encoding “\(encoding)”"))
    }

    // MARK: Fragments

    static let fragments: [([String], String, String)] = [
        ([], #"{"a":1,"b":[2,null]}"#, "<a>1</a><b>2</b><b/>\n"), ([], "{}", ""), ([], #"{"a":[]}"#, ""),
        (["--pretty"], #"{"a":{"b":1},"c":2}"#, "<a>\n  <b>1</b>\n</a>\n<c>2</c>\n"),
        (["--root", "i"], #"[1,{"x":2}]"#, "<i>1</i><i><x>2</x></i>\n"), (["--root", "i"], "1", "<i>1</i>\n"),
        (["--comments", "c"], #"{"c":"x","a":1}"#, "<!--x--><a>1</a>\n"),
        (["--mapping", "parker"], #"{"a":1,"b":2}"#, "<a>1</a><b>2</b>\n"),
    ]

    @Test("A fragment has any number of elements", arguments: fragments)
    func fragment(_ options: [String], _ json: String, _ xml: String) throws {
        let outcome = try Command.run(["xml", "--fragment"] + options, input: Data(json.utf8))
        #expect(outcome == Outcome(status: 0, output: xml, errors: ""))
    }

    // MARK: Faults

    @Test(
        "What cannot be written is an error",
        arguments: [
            (["--fragment"], "[1]"), (["--fragment"], #"{"@a":1}"#), (["--fragment"], "1"), ([], #"{"a":[[1]]}"#),
            (["--root", "r"], "[[1]]"), (["--item", "i"], "[[1]]"), (["--item", "a b"], #"{"a":[[1]]}"#),
            (["--comments", "c"], #"{"a":{"c":"x--y"}}"#), (["--comments", "c"], #"{"a":{"c":{"x":1}}}"#),
        ])
    func fault(_ options: [String], _ json: String) throws {
        let outcome = try Command.run(["xml"] + options, input: Data(json.utf8))
        #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errors.hasPrefix("<stdin>: error: "))
    }

    @Test("Several values have advice, which works")
    func lines() throws {
        let outcome = try Command.run("xml", input: "{\"a\":1}\n{\"a\":2}\n")
        #expect(outcome.status == 1 && outcome.errors.hasPrefix("<stdin>:2:1: error: there is more text"))
        #expect(outcome.errors.contains("write a list, as “jq -s .” does, and use “--root” and “--item”"))
        let twice = try Command.run("xml", input: #"{"a":{"@b":1,"@b":2}}"#)
        #expect(twice.status == 1 && twice.errors.contains("help: an attribute has one value, and a key that repeats"))
        let list = try Command.run(
            "xml", "--no-declaration", "--root", "r", "--item", "i", input: #"[{"a":1},{"a":2}]"#)
        #expect(list.output == "<r><i><a>1</a></i><i><a>2</a></i></r>\n")
    }

    @Test(
        "Wrong options are wrong usage",
        arguments: [["--indent", "65"], ["--indent", "x"], ["--indent", ""], ["--indent", "-1"]])
    func usage(_ options: [String]) throws {
        for subcommand in ["xml", "format"] {
            #expect(try Command.run([subcommand] + options, input: Data(#"{"a":1}"#.utf8)).status == 64)
        }
    }

    @Test(
        "What json writes under --name and --names is read again",
        arguments: [
            (["--name", "root"], #"<r a="1"><b>2</b></r>"#),
            (["--name", "root", "--arrays", "all"], #"<r a="1"><b>2</b></r>"#),
            (["--mapping", "objcXMLDictionary", "--wrap-root"], #"<r a="1"/>"#),
            (["--name", "always"], #"<r a="1"><b>2</b></r>"#),
            (["--names", "expanded", "--prefix", "=urn:u"], #"<r xmlns="urn:u" id="2"><b c="1">x</b></r>"#),
        ])
    func names(_ options: [String], _ xml: String) throws {
        let json = try Command.run(["json"] + options, input: Data(xml.utf8))
        let read = try Command.run(["xml", "--no-declaration"] + options, input: Data(json.output.utf8))
        let again = try Command.run(["json"] + options, input: Data(read.output.utf8))
        #expect(again.output == json.output)
        #expect(!read.output.contains("__name"))
        #expect(!options.contains("expanded") || !read.output.contains("ns1:id"))
    }

    // MARK: Large JSON

    static let streamed: [([String], String)] = [
        (["--comments", "#c"], ##"{"#c":"top","a":{"#c":["x",null,"y"],"b":"%","d":{"#c":"z"}}}"##),
        (["--comments", "#c"], ##"{"a":{"b":"1","#c":["x","%"],"d":[{"#c":"%"}]},"#c":"end"}"##),
        (["--comments", "#c", "--pretty"], ##"{"a":{"b":["1",{"#c":"x","d":"%"}]}}"##),
        (["--names", "expanded"], #"{"u:a":{"@xmlns":{"p":"u"},"@u:k":"1","u:b":"%"}}"#),
        (
            ["--names", "expanded", "--attributes", "grouped:at"],
            #"{"u:a":{"at":{"xmlns:p":"u","u:k":"1"},"u:b":"%"}}"#
        ),
        (["--names", "expanded", "--prefix", "p=u"], #"{"p:a":{"@p:k":"1","b":"%","p:c":[{"d":"1"}]}}"#),
        (
            ["--names", "expanded", "--mapping", "objcXMLReader"],
            #"{"u:a":{"xmlns:p":"u","k":"1","u:b":{"text":"%"},"u:c":{"k":"2"}}}"#
        ),
        (["--fragment", "--indent", "1"], #"{"a":{"b":"%"},"c":[1,2]}"#),
        (["--fragment", "--root", "i"], #"[1,"%"]"#),
        (["--item", "i"], #"{"a":{"b":[[1,["%"]],["x"]]}}"#),
        (["--root", "r", "--item", "i"], #"["x",["%"]]"#),
        (["--name", "root", "--unwrap-root"], #"{"__name":"r","a":"%","b":{"__name":"c"}}"#),
        (["--name", "root", "--unwrap-root", "--root", "q"], #"{"a":["%"],"__name":"r"}"#),
        (["--name", "root"], #"{"r":{"__name":"r","@k":"1","a":"%"}}"#),
        (["--name", "root", "--names", "expanded"], #"{"r":{"__name":"r","@k":"1","a":"%"}}"#),
        (["--mapping", "objcXMLDictionary", "--root", "q"], #"{"__name":"r","a":["%"]}"#),
        (["--mapping", "objcXMLDictionary", "--name", "always"], #"{"__name":"r","a":"%","b":{"__name":"b"}}"#),
        (
            ["--names", "expanded", "--mapping", "objcXMLReader", "--empty", "null"],
            #"{"u:a":{"xmlns:p":"u","u:b":null,"u:c":{"text":"%"}}}"#
        ),
        (["--no-declaration", "--two-tags", "--encoding", "US-ASCII"], #"{"a":{"b":null,"c":"é%"}}"#),
    ]

    @Test("Large JSON is written as small JSON", arguments: streamed)
    func large(_ options: [String], _ json: String) throws {
        func xml(_ text: String) throws -> String {
            let outcome = try Command.run(
                ["xml"] + options, input: Data(json.replacingOccurrences(of: "%", with: text).utf8))
            #expect(outcome.status == 0, "\(outcome.errors)")
            return outcome.output
        }
        let text = String(repeating: "long text ", count: 120_000)
        let isSame = try xml(text) == xml("%").replacingOccurrences(of: "%", with: text)
        #expect(isSame)
    }

    @Test("The errors of the tags of large elements have their paths")
    func paths() throws {
        for count in [1, 1_200_000] {
            let text = String(repeating: "x", count: count)
            for (options, json, path) in [
                ([], #"{"r":{"a b":{"c":"%"}}}"#, " at r.a b"),
                (["--item", "i"], #"{"r":{"l":["%",[1,{"a b":2}]]}}"#, " at r.l[1].i[1].a b"),
            ] {
                let input = Data(json.replacingOccurrences(of: "%", with: text).utf8)
                let outcome = try Command.run(["xml"] + options, input: input)
                #expect(outcome.status == 1 && outcome.errors.contains(path), "\(outcome.errors.prefix(300))")
            }
        }
    }
}
