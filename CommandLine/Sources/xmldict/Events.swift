import ArgumentParser
import LibXML

/// Writes the events of the pull reader, for checks.
struct Events: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Writes one line for each node that the pull reader meets.",
        discussion: """
            DEPTH TYPE NAME EMPTY HASVALUE[ VALUE], with the numbers of libxml2's xmlTextReader, and “--” for no name: what \
            “xmllint --stream --debug --noent” writes, save that line ends in CDATA sections are normalised and references \
            to entities stand only where they were not resolved.

            “--html” and “--recover=libxml2” take the whole document into memory, and write the same of its tree. There, \
            libxml2's recovery leaves references to entities as they are, and an element is empty when it has no content.
            """,
        shouldDisplay: false)

    @OptionGroup var document: DocumentOptions

    @OptionGroup var input: InputOptions

    @Argument(help: "The file to read; standard input when it is missing or “-”.")
    var file: String?

    func run() throws {
        var output = OutputText()
        let input = Input(file, input, document)
        if document.isReadWhole {
            try input.parse().forEachEventLine { output.write($0.text) }
            return try output.finish()
        }
        do {
            let findings = try input.read { reader in output.write(EventLine(reader).text) }
            try output.finish()
            input.tell(findings)
        } catch let failure as Failure {
            try output.finish()
            input.tell(failure.findings)
            throw failure.status
        }
    }
}
