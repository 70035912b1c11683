/// An error or a warning about a document.
public struct XMLDiagnostic: Hashable, Sendable {
    /// How serious a diagnostic is.
    public enum Severity: String, Hashable, Sendable, Encodable {
        /// The document is well-formed, but a part of it could not be processed. Under recovery, also for a declared
        /// encoding that lacks some characters, which were read as browsers read them.
        case warning
        /// The document is not well-formed, or violates a rule of namespaces or its schema.
        case error
        /// The document is not well-formed, and libxml2's own recovery continued from here. The rest may not be what
        /// the author intended.
        case fatal
    }

    /// A second location that explains the first, such as the beginning of an unclosed element.
    public struct Note: Hashable, Sendable, Encodable {
        /// The message of the note.
        public var message: String
        /// The place that the note concerns.
        public var location: XMLLocation

        /// Creates a note.
        public init(message: String, location: XMLLocation) {
            self.message = message.inOneLine
            self.location = location
        }
    }

    /// Whether it is an error or a warning.
    public var severity: Severity

    /// The kind of fault, which is the same for every version of libxml2.
    public var code: XMLError.Code

    /// The message, in one line without a full stop. Text of the document is quoted, and shortened if it is long.
    /// Characters that break a line, control a terminal or change the direction of writing are escaped.
    public var message: String

    /// The location of the fault; nil for a fault without a place in a document, such as a file that cannot be read.
    public var location: XMLLocation?

    /// The location after the incorrect part of the document; nil if only its beginning is known.
    public var endLocation: XMLLocation?

    /// The path to a value that could not be decoded, from the root element inwards, or from the record or the element
    /// of a reader that is decoded: `orders.order[3].@id`, with indices from 0; or to an element that violates a
    /// schema: `orders/order[4]`, with indices from 1. Nil for other diagnostics. Not escaped, unlike ``message``.
    public var path: String?

    /// A second location, if there is one.
    public var note: Note?

    /// A hint on how to correct the fault, if there is one.
    ///
    /// For a failed lookup by name, similar names are searched each time the property is read. The diagnostic keeps the
    /// names of the document for this, not its content.
    public var help: String? {
        get { ownHelp.text }
        set { ownHelp = Help(newValue) }
    }

    private var ownHelp: Help

    /// Whether it is a violation of a schema with which a parse continued.
    package var isViolation = false

    /// Whether it is an error with which no parse continues.
    var endsParse: Bool { severity == .error && appliedRepair == nil && !isViolation }

    /// The repair that was made, such as “treated as text” or “omitted”; nil if nothing was repaired.
    public var appliedRepair: String?

    /// The change of the input that the repair consists of, for tools that correct documents.
    ///
    /// Diagnostics of documents that were parsed as a whole have fixes, with ``XMLParsingOptions/recovering``.
    /// Diagnostics of streams, of other kinds of recovery, of strict parsing, and of documents in an encoding with
    /// shift states have no fixes. A repair has no fix if it omits content, or changes places that depend on each
    /// other. Fixes are not compared.
    public var fix: Fix? {
        get { keptFix.value }
        set { keptFix.value = newValue }
    }

    private var keptFix = Uncompared<Fix>()

    /// The error number of libxml2 (`xmlParserErrors`), which may differ between its versions; nil if LibXML itself
    /// found the fault.
    public var libxml2Code: Int?

    /// The message of libxml2, for `debugDescription`. It differs between versions of libxml2.
    var libxml2Message = Uncompared<String>()

    /// The text around the location, for ``snippet(isColored:)``; nil if the parser did not keep it.
    var extract: SourceExtract? {
        get { keptExtract.value }
        set { keptExtract.value = newValue }
    }

    private var keptExtract = Uncompared<SourceExtract>()

    /// Creates a diagnostic. The texts are escaped and shortened to one line: see ``message``.
    @inline(never)
    public init(
        _ code: XMLError.Code, _ message: String, severity: Severity = .error, at location: XMLLocation? = nil,
        note: Note? = nil, help: String? = nil, appliedRepair: String? = nil, libxml2Code: Int? = nil
    ) {
        self.severity = severity
        self.code = code
        self.message = message.inOneLine
        self.location = location
        self.note = note
        ownHelp = Help(help?.inOneLine)
        self.appliedRepair = appliedRepair?.inOneLine
        self.libxml2Code = libxml2Code
    }
}

extension XMLDiagnostic {
    /// Returns this diagnostic with help that is found when it is read: see ``Help``.
    func helped(_ find: @escaping @Sendable () -> String?) -> Self {
        var diagnostic = self
        diagnostic.ownHelp = Help(find)
        return diagnostic
    }
}

extension XMLDiagnostic: Encodable {
    private enum CodingKeys: CodingKey {
        case severity, code, message, location, endLocation, path, note, help, appliedRepair, fix, libxml2Code
    }

    /// Encodes the properties under their names, except those that are nil.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(severity, forKey: .severity)
        try container.encode(code.rawValue, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encodeIfPresent(location, forKey: .location)
        try container.encodeIfPresent(endLocation, forKey: .endLocation)
        try container.encodeIfPresent(path, forKey: .path)
        try container.encodeIfPresent(note, forKey: .note)
        try container.encodeIfPresent(help, forKey: .help)
        try container.encodeIfPresent(appliedRepair, forKey: .appliedRepair)
        try container.encodeIfPresent(fix, forKey: .fix)
        try container.encodeIfPresent(libxml2Code, forKey: .libxml2Code)
    }
}

extension [XMLDiagnostic] {
    /// These diagnostics and others in the order of the document; each array must be sorted. Diagnostics of one tag
    /// stay together.
    func merged(with others: Self) -> Self {
        var merged: Self = []
        var left = self[...]
        var right = others[...]
        while let first = left.first, let second = right.first {
            let isFirst = (first.location?.byteOffset ?? 0) <= (second.location?.byteOffset ?? 0)
            merged.append(isFirst ? left.removeFirst() : right.removeFirst())
        }
        return merged + left + right
    }
}

extension XMLDiagnostic: CustomStringConvertible {
    /// `orders.xml:12:5: error: …`, in the format of compilers, with the note, the repair and the help on separate
    /// lines. Characters that break a line, control a terminal or change the direction of writing are escaped, also in
    /// the path and in the name of the source.
    public var description: String {
        var lines = [headline]
        if let note { lines.append("\(note.location): note: \(note.message)".escapedForDisplay) }
        if let appliedRepair { lines.append("repair: \(appliedRepair)".escapedForDisplay) }
        if let help { lines.append("help: \(help)".escapedForDisplay) }
        return lines.joined(separator: "\n")
    }

    /// The first line of the description.
    var headline: String {
        let kind =
            switch severity {
            case .warning: "warning"
            case .error: "error"
            case .fatal: "fatal error"
            }
        let text = "\(kind): \(message)" + (path.map { " at \($0)" } ?? "")
        return (location.map { "\($0): \(text)" } ?? text).escapedForDisplay
    }
}
