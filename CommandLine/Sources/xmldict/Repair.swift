import ArgumentParser
import LibXML

struct Repair: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair", abstract: "Write a malformed document as well-formed XML in UTF-8.",
        discussion: """
            Well-formed parts are not changed. Every repair is reported on standard error, and the exit status is 0; it is 1 \
            if the document cannot be repaired, for example if it contains no element. If there are several root elements, \
            only the first is written; use “--wrap NAME” to write all of them.
            """)

    @OptionGroup var repair: RepairOptions

    @OptionGroup var input: InputOptions

    @Argument(help: "The file to read; standard input if omitted or “-”.")
    var file: String?

    func validate() throws {
        // XML 1.0 cannot represent them.
        if repair.invalidCharacters == .keep {
            throw ValidationError("Well-formed XML cannot contain invalid characters: use “replace” or “drop”")
        }
    }

    func run() throws {
        try writeOutput(Input(file, input, .repair(repair.rules)).parse().utf8Source)
    }
}
