import ArgumentParser
import LibXML
import LibXMLDifferences
import SystemPackage

struct Diff: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "List what has changed from one document to another.",
        discussion: """
            Each difference has its place in the new document, with an excerpt, and that in the old one. The order of \
            attributes, prefixes, CDATA sections, the XML declaration and the document type make no difference, and \
            white space between elements only with “--white-space compared”. The exit status is 1 if the documents \
            differ, and 2 if one of them cannot be read or is not well-formed. For git: “git difftool -x 'xmldict \
            diff'”, or the driver in the README.

            “--format json” writes an array, with one object per line for each difference: kind (added, removed, \
            changed, moved), part (element, attribute, text, comment, processingInstruction, entityReference), old \
            and new, each with path, file, line, column (from 1, in characters), start, end (in bytes, from 0) and \
            value. The value of a key that does not apply is null, as that of an element that has moved.
            """)

    enum WhiteSpace: String, ExpressibleByArgument, CaseIterable {
        case compared, ignored, normalized

        var option: XMLDifferenceOptions.WhiteSpace {
            switch self {
            case .compared: .compared
            case .ignored: .ignoredBetweenElements
            case .normalized: .normalized
            }
        }
    }

    @Option(help: "The output format: text with excerpts, JSON, or commands with which GitHub Actions annotates files.")
    var format = FindingsRun.Format.text

    @Option(
        help: """
            White space: each character is compared, it is ignored between elements, or any amount is one space, and \
            none at the ends of a text.
            """)
    var whiteSpace = WhiteSpace.ignored

    @Flag(help: "Elements, texts and comments may have another order.")
    var ignoreOrder = false

    @Flag(help: "Comments are not compared.")
    var ignoreComments = false

    @Flag(help: "Attributes in another order are different.")
    var compareAttributeOrder = false

    @Flag(help: "Other prefixes for the same namespace are different.")
    var comparePrefixes = false

    @Option(
        help: ArgumentHelp(
            "An attribute that tells elements of one name apart; may be repeated. By default xml:id, id, key, name.",
            valueName: "name"))
    var key: [String] = []

    @Option(help: ArgumentHelp("List at most this many differences.", valueName: "n"))
    var limit: Int?

    @OptionGroup var document: DocumentOptions

    @OptionGroup var input: InputOptions

    @Argument(help: "The old document; standard input for “-”.")
    var old: FileName

    @Argument(help: "The new document; standard input for “-”.")
    var new: FileName

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("“--limit” must be at least 1") }
        if old == .standardInput, new == .standardInput {
            throw ValidationError("the old and the new document cannot both be standard input")
        }
    }

    private var options: XMLDifferenceOptions {
        var options = XMLDifferenceOptions(
            whiteSpace: whiteSpace.option, ignoresOrder: ignoreOrder,
            ignoresAttributeOrder: !compareAttributeOrder, ignoresComments: ignoreComments,
            ignoresPrefixes: !comparePrefixes, limit: limit ?? .max)
        if !key.isEmpty { options.keyAttributes = key }
        return options
    }

    func run() throws {
        let (oldTree, oldSnippets) = try read(old)
        let (newTree, newSnippets) = try read(new)
        let differences = newTree.differences(from: oldTree, options: options)
        switch format {
        case _ where input.quiet: break
        case .text: try write(differences, oldSnippets, newSnippets)
        case .json: try writeJSON(differences)
        case .github: try writeOutput(differences.flatMap { Array($0.workflowCommand.utf8) })
        }
        if !differences.isEmpty { throw ExitCode.malformed }
    }

    private func read(_ file: FileName) throws(ExitCode) -> (XMLTree, XMLSnippets) {
        let input = Input(file, input, document)
        do {
            let tree = try input.parse()
            // The recovered document differs from the file.
            let isChanged = document.html || document.recovery.recover != nil
            return (tree, isChanged ? input.storedSnippets : XMLSnippets(of: tree.source))
        } catch {
            throw error == .malformed ? .unreadable : error
        }
    }

    private func write(
        _ differences: [XMLDifference], _ oldSnippets: XMLSnippets, _ newSnippets: XMLSnippets
    ) throws(ExitCode) {
        var (oldSnippets, newSnippets) = (oldSnippets, newSnippets)
        let isColored = input.color == .always || input.color.isColored && isTerminal(.standardOutput)
        var output = OutputText()
        for difference in differences {
            var lines = difference.description.split(separator: "\n").map(String.init)
            let place = XMLDiagnostic(.invalidValue, "", at: (difference.new ?? difference.old)?.location)
            let snippet =
                difference.new == nil
                ? oldSnippets.snippet(for: place, isColored: isColored)
                : newSnippets.snippet(for: place, isColored: isColored)
            if !snippet.isEmpty { lines.insert(snippet, at: 1) }
            output.write(lines.joined(separator: "\n") + "\n")
        }
        try output.finish()
    }

    private func writeJSON(_ differences: [XMLDifference]) throws(ExitCode) {
        var report = JSONReport()
        for difference in differences {
            report.add([
                "kind": XMLValue(difference.kind.rawValue), "part": XMLValue(difference.part.rawValue),
                "old": Self.value(difference.old, difference.kind), "new": Self.value(difference.new, difference.kind),
            ])
        }
        try report.finish()
    }

    private static func value(_ place: XMLDifference.Place?, _ kind: XMLDifference.Kind) -> XMLValue {
        guard let place else { return .null }
        let (location, range) = (place.location, place.sourceRange)
        return [
            "path": XMLValue(place.path), "file": location.sourceName.map { XMLValue($0) } ?? .null,
            "line": XMLValue(location.line), "column": XMLValue(location.column),
            "start": XMLValue(range.lowerBound), "end": XMLValue(range.upperBound),
            "value": kind == .moved ? .null : XMLValue(place.value),
        ]
    }
}
