import Foundation
import Testing

/// The colors of messages on standard error.
@Suite struct ColorTests {
    private static func painted(_ label: String, _ color: String) -> String { "\u{1B}[\(color)m\(label)\u{1B}[0m" }
    private static let error = painted("error:", "31;1")

    @Test(
        "The label of a message has its color",
        arguments: [
            (["lint"], "<a>", "<stdin>:1:4: \(error) "), (["json", "nowhere.xml"], "", "\(error) nowhere.xml"),
            (["json", "--files-from", "nowhere"], "", "\(error) nowhere"),
            (["lint", "nowhere: error: x.xml"], "", "\(error) nowhere: error: x.xml"),
            (["json", "--bogus"], "", "\(painted("Error:", "31;1")) "), (["get", "a.b"], "<a/>", "\(error) "),
            (["get", "a.b"], "<a><c/></a>", "\n\(painted("help:", "34;1")) "),
            (["records", "a/b"], "<a/>", "\(error) "), (["json", "--encoding", "none"], "<a/>", "\(error) "),
            (["json"], "<!DOCTYPE a [<!ENTITY e SYSTEM 'e'>]><a>&e;</a>", ": \(painted("warning:", "35;1")) "),
        ])
    func label(_ arguments: [String], _ input: String, _ text: String) throws {
        for color in [["--color", "always"], ["--color=always"]] {
            let errors = try Command.run(arguments + color, input: Data(input.utf8)).errors
            #expect((errors.hasPrefix(text) || !text.hasPrefix("\u{1B}")) && errors.contains(text), "\(errors)")
        }
        let plain = try Command.run(arguments, input: Data(input.utf8)).errors
        #expect(!plain.contains("\u{1B}"))
        #expect(try Command.run(arguments + ["--color", "never"], input: Data(input.utf8)).errors == plain)
    }

    @Test("Text of a document does not look like a message")
    func excerpt() throws {
        let errors = try Command.run("lint", "--color", "always", input: "<a>\nx: error: y</b></a>").errors
        #expect(errors.components(separatedBy: Self.error).count == 2)
        #expect(errors.contains("x: error: y</b>"))
    }

    @Test(
        "Errors of commands without documents are colored on a terminal",
        .enabled(if: Command.hasTerminal, "no terminal can be opened"))
    func terminal() throws {
        for (variables, isColored) in [("", true), ("NO_COLOR=1", false), ("TERM=dumb", false)] {
            for (arguments, label) in [("xml nowhere.json", "error:"), ("xml --indent x", "Error:")] {
                let outcome = try Command.run(
                    through: "TERM=xterm NO_COLOR= \(variables) script -qec \"$0 \(arguments)\" /dev/null </dev/null")
                #expect(outcome.output.contains(Self.painted(label, "31;1")) == isColored)
                #expect(outcome.output.contains(label))
            }
        }
    }
}
