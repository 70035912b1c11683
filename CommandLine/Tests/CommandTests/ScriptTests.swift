import Foundation
import Testing

/// The scripts read what the tools print.
@Suite struct ScriptTests {
    /// Lines of runs that failed: of a test, and of the compiler.
    private static let log = #"""
        [551/618] Emitting module CommandTests
        error: emit-module command failed with exit code 1 (use -v to see invocation)
        /tests/OptionsTests.swift:45:24: error: static property 'rules' is not concurrency-safe
        45 |     private static let rules: [String: (options: [String], change: (inout XMLMapping) -> Void)] = [
           |                        `- error: static property 'rules' is not concurrency-safe
        <unknown>:0: note: a function type must be marked '@Sendable' to conform to 'Sendable'
        ◇ Test run started.
        ↳ Testing Library Version: 6.3.1 (937120cbc281cf2)
        ◇ Test "A path must match one place" started.
        ◇ Test case passing 3 arguments arguments → ["set", "a/c", "1"], status → 3, message → "<stdin>:1:1: error: <a> has no element “c”" to "A path must match one place" started.
        ✔ Test case passing 3 arguments arguments → ["set", "a/c", "1"], status → 3, message → "<stdin>:1:1: error: <a> has no element “c”" to "A path must match one place" passed after 0.021 seconds.
        ✘ Test "There is an option for each limit" recorded an issue with 1 argument property → "tagSize" at OptionsTests.swift:33:9: Expectation failed: (outcome.errors → "<stdin>:1:1: error: a tag is longer than the limit of 1 bytes
        ✔ Test "Errors of commands without documents are colored on a terminal" passed after 1.125 seconds.
        ✘ Test "There is an option for each limit" with 14 test cases failed after 109.862 seconds with 12 issues.
        ✘ Suite OptionsTests failed after 115.614 seconds with 12 issues.
        ✔ Suite ColorTests passed after 1.126 seconds.
        ✘ Test run with 225 tests in 34 suites failed after 121.977 seconds with 12 issues.
        """#

    @Test("Scripts/test prints what failed, and nothing else")
    func failures() throws {
        let outcome = try Command.run(
            ["--failures"], input: Data(Self.log.utf8), executable: Command.root.appending(path: "Scripts/test"))
        let lines = Self.log.split(separator: "\n").enumerated().filter { [1, 2, 11, 13, 14, 16].contains($0.offset) }
        #expect(outcome == Outcome(status: 0, output: lines.map { $0.element + "\n" }.joined(), errors: ""))
    }
}
