@_spi(Command) import LibXML

/// Reports faults on standard error. Everything that is written there is escaped here, except the progress, which
/// contains no text from outside the program.
struct Report {
    /// In colors if the arguments of the command or the terminal say so.
    static let standard = Report(isColored: ColorChoice.given.isColored)

    let isColored: Bool

    /// Writes a diagnostic, with an excerpt of the document.
    ///
    /// - Parameter snippets: the snippets of the document; of an empty text if it is not available.
    func write(_ diagnostic: XMLDiagnostic, _ snippets: inout XMLSnippets) {
        let drawn = snippets.snippet(for: diagnostic, isColored: isColored)
        let snippet = drawn.isEmpty ? diagnostic.snippet(isColored: isColored) ?? "" : drawn
        var lines = diagnostic.description.split(separator: "\n").map { painted(String($0).escapedForDisplay) }
        if !snippet.isEmpty {
            if let note = diagnostic.note, snippet.contains(note.message.escapedForDisplay) { lines.remove(at: 1) }
            lines.insert(Self.escaped(snippet, isColored: isColored), at: 1)
        }
        Self.write(control: lines.joined(separator: "\n") + "\n")
    }

    /// Writes text, in which only line feeds control the terminal.
    func write(_ text: some StringProtocol) {
        Self.write(control: painted(Self.escaped(String(text), isColored: false)))
    }

    /// Writes text that contains no text from outside the program.
    static func write(control text: String) {
        let bytes = Array(text.utf8)
        // There is no place to report that this failed.
        if let file = Output.file {
            try? file.write(bytes, isError: true)
        } else {
            try? Output.write(bytes, isError: true)
        }
    }

    // MARK: Escaping

    /// Returns text with all its characters escaped that control a terminal, change the direction of writing or are
    /// invisible, except line feeds, and the colors of excerpts if they are used.
    private static func escaped(_ text: String, isColored: Bool) -> String {
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard isColored else { return lines.map(\.escapedForDisplay).joined(separator: "\n") }
        return lines.map { line in
            let parts = line.split(separator: "\u{1B}", omittingEmptySubsequences: false)
            return parts.indices.map { index in
                let isColor = index > 0 && colors.contains { parts[index].hasPrefix($0) }
                return (index == 0 ? "" : isColor ? "\u{1B}" : "\u{1B}".escapedForDisplay)
                    + String(parts[index]).escapedForDisplay
            }.joined()
        }.joined(separator: "\n")
    }

    /// The colors of excerpts, without the escape character.
    private static let colors = ["[31;1m", "[34;1m", "[0m"]

    // MARK: Labels

    /// The words that begin a message, with the colors that compilers give them. The color of a note is that of its
    /// mark in an excerpt.
    private static let labels: KeyValuePairs = [
        "error:": "31;1", "fatal error:": "31;1", "warning:": "35;1", "note:": "34;1", "repair:": "34;1",
        "help:": "34;1", "Error:": "31;1",
    ]

    /// Returns lines in which the first label of each has its color.
    func painted(_ text: String) -> String {
        guard isColored else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(Self.painted).joined(separator: "\n")
    }

    private static func painted(_ line: Substring) -> String {
        let found = labels.compactMap { label, color in
            line.ranges(of: label).first { range in
                let isComplete = range.upperBound == line.endIndex || line[range.upperBound] == " "
                // A label follows the place of the fault, or begins the line.
                let isMessage = range.lowerBound == line.startIndex || line[..<range.lowerBound].hasSuffix(": ")
                return isComplete && isMessage
            }.map { (range: $0, color: color) }
        }
        guard let (range, color) = found.min(by: { $0.range.lowerBound < $1.range.lowerBound }) else {
            return String(line)
        }
        return "\(line[..<range.lowerBound])\u{1B}[\(color)m\(line[range])\u{1B}[0m\(line[range.upperBound...])"
    }
}
