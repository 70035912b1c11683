import ArgumentParser
@_spi(Command) import LibXML

struct Tree: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "tree", abstract: "Write everything in a document, with its location.")

    @Flag(help: "Write JSON instead of lines, without locations.")
    var json = false

    @OptionGroup var document: DocumentOptions

    @OptionGroup var input: InputOptions

    @Argument(help: "The file to read; standard input if omitted or “-”.")
    var file: FileName?

    func run() throws {
        let tree = try Input(file ?? .standardInput, input, document).parse()
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
