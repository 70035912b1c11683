import Foundation
import Testing

/// What happens to a file that is edited in place while something else happens to it.
@Suite(.serialized) struct InPlaceTests {
    private static let padding = "<!--" + String(repeating: "x", count: 300_000) + "-->"

    /// Whether the process ended; false after a minute.
    private static func wait(_ isDone: () throws -> Bool) rethrows -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            if try isDone() { return true }
            usleep(200)
        }
        return false
    }

    @Test(
        "Edits of several processes at the same time are all made", arguments: [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 8])
    func concurrent(count: Int) throws {
        let folder = try Folder()
        let elements = (0..<count).map { "<b\($0)>old</b\($0)>" }.joined()
        let file = try folder.file("<a>\(elements)\(Self.padding)</a>")
        let link = folder.url.appending(path: "link.xml").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.xml")
        let processes = try (0..<count).map {
            try Command.start("set", "-i", "a/b\($0)", "new", $0 % 2 == 0 ? file : link)
        }
        for process in processes {
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        let isComplete =
            try String(contentsOfFile: file, encoding: .utf8)
            == "<a>\(elements.replacingOccurrences(of: "old", with: "new"))\(Self.padding)</a>"
        #expect(isComplete)
        #expect(try folder.names == ["a.xml", "link.xml"])
    }

    @Test("A pipe, a device or a folder is not edited, and not waited for")
    func types() throws {
        let folder = try Folder()
        let pipe = folder.url.appending(path: "pipe").path
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        for file in [pipe, "/dev/null"] {
            let outcome = try Command.run("set", "-i", "a/b", "1", file)
            #expect(
                outcome
                    == Outcome(
                        status: 4, output: "", errors: "error: \(file): cannot be edited in place: not a regular file\n"
                    ))
        }
        #expect(try Command.run("delete", "-i", "a/b", folder.url.path).status == 2)
        let process = try Command.start("set", "-i", "a/b", "1", folder.url.path + "/none.xml")
        process.waitUntilExit()
        #expect(process.terminationStatus == 2)
    }

    @Test("Of two names of a file, one is edited")
    func hardLinks() throws {
        let folder = try Folder()
        let file = try folder.file("<a><b>1</b></a>")
        let other = folder.url.appending(path: "other.xml").path
        try FileManager.default.linkItem(atPath: file, toPath: other)
        #expect(try Command.run("set", "-i", "a/b", "2", file).status == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "<a><b>2</b></a>")
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "<a><b>1</b></a>")
    }

    @Test("A signal removes the temporary file, and ends the process", arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    func signals(signal: Int32) throws {
        let folder = try Folder()
        let text = "<a><b>1</b>" + String(repeating: Self.padding, count: 3) + "</a>"
        let file = try folder.file(text)
        var isEnded = false
        // The process may have replaced the file before it is stopped, or before its thread for signals runs.
        for _ in 0..<50 where !isEnded {
            let process = try Command.start("set", "-i", "a/b", "1", file)
            while process.isRunning, try folder.names.count == 1 { usleep(50) }
            kill(process.processIdentifier, SIGSTOP)
            usleep(1000)
            let hadFile = try folder.names.count == 2
            if hadFile { kill(process.processIdentifier, signal) }
            kill(process.processIdentifier, SIGCONT)
            process.waitUntilExit()
            isEnded = process.terminationReason == .uncaughtSignal
            #expect(process.terminationStatus == (isEnded ? signal : 0))
            #expect(try folder.names == ["a.xml"])
            let isUnchanged = try String(contentsOfFile: file, encoding: .utf8) == text
            #expect(isUnchanged)
        }
        #expect(isEnded)
    }

    @Test(
        "A signal that ends “repair --output-dir” leaves no part of a document", arguments: [SIGTERM, SIGINT, SIGHUP])
    func repair(signal: Int32) throws {
        let folder = try Folder()
        let pipe = folder.url.appending(path: "a.xml").path
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        let output = folder.url.appending(path: "out")
        let process = try Command.start("repair", "--output-dir", output.path, pipe)
        let writer = try #require(FileHandle(forWritingAtPath: pipe))
        try writer.write(contentsOf: Data("<a><b>1</b>".utf8))
        let hasFile = try Self.wait {
            try FileManager.default.fileExists(atPath: output.path)
                && FileManager.default.contentsOfDirectory(atPath: output.path).count == 1
        }
        #expect(hasFile)
        #expect(!FileManager.default.fileExists(atPath: output.path + "/a.xml"))
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(process.terminationStatus == signal)
        #expect(try FileManager.default.contentsOfDirectory(atPath: output.path).isEmpty)
        try writer.close()
    }

    @Test("A closed standard error leaves no temporary file")
    func brokenPipe() throws {
        let folder = try Folder()
        let file = try folder.file("<a>" + String(repeating: "<b>&</b>", count: 2000))
        // The reader ends before anything is written.
        let line =
            "{ sleep 0.3; \"$0\" repair --output-dir \"$1.d\" \"$1\" 2>&1 >/dev/null; echo $? >\"$1.status\"; } | true"
        _ = try Command.run(through: line, file)
        let hasEnded = Self.wait { FileManager.default.fileExists(atPath: file + ".status") }
        #expect(hasEnded)
        #expect(try FileManager.default.contentsOfDirectory(atPath: file + ".d").isEmpty)
    }
}
