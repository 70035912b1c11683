import ArgumentParser
import LibXML

struct JSON: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "json",
        abstract: "Write documents as JSON, with the mapping of Python's xmltodict or another one.",
        discussion: """
            The JSON of each document ends with a line feed. After a document that cannot be read, the others are \
            still written.
            """)

    @OptionGroup(title: "Mapping") var mapping: MappingOptions

    @Flag(help: "Indent the JSON.")
    var pretty = false

    @Flag(name: .shortAndLong, help: "Write a root element that is a string as text, and others without their name.")
    var raw = false

    @OptionGroup var document: DocumentOptions

    @OptionGroup var input: InputOptions

    @OptionGroup var files: FileOptions

    func run() throws {
        let (document, input, rules, pretty, raw) = (document, input, mapping.rules, pretty, raw)
        try FileRun.run(files.all(isHTML: isHTML), jobs: files.jobs) { file in
            var value = XMLValue(try Input(file, input, document).parse(), mapping: rules)
            if raw, rules.wrapsRoot { value = value.withoutName }
            try value.write(pretty: pretty, isRaw: raw)
        }
    }
}

extension XMLValue {
    /// The value of the only member of a dictionary; the value itself if it is not such a dictionary.
    var withoutName: XMLValue {
        guard let dictionary, dictionary.count == 1, let member = dictionary.first(where: { _ in true }) else {
            return self
        }
        return member.value
    }

    /// Writes the value as a line of JSON; a string as text if `isRaw` is true.
    func write(pretty: Bool, isRaw: Bool) throws {
        if isRaw, dictionary == nil, let text = string {
            try writeOutput(Array(text.utf8))
        } else {
            try writeJSON(pretty: pretty, to: writeOutput)
        }
        try writeOutput([0x0A])
    }
}
