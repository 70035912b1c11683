import Foundation
import Testing

/// What users expect of any command.
@Suite struct ConventionsTests {
    @Test("The version is that of CHANGELOG.md, and includes that of libxml2")
    func version() throws {
        let outcome = try Command.run("--version")
        #expect(outcome.status == 0)
        let found = try #require(outcome.output.wholeMatch(of: /xmldict (\d+\.\d+\.\d+), libxml2 \d+\.\d+\.\d+\n/))
        let changes = try String(contentsOf: Command.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        #expect(found.1 == changes.firstMatch(of: /## (\S+)/)?.1)
    }

    @Test(
        "An unknown subcommand gets advice",
        arguments: [
            ("xslt", "use “xsltproc”: XSLT is not supported"), ("jsn", "did you mean “json”?"),
            ("recrods", "did you mean “records”?"), ("lnt", "did you mean “lint”?"),
            ("transmogrify", "unknown subcommand “transmogrify”\n"), ("help recrods", "did you mean “records”?"),
            ("help jsn lint", "did you mean “json”?"), ("jsn help", "did you mean “json”?"),
            ("a\u{1B}[31m.xml", "“a\\u{1B}[31m.xml” is not a subcommand. To read it as JSON, use: xmldict json\n"),
            ("Examples/orders.xml", "use: xmldict json Examples/orders.xml"),
            ("--pretty Examples/orders.xml", "use: xmldict json --pretty Examples/orders.xml"),
            ("Main.swift", "“xmldict swift FILE.xml” writes Swift types"),
            ("nowhere.xml", "use: xmldict json nowhere.xml"), ("it's.xml", #"use: xmldict json 'it'\''s.xml'"#),
        ])
    func subcommands(name: String, advice: String) throws {
        let outcome = try Command.run(name.split(separator: " ").map(String.init))
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(advice))
        #expect(outcome.errors.contains("Usage: xmldict"))
    }

    @Test("Help says the status of an edit that is refused")
    func refusedEdits() throws {
        let help = try Command.run("--help").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(help.contains("for an edit that is refused"))
    }

    @Test(
        "An unknown option is named before an expression is parsed",
        arguments: [
            "xpath //x[", "css a[", "get a[", "records a[", "validate --schema a.xsd --records a[", "set a[ 1",
            "add a[ <b/>", "delete a[", "rename a[ b",
        ])
    func unknownOption(line: String) throws {
        let arguments = line.split(separator: " ").map(String.init)
        let outcome = try Command.run(arguments + ["--bogus"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("Error: Unknown option '--bogus'"))
        #expect(outcome.errors.contains("\nUsage: xmldict \(arguments[0]) "))
        #expect(try Command.run(arguments).errors.hasPrefix("Error: ") && Command.run(arguments).status == 64)
    }

    @Test("Help and errors name the option for prefixes", arguments: [("xpath", "//p:a"), ("css", "p|a")])
    func prefixes(command: String, expression: String) throws {
        #expect(try Command.run(command, "--help").output.contains("“--ns PREFIX=URI”"))
        #expect(try Command.run(command, expression, input: "<a/>").errors.contains("use “--ns p=URI”"))
        let outcome = try Command.run(command, "--count", "--ns", "p=u", expression, input: "<a xmlns='u'/>")
        #expect(outcome.output == "1\n")
    }

    @Test(
        "Advice about a file of Swift code is for users of the command", arguments: ["json", "lint", "swift", "format"])
    func swiftCode(command: String) throws {
        let folder = try Folder()
        for text in ["import A\n", "// A\n", "#!/usr/bin/swift\nlet a = 1 < 2\n"] {
            let outcome = try Command.run(command, folder.file(text, named: "Main.swift"))
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("help: xmldict reads XML, not Swift code"))
            let piped = try Command.run(command, input: text)
            #expect(piped.status == 1 && !piped.errors.contains(".file"))
        }
    }

    @Test("Colors are used if that is asked for")
    func colors() throws {
        #expect(try Command.run("lint", "--color", "always", input: "<a>").errors.contains("\u{1B}["))
        for choice in ["auto", "never"] {
            #expect(try !Command.run("lint", "--color", choice, input: "<a>").errors.contains("\u{1B}"))
        }
        let outcome = try Command.run(through: "printf '<a>' | NO_COLOR=1 $0 lint --color always")
        #expect(outcome.errors.contains("\u{1B}["))
    }

    /// A shell's command for a document that takes more than a second. Its beginning does not fit into a pipe, so that
    /// the time begins when the command reads.
    private static let slowDocument =
        "(printf '<r>%300000s' ''; sleep 0.8; printf '<a/>'; sleep 0.3; printf '</r>')"

    @Test("No progress is shown unless standard error is a terminal")
    func progress() throws {
        let outcome = try Command.run(
            through: "\(Self.slowDocument) | $0 records r/a")
        #expect(outcome == Outcome(status: 0, output: "{\"a\":null}\n", errors: ""))
    }

    @Test(
        "On a terminal, progress is shown, except with --quiet",
        .enabled(if: Command.hasTerminal, "no terminal can be opened"))
    func terminal() throws {
        for subcommand in ["records r/a", "lint", "json", "format"] {
            for (option, isShown) in [("", true), ("--quiet", false)] {
                // The command `script` runs a command on a terminal of its own.
                let line = "\(Self.slowDocument) | $0 \(subcommand) \(option) >/dev/null"
                let outcome = try Command.run(
                    through: "script -qec \"\(line)\" /dev/null </dev/null")
                #expect(outcome.output.contains("MB/s") == isShown, "\(subcommand) \(option)")
            }
        }
    }

    /// The parts of the last line of progress that has all of them.
    private static func parts(of text: String) -> [Substring]? {
        let line = /([█░]{30}) (\d+) %  (\d+) MB  \d+ MB\/s  (\d+) records  \d+:\d\d left/
        return text.matches(of: line).last.map { [$0.1, $0.2, $0.3, $0.4] }
    }

    @Test(
        "The line of progress has the part, the speed, the records and the time that is left",
        .enabled(if: Command.hasTerminal, "no terminal can be opened"))
    func line() throws {
        let folder = try Folder()
        let count = 500_000
        let file = try folder.file("<r>" + String(repeating: "<a>x</a>", count: count) + "</r>")
        // Whoever reads the output is slow, so that the command waits in the file.
        let line = "$0 records r/a \(file) | (sleep 0.8; cat >/dev/null)"
        let outcome = try Command.run(through: "script -qec \"\(line)\" /dev/null </dev/null")
        let parts = try #require(Self.parts(of: outcome.output), "\(outcome.output.suffix(300))")
        let (percent, records) = (try #require(Int(parts[1])), try #require(Int(parts[3])))
        #expect((percent * 30 / 100...(percent + 1) * 30 / 100).contains(parts[0].prefix { $0 == "█" }.count))
        #expect((0..<100).contains(percent) && (0..<count).contains(records))
        #expect(Int(parts[2]) == 0 || percent > 20)
        // Without a size, there is no bar, and no time that is left.
        let piped = "\(Self.slowDocument) | $0 records r/a >/dev/null"
        let other = try Command.run(through: "script -qec \"\(piped)\" /dev/null </dev/null")
        #expect(other.output.contains(/\r0 MB  \d+ MB\/s  \d+ records\u{1B}\[K/))
    }

    @Test("Elements are written when they arrive, and not later")
    func slow() throws {
        // The rest of the document is written once the first element has been read.
        let outcome = try Command.run(
            through: """
                folder=$(mktemp -d); mkfifo "$folder/input"
                "$0" records r/a < "$folder/input" > "$folder/output" & exec 3> "$folder/input"
                printf '<r><a>1</a>' >&3
                for attempt in $(seq 600); do if [ -s "$folder/output" ]; then echo early; break; fi; sleep 0.1; done
                printf '<a>2</a></r>' >&3; exec 3>&-; wait; cat "$folder/output"; rm -r "$folder"
                """)
        #expect(outcome == Outcome(status: 0, output: "early\n{\"a\":\"1\"}\n{\"a\":\"2\"}\n", errors: ""))
    }

    @Test("Strings are written as text")
    func raw() throws {
        let input = "<r><a>x &lt; \"y\"</a><a k='1'>z</a></r>"
        let records = try Command.run("records", "-r", "r/a", input: input)
        #expect(records.output == "x < \"y\"\n{\"@k\":\"1\",\"#text\":\"z\"}\n")
        // Text is not marked.
        let incomplete = try Command.run("records", "--raw", "--recover", "r/a", input: "<r><a>1</a><a>x}")
        #expect(incomplete.output == "1\nx}\n")
        #expect(try Command.run("json", "--raw", input: "<a>x\ny</a>").output == "x\ny\n")
        #expect(try Command.run("json", "--raw", input: "<a><b>x</b></a>").output == "{\"b\":\"x\"}\n")
        #expect(
            try Command.run("get", "//a", input: input).output == "[\"x < \\\"y\\\"\",{\"@k\":\"1\",\"#text\":\"z\"}]\n"
        )
        #expect(try Command.run("get", "-r", "//a", input: input).output == records.output)
        #expect(try Command.run("get", "-r", "r/a[2]/@k", input: input).output == "1\n")
    }

    @Test(
        "Elements without an end are marked",
        arguments: [
            (["r/a"], "<r><a>1</a><a>2", [#"{"a":"1"}"#, ##"{"a":"2","#incomplete":true}"##]),
            (
                ["r/a", "--unwrap-root"], "<r><a>1</a><a>2",
                [##"{"#text":"1"}"##, ##"{"#text":"2","#incomplete":true}"##]
            ),
            (
                ["r/a", "--unwrap-root", "--empty", "dictionary"], "<r><a><b></a><a>",
                [#"{"b":{}}"#, ##"{"#incomplete":true}"##]
            ),
            (["r/a"], "<r><a>1</a>&<a>2</a>&</r>", [#"{"a":"1"}"#, #"{"a":"2"}"#]),
        ])
    func incomplete(arguments: [String], input: String, lines: [String]) throws {
        let outcome = try Command.run(["records", "--recover"] + arguments, input: Data(input.utf8))
        #expect(outcome.status == 0)
        #expect(outcome.output.split(separator: "\n").map(String.init) == lines)
    }

    @Test("Limits are not negative, and name their option")
    func limits() throws {
        #expect(try Command.run("json", "--limit-depth=-1", input: "<a/>").status == 64)
        #expect(try Command.run("lint", "--no-document-type", input: "<!DOCTYPE a><a/>").status == 1)
        let oversized = try Command.run("records", "--limit-record-size", "5", "r/a", input: "<r><a>12345</a></r>")
        #expect(oversized.status == 1)
        #expect(oversized.errors.contains("--limit-record-size"))
    }

    @Test("A wrong encoding has a status of its own")
    func encoding() throws {
        #expect(try Command.run(["lint", "--encoding", "UTF-8"], input: Data([0x3C, 0x61, 0x3E, 0xFF])).status == 5)
        #expect(try Command.run(["lint"], input: Data([0x3C, 0x61, 0x3E, 0xFF])).status == 1)
        for mode in ["--recover", "--html", "--quiet"] {
            #expect(try Command.run("json", mode, "--encoding", "none", "nowhere.xml").status == 5)
        }
    }

    @Test(
        "An unknown encoding is an error, whatever else is repaired",
        arguments: [
            "json", "json --html", "json --recover", "json --recover=libxml2", "records //a", "records //a --recover",
            "records //a --html", "lint", "lint --recover", "lint --recover=libxml2", "repair", "format", "tree",
            "get a",
            "records //a --split 2", "records //a --part 2/2", "records //a --limit 0",
            "get //a --html", "set a/b 1", "delete a/b", "swift",
        ])
    func unknownEncoding(command: String) throws {
        let arguments = command.split(separator: " ").map(String.init)
        let outcome = try Command.run(arguments + ["--encoding", "none"], input: Data("<a/>".utf8))
        #expect(outcome.status == 5)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("the encoding “none”"))
        let help = try Command.run(arguments + ["--encoding", "none", "--help"])
        #expect(help.status == 0 && help.errors.isEmpty)
        let known = try Command.run(arguments + ["--encoding", "latin1"], input: Data("<a><b/></a>".utf8))
        #expect(known.status == 0)
    }

    // MARK: Compressed input

    private static func gzip(_ text: String, _ body: (String) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        let outcome = try Command.run(through: "gzip -n \"$1\"", file.path)
        #expect(outcome.status == 0)
        let packed = file.appendingPathExtension("gz")
        defer { try? FileManager.default.removeItem(at: packed) }
        try body(packed.path)
    }

    @Test("JSON may be compressed, and a compressed file is not edited in place")
    func compressedJSON() throws {
        try Self.gzip(#"{"r":{"a":"1"}}"#) { file in
            let outcome = try Command.run("xml", file)
            #expect(outcome.output.hasSuffix("<r><a>1</a></r>\n"))
        }
        try Self.gzip("<r><a>1</a></r>") { file in
            let before = try Data(contentsOf: URL(filePath: file))
            for arguments in [["set", "-i", "r/a", "2", file], ["delete", "-i", "r/a", file]] {
                let outcome = try Command.run(arguments, input: Data())
                #expect(outcome.status == 4 && outcome.errors.contains("compressed"), "\(outcome.errors)")
                #expect(try Data(contentsOf: URL(filePath: file)) == before)
            }
            #expect(try Command.run("set", "r/a", "2", file).output == "<r><a>2</a></r>")
        }
    }

    @Test("Input of “xml” that is not JSON is named", arguments: [("<a/>", "XML"), ("\u{FEFF}<a/>", "XML")])
    func notJSON(_ input: String, _ what: String) throws {
        let outcome = try Command.run("xml", input: input)
        #expect(outcome.status == 1 && outcome.errors.contains("this looks like \(what)"), "\(outcome.errors)")
        let wide = try Command.run(["xml"], input: Data([0xFF, 0xFE, 0x7B, 0, 0x7D, 0]))
        #expect(wide.status == 1 && wide.errors.contains("not in UTF-8"), "\(wide.errors)")
    }

    @Test("Compressed files and pipes are decompressed")
    func compressed() throws {
        let text = "<r>" + (0..<50_000).map { "<a>\($0)</a>" }.joined() + "</r>"
        try Self.gzip(text) { file in
            for (options, plain) in [
                (["records", "r/a"], true), (["json"], true), (["lint"], true), (["repair"], true), (["format"], true),
                (["get", "r/a[8]"], true), (["json", "--recover"], true), (["tree"], false),
            ] {
                let expected = try Command.run(options, input: Data(text.utf8))
                let found = try Command.run(options + [file])
                let isEqual = expected.output == found.output && found.status == 0
                #expect(isEqual || !plain, "\(options)")
                #expect(found.status == 0)
            }
            let piped = try Command.run(through: "cat \"$1\" \"$1\" | head -c 100000000 | $0 records r/a | wc -l", file)
            // Two members are one document, whose second root element is an error.
            #expect(piped.output.contains("50000"))
            let part = try Command.run("records", "r/a", file, "--part", "1/3")
            #expect(part.output.split(separator: "\n").count == 50_000)
            #expect(try Command.run("records", "r/a", file, "--part", "2/3").output.isEmpty)
        }
    }

    @Test("A pipe with a name is read once")
    func namedPipes() throws {
        for arguments in [
            "json", "get a", "tree --json", "lint", "repair", "records a", "json --recover", "json --html",
        ] {
            let expected = try Command.run(
                arguments.split(separator: " ").map(String.init), input: Data("<a>1</a>".utf8))
            let line = "f=$(mktemp -u); mkfifo $f; (printf '<a>1</a>' > $f &); $0 \(arguments) $f; s=$?; rm $f; exit $s"
            let outcome = try Command.run(through: line)
            #expect((outcome.status, outcome.output) == (0, expected.output), "\(arguments)")
        }
        let part = "f=$(mktemp -u); mkfifo $f; (printf '<r><a/></r>' > $f &); timeout 60 $0 records r/a $f --part"
        #expect(try Command.run(through: "\(part) 1/2; rm $f").output == "{\"a\":null}\n")
        #expect(try Command.run(through: "\(part) 2/2; rm $f").output.isEmpty)
    }

    @Test("Compressed files have excerpts, parts and several tasks, and are repaired into plain files")
    func compressedDetails() throws {
        try Self.gzip("<r>\n<a>x</b>\n</r>") { file in
            #expect(try Command.run("lint", file).errors.contains(" 2 | <a>x</b>\n"))
            let folder = file + ".repaired"
            defer { try? FileManager.default.removeItem(atPath: folder) }
            #expect(try Command.run("repair", file, "--output-dir", folder).status == 0)
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
            #expect(!name.hasSuffix(".gz"))
            #expect(try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).hasPrefix("<r>\n<a>x"))
        }
        try Self.gzip("<r><a>1</a><a>2</a></r>") { file in
            let expected = "{\"a\":\"1\"}\n{\"a\":\"2\"}\n"
            #expect(
                try Command.run("records", "--jobs", "2", "r/a", file)
                    == Outcome(status: 0, output: expected, errors: ""))
            for end in ["garbage", "\\037garbage", "\\037"] {
                // The elements before the fault are written.
                let outcome = try Command.run(through: "(cat \"$1\"; printf '\(end)') | $0 records r/a", file)
                #expect((outcome.status, outcome.output) == (2, expected), "\(end)")
                #expect(outcome.errors.contains(" from byte "))
            }
            let slow = try Command.run(
                through: "(head -c 1 \"$1\"; sleep 0.2; tail -c +2 \"$1\") | $0 records r/a", file)
            #expect((slow.status, slow.output) == (0, expected))
            // The checkpoint of a whole file belongs to that file.
            let checkpoint = try Command.run("records", "r/a", file, "--split", "1").output
            #expect(try Command.run("records", "r/a", file, "--range", checkpoint).output == expected)
            #expect(try Command.run("records", "r/a", "Examples/orders.xml", "--range", checkpoint).status == 64)
            let changed = checkpoint.replacing("\"line\":1", with: "\"line\":2")
            #expect(try Command.run("records", "r/a", file, "--range", changed).status == 64)
        }
    }

    @Test("Compressed data that is damaged or expands too much is an error")
    func damaged() throws {
        let text = "<r>\(String(repeating: " ", count: 70 << 20))</r>"
        try Self.gzip(text) { file in
            let limited = try Command.run("lint", "--limit-decompression", "10", file)
            #expect(limited.status == 1)
            #expect(limited.errors.contains("--limit-decompression"))
            #expect(try Command.run("lint", "--limit-decompression", "2000", file).status == 0)
            let cut = try Command.run(through: "head -c 5000 \"$1\" | $0 lint", file)
            #expect(cut.status == 2)
            #expect(cut.errors.contains("ends too early"))
            let damaged = try Command.run(through: "(head -c 5000 \"$1\"; echo damaged data) | $0 lint", file)
            #expect(damaged.status == 2)
        }
    }

    @Test(
        "Other compressed formats are named",
        arguments: [
            ("bzip2", "BZh91AY&SY"), ("xz", "\u{FD}7zXZ\0"), ("Zstandard", "(\u{B5}/\u{FD}"),
            ("7z", "7z\u{BC}\u{AF}'\u{1C}"),
            ("ZIP", "PK\u{3}\u{4}"),
        ])
    func formats(name: String, beginning: String) throws {
        let bytes = Data(beginning.unicodeScalars.map { UInt8($0.value) } + Array(repeating: 7, count: 100))
        for subcommand in [["json"], ["records", "r/a"], ["lint"]] {
            let outcome = try Command.run(subcommand, input: bytes)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains(name))
        }
    }
}
