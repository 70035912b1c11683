import Foundation
import Testing

/// Names of files with any bytes, in arguments, lists and messages.
@Suite struct FileNamesTests {
    /// Bytes that a name may contain, as `printf` writes them.
    private static let names = [
        #"\342\200\250"#, #"\302\205"#, #"\v"#, #"\f"#, #"\r"#, #"\377"#, #"\303"#, #"\342\200"#, #"\355\240\200"#, " ",
        #"\033[31m"#,
        #"\\\\"#, #"\360\237\230\200\377"#, #"\302\233"#, "'", "\"",
    ]

    @Test("A name may contain any byte but NUL, as an argument and in a list", arguments: names)
    func bytes(name: String) throws {
        let folder = try Folder()
        // The name with and without what is before and after the bytes must not be taken for it.
        let line = """
            cd "$1"; for f in x y; do printf '<a>wrong</a>' > $f; done; n=$(printf 'x\(name.shellQuoted)y.'); n=${n%.}
            printf '<a>1</a>' > "$n"
            "$0" json "$n" && "$0" get a "$n" && "$0" records a "$n" && "$0" records --part 1/2 a "$n" &&
            "$0" records --jobs 2 a "$n" && printf '%s\\n' "$n" | "$0" json --files-from - &&
            printf '%s\\0' "$n" "$n" | "$0" json -0 --files-from - && printf '%s' "$n" > list && "$0" lint --files-from list &&
            "$0" set -i a 2 "$n" && "$0" format "$n" && "$0" repair --output-dir d "$n" && cat "d/$n"
            """
        let outcome = try Command.run(through: line, folder.url.path)
        #expect(
            outcome
                == Outcome(
                    status: 0,
                    output: """
                        {"a":"1"}
                        1
                        {"a":"1"}
                        {"a":"1"}
                        {"a":"1"}
                        {"a":"1"}
                        {"a":"1"}
                        {"a":"1"}
                        <a>2</a>
                        <a>2</a>
                        """, errors: ""), "\(name)")
    }

    @Test("With “--null”, names may contain line feeds")
    func null() throws {
        let folder = try Folder()
        _ = try folder.file("<a>1</a>", named: "x\ny.xml")
        let path = folder.url.path
        let list = Data("\(path)/x\ny.xml\0".utf8)
        #expect(try Command.run(["json", "--files-from", "-", "-0"], input: list).output == "{\"a\":\"1\"}\n")
        let lines = try Command.run(["json", "--files-from", "-"], input: list)
        #expect(lines.status == 2)
        #expect(
            lines.errors == "error: <stdin>: a name contains NUL at byte \(list.count - 1)\n"
                + "help: use “--null” if NUL separates the names\n")
        #expect(try Command.run("json", "--null", "a.xml").status == 64)
    }

    @Test("In a list, “-” is the name of a file")
    func hyphen() throws {
        let folder = try Folder()
        _ = try folder.file("<a>1</a>", named: "-")
        let outcome = try Command.run(
            through: "cd \"$1\"; echo '<a>2</a>' | \"$0\" json --files-from l -", folder.url.path)
        #expect(outcome.status == 2)
        let list = try Command.run(
            through: "cd \"$1\"; echo - > l; echo '<a>2</a>' | \"$0\" json --files-from l -", folder.url.path)
        #expect(list.output == "{\"a\":\"2\"}\n{\"a\":\"1\"}\n")
    }

    @Test("An argument that is not the name of a file must be UTF-8")
    func arguments() throws {
        for line in [
            #""$0" set "$(printf 'a\377')" 1"#, #""$0" set a "$(printf '\377')""#,
            #""$0" json --encoding="$(printf '\377')""#,
        ] {
            let outcome = try Command.run(through: line)
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("\\xFF” is not UTF-8; only the names of files may contain other bytes"))
        }
        let outcome = try Command.run(through: #""$0" lint --files-from="$(printf '\377')""#)
        #expect(
            outcome
                == Outcome(status: 2, output: "", errors: "error: \\xFF: cannot be read: No such file or directory\n"))
    }

    // MARK: Pipes

    @Test(
        "A malformed document in a named pipe is reported, and the pipe is not opened again",
        arguments: [
            ["json"], ["lint"], ["format"], ["tree"], ["swift"], ["get", "a"], ["records", "a/b"], ["set", "a/b", "1"],
            ["events"],
            ["records", "--split", "2", "a/b"], ["records", "--part", "1/2", "a/b"],
        ])
    func pipe(arguments: [String]) throws {
        let folder = try Folder()
        let line = #"mkfifo "$1/p"; printf '<a><b></a>' > "$1/p" & shift; f=$0; exec "$f" "$@""#
        let pipe = folder.url.path + "/p"
        let value = arguments.contains("set") ? [arguments[0], arguments[1], arguments[2]] : arguments
        let outcome = try Command.run(
            ["-c", line, Command.executable.path, folder.url.path] + value + [pipe],
            executable: URL(fileURLWithPath: "/bin/sh"))
        if arguments.contains("--split") { return #expect(outcome.status == 0) }
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("\(pipe):1:7: error: "))
    }
}

extension String {
    /// For a format of `printf` in single quotes.
    fileprivate var shellQuoted: String { replacingOccurrences(of: "'", with: #"'\''"#) }
}
