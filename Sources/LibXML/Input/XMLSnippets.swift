/// Shows the lines of a document that its diagnostics refer to.
///
/// For many diagnostics, this is faster than ``XMLDiagnostic/snippet(in:isColored:)-(String,_)``: the lines of the
/// document are counted only once, and the parts of it that are shown are converted only once.
///
/// ```swift
/// let document = "<p>Salt & pepper<br>"
/// let recovered = try XMLTree(parsing: document, options: .recovering)
/// var snippets = XMLSnippets(of: document)
/// let drawings = recovered.diagnostics.map { snippets.snippet(for: $0) }
/// ```
public struct XMLSnippets: Sendable {
    private enum Document {
        /// The original text, in UTF-8: its offsets are those of diagnostics.
        case parsed([UInt8])
        /// Decoded text, in UTF-8: only the lines and columns of diagnostics apply to it.
        case decoded([UInt8], LineIndex)
        case encoded(ConvertedLines)
    }

    private var document: Document

    /// Creates the snippets of a document.
    ///
    /// - Parameter text: the document that was parsed.
    /// - Complexity: O(*n*) in the length of the text.
    public init(of text: String) {
        document = Self.decoded(Array(text.utf8))
    }

    /// Creates the snippets of a document.
    ///
    /// - Parameters:
    ///   - bytes: the document that was parsed, in its own encoding.
    ///   - encoding: the encoding that was specified for parsing, if any.
    /// - Complexity: O(1) for an array, but O(*n*) for encodings with shift states, and for EBCDIC.
    public init(of bytes: some Sequence<UInt8>, encoding: String? = nil) {
        let bytes = bytes as? [UInt8] ?? Array(bytes)
        // If memory is exhausted, the text is treated as UTF-8.
        let found = (try? DocumentEncoding(of: bytes.contiguous.span, override: encoding)) ?? .utf8
        if found.isUTF8 {
            document = .parsed(bytes)
        } else if let lines = ConvertedLines(bytes, found) {
            document = .encoded(lines)
        } else if let text = Transcoder.convert(bytes, from: found)?.text {
            document = Self.decoded(text)
        } else {
            document = .parsed(bytes)
        }
    }

    private static func decoded(_ text: [UInt8]) -> Document {
        let bytes = text.contiguous
        let start = Position(offset: bytes.span.has("\u{FEFF}", at: 0) ? 3 : 0, line: 1, column: 1)
        return .decoded(text, LineIndex(bytes.span, from: start))
    }

    /// Returns the line of a diagnostic with the place underlined, and the line of its note, if it has one.
    ///
    /// - Parameters:
    ///   - diagnostic: a diagnostic of this document.
    ///   - isColored: whether to use the colors of ANSI terminals.
    /// - Returns: the lines of the snippet; empty if there is no location, or no such line in the text.
    /// - Complexity: O(log *n*) in the length of the text.
    public mutating func snippet(for diagnostic: XMLDiagnostic, isColored: Bool = false) -> String {
        guard let location = diagnostic.location else { return "" }
        // A note may be about another document.
        let note = diagnostic.note.flatMap { $0.location.sourceName == location.sourceName ? $0 : nil }
        let end = diagnostic.endLocation ?? location
        let (text, offsets) = find([location, end] + (note.map { [$0.location] } ?? []))
        guard let place = offsets[0] else { return "" }
        var marks = [
            Excerpt.Mark(
                line: location.line, offset: place, label: "", isPrimary: true,
                isValue: diagnostic.code == .invalidValue, end: diagnostic.endLocation == nil ? nil : offsets[1])
        ]
        if let note, let offset = offsets[2] {
            marks.append(.init(line: note.location.line, offset: offset, label: note.message, isPrimary: false))
        }
        return Excerpt(isColored: isColored).draw(marks, in: text.contiguous.span)
    }

    /// Text with the lines of some places, and the offsets of the places in it; nil for a place that the document does
    /// not have.
    private mutating func find(_ places: [XMLLocation]) -> (text: [UInt8], offsets: [Int?]) {
        switch document {
        case .parsed(let text):
            let offsets = places.map(\.byteOffset)
            return (text, offsets.map { !text.isEmpty && (0...text.count).contains($0) ? $0 : nil })
        case .decoded(let text, let lines):
            return (text, places.map { text.isEmpty ? nil : lines.offset(of: $0, in: text.contiguous.span) })
        case .encoded(var lines):
            defer { document = .encoded(lines) }
            return lines.text(around: places.map(\.byteOffset))
        }
    }
}
