import ArgumentParser
@_spi(Command) import LibXML
import SystemPackage

@main
struct XMLDict: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "xmldict",
        abstract: """
            Read XML: as JSON, as a tree, record by record, as Swift types, or only to check whether it is \
            well-formed. Edit it.
            """,
        discussion: """
            Files may be compressed with gzip. Bytes after the compressed data are an error, except zeros. The names \
            of files may contain any bytes; in messages, bytes that are not UTF-8 and characters that control a \
            terminal are escaped. With several files, the others are still read after one that cannot be, and the exit \
            status is the largest.

            Exit status: 0 on success; 1 for a document that is not well-formed, not valid or, with “--check”, not \
            formatted, for an edit that is refused, and if two differ; 2 for a file that cannot be read; 3 if nothing \
            is found at a path; 4 for output that cannot be written; 5 for input that is not in the encoding given \
            with “--encoding”, or if that is unknown; 64 for incorrect usage, or a checkpoint of another file.
            """,
        version: "xmldict \(version), libxml2 \(XMLLibrary.libxml2Version)",
        subcommands: [
            JSON.self, Get.self, Records.self, XPathQuery.self, CSSQuery.self, Tree.self, SwiftTypes.self, ToXML.self,
            SetValue.self, Add.self, Delete.self, Rename.self, Format.self, Canon.self, Diff.self, Lint.self,
            Validate.self,
            Repair.self,
            Events.self,
        ])

    private static let version = "1.0.0"
    private static var names: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }

    static func main() async {
        let arguments = FileName.arguments
        do {
            if let hint = hint(on: arguments) { throw ValidationError(hint) }
            var command = try parsed(RecoveryOptions.complete(arguments))
            if let argument = FileName.firstMisplaced(in: arguments) {
                throw ValidationError("“\(argument)” is not UTF-8; only the names of files may contain other bytes")
            }
            if let command = command as? any InputCommand {
                try command.checkArguments()
                Output.isQuiet = command.input.quiet
            } else if let command = command as? ToXML {
                Output.isQuiet = command.quiet
            }
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            end(error, arguments)
        }
    }

    /// Returns the subcommand. An unknown option is an error before an expression is one.
    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        do {
            return try parseAsRoot(arguments)
        } catch {
            if exitCode(for: error) == .validationFailure {
                _ = try Expressions.$areChecked.withValue(false) { try parseAsRoot(arguments) }
            }
            throw error
        }
    }

    /// Ends the process as `exit(withError:)` does, but escapes the message of an error, which may contain an argument.
    private static func end(_ error: any Error, _ arguments: [String]) -> Never {
        let status = exitCode(for: error)
        guard status != .success else { exit(withError: error) }
        // Usage errors have a message here; other errors have been reported.
        Output.isQuiet = false
        let advised = OtherCommands.advised(fullMessage(for: error), of: arguments.first(where: names.contains) ?? "")
        let message = FileName.message(advised, with: arguments)
        if !message.isEmpty { Report.standard.write(message + "\n") }
        exit(withError: status)
    }

    /// Returns what to type instead if the first argument, or the one after “help”, is not a subcommand.
    private static func hint(on arguments: [String]) -> String? {
        if arguments.first == "help" {
            let topic = arguments.dropFirst().first ?? "help"
            return topic == "help" || topic.hasPrefix("-") || names.contains(topic) ? nil : unknown(topic)
        }
        if arguments.contains(where: names.contains) { return nil }
        guard let first = arguments.first(where: { !$0.hasPrefix("-") || $0 == "-" }), !first.isEmpty else {
            return nil
        }
        let isFile = first == "-" || FileName(argument: first).path.flatMap { try? Stat($0) } != nil
        if first.hasSuffix(Findings.swiftSuffix) {
            return "“\(first)” is not a subcommand; \(Findings.helpForSwift)"
        }
        if isFile || first.hasSuffix(".xml") {
            let line = arguments.map(\.quotedForShell).joined(separator: " ")
            let hint = "“\(first)” is not a subcommand. To read it as JSON, use: xmldict json"
            return line == line.escapedForDisplay ? "\(hint) \(line)" : hint
        }
        return arguments.first == first ? unknown(first) : nil
    }

    private static func unknown(_ name: String) -> String {
        if let others = OtherCommands.subcommands[name] { return "unknown subcommand “\(name)”; use \(others)" }
        let shown = names.filter { $0 != Events.configuration.commandName }
        let help = shown.nearest(to: name).map { "; did you mean “\($0)”?" }
        return "unknown subcommand “\(name)”\(help ?? "")"
    }
}

extension String {
    /// Quoted so that a shell reads it as one argument.
    fileprivate var quotedForShell: String {
        let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "-_./:,@%+".contains($0) }
        return isPlain ? self : "'\(replacing("'", with: #"'\''"#))'"
    }
}
