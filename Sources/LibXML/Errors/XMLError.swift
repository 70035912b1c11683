/// Why a document could not be read, or why something was not found in it.
///
/// The first fault of a document is the error itself; everything that was reported is in ``diagnostics``.
public struct XMLError: Error, Hashable, Sendable, Encodable {
    /// The fault that this error stands for.
    public var diagnostic: XMLDiagnostic

    /// Everything that was reported, in the order in which it was found, at most a hundred entries.
    ///
    /// The parse of a whole document goes on after an error of namespaces, up to one that is fatal; what reads piece by piece
    /// ends with the first of either, since what follows may be without end.
    public var diagnostics: [XMLDiagnostic]

    public init(_ diagnostic: XMLDiagnostic, diagnostics: [XMLDiagnostic]? = nil) {
        self.diagnostic = diagnostic
        self.diagnostics = diagnostics ?? [diagnostic]
        // Equal diagnostics may lack the extract.
        if diagnostic.extract != nil, let index = self.diagnostics.firstIndex(of: diagnostic) {
            self.diagnostics[index] = diagnostic
        }
    }

    /// The kind of fault: the same for every version of libxml2.
    public var code: Code { diagnostic.code }

    /// What is wrong, in one line without a full stop.
    public var message: String { diagnostic.message }

    /// Where it is wrong; nil when the fault has no place in a document (a file that cannot be read).
    public var location: XMLLocation? { diagnostic.location }

    /// A second place, such as where an unclosed element began.
    public var note: XMLDiagnostic.Note? { diagnostic.note }

    /// What could be done about it, if there is a hint.
    public var help: String? { diagnostic.help }

    /// The raw number of libxml2 (`xmlParserErrors`); nil when LibXML itself found the fault.
    public var libxml2Code: Int? { diagnostic.libxml2Code }
}

extension XMLError: CustomStringConvertible {
    /// `orders.xml:12:5: error: …`, with a note and a hint on lines of their own.
    public var description: String { diagnostic.description }
}

extension XMLError {
    /// The error of a repaired document: where nothing is left of it, what was wrong with it first.
    var afterRepair: XMLError {
        guard [.emptyDocument, .missingRootElement].contains(code),
            var first = diagnostics.first(where: { $0.appliedRepair != nil && $0.severity == .error })
        else { return self }
        first.appliedRepair = nil
        return XMLError(first, diagnostics: diagnostics)
    }

    init(_ code: Code, _ message: String, at location: XMLLocation? = nil, help: String? = nil) {
        self.init(XMLDiagnostic(code, message, at: location, help: help))
    }

    /// A fault whose place is not known.
    init(_ fault: Fault) { self.init(fault.code, fault.message, help: fault.help) }
}
