import ArgumentParser
import LibXML

struct Repair: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair", abstract: "Writes a malformed document as well-formed XML in UTF-8.",
        discussion: """
            What is well-formed stays as it is. Everything that was repaired is told on standard error, and the exit status \
            is 0; it is 1 when there is nothing to repair, such as no element at all. Of several root elements the first is \
            written: “--wrap NAME” writes all.
            """)

    @OptionGroup var repair: RepairOptions

    @OptionGroup var input: InputOptions

    @Argument(help: "The file to read; standard input when it is missing or “-”.")
    var file: String?

    func validate() throws {
        // XML 1.0 cannot represent them.
        if repair.invalidCharacters == .keep {
            throw ValidationError("Well-formed XML holds no invalid characters: use “replace” or “drop”.")
        }
    }

    func run() throws {
        try writeOutput(Input(file, input, .repair(repair.rules)).parse().utf8Source)
    }
}
