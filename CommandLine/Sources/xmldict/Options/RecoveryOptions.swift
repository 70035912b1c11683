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
            """
            Put all content into a root element with this name, so that nothing outside the first root element is \
            omitted.
            """,
            valueName: "name"))
    var wrap: String?

    @Flag(
        help: "Follow the rules of HTML: <br> is empty, scripts are text, names are not case-sensitive.")
    var htmlRules = false

    @Option(help: "How to repair characters that XML does not allow; by default they are replaced by U+FFFD.")
    var invalidCharacters: InvalidCharacters?

    /// The first of these arguments that is present.
    var given: String? {
        if wrap != nil { return "--wrap" }
        if htmlRules { return "--html-rules" }
        return invalidCharacters == nil ? nil : "--invalid-characters"
    }

    func validate() throws {
        guard let wrap, !wrap.isElementName else { return }
        throw ValidationError("“\(wrap)” is not a valid element name")
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
            "Recover as much content as possible from malformed input, and report the errors.",
            discussion:
                """
                “--recover” alone repairs the input; “--recover=libxml2”, with “=”, uses libxml2's recovery, which \
                may lose content.
                """,
            valueName: "mode"))
    var recover: Mode?

    @OptionGroup var repair: RepairOptions

    func validate() throws {
        guard let option = repair.given, recover != .repair else { return }
        throw ValidationError("“\(option)” requires “--recover”")
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

extension String {
    /// Whether this can be the name of an element, without a prefix.
    var isElementName: Bool { (try? XMLTree(parsing: "<\(self)/>").root)?.qualifiedName == self }
}
