import Foundation
import Testing

/// Commands that read or change all files of a folder.
@Suite struct FoldersTests {
    /// A folder with files in folders.
    private func folder(_ files: [String: String]) throws -> Folder {
        let folder = try Folder()
        for (name, text) in files {
            let file = folder.url.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return folder
    }

    private func text(_ name: String, in folder: Folder) throws -> String {
        try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
    }

    @Test("The files of a folder are read in the order of their names")
    func lint() throws {
        let folder = try folder([
            "b.xml": "<a>", "a.xml": "<a/>", "c.txt": "<a>", "d/e.xml": "<a>&</a>", "d/f.svg": "<a><b></a>",
            ".g.xml": "<",
        ])
        let path = folder.url.path
        let outcome = try Command.run("lint", path)
        let places = outcome.errors.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(outcome.status == 1)
        #expect(
            places.map { $0.split(separator: ": error")[0] } == [
                "\(path)/.g.xml:1:1", "\(path)/b.xml:1:4", "\(path)/d/e.xml:1:4",
            ])
        let others = try Command.run("lint", "--include", "*.svg", "--include", "*.txt", path).errors
        #expect(others.contains("c.txt:1:") && others.contains("d/f.svg:1:") && !others.contains(".xml"))
        #expect(
            try Command.run("lint", path + "/d/..", "--include", "a.*") == Outcome(status: 0, output: "", errors: ""))
        #expect(try Command.run("json", path + "/a.xml", path + "/none").status == 2)
        let list = try Command.run(
            ["json", "--files-from", "-", "--include", "a.xml"], input: Data((path + "\n").utf8))
        #expect(list.output == "{\"a\":null}\n")
    }

    @Test("Links to folders are not followed, and those to files are")
    func links() throws {
        let folder = try folder(["d/a.xml": "<a/>"])
        let url = folder.url
        try FileManager.default.createSymbolicLink(atPath: url.path + "/d/loop", withDestinationPath: "..")
        try FileManager.default.createSymbolicLink(atPath: url.path + "/d/b.xml", withDestinationPath: "a.xml")
        #expect(try Command.run("json", url.path).output == "{\"a\":null}\n{\"a\":null}\n")
        // A file is edited once.
        #expect(try Command.run("add", "-i", "a", "<b/>", url.path, url.path + "/d/a.xml").status == 0)
        #expect(try text("d/a.xml", in: folder) == "<a><b/></a>")
        // Each file of a list with folders is read once.
        let list = [url.path, url.path + "/d", url.path + "/d/a.xml"].joined(separator: "\n")
        let read = try Command.run(["json", "--files-from", "-", "--include", "a.xml"], input: Data(list.utf8))
        #expect(read.output == "{\"a\":{\"b\":null}}\n")
    }

    @Test("A folder without such files does not keep other files from being changed")
    func emptyAmongOthers() throws {
        let folder = try folder(["d/a.txt": "<a/>", "a.xml": "<a/>"])
        let path = folder.url.path
        let outcome = try Command.run("set", "-i", "a/@x", "1", path + "/none.xml", path + "/d", path + "/a.xml")
        #expect(outcome.status == 2)
        #expect(
            outcome.errors == """
                error: \(path)/none.xml: no such file
                error: \(path)/d: the folder contains no file that matches “*.xml”

                """)
        #expect(try text("a.xml", in: folder) == "<a x=\"1\"/>")
    }

    @Test("A folder that cannot be read is an error", .enabled(if: getuid() != 0))
    func unreadable() throws {
        let folder = try folder(["d/a.xml": "<a/>"])
        let path = folder.url.path + "/d"
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path) }
        for arguments in [["lint"], ["json"], ["set", "-i", "a/@x", "1"], ["format", "-i"], ["lint", "--fix"]] {
            let outcome = try Command.run(arguments + [path])
            #expect(outcome.status == 2 && outcome.errors == "error: \(path): cannot be read: Permission denied\n")
        }
    }

    @Test("A folder without such files is an error")
    func empty() throws {
        let folder = try folder(["a.txt": "<a/>", "b.html": "<p>x", "c.html": "<p>y</i>"])
        let path = folder.url.path
        let expected = Outcome(
            status: 2, output: "", errors: "error: \(path): the folder contains no file that matches “*.xml”\n")
        #expect(try Command.run("lint", path) == expected)
        #expect(try Command.run("set", "-i", "a", "1", path) == expected)
        #expect(try Command.run("lint", "--html", path).errors.contains("c.html:1:5: error: "))
        #expect(try Command.run("repair", "--include", "*.html", path).status == 64)
        #expect(try Command.run("records", "--include", "*.html", "--split", "2", "a", path).status == 64)
    }

    @Test("A value is set in several files, and the others are set after one that has none")
    func set() throws {
        let folder = try folder([
            "a/pom.xml": "<p>\n  <v>1</v>\n</p>\n", "b/pom.xml": "<p><w/></p>", "c/pom.xml": "<p><v>1</v></p>",
        ])
        let outcome = try Command.run("set", "-i", "p/v", "2", folder.url.path)
        #expect(outcome.status == 3 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("b/pom.xml:1:1: error: <p> has no element “v”"))
        #expect(try text("a/pom.xml", in: folder) == "<p>\n  <v>2</v>\n</p>\n")
        #expect(try text("b/pom.xml", in: folder) == "<p><w/></p>")
        #expect(try text("c/pom.xml", in: folder) == "<p><v>2</v></p>")
        #expect(try Command.run("set", "p/v", "2", folder.url.path + "/a/pom.xml", folder.url.path).status == 64)
    }

    @Test("The value at a path has the name of its file before it, if there are several")
    func get() throws {
        let folder = try folder(["a.xml": "<p><v>1</v><v>2</v></p>", "b.xml": "<p><v>3</v></p>", "c.xml": "<p/>"])
        let path = folder.url.path
        let outcome = try Command.run("get", "p/v", path)
        #expect(outcome.status == 3)
        #expect(outcome.output == "\(path)/a.xml: [\"1\",\"2\"]\n\(path)/b.xml: 3\n")
        #expect(outcome.errors.contains("\(path)/c.xml: no value found at “p/v”"))
        let raw = try Command.run("get", "--raw", "p/v", path + "/a.xml", path + "/b.xml").output
        #expect(raw == "\(path)/a.xml: 1\n\(path)/a.xml: 2\n\(path)/b.xml: 3\n")
        #expect(try Command.run("get", "p/v", path + "/b.xml").output == "3\n")
        #expect(try Command.run("get", "p/v", "--include", "b.xml", path).output == "\(path)/b.xml: 3\n")
    }

    @Test("Markup is added at a path, with the white space around it")
    func add() throws {
        let pom = "<p>\n  <ds>\n    <d>1</d>\n  </ds>\n</p>\n"
        func added(_ arguments: String...) throws -> String {
            try Command.run(["add"] + arguments, input: Data(pom.utf8)).output
        }
        #expect(try added("p/ds", "<d>2</d>") == pom.replacing("</d>\n", with: "</d>\n    <d>2</d>\n"))
        #expect(try added("--at", "start", "p/ds", "<d>2</d>") == pom.replacing("<ds>\n", with: "<ds>\n    <d>2</d>\n"))
        #expect(try added("--at", "before", "p/ds", "<x/>") == pom.replacing("  <ds>", with: "  <x/>\n  <ds>"))
        #expect(try added("--at", "after", "p/ds", "<x/>") == pom.replacing("</ds>\n", with: "</ds>\n  <x/>\n"))
        let folder = try folder(["a.xml": "<a/>", "b.xml": "<a><b/></a>"])
        #expect(
            try Command.run("add", "-i", "a", "<c/>", folder.url.path) == Outcome(status: 0, output: "", errors: ""))
        #expect(try text("a.xml", in: folder) == "<a><c/></a>" && text("b.xml", in: folder) == "<a><b/><c/></a>")
        let failures: [([String], Int32)] = [
            (["add", "p/x", "<y/>"], 3), (["add", "p/ds", "<y>"], 1), (["add", "p[", "<y/>"], 64),
            (["add", "//*", "<y/>"], 1), (["add", "p/@x", "<y/>"], 1), (["add", "--at", "after", "p", "<y/>"], 1),
        ]
        for (arguments, status) in failures {
            let outcome = try Command.run(arguments, input: Data(pom.utf8))
            #expect(outcome.status == status && outcome.output.isEmpty && !outcome.errors.isEmpty, "\(arguments)")
        }
    }

    @Test("All elements and attributes at a path are removed")
    func deleteAll() throws {
        let text = "<a>\n  <b><b/></b>\n  <c x='1' y='2'/>\n  <b/><c x='2'/>\n</a>"
        func deleted(_ path: String) throws -> Outcome {
            try Command.run("delete", "--all", path, input: text)
        }
        #expect(try deleted("//b").output == "<a>\n  <c x='1' y='2'/>\n  <c x='2'/>\n</a>")
        #expect(try deleted("a/c/@x").output == text.replacing(" x='1'", with: "").replacing(" x='2'", with: ""))
        #expect(try deleted("//@*").output == text.replacing(" x='1' y='2'", with: "").replacing(" x='2'", with: ""))
        #expect(try deleted("//none").status == 3)
        #expect(try deleted("//@none").status == 3)
        #expect(try deleted("//*").status == 1)
    }

    @Test("Files are formatted in place, and those that stay the same are not replaced")
    func format() throws {
        let folder = try folder(["a.xml": "<a><b/></a>", "b.xml": "<a>\n  <b/>\n</a>\n", "c.xml": "<a>"])
        let file = folder.url.appending(path: "b.xml").path
        func inode() throws -> NSNumber? {
            try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? NSNumber
        }
        let before = try inode()
        let outcome = try Command.run("format", "--in-place", folder.url.path)
        #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errors.contains("c.xml:1:"))
        #expect(try text("a.xml", in: folder) == "<a>\n  <b/>\n</a>\n" && text("c.xml", in: folder) == "<a>")
        #expect(try before == inode())
        #expect(try folder.names.sorted() == ["a.xml", "b.xml", "c.xml"])
        // What is written of a page may not be what a browser reads.
        #expect(try Command.run("format", "-i", "--html", file).status == 64)
        #expect(try Command.run("format", "-i", "--to", "html", file).status == 64)
        #expect(try Command.run("format", file, file).status == 64)
        #expect(try Command.run("format", "-i").status == 64)
    }

    @Test("The errors of a page of HTML are reported")
    func html() throws {
        let outcome = try Command.run("lint", "--html", input: "<p>x</i></p>\n<p>y</q>")
        #expect(outcome.status == 1 && outcome.errors.hasPrefix("<stdin>:1:5: error: "))
        #expect(outcome.errors.contains("<stdin>:2:5: error: "))
        #expect(try Command.run("lint", "--html", "--format", "json", input: "<p>x</i>").output.contains("\"line\":1"))
        #expect(try Command.run("lint", "--html", input: "<!DOCTYPE html><p>x").status == 0)
        #expect(try Command.run("lint", "--html", "--recover", input: "").status == 64)
    }
}
