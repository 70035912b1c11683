/// One thing that was found wrong, or doubtful, in a document.
public struct XMLDiagnostic: Hashable, Sendable {
    /// How much it matters.
    public enum Severity: String, Hashable, Sendable, Encodable {
        /// The document is well-formed, and something in it could not be honoured.
        case warning
        /// The document is not well-formed, or breaks a rule of namespaces.
        case error
        /// The document is not well-formed, and libxml2's own recovery went on from there: what follows may not be what
        /// was meant.
        case fatal
    }

    /// A second place that helps to understand the first, such as where an unclosed element began.
    public struct Note: Hashable, Sendable, Encodable {
        public var message: String
        public var location: XMLLocation

        public init(message: String, location: XMLLocation) {
            self.message = message.inOneLine
            self.location = location
        }
    }

    public var severity: Severity

    /// The kind of fault: the same for every version of libxml2.
    public var code: XMLError.Code

    /// What is wrong, in one line without a full stop. Text of the document is quoted, shortened where it is long, with
    /// characters escaped that break a line, control a terminal or turn the direction of writing.
    public var message: String

    /// Where it is wrong; nil when the fault has no place in a document (a file that cannot be read).
    public var location: XMLLocation?

    /// A second place, if there is one.
    public var note: Note?

    /// What could be done about it, if there is a hint.
    public var help: String?

    /// What was assumed in order to go on, where input is repaired: “treated as text”, “omitted”. Nil where nothing was.
    public var appliedRepair: String?

    /// The raw number of libxml2 (`xmlParserErrors`), which may differ between its versions; nil when LibXML itself
    /// found the fault.
    public var libxml2Code: Int?

    /// libxml2's own text, which differs between its versions, for `debugDescription`.
    var libxml2Message = Uncompared<String>()

    /// The text around the location, if the parser kept it, for ``snippet(isColored:)``.
    var extract: SourceExtract? {
        get { keptExtract.value }
        set { keptExtract.value = newValue }
    }

    private var keptExtract = Uncompared<SourceExtract>()

    /// Texts become ones of one line: see ``message``.
    public init(
        _ code: XMLError.Code, _ message: String, severity: Severity = .error, at location: XMLLocation? = nil,
        note: Note? = nil, help: String? = nil, appliedRepair: String? = nil, libxml2Code: Int? = nil
    ) {
        self.severity = severity
        self.code = code
        self.message = message.inOneLine
        self.location = location
        self.note = note
        self.help = help?.inOneLine
        self.appliedRepair = appliedRepair?.inOneLine
        self.libxml2Code = libxml2Code
    }
}

extension XMLDiagnostic: Encodable {
    private enum CodingKeys: CodingKey {
        case severity, code, message, location, note, help, appliedRepair, libxml2Code
    }

    /// Encodes the properties under their names, without those that are nil.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(severity, forKey: .severity)
        try container.encode(code.rawValue, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encodeIfPresent(location, forKey: .location)
        try container.encodeIfPresent(note, forKey: .note)
        try container.encodeIfPresent(help, forKey: .help)
        try container.encodeIfPresent(appliedRepair, forKey: .appliedRepair)
        try container.encodeIfPresent(libxml2Code, forKey: .libxml2Code)
    }
}

extension [XMLDiagnostic] {
    /// These and others in the order of the document, where each are in the order in which they were found. Those of one tag
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
    /// `orders.xml:12:5: error: …`, as a compiler prints it, with the note and the help on lines of their own.
    public var description: String {
        var lines = [headline]
        if let note { lines.append("\(note.location): note: \(note.message)") }
        if let appliedRepair { lines.append("repair: \(appliedRepair)") }
        if let help { lines.append("help: \(help)") }
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
        guard let location else { return "\(kind): \(message)" }
        return "\(location): \(kind): \(message)"
    }
}
