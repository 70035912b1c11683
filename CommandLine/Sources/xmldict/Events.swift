import ArgumentParser
import LibXML

/// Writes what the pull reader meets, for checks.
struct Events: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Writes one line for each node that the pull reader meets.",
        discussion: """
            DEPTH TYPE NAME EMPTY HASVALUE[ VALUE], with the numbers of libxml2's xmlTextReader, and “--” for no name: what \
            “xmllint --stream --debug --noent” writes, save that line ends in CDATA sections are normalised and references \
            to entities stand only where they were not resolved.
            """,
        shouldDisplay: false)

    @OptionGroup(title: "Malformed input") var recovery: RecoveryOptions

    @OptionGroup var input: InputOptions

    @Argument(help: "The file to read; standard input when it is missing or “-”.")
    var file: String?

    func validate() throws {
        try recovery.validateForStreams()
    }

    func run() throws {
        var output = OutputText()
        let input = Input(file, input, recovery.recovery)
        do {
            let findings = try input.read { reader in output.write(reader.line) }
            try output.finish()
            input.tell(findings)
        } catch let failure as Failure {
            try output.finish()
            input.tell(failure.findings)
            throw failure.status
        }
    }
}

extension XMLReader {
    /// The line of what the reader stands at.
    fileprivate var line: String {
        let (type, name, hasValue): (Int, String, Bool) =
            switch event {
            case .startElement: (1, name, false)
            case .text: (3, "#text", true)
            case .cdata: (4, "#cdata-section", true)
            case .entityReference: (5, name, false)
            case .processingInstruction: (7, name, true)
            case .comment: (8, "#comment", true)
            case .documentType: (10, name, false)
            case .whiteSpace: (14, "#text", true)
            case .endElement: (15, name, false)
            case nil: (0, "--", false)
            }
        let value = hasValue ? self.value : nil
        // A processing instruction without data has no value to libxml2, but may have one.
        let text = type == 7 && value?.isEmpty == true ? nil : value
        return "\(depth) \(type) \(name) \(isEmptyElement ? 1 : 0) \(hasValue ? 1 : 0)" + (text.map { " " + $0 } ?? "")
            + "\n"
    }
}
