import Foundation
import Testing

/// `lint --fix`.
@Suite struct FixTests {
    private static let malformed = "<a b=1>\r\n<c>x & y</c><d>z</a>\r\n"
    private static let certain = "<a b=\"1\">\r\n<c>x &amp; y</c><d>z</a>\r\n"
    private static let all = "<a b=\"1\">\r\n<c>x &amp; y</c><d>z</d></a>\r\n"

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test("Certain fixes are made, and what is left is reported") func certain() throws {
        let folder = try Folder()
        let file = try folder.file(Self.malformed)
        let outcome = try Command.run("lint", "--fix", file)
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("\(file): 2 fixed\n\(file):2:21: error: "))
        // What is left was not repaired.
        #expect(!outcome.errors.contains("repair:"))
        #expect(try text(file) == Self.certain)
        // Nothing is left to fix.
        let before = try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int
        #expect(!(try Command.run("lint", "--fix", file).errors.contains("fixed")))
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int == before)
    }

    @Test("A dry run reports what would be fixed", arguments: [("", 2), ("--unsafe", 3)])
    func dryRun(option: String, count: Int) throws {
        let folder = try Folder()
        let file = try folder.file(Self.malformed)
        let arguments = ["lint", "--fix", "--dry-run"] + (option.isEmpty ? [] : [option])
        let outcome = try Command.run(arguments + [file])
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("\(file): \(count) would be fixed\n\(file):1:6: error: "))
        #expect(outcome.errors.components(separatedBy: "repair:").count - 1 == count)
        #expect(outcome.errors.contains("\(file):2:17: error: "))
        let json = try Command.run(arguments + ["--format", "json", file])
        #expect(json.output.components(separatedBy: "\"repair\":null").count - 1 == 3 - count)
        #expect(try text(file) == Self.malformed)
        #expect(try Command.run("lint", "--fix", "--dry-run", "Examples/orders.xml").status == 0)
    }

    @Test("Guesses are made with --unsafe") func guesses() throws {
        let folder = try Folder()
        let file = try folder.file(Self.malformed)
        #expect(
            try Command.run("lint", "--fix", "--unsafe", file)
                == Outcome(status: 0, output: "", errors: "\(file): 3 fixed\n"))
        #expect(try text(file) == Self.all)
        let control = try folder.file("<a>x\u{8}y</a>", named: "control.xml")
        #expect(try Command.run("lint", "--fix", "--unsafe", control).status == 0)
        #expect(try text(control) == "<a>xy</a>")
    }

    @Test("Other encodings stay") func encoding() throws {
        let folder = try Folder()
        let url = folder.url.appending(path: "a.xml")
        func bytes(_ text: String) -> Data {
            Data("<?xml version='1.0' encoding='ISO-8859-1'?>\(text)".unicodeScalars.map { UInt8($0.value) })
        }
        try bytes("<é>& é</é>").write(to: url)
        #expect(try Command.run("lint", "--fix", url.path).status == 0)
        #expect(try Data(contentsOf: url) == bytes("<é>&amp; é</é>"))
    }

    @Test(
        "A corrected XML declaration keeps the encoding",
        arguments: [
            "encoding=\"ISO-8859-1\" version=\"1.0\"", "versio=\"1.0\" encoding=\"ISO-8859-1\"",
            "version=\"1.0\" encoding=\"ISO-8859-1\" standalone=\"maybe\"",
        ])
    func declaration(_ attributes: String) throws {
        let folder = try Folder()
        let url = folder.url.appending(path: "a.xml")
        func bytes(_ attributes: String) -> Data {
            Data("<?xml \(attributes)?><r>é</r>".unicodeScalars.map { UInt8($0.value) })
        }
        try bytes(attributes).write(to: url)
        #expect(try Command.run("lint", "--fix", "--unsafe", url.path).status == 0)
        #expect(try Data(contentsOf: url) == bytes("version=\"1.0\" encoding=\"ISO-8859-1\""))
        #expect(try Command.run("get", "r", url.path).output == "é\n")
    }

    @Test("A file that cannot be fixed stays as it is") func unfixable() throws {
        let folder = try Folder()
        for document in ["", "text & more"] {
            let file = try folder.file(document)
            #expect(try Command.run("lint", "--fix", file).status == 1)
            #expect(try text(file) == document)
        }
        #expect(try Command.run("lint", "--fix", folder.url.path + "/none.xml").status == 2)
    }

    @Test("A fix is written as JSON") func json() throws {
        let outcome = try Command.run("lint", "--recover", "--format", "json", "-", input: "<a>é & b</a>")
        #expect(outcome.status == 1)
        let fix = """
            "fix":{"certain":true,"edits":[{"line":1,"column":6,"byteOffset":6,"endLine":1,"endColumn":7,\
            "endByteOffset":7,"replacement":"&amp;"}]}
            """
        #expect(outcome.output.contains(fix))
        let strict = try Command.run("lint", "--format", "json", "-", input: "<a>é & b</a>")
        #expect(strict.output.contains("\"fix\":null"))
    }

    @Test(
        "Options that do not fit are wrong usage",
        arguments: [
            ["lint", "--fix"], ["lint", "--fix", "-"], ["lint", "--unsafe", "a.xml"], ["lint", "--dry-run", "a.xml"],
            ["lint", "--fix", "--html", "a"],
            ["lint", "--fix", "--recover=libxml2", "a.xml"], ["lint", "--fix", "--recover", "--wrap", "r", "a.xml"],
        ])
    func usage(_ arguments: [String]) throws {
        #expect(try Command.run(arguments).status == 64)
    }
}
