import Foundation
import Testing

@Suite struct PartsTests {
    private static func withFile(_ text: String, _ body: (String) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).xml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        try body(file.path)
    }

    private static let document =
        "<!DOCTYPE r [<!ENTITY e '<a k=\"e\"/>'>]>\n<r xmlns='u'>"
        + (0..<5_000).map { "<b n='\($0)'>\n<a>text &amp; \($0)</a>&e;<!-- <a> --></b>\n" }.joined() + "</r>"

    @Test("The parts of a file are its elements", arguments: ["r/b/a", "r/b", "//a"])
    func concatenation(path: String) throws {
        try Self.withFile(Self.document) { file in
            let whole = try Command.run("records", path, file)
            #expect(whole.status == 0)
            let checkpoints = try Command.run("records", path, file, "--split", "5")
            #expect(checkpoints.status == 0)
            let lines = checkpoints.output.split(separator: "\n").map(String.init)
            #expect(lines.count == 5)
            var (ranges, numbered, errors) = ("", "", "")
            for (index, line) in lines.enumerated() {
                let options = index % 2 == 0 ? ["--range", line] : ["--range", "-"]
                let range = try Command.run(["records", path, file] + options, input: Data(line.utf8))
                #expect(range.status == 0)
                errors += range.errors
                #expect(range.output.utf8.count > whole.output.utf8.count / 7)
                ranges += range.output
                numbered += try Command.run("records", path, file, "--part", "\(index + 1)/5").output
            }
            let (isRanges, isNumbered) = (ranges == whole.output, numbered == whole.output)
            #expect(isRanges && isNumbered)
            // A warning about the root element.
            #expect(errors == whole.errors)
        }
    }

    @Test("A pipe is one part, and its other parts are empty")
    func pipe() throws {
        let line = "cat \"$1\" | $0 records r/b - --part"
        try Self.withFile(Self.document) { file in
            let whole = try Command.run(through: "\(line) 1/1", file)
            #expect(whole.output.split(separator: "\n").count == 5_000)
            #expect(try Command.run(through: "\(line) 1/3", file) == whole)
            #expect(try Command.run(through: "\(line) 2/3", file) == Outcome(status: 0, output: "", errors: ""))
            let checkpoints = try Command.run(through: "cat \"$1\" | $0 records r/b --split 3", file).output
            #expect(checkpoints.split(separator: "\n").count == 3)
        }
    }

    @Test("A file without elements has empty parts, which are not an error")
    func nothing() throws {
        let outcome = try Command.run("records", "r/none", "--part", "1/2", input: "<r><a/></r>")
        #expect(outcome == Outcome(status: 0, output: "", errors: ""))
    }

    @Test("A checkpoint that cannot be used is an error")
    func errors() throws {
        try Self.withFile(Self.document) { file in
            let split = try Command.run("records", "r/b", file, "--split", "2")
            let line = try #require(split.output.split(separator: "\n").last.map(String.init))
            let changed = try Command.run("records", "r/b", "Examples/orders.xml", "--range", line)
            #expect(changed.status == 64)
            #expect(changed.errors.contains("this is not the file that the checkpoint was made for"))
            for range in ["{}", "", split.output, "Examples/orders.xml"] {
                let outcome = try Command.run("records", "r/b", file, "--range", range)
                #expect(outcome.status == 64)
                #expect(outcome.errors.contains("“--range” is not a checkpoint"))
            }
            #expect(try Command.run("records", "r/b", file, "--range", "nowhere.json").status == 2)
        }
    }

    @Test(
        "Numbers of parts that make no sense are usage errors",
        arguments: [
            ["--part", "0/3"], ["--part", "4/3"], ["--part", "3"], ["--part", "a/b"], ["--split", "0"],
            ["--part", "9999999999/9999999999"], ["--split", "92233720368547758"], ["--split", "100001"],
            ["--split", "2", "--part", "1/2"], ["--range", "-"], ["--split", "2", "--html"],
            ["--part", "1/2", "--jobs", "2"],
        ])
    func usage(options: [String]) throws {
        #expect(try Command.run(["records", "r/a"] + options).status == 64)
    }
}
