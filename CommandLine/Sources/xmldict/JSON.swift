import ArgumentParser
import LibXML

struct JSON: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "json",
        abstract: "Write a document as JSON, with the mapping of Python's xmltodict or another one.")

    @OptionGroup(title: "Mapping") var mapping: MappingOptions

    @Flag(help: "Indent the JSON.")
    var pretty = false

    @OptionGroup var document: DocumentOptions

    @OptionGroup var input: InputOptions

    @Argument(help: "The file to read; standard input if omitted or “-”.")
    var file: String?

    func run() throws {
        let value = XMLValue(try Input(file, input, document).parse(), mapping: mapping.rules)
        try value.writeJSON(pretty: pretty, to: writeOutput)
        try writeOutput([0x0A])
    }
}
