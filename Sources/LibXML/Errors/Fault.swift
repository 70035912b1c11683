/// A diagnostic with byte offsets instead of lines and columns, as a parser reports it.
///
/// Offsets are in bytes of the document's UTF-8 text, which differs from the input if that has another encoding.
struct Fault: Error, Sendable {
    struct Note: Sendable {
        var message: String
        var offset: Int
    }

    enum Severity: Sendable {
        case warning
        /// A violation of a schema, which does not end the parse.
        case violation
        case error
    }

    var severity = Severity.error
    var code: XMLError.Code
    var message: String
    var offset: Int
    var note: Note?
    var help: String?
    /// The repair with which the parser continued; nil for an error that ends the parse.
    var appliedRepair: String?
    /// The end of the incorrect part of the text, if it is known.
    var end: Int?
    /// The path of the element that violates a schema.
    var path: String?
    /// The place in the schema.
    var schemaNote: XMLDiagnostic.Note?
    var libxml2Code: Int?
    /// The message of libxml2.
    var libxml2Message: String?

    /// Whether it ends the parse.
    var isFatal: Bool { severity == .error && appliedRepair == nil }

    @inline(never)
    init(_ code: XMLError.Code, _ message: String, at offset: Int = 0, note: Note? = nil, help: String? = nil) {
        self.code = code
        self.message = message
        self.offset = offset
        self.note = note
        self.help = help
    }
}

extension Fault {
    /// The fault of a document for which libxml2 could not allocate memory.
    static let outOfMemory = Fault(.outOfMemory, "out of memory")

    /// The fault of a document whose task was canceled.
    static let cancelled = Fault(.cancelled, "the task was canceled")

    /// Returns the same fault at another offset.
    @inline(never)
    func at(_ offset: Int) -> Self {
        var fault = self
        fault.offset = offset
        return fault
    }

    /// The same fault as a warning.
    var warning: Self {
        var fault = self
        fault.severity = .warning
        return fault
    }

    /// Returns the fault in a text that begins `offset` bytes before this one.
    func moved(by offset: Int) -> Self {
        var fault = self
        fault.offset += offset
        fault.note?.offset += offset
        fault.end = end.map { $0 + offset }
        return fault
    }

    /// Returns the diagnostic of this fault, with lines and columns.
    func diagnostic(_ location: (_ offset: Int) -> XMLLocation) -> XMLDiagnostic {
        var diagnostic = XMLDiagnostic(
            code, message, severity: severity == .warning ? .warning : .error, at: location(offset),
            note: note.map { .init(message: $0.message, location: location($0.offset)) } ?? schemaNote, help: help,
            appliedRepair: appliedRepair,
            libxml2Code: libxml2Code)
        diagnostic.endLocation = end.map(location)
        diagnostic.path = path
        diagnostic.isViolation = severity == .violation
        diagnostic.libxml2Message.value = libxml2Message
        return diagnostic
    }
}
