import ArgumentParser
import LibXML

struct Tree: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tree", abstract: "Writes everything that is in a document, with its place.")

    @Flag(help: "Writes JSON instead of lines, without places.")
    var json = false

    @OptionGroup var document: DocumentOptions

    @OptionGroup var input: InputOptions

    @Argument(help: "The file to read; standard input when it is missing or “-”.")
    var file: String?

    func run() throws {
        let tree = try Input(file, input, document).parse()
        if json {
            try tree.writeJSON(to: writeOutput)
            try writeOutput([0x0A])
        } else {
            var output = OutputText()
            tree.writeOutline(to: &output)
            try output.finish()
        }
    }
}
