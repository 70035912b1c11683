import ArgumentParser
@_spi(Command) import LibXML
import LibXMLQueries

struct Canon: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "canon", abstract: "Write the canonical form of a document.",
        discussion: "Canonical XML 1.0, or with “--exclusive” Exclusive XML Canonicalization 1.0, in UTF-8.")

    @Flag(help: "Write the exclusive form.")
    var exclusive = false

    @Option(
        name: .customLong("inclusive-prefix"),
        help: ArgumentHelp(
            "A prefix whose namespace the exclusive form writes as the inclusive one does. May be repeated.",
            valueName: "prefix"))
    var inclusivePrefixes: [String] = []

    @Flag(help: "Keep comments.")
    var comments = false

    @OptionGroup var document: DocumentOptions

    @OptionGroup var input: InputOptions

    @Argument(help: "The file to read; standard input if omitted or “-”.")
    var file: FileName?

    func validate() throws {
        if !inclusivePrefixes.isEmpty, !exclusive {
            throw ValidationError("“--inclusive-prefix” requires “--exclusive”")
        }
    }

    func run() throws {
        let input = Input(file ?? .standardInput, input, document)
        let tree = try input.parse()
        if let systemID = tree.documentType?.systemID, tree.declaration?.isStandalone != true {
            Report.standard.write(
                "\(input.file): warning: the DTD “\(systemID.escapedForDisplay)” was not read: attributes that it "
                    + "declares with a default are missing in the canonical form\n")
        }
        do {
            let form = exclusive ? XMLCanonicalForm.exclusive(inclusivePrefixes: inclusivePrefixes) : .inclusive
            try tree.canonicalize(form, comments: comments) { try writeOutput($0) }
        } catch let error as XMLError {
            let failure = input.failure(error)
            input.report(failure.findings)
            throw failure.status
        }
    }
}
