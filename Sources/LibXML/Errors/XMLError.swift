/// An error that a document could not be read, or that a lookup in it failed.
///
/// The properties of the error are those of the first fault; ``diagnostics`` contains all faults that were reported.
public struct XMLError: Error, Hashable, Sendable {
    /// Indirect, so that a function that may throw an error returns one pointer instead of 264 bytes.
    private indirect enum Contents: Hashable, Sendable {
        case faults(XMLDiagnostic, all: [XMLDiagnostic], cause: Cause)
    }

    /// The error of a program, if there is one. It is not compared.
    private struct Cause: Hashable, Sendable {
        let error: (any Error)?

        static func == (left: Self, right: Self) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }

    private var contents: Contents

    /// The fault that this error represents.
    public var diagnostic: XMLDiagnostic {
        get {
            switch contents {
            case .faults(let diagnostic, _, _): diagnostic
            }
        }
        set { contents = .faults(newValue, all: diagnostics, cause: cause) }
    }

    /// All diagnostics in the order in which they were found, for strict parsing at most 100.
    ///
    /// The parse of a whole document continues after an error of namespaces, and ends at the first fatal one. A reader
    /// of streams ends at the first error of either kind, since its input may be endless.
    public var diagnostics: [XMLDiagnostic] {
        get {
            switch contents {
            case .faults(_, let diagnostics, _): diagnostics
            }
        }
        set { contents = .faults(diagnostic, all: newValue, cause: cause) }
    }

    /// The error that a source or a function of the program threw. Nil unless the code is
    /// ``Code-swift.struct/sourceFailed``, for a source: see ``XMLInput/chunks(_:)``; or
    /// ``Code-swift.struct/functionFailed``, for a function.
    ///
    /// Comparisons ignore it.
    public var underlyingError: (any Error)? { cause.error }

    private var cause: Cause {
        switch contents {
        case .faults(_, _, let cause): cause
        }
    }

    func caused(by error: any Error) -> Self {
        var result = self
        result.contents = .faults(diagnostic, all: diagnostics, cause: Cause(error: error))
        return result
    }

    /// Creates an error from its main diagnostic and all reported diagnostics; if these are nil, from the main one
    /// alone.
    @inline(never)
    public init(_ diagnostic: XMLDiagnostic, diagnostics: [XMLDiagnostic]? = nil) {
        guard var diagnostics else {
            contents = .faults(diagnostic, all: [diagnostic], cause: Cause(error: nil))
            return
        }
        // The equal diagnostic in the array may lack the extract.
        if diagnostic.extract != nil, let index = diagnostics.firstIndex(of: diagnostic) {
            diagnostics[index] = diagnostic
        }
        contents = .faults(diagnostic, all: diagnostics, cause: Cause(error: nil))
    }

    /// Creates an error of a program.
    ///
    /// An element, an attribute, a value and a reader make errors with their location, and trees with an excerpt:
    /// ``XMLTree/Element/error(_:code:at:help:)``, ``XMLReader/error(_:code:help:)``.
    ///
    /// - Parameters:
    ///   - message: the error, in one line without a full stop.
    ///   - code: the kind of error.
    ///   - location: where the error is; nil for one without a place in a document.
    ///   - help: what the author of the document can do about it.
    public init(_ message: String, code: Code = .invalidValue, at location: XMLLocation? = nil, help: String? = nil) {
        self.init(XMLDiagnostic(code, message, at: location, help: help))
    }

    /// The kind of fault, which is the same for every version of libxml2.
    public var code: Code { diagnostic.code }

    /// The message, in one line without a full stop.
    public var message: String { diagnostic.message }

    /// The location of the fault; nil for a fault without a place in a document, such as a file that cannot be read.
    public var location: XMLLocation? { diagnostic.location }

    /// The path to the element or the value of the fault; nil if it is not known: see ``XMLDiagnostic/path``.
    public var path: String? { diagnostic.path }

    /// A second location, such as the beginning of an unclosed element.
    public var note: XMLDiagnostic.Note? { diagnostic.note }

    /// A hint on how to correct the fault, if there is one.
    public var help: String? { diagnostic.help }

    /// The error number of libxml2 (`xmlParserErrors`); nil if LibXML itself found the fault.
    public var libxml2Code: Int? { diagnostic.libxml2Code }
}

extension XMLError: Encodable {
    private enum CodingKeys: CodingKey {
        case diagnostic, diagnostics
    }

    /// Encodes ``diagnostic`` and ``diagnostics`` under their names.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(diagnostic, forKey: .diagnostic)
        try container.encode(diagnostics, forKey: .diagnostics)
    }
}

extension XMLError: CustomStringConvertible {
    /// `orders.xml:12:5: error: …`, with a note and a hint on separate lines, and the number of other errors in
    /// ``diagnostics``.
    public var description: String {
        let count = diagnostics.count { $0.severity != .warning } - 1
        return diagnostic.description + (count < 1 ? "" : "\nand \(count) more in diagnostics")
    }
}

extension XMLError {
    /// The error of a repaired document: if nothing of the document is left, the first fault that was repaired.
    var afterRepair: XMLError {
        guard [.emptyDocument, .missingRootElement].contains(code),
            var first = diagnostics.first(where: { $0.appliedRepair != nil && $0.severity == .error })
        else { return self }
        first.appliedRepair = nil
        return XMLError(first, diagnostics: diagnostics)
    }

    /// Returns the error of one diagnostic with help that is found when it is read: see ``Help``.
    func helped(_ find: @escaping @Sendable () -> String?) -> Self { Self(diagnostic.helped(find)) }

    @inline(never)
    init(_ code: Code, _ message: String, at location: XMLLocation? = nil, help: String? = nil) {
        self.init(XMLDiagnostic(code, message, at: location, help: help))
    }

    /// Creates an error without a location.
    init(_ fault: Fault) { self.init(fault.code, fault.message, help: fault.help) }
}

extension XMLError {
    /// The error of a source that a program supplies.
    init(ofSource error: any Error) {
        self =
            error as? XMLError
            ?? XMLError(.sourceFailed, "the source of the document failed: \(error)").caused(by: error)
    }
}
