import Foundation
import Testing

@Suite struct RecordsTests {
    @Test("Elements are written one on each line")
    func lines() throws {
        let outcome = try Command.run("records", "r/a", input: "<r><a k='1'/><b/><a>x\ny</a></r>")
        #expect(
            outcome
                == Outcome(status: 0, output: #"{"a":{"@k":"1"}}"# + "\n" + #"{"a":"x\ny"}"# + "\n", errors: ""))
    }

    @Test(
        "Mappings are those of the command json",
        arguments: [
            (["--unwrap-root"], #"{"@k":"1","b":null}"#), (["--attributes", "discarded"], #"{"a":{"b":null}}"#),
            (["--mapping", "parker"], #"{"b":null}"#), (["--limit", "1"], #"{"a":{"@k":"1","b":null}}"#),
        ])
    func mapping(options: [String], line: String) throws {
        let outcome = try Command.run(["records"] + options + ["r/a"], input: Data("<r><a k='1'><b/></a></r>".utf8))
        #expect(outcome == Outcome(status: 0, output: line + "\n", errors: ""))
    }

    @Test("An error in a stream has an excerpt")
    func excerpt() throws {
        let outcome = try Command.run("records", "r/a", input: "<r>\n  <a>1</a>\n  <a>tea & milk</a>\n</r>")
        #expect(outcome.status == 1)
        #expect(outcome.output == #"{"a":"1"}"# + "\n")
        #expect(outcome.errors.contains("\n 3 |   <a>tea & milk</a>\n   |          ^\n"))
    }

    @Test("No more than the limit is read")
    func limit() throws {
        let outcome = try Command.run("records", "--limit", "2", "r/a", input: "<r><a>1</a><a>2</a><a>3</a></r>")
        #expect(outcome.output == "{\"a\":\"1\"}\n{\"a\":\"2\"}\n")
    }

    @Test(
        "No fault after the last element of the limit is reported",
        arguments: [
            ([], "<r><a>1</a>&<b></r>", 0), ([], "<r><a>1</a><a></b></r>", 0),
            (["--recover"], "<r><a>1</a>&<b></r>", 0),
            (["--recover"], "<r>&<a>é&1</a>&</r>", 2), (["--recover"], "<r><a>1</r>", 1),
            (["--part", "1/2"], "<r><a>1</a>&<b></r>", 0),
        ])
    func faultsAfterLimit(options: [String], text: String, count: Int) throws {
        let outcome = try Command.run(["records", "--limit", "1", "r/a"] + options, input: Data(text.utf8))
        #expect(outcome.status == 0 && outcome.output.split(separator: "\n").count == 1)
        #expect(outcome.errors.ranges(of: ": error: ").count == count, "\(outcome.errors)")
    }

    @Test(
        "Nothing at the path is said by the exit status",
        arguments: [([], 3), (["--jobs", "2"], 3), (["--limit", "5"], 3), (["--limit", "0"], 0)] as [([String], Int32)])
    func nothing(options: [String], status: Int32) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).xml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("<r><a/></r>".utf8).write(to: file)
        let outcome = try Command.run(["records"] + options + ["r/b", file.path])
        #expect(outcome.status == status)
        #expect(outcome.output.isEmpty)
        let message = "error: \(file.path): no element found at “r/b”: <r> has no element “b”\nhelp: there is <a>\n"
        #expect(outcome.errors == (status == 0 ? "" : message))
    }

    @Test("A fault is told of after the elements before it")
    func fault() throws {
        let outcome = try Command.run("records", "r/a", input: "<r>\n<a>1</a>\n<a></b></r>")
        #expect(outcome.status == 1)
        #expect(outcome.output == "{\"a\":\"1\"}\n")
        #expect(outcome.errors.hasPrefix("<stdin>:3:4: error: the end tag </b> does not match <a>"))
    }

    @Test("Several jobs write the same", arguments: ["1", "3"])
    func jobs(jobs: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).xml")
        defer { try? FileManager.default.removeItem(at: file) }
        let rows = (0..<200_000).map { "<a id='\($0)'>some text in row \($0)</a>\n" }.joined()
        try Data("<r>\(rows)</r>".utf8).write(to: file)
        let outcome = try Command.run("records", "--jobs", jobs, "r/a", file.path)
        let lines = outcome.output.split(separator: "\n")
        #expect(outcome.status == 0)
        #expect(lines.count == 200_000)
        #expect(lines.last == ##"{"a":{"@id":"199999","#text":"some text in row 199999"}}"##)
        #expect(lines.dropFirst(150_000).first == ##"{"a":{"@id":"150000","#text":"some text in row 150000"}}"##)
    }

    @Test(
        "The tree of libxml2's recovery gives the same records",
        arguments: [
            (["r/a"], "<r><a k='1'/><b>2<a>x</a></b><a>y<a/><c>z</c></a> <!-- c --></r>"),
            (["--limit", "1", "//a"], "<r><b><a>1<![CDATA[<]]>&amp;&#233;</a></b><a>2</a></r>"),
            (["--unwrap-root", "//a"], "<r><b><b><a>1</a></b></b><a>2<a>3</a></a></r>"), (["*"], "<a><a><a/></a></a>"),
            (["--names", "expanded", "r/p:a"], "<r xmlns='u:v' xmlns:p='w:x'><p:a p:k='1'><b/></p:a><a/></r>"),
            (["r/q"], "<r><a/></r>"),
        ])
    func tree(arguments: [String], text: String) throws {
        let outcome = try Command.run(["records", "--recover=libxml2"] + arguments, input: Data(text.utf8))
        #expect(outcome == (try Command.run(["records"] + arguments, input: Data(text.utf8))))
    }

    @Test("What libxml2 recovers of a malformed document is written, and what is wrong told")
    func malformed() throws {
        let outcome = try Command.run("records", "--recover=libxml2", "r/a", input: "<r><a>x & y</a>\n<a><b>z</a></r>")
        #expect(outcome.status == 0)
        #expect(outcome.output == "{\"a\":\"x  y\"}\n{\"a\":{\"b\":\"z\"}}\n")
        #expect(outcome.errors.hasPrefix("<stdin>:1:"))
        #expect(outcome.errors.contains("\n 2 | <a><b>z</a></r>\n   |"))
    }

    @Test("A path that no element can be at is wrong usage", arguments: ["r/a[1]", "r/@k", ""])
    func usage(path: String) throws {
        #expect(try Command.run("records", path, input: "<r/>").status == 64)
    }

    @Test("A file that is not there", arguments: [["r/a"], ["--jobs", "2", "r/a"]])
    func missing(arguments: [String]) throws {
        let outcome = try Command.run(["records"] + arguments + ["/nowhere.xml"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("no such file"))
    }

    @Test("A reader that goes away ends the command without a word")
    func brokenPipe() throws {
        let rows = String(repeating: "<a>text</a>", count: 100_000)
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).xml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("<r>\(rows)</r>".utf8).write(to: file)
        let outcome = try Command.run(through: "\"$0\" records r/a \"$1\" | head -n 1", file.path)
        #expect(outcome.output == "{\"a\":\"text\"}\n")
        #expect(outcome.errors == "")
    }
}
