import Foundation
import Testing

/// Commands that read several files.
@Suite struct FilesTests {
    /// Calls `body` with a folder that contains files 0.xml, 1.xml and so on.
    static func withFolder(_ documents: [String], _ body: (URL, [String]) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var paths: [String] = []
        for (index, document) in documents.enumerated() {
            let file = folder.appending(path: "\(index).xml")
            try Data(document.utf8).write(to: file)
            paths.append(file.path)
        }
        try body(folder, paths)
    }

    @Test("After a bad file the others are read, in order", arguments: ["1", "2", "8"])
    func bad(jobs: String) throws {
        var documents = (0..<60).map { "<r><a>\($0)</a><a>\(String(repeating: "x", count: $0 * 100))</a></r>" }
        documents[20] = "<r><a>20</a><a>"
        documents[40] = "<r>&</r>"
        try Self.withFolder(documents) { folder, files in
            let outcome = try Command.run(["records", "--jobs", jobs, "r/a"] + files)
            #expect(outcome.status == 1)
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.count == 117)
            let numbers = lines.compactMap { Int($0.dropFirst(6).dropLast(2)) }
            #expect(numbers == (0..<60).filter { $0 != 40 })
            let errors = outcome.errors.split(separator: "\n")
            #expect(errors.first?.hasPrefix("\(files[20]):1:16: error: ") == true)
            #expect(errors.contains { $0.hasPrefix("\(files[40]):1:4: error: ") })

            let json = try Command.run(["json", "--jobs", jobs] + files)
            #expect(json.status == 1)
            #expect(json.output.split(separator: "\n").count == 58)
            let lint = try Command.run(["lint", "--jobs", jobs] + files + [folder.path + "/none.xml"])
            #expect(lint.status == 2)
            #expect(lint.errors.hasSuffix("none.xml: no such file\n"))
        }
    }

    @Test("Large output of a file is written when it is its turn")
    func large() throws {
        let documents = (0..<6).map { number in
            "<r>\(String(repeating: "<a>\(number)</a>", count: number == 0 ? 10 : 700_000))</r>"
        }
        try Self.withFolder(documents) { _, files in
            let one = try Command.run(["records", "r/a"] + files)
            let several = try Command.run(["records", "--jobs", "4", "r/a"] + files)
            let isEqual = one == several
            #expect(isEqual)
        }
    }

    @Test("The names of files come from a list")
    func list() throws {
        try Self.withFolder(["<a>1</a>", "<a>2</a>", "<a>3</a>"]) { folder, files in
            let list = Data((files[1...].joined(separator: "\n") + "\n").utf8)
            let expected = Outcome(status: 0, output: "{\"a\":\"1\"}\n{\"a\":\"2\"}\n{\"a\":\"3\"}\n", errors: "")
            #expect(try Command.run(["json", "--files-from", "-", files[0]], input: list) == expected)
            let file = folder.appending(path: "list")
            try list.write(to: file)
            #expect(try Command.run("json", "--files-from", file.path, files[0]) == expected)
            #expect(
                try Command.run(["lint", "--files-from", "-"], input: Data())
                    == Outcome(status: 0, output: "", errors: ""))
            #expect(try Command.run("json", "--files-from", folder.path + "/none").status == 2)
            #expect(try Command.run("json", "--files-from", "-", "-").status == 64)
        }
    }

    @Test("Several files are repaired into a folder")
    func repair() throws {
        try Self.withFolder(["<a>1", "", "<a>3</a>"]) { folder, files in
            let output = folder.appending(path: "repaired")
            let outcome = try Command.run(["repair", "--jobs", "2", "--output-dir", output.path] + files)
            #expect(outcome.status == 1)
            #expect(outcome.output.isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: output.path).sorted() == ["0.xml", "2.xml"])
            #expect(try String(contentsOf: output.appending(path: "0.xml"), encoding: .utf8) == "<a>1</a>")
            // Nothing is overwritten.
            let again = try Command.run(["repair", "--output-dir", output.path] + files)
            #expect(again.status == 4)
            try FileManager.default.removeItem(at: output.appending(path: "2.xml"))
            #expect(try Command.run(["repair", "--output-dir", output.path] + files).status == 4)
            #expect(FileManager.default.fileExists(atPath: output.path + "/2.xml"))
            let same = try Command.run("repair", "--output-dir", output.path, files[0], output.path + "/0.xml")
            #expect(same.status == 4)
            #expect(same.errors.contains("would have the same name as"))
            #expect(try Command.run(["repair"] + files).status == 64)
            #expect(try Command.run("repair", "--output-dir", output.path).status == 64)
        }
    }
}
