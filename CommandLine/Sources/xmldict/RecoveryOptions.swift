import ArgumentParser
import LibXML

/// The arguments that determine how malformed input is repaired.
struct RepairOptions: ParsableArguments {
    enum InvalidCharacters: String, ExpressibleByArgument, CaseIterable {
        case replace, drop, keep

        var rule: XMLRepairOptions.InvalidCharacters {
            switch self {
            case .replace: .replace
            case .drop: .drop
            case .keep: .keep
            }
        }
    }

    @Option(
        help: ArgumentHelp(
            "Puts a root element of this name around everything, so that nothing outside of the first is left out.",
            valueName: "name"))
    var wrap: String?

    @Flag(
        help: "Follows HTML where it has rules of its own: <br> ends at once, a script is text, case does not matter.")
    var htmlRules = false

    @Option(help: "What becomes of characters that XML does not allow: U+FFFD stands for them, by default.")
    var invalidCharacters: InvalidCharacters?

    /// The first of these arguments that is present.
    var given: String? {
        if wrap != nil { return "--wrap" }
        if htmlRules { return "--html-rules" }
        return invalidCharacters == nil ? nil : "--invalid-characters"
    }

    func validate() throws {
        guard let wrap else { return }
        let root = try? XMLTree(parsing: "<\(wrap)/>").root
        guard root?.qualifiedName == wrap else { throw ValidationError("“\(wrap)” is no name of an element.") }
    }

    var rules: XMLRepairOptions {
        var rules = XMLRepairOptions()
        if let wrap { rules.extraContent = .wrap(wrap) }
        rules.isHTML = htmlRules
        if let invalidCharacters { rules.invalidCharacters = invalidCharacters.rule }
        return rules
    }
}

/// The arguments that determine whether malformed input is an error.
struct RecoveryOptions: ParsableArguments {
    enum Mode: String, ExpressibleByArgument, CaseIterable {
        case repair, libxml2
    }

    @Option(
        help: ArgumentHelp(
            "Gets as much as there is out of malformed input, and tells what was wrong.",
            discussion:
                "“--recover” alone repairs the input; “--recover=libxml2”, with “=”, leaves it to libxml2, which may lose some.",
            valueName: "mode"))
    var recover: Mode?

    @OptionGroup var repair: RepairOptions

    func validate() throws {
        guard let option = repair.given, recover != .repair else { return }
        throw ValidationError("“\(option)” needs “--recover”.")
    }

    /// How malformed input is read; nil if it is an error.
    var recovery: XMLRecoveryMode? {
        switch recover {
        case .repair: .repair(repair.rules)
        case .libxml2: .libxml2
        case nil: nil
        }
    }

    /// The arguments, with a default value added to each `--recover`, because an option must have a value.
    static func complete(_ arguments: some Sequence<String>) -> [String] {
        var isOption = true
        return arguments.map { argument in
            if argument == "--" { isOption = false }
            return isOption && argument == "--recover" ? "--recover=\(Mode.repair.rawValue)" : argument
        }
    }
}
