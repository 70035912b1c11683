import ArgumentParser
import LibXML

/// Writes the events of the pull reader, for checks.
struct Events: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Write one line for each node that the pull reader reads.",
        discussion: """
            A line is DEPTH TYPE NAME EMPTY HASVALUE[ VALUE], with the numbers of libxml2's xmlTextReader, and “--” \
            for a missing name. This is what “xmllint --stream --debug --noent” writes, except that line ends in CDATA \
            sections are normalised, and that references to entities are written only if they were not resolved.

            “--html” and “--recover=libxml2” read the whole document into memory, and write the nodes of its tree. In \
            that tree, libxml2's recovery keeps references to entities, and an element is empty if it has no content.
            """,
        shouldDisplay: false)

    @OptionGroup var document: DocumentOptions

    @OptionGroup var input: InputOptions

    @Argument(help: "The file to read; standard input if omitted or “-”.")
    var file: FileName?

    func run() throws {
        var output = OutputText()
        let input = Input(file ?? .standardInput, input, document)
        if document.isReadWhole {
            try input.parse().forEachEventLine { output.write($0.text) }
            return try output.finish()
        }
        do {
            let findings = try input.read { reader in output.write(EventLine(reader).text) }
            try output.finish()
            input.report(findings)
        } catch let failure as Failure {
            try output.finish()
            input.report(failure.findings)
            throw failure.status
        }
    }
}
