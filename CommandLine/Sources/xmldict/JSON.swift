import ArgumentParser
import LibXML

struct JSON: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "json", abstract: "Writes a document as JSON, as Python's xmltodict maps it, or otherwise.")

    @OptionGroup(title: "Mapping") var mapping: MappingOptions

    @Flag(help: "Indents the JSON.")
    var pretty = false

    @OptionGroup var document: DocumentOptions

    @OptionGroup var input: InputOptions

    @Argument(help: "The file to read; standard input when it is missing or “-”.")
    var file: String?

    func run() throws {
        let value = XMLValue(try Input(file, input, document).parse(), mapping: mapping.rules)
        try value.writeJSON(pretty: pretty, to: writeOutput)
        try writeOutput([0x0A])
    }
}
