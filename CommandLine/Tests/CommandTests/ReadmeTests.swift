import Foundation
import Testing

/// The commands that the README of the command shows with their output.
@Suite struct ReadmeTests {
    struct Session: Sendable, CustomTestStringConvertible {
        var arguments: [String]
        var output: String

        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let sessions: [Session] = {
        let file = Command.root.appending(path: "CommandLine/README.md")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.components(separatedBy: "```console\n$ Scripts/xmldict ").dropFirst().map { part in
            let block = part.components(separatedBy: "```")[0].split(separator: "\n", maxSplits: 1)
            return Session(
                arguments: block[0].split(separator: " ").map { $0.trimmingCharacters(in: ["'"]) },
                output: block.dropFirst().joined())
        }
    }()

    @Test("A command writes what the README says", arguments: sessions)
    func session(_ session: Session) throws {
        let outcome = try Command.run(session.arguments)
        #expect(outcome.output + outcome.errors == session.output)
    }

    @Test("There are commands")
    func count() {
        #expect(Self.sessions.count > 1)
    }

    /// The last cells of the tables of tasks, and of calls in Python.
    static let tasks: [String] = {
        let file = Command.root.appending(path: "CommandLine/README.md")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return ["| task |", "| xmltodict |"].flatMap { head in
            let table = text.components(separatedBy: head).dropFirst().first?.components(separatedBy: "\n\n").first
            return (table ?? "").split(separator: "\n").compactMap { row in
                let cell = row.split(separator: "|").last?.trimmingCharacters(in: [" ", "`"])
                return cell.flatMap { $0.hasPrefix("xmldict ") ? $0 : nil }
            }
        }
    }()

    @Test("A command of the table of tasks works", arguments: tasks)
    func task(_ line: String) throws {
        let folder = try Folder()
        let files = [
            "pom.xml": "<project><version>1</version></project>", "a.xml": "<a><comment/><b>1</b></a>",
            "orders.xml": "<orders><order><item sku='A1'/></order></orders>", "a.json": "{\"a\":\"1\"}",
            "a.xsd": """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"/></xs:schema>
            """,
        ]
        for (name, text) in files { try Data(text.utf8).write(to: folder.url.appending(path: name)) }
        let outcome = try Command.run(
            [
                "-c", "cd \"$1\" && PATH=\"$2:$PATH\" && \(line)", "sh", folder.url.path,
                Command.executable.deletingLastPathComponent().path,
            ],
            executable: URL(fileURLWithPath: "/bin/sh"))
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
    }

    @Test("There are tasks")
    func taskCount() {
        #expect(Self.tasks.count > 30)
    }
}
