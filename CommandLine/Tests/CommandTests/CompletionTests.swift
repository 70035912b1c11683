import Foundation
import Testing

/// The completion of file names, in the shells themselves.
@Suite struct CompletionTests {
    /// What comes before the name of a file, for each subcommand.
    private static let lines = [
        "json", "json a", "get a", "records a", "xpath a", "css a", "tree", "swift", "xml", "set a b", "add a b",
        "delete a", "rename a b", "format", "format -i", "canon", "diff", "diff a", "lint", "lint --fix", "validate",
        "repair", "json --files-from",
    ]

    enum Shell: String, CaseIterable {
        case bash, zsh, fish

        var isInstalled: Bool {
            (try? Command.run(through: "command -v \(rawValue)"))?.status == 0
        }

        /// Prints the lines of standard input after the name of a file in each was completed. `$1` is a folder with the
        /// completions, `$2` one with the file, and `$3` a file for notes.
        var script: String {
            switch self {
            case .bash:
                """
                source "$1/_xmldict"; cd "$2"
                while read -r line; do
                  COMP_LINE="xmldict $line uniq"; COMP_POINT=${#COMP_LINE}; read -ra COMP_WORDS <<< "$COMP_LINE"
                  COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
                  _xmldict xmldict uniq "${COMP_WORDS[COMP_CWORD-1]}"
                  echo "$line ${COMPREPLY[*]}"
                done
                """
            case .fish:
                """
                source $argv[1]/_xmldict; cd $argv[2]
                while read -l line; echo "$line "(complete -C "xmldict $line uniq"); end
                """
            case .zsh:
                // A shell on a terminal of its own, in which lines are typed. The command notes its arguments.
                #"""
                zmodload zsh/zpty
                export OUT=$3
                zpty -b shell zsh -f -i
                enter() {
                  zpty -w -n shell "$1"
                  until [[ $(wc -l < $OUT) -ge $2 ]]; do zpty -r -t shell > /dev/null || sleep 0.02; done
                }
                : > $OUT; count=1
                enter "fpath=($1 \$fpath); autoload -U compinit; compinit -u -D; cd $2; \
                  xmldict() print -r -- \"\$*\" >> \$OUT; xmldict begin"$'\r' 1
                while read -r line; do enter "xmldict $line uniq"$'\t\r' $((++count)); done
                zpty -d shell
                tail -n +2 $OUT
                """#
            }
        }
    }

    @Test("File names are completed after each subcommand", arguments: Shell.allCases)
    func files(shell: Shell) throws {
        guard shell.isInstalled else {
            print("Completion in \(shell) is not tested: it is not installed.")
            return
        }
        let folder = try Folder()
        let completions = try Command.run("--generate-completion-script", shell.rawValue).output
        _ = try folder.file(completions, named: "_xmldict")
        _ = try folder.file("<a/>", named: "unique.xml")
        let path = folder.url.path
        // The first argument after the script is the name of the script, except in fish.
        let names = shell == .fish ? [] : [shell.rawValue]
        let outcome = try Command.run(
            ["timeout", "60", shell.rawValue, "-c", shell.script] + names + [path, path, path + "/notes"],
            input: Data(Self.lines.map { $0 + "\n" }.joined().utf8), executable: URL(fileURLWithPath: "/usr/bin/env"))
        let completed = outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: [" "]) }
        #expect(completed == Self.lines.map { $0 + " unique.xml" }, "\(outcome.errors)")
    }

    @Test("Each subcommand is tested")
    func subcommands() throws {
        let help = try Command.run("--help").output
        let list = try #require(help.components(separatedBy: "SUBCOMMANDS:\n").dropFirst().first)
        // The first word of each line that is not indented further, without the last line.
        let names = list.split(separator: "\n").filter { $0.prefix { $0 == " " }.count == 2 }.dropLast()
            .compactMap { $0.split(separator: " ").first }
        #expect(Set(names) == Set(Self.lines.compactMap { $0.split(separator: " ").first }))
    }
}
