import ArgumentParser
@_spi(Checks) import LibXML
import SystemPackage

@main
struct XMLDict: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "xmldict",
        abstract:
            "Read XML: as JSON, as a tree, record by record, as Swift types, or only to check whether it is well-formed. Edit it.",
        discussion: """
            Files may be compressed with gzip. With several files, the others are still read after one that cannot be, and the exit \
            status is the largest.

            Exit status: 0 on success; 1 for a document that is not well-formed; 2 for a file that cannot be read; 3 if nothing is \
            found at a path; 4 for output that cannot be written; 5 for input that is not in the encoding given with “--encoding”, or \
            an unknown one; 64 for incorrect usage, or a checkpoint of another file.
            """,
        version: "xmldict \(version), libxml2 \(XMLLibrary.libxml2Version)",
        subcommands: [
            JSON.self, Get.self, Records.self, Tree.self, SwiftTypes.self, ToXML.self, SetValue.self, Delete.self,
            Format.self, Lint.self, Repair.self, Events.self,
        ])

    private static let version = "0.2.0"

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let advice = advice(on: arguments) {
            Report.plain.write("Error: \(advice)\nUsage: \(usageString())\n")
            exit(withError: ExitCode.validationFailure)
        }
        await main(RecoveryOptions.complete(arguments))
    }

    /// Returns what to type instead if the first argument, or the one after “help”, is not a subcommand.
    private static func advice(on arguments: [String]) -> String? {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        if arguments.count == 2, arguments[0] == "help", !(names + ["help"]).contains(arguments[1]),
            !arguments[1].hasPrefix("-")
        {
            return unknown(arguments[1], among: names)
        }
        if arguments.contains("help") || arguments.contains(where: names.contains) { return nil }
        guard let first = arguments.first(where: { !$0.hasPrefix("-") || $0 == "-" }), !first.isEmpty else {
            return nil
        }
        let isFile = first == "-" || (try? Stat(FilePath(first))) != nil
        if isFile || first.hasSuffix(".xml") {
            let line = arguments.map(\.quotedForShell).joined(separator: " ")
            return "“\(first)” is not a subcommand. To read it as JSON, use: xmldict json \(line)"
        }
        return arguments.first == first ? unknown(first, among: names) : nil
    }

    private static func unknown(_ name: String, among names: [String]) -> String {
        let shown = names.filter { $0 != Events.configuration.commandName }
        let help = nearestName(to: name, in: shown).map { "; did you mean “\($0)”?" }
        return "unknown subcommand “\(name)”\(help ?? "")"
    }
}

extension String {
    /// This argument as a shell reads it. Control characters are replaced.
    fileprivate var quotedForShell: String {
        let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "-_./:,@%+".contains($0) }
        let shown = String(
            String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
        return isPlain ? self : "'\(shown.replacing("'", with: #"'\''"#))'"
    }
}
