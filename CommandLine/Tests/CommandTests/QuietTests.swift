import Foundation
import Testing

/// `--quiet` and `--format github`.
@Suite struct QuietTests {
    /// Commands with faults or messages: what they write nevertheless, and their status.
    static let commands: [(arguments: [String], input: String, status: Int32, output: String)] = [
        (["lint"], "<a>", 1, ""), (["lint", "--format", "json"], "<a>", 1, ""),
        (["lint", "--format", "github"], "<a>", 1, ""), (["lint", "--html"], "<p>x</i>", 1, ""),
        (["lint", "nowhere.xml"], "", 2, ""), (["validate", "--schema", "Examples/orders.xsd"], "<a/>", 1, ""),
        (["validate", "--schema", "nowhere.xsd"], "<a/>", 2, ""),
        (["diff", "Examples/config-old.xml", "Examples/config-new.xml"], "", 1, ""),
        (["diff", "--format", "json", "Examples/config-old.xml", "Examples/config-new.xml"], "", 1, ""),
        (["format", "--check"], "<a> <b/></a>", 1, ""), (["json", "--recover"], "<a>", 0, "{\"a\":null}\n"),
        (["json"], "<a>", 1, ""), (["get", "b"], "<a/>", 3, ""), (["records", "b"], "<a/>", 3, ""),
        (["xpath", "b"], "<a/>", 3, ""), (["css", "b"], "<a/>", 3, ""), (["tree"], "<a", 1, ""),
        (["swift"], "<a", 1, ""), (["xml"], "<", 1, ""), (["set", "b", "1"], "<a/>", 3, ""),
        (["add", "b", "<c/>"], "<a/>", 3, ""), (["delete", "b"], "<a/>", 3, ""), (["rename", "b", "c"], "<a/>", 3, ""),
        (["format"], "<a", 1, ""), (["canon"], "<a", 1, ""), (["repair"], "<a>x", 0, "<a>x</a>"),
        (["events"], "<a", 1, ""),
        (["json", "--files-from", "nowhere"], "", 2, ""),
    ]

    @Test("With --quiet, only the result is written", arguments: commands)
    func quiet(_ arguments: [String], _ input: String, _ status: Int32, _ output: String) throws {
        let outcome = try Command.run(arguments + ["--quiet"], input: Data(input.utf8))
        #expect(outcome == Outcome(status: status, output: output, errors: ""))
        let usage = try Command.run(arguments + ["--quiet", "--bogus"])
        #expect(usage.status == 64 && usage.errors.contains("--bogus"))
    }

    @Test("Faults and differences are commands for GitHub Actions")
    func github() throws {
        let folder = try Folder()
        let file = try folder.file("<?xml version='1.1'?>\n<a>50% &</a>", named: "a,b%.xml")
        let lint = try Command.run("lint", "--recover", "--format", "github", file, "nowhere.xml")
        let name = file.replacingOccurrences(of: "%", with: "%25").replacingOccurrences(of: ",", with: "%2C")
        let lines = lint.output.split(separator: "\n")
        #expect(lint.status == 2 && lint.errors.isEmpty && lines.count == 3)
        #expect(lines[0].hasPrefix("::warning file=\(name),line=1,col=20::"))
        #expect(
            lines[1] == """
                ::error file=\(name),line=2,col=8::“&” does not begin a reference%0Arepair: treated as text%0A\
                help: write &amp; for a literal “&”
                """)
        #expect(lines[2] == "::error file=nowhere.xml::nowhere.xml: no such file")
        let validate = try Command.run(
            "validate", "--schema", "Examples/orders.xsd", "--format", "github", "Examples/invalid.xml")
        #expect(validate.output.hasPrefix("::error file=Examples/invalid.xml,line=4,col=5::unexpected <custmer>"))
        let diff = try Command.run(
            "diff", "--format", "github", "Examples/config-old.xml", "Examples/config-new.xml")
        #expect(diff.status == 1)
        #expect(
            diff.output.hasPrefix("::notice file=Examples/config-new.xml,line=2,col=5::added: config/log, “<log>"))
    }
}
