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
}
