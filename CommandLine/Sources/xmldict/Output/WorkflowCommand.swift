@_spi(Command) import LibXML
import LibXMLDifferences

/// A line with which a workflow of GitHub Actions annotates a place of a file.
struct WorkflowCommand {
    enum Level: String {
        case error, warning, notice
    }

    let level: Level
    let file: String
    let location: XMLLocation?
    let message: String

    /// The line, with its line feed.
    var text: String {
        var properties = ["file=\(Self.escaped(file, isProperty: true))"]
        if let location { properties += ["line=\(location.line)", "col=\(location.column)"] }
        return "::\(level.rawValue) \(properties.joined(separator: ","))::\(Self.escaped(message))\n"
    }

    /// Returns a value without characters that end the line or the value, or control a terminal.
    private static func escaped(_ value: String, isProperty: Bool = false) -> String {
        value.unicodeScalars.map { scalar in
            switch scalar {
            case "%": "%25"
            case "\r": "%0D"
            case "\n": "%0A"
            case ":" where isProperty: "%3A"
            case "," where isProperty: "%2C"
            default: String(scalar).escapedForDisplay
            }
        }.joined()
    }
}

extension XMLDiagnostic {
    /// The command for a fault in a file.
    func workflowCommand(in file: FileName) -> String {
        let lines = [
            message + (path.map { " at \($0)" } ?? ""), appliedRepair.map { "repair: \($0)" },
            help.map { "help: \($0)" },
        ]
        return WorkflowCommand(
            level: severity == .warning ? .warning : .error, file: file.text, location: location,
            message: lines.compactMap(\.self).joined(separator: "\n")
        ).text
    }
}

extension XMLDifference {
    /// The command for a difference: at its place in the new document, or in the old one if something was removed.
    var workflowCommand: String {
        let location = (new ?? old)?.location
        // The place is a property of the command.
        let place = location.map { "\($0): " } ?? ""
        let message = description.hasPrefix(place) ? String(description.dropFirst(place.count)) : description
        return WorkflowCommand(
            level: .notice, file: location?.sourceName ?? "", location: location, message: message
        ).text
    }
}
