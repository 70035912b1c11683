import CheckCases
import LibXML

/// Prints a document and its differences.
enum DocumentReport {
    /// The text of a difference in a document.
    static func text(_ document: ComparedDocument, _ difference: Disagreement) -> String {
        let size = "\(document.bytes.count) bytes of \(document.encoding)"
        return """
              \(difference)
                document \(shown(document.source.unicodeScalars))
                \(size)\(document.text == nil ? ", shown as UTF-8" : ""), \
            pieces \(document.pieces.prefix(6).map(\.count)), \(document.changedOptions)
            """
    }

    /// Prints the answer of each way of reading a document. Returns whether there is an unknown difference.
    static func printAll(of document: ComparedDocument) -> Bool {
        say("\(document.bytes.count) bytes of \(document.encoding), \(document.changedOptions)")
        say(document.text ?? String(decoding: document.bytes, as: UTF8.self))
        var isFailure = false
        for way in ReadingWay.allCases {
            guard let answer = ReadingAnswer(way, document) else { continue }
            say(
                "\(way.rawValue): \(answer.steps.count) steps, \(answer.error.map { "\($0)" } ?? "no error"), \(answer.warnings)"
            )
        }
        for difference in Disagreement.all(in: document) {
            let known = KnownDisagreements.first(matching: difference, in: document)
            say("\(known.map { "known (\($0.name)): " } ?? "")\(difference)")
            isFailure = isFailure || known == nil
        }
        return isFailure
    }

    /// A text on one line, with long repetitions replaced by their length.
    private static func shown(_ scalars: String.UnicodeScalarView) -> String {
        var text = ""
        var rest = scalars[...]
        while let first = rest.first, text.utf8.count < 4_000 {
            let run = rest.prefix { $0 == first }
            if run.count > 20 {
                text += "{\(run.count) × \(first.escaped(asASCII: false))}"
            } else {
                for scalar in run {
                    text += scalar == "\"" || scalar == "'" ? "\(scalar)" : scalar.escaped(asASCII: false)
                }
            }
            rest = rest.dropFirst(run.count)
        }
        return rest.isEmpty ? text : text + " …"
    }
}

extension ComparedDocument {
    /// The options that differ from the defaults, in words.
    var changedOptions: String {
        var words: [String] = []
        if options.unresolvedEntities == .error { words.append("unresolvedEntities error") }
        if let encoding = options.encoding { words.append("encoding \(encoding)") }
        let pairs = zip(
            Mirror(reflecting: options.limits).children, Mirror(reflecting: type(of: options.limits).init()).children)
        for (child, other) in pairs where "\(child.value)" != "\(other.value)" {
            words.append("\(child.label ?? "") \(child.value)")
        }
        return words.isEmpty ? "default options" : words.joined(separator: ", ")
    }
}
