import Foundation
import Testing

@Suite struct DiffTests {
    /// Two files, and what the command writes for them.
    private func diff(_ old: String, _ new: String, _ arguments: String...) throws -> Outcome {
        let folder = try Folder()
        try old.write(to: folder.url.appending(path: "old.xml"), atomically: true, encoding: .utf8)
        try new.write(to: folder.url.appending(path: "new.xml"), atomically: true, encoding: .utf8)
        let line = "cd \"$1\" && shift && \"$0\" diff \"$@\" old.xml new.xml"
        return try Command.run(
            ["-c", line, Command.executable.path, folder.url.path] + arguments,
            executable: URL(fileURLWithPath: "/bin/sh"))
    }

    @Test("Differences are listed with their places and excerpts")
    func text() throws {
        let outcome = try diff("<a>\n <b x='1'/>\n <c/>\n</a>", "<a>\n <b x='2'/>\n <d></d>\n</a>")
        #expect(
            outcome
                == Outcome(
                    status: 1,
                    output: """
                        new.xml:2:5: changed: a/b/@x from “1” to “2”
                         2 |  <b x='2'/>
                           |     ^~~~~~~
                        old.xml:2:5: note: it was here
                        old.xml:3:2: removed: a/c, “<c/>”
                         3 |  <c/>
                           |  ^~
                        new.xml:3:2: added: a/d, “<d></d>”
                         3 |  <d></d>
                           |  ^~~

                        """, errors: ""))
    }

    @Test("Equal documents have no differences, and the status 0")
    func equal() throws {
        let outcome = try diff("<a x='1' y='2'><b/></a>", "<a y='2' x='1'>\n<b></b></a>")
        #expect(outcome == Outcome(status: 0, output: "", errors: ""))
        #expect(try diff("<a/>", "<a/>", "--format", "json").output == "[]\n")
    }

    @Test("JSON has both places of each difference")
    func json() throws {
        let outcome = try diff("<a>x</a>", "<a>y</a>", "--format", "json")
        #expect(outcome.status == 1)
        #expect(
            outcome.output == """
                [
                {"kind":"changed","part":"text",\
                "old":{"path":"a/#text","file":"old.xml","line":1,"column":4,"start":3,"end":4,"value":"x"},\
                "new":{"path":"a/#text","file":"new.xml","line":1,"column":4,"start":3,"end":4,"value":"y"}}
                ]

                """)
        let added = try diff("<a/>", "<a><b/></a>", "--format", "json").output
        #expect(added.contains("\"old\":null,\"new\":{\"path\":\"a/b\""))
    }

    static let optionCases: [(String, String, String, Bool)] = [
        ("--white-space compared", "<a> <b/></a>", "<a><b/></a>", false),
        ("--white-space ignored", "<a> <b/></a>", "<a><b/></a>", true),
        ("--white-space ignored", "<a> b</a>", "<a>b</a>", false),
        ("--white-space normalized", "<a> b</a>", "<a>b</a>", true),
        ("--ignore-order", "<a><b/><c/></a>", "<a><c/><b/></a>", true),
        ("--ignore-comments", "<a><!--x--></a>", "<a/>", true),
        ("--compare-attribute-order", "<a x='' y=''/>", "<a y='' x=''/>", false),
        ("--compare-prefixes", "<a xmlns='u'/>", "<p:a xmlns:p='u'/>", false),
        ("--html", "<p>x", "<P>x</p>", true),
        ("--recover", "<a>x & y</a>", "<a>x &amp; y</a>", true),
    ]

    @Test("Options decide what is a difference", arguments: optionCases)
    func options(_ option: String, _ old: String, _ new: String, _ areEqual: Bool) throws {
        let arguments = option.split(separator: " ").map(String.init)
        let folder = try Folder()
        let files = ["old.xml", "new.xml"].map { folder.url.appending(path: $0) }
        for (file, text) in zip(files, [old, new]) { try Data(text.utf8).write(to: file) }
        let outcome = try Command.run(["diff"] + arguments + files.map(\.path))
        #expect(outcome.status == (areEqual ? 0 : 1) && outcome.output.isEmpty == areEqual)
    }

    @Test("Keys and limits")
    func keysAndLimits() throws {
        let (old, new) = ("<a><i n='1' v='x'/><i n='2' v='y'/></a>", "<a><i n='2' v='z'/></a>")
        #expect(try diff(old, new, "--key", "n").output.contains("changed: a/i/@v from “y” to “z”"))
        #expect(try diff("<a x='1' y='2'/>", "<a/>", "--limit", "1").output.split(separator: "\n").count == 3)
        #expect(try diff("<a/>", "<a/>", "--limit", "0").status == 64)
    }

    @Test("A document that cannot be read")
    func failures() throws {
        let outcome = try diff("<a>", "<a/>")
        #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.errors.hasPrefix("old.xml:1:"))
        #expect(try Command.run("diff", "Examples/orders.xml", "missing.xml").status == 2)
        #expect(try Command.run("diff", "-", "-").status == 64)
        let piped = try Command.run("diff", "-", "Examples/orders.xml", input: "<a/>")
        #expect(piped.status == 1 && piped.output.hasPrefix("<stdin>:1:1: removed: a, “<a/>”\n 1 | <a/>\n"))
    }

    @Test("Excerpts show a recovered document as it is written")
    func recovered() throws {
        let outcome = try diff("<a>x & y<b v='1'/></a>", "<a>x & y<b v='2'/></a>", "--recover")
        #expect(outcome.output.contains(" 1 | <a>x & y<b v='2'/></a>\n   |            ^~~~~~~\n"))
    }

    @Test("Git runs the command with the line of the README")
    func git() throws {
        let readme = try String(contentsOf: Command.root.appending(path: "CommandLine/README.md"), encoding: .utf8)
        let part = try #require(readme.components(separatedBy: "git config diff.xml.command ").dropFirst().first)
        let command = try #require(part.split(separator: "\n").first)
        let folder = try Folder()
        let lines = """
            set -e
            cd "$1"
            PATH="$2:$PATH"
            git init --quiet
            git config diff.xml.command \(command)
            echo '*.xml diff=xml' > .gitattributes
            echo '<a>x</a>' > a.xml
            echo '<b>x</b>' > b.xml
            git add a.xml b.xml
            echo '<a>y</a>' > a.xml
            echo '<b>y' > b.xml
            git --no-pager diff
            """
        let outcome = try Command.run(
            ["-c", lines, "sh", folder.url.path, Command.executable.deletingLastPathComponent().path],
            executable: URL(fileURLWithPath: "/bin/sh"))
        #expect(outcome.status == 0 && outcome.output.contains("changed: a/#text from “x” to “y”"))
        #expect(outcome.output.contains("\n-<b>x</b>\n+<b>y\n"))
    }
}
