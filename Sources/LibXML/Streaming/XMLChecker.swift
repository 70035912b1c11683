/// Checks documents of any size in constant memory, and writes repaired documents.
///
/// ```swift
/// var checker = XMLChecker()
/// try checker.feed("<r><p:a/>".utf8)
/// do throws(XMLError) {
///     try checker.feed("<b></r>".utf8)
/// } catch {
///     print(error.diagnostics.map(\.code))  // undeclaredPrefix and mismatchedEndTag
/// }
/// ```
///
/// The errors are those of ``XMLTree/init(parsing:options:)-(Sequence<UInt8>,_)``: the check ends at the first error
/// after which a document is not well-formed, and continues after those of namespaces.
///
/// With ``XMLParsingOptions/repair``, the document is repaired, and each repair is a diagnostic. ``takeText()`` returns
/// the repaired document while it is read:
///
/// ```swift
/// var options = XMLParsingOptions()
/// options.repair = XMLRepairOptions()
/// var repairer = XMLChecker(options: options, keepsText: true)
/// var text: [UInt8] = []
/// for piece in ["<r><a>1", "<a>2</r>"] {
///     try repairer.feed(piece.utf8)
///     text += repairer.takeText()
/// }
/// let repairs = try repairer.finish { text += $0 }
/// ```
public struct XMLChecker: ~Copyable {
    private var parser: StreamParser
    /// Whether the encoding in the XML declaration has been dealt with.
    private var hasDeclaration = false
    /// The error of the closure that has received the rest of the text, which is lost.
    private var failure: (any Error)?

    /// - Parameters:
    ///   - options: the options for reading the document.
    ///   - keepsText: whether ``takeText()`` returns the text of the document.
    public init(options: XMLParsingOptions = .init(), keepsText: Bool = false) {
        parser = StreamParser(checking: options, keepsText: keepsText)
    }

    /// The warnings, repairs and errors so far.
    public var diagnostics: [XMLDiagnostic] { parser.diagnostics }

    /// The number of diagnostics, including those that are not kept: see ``XMLRepairOptions/diagnosticLimit``.
    public var diagnosticCount: Int { parser.diagnosticCount }

    /// Checks the next piece of the document, of any size.
    ///
    /// - Throws: ``XMLError`` for the first error, with all errors in ``XMLError/diagnostics``, as soon as the document
    ///   cannot be read on. Each further call throws it again.
    /// - Complexity: O(*n*), amortized over all calls.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws(XMLError) {
        parser.feed(bytes)
        try parser.check()
    }

    /// Ends the document.
    ///
    /// - Parameter write: receives the rest of the text.
    /// - Returns: the warnings and repairs.
    /// - Throws: ``XMLError`` for the first error, with all errors in ``XMLError/diagnostics``; the error of `write`,
    ///   which each further call throws again.
    public mutating func finish(_ write: ([UInt8]) throws -> Void) throws -> [XMLDiagnostic] {
        parser.finish()
        try parser.check()
        if let failure { throw failure }
        do {
            try write(takeText(isLast: true))
        } catch {
            failure = error
            throw error
        }
        return parser.diagnostics
    }

    /// Ends the document.
    ///
    /// - Returns: the warnings and repairs.
    /// - Throws: ``XMLError`` for the first error, with all errors in ``XMLError/diagnostics``.
    public mutating func finish() throws(XMLError) -> [XMLDiagnostic] {
        parser.finish()
        try parser.check()
        return parser.diagnostics
    }

    /// Returns the text of the document in UTF-8 since the last call: repaired, if the document is repaired, and with
    /// UTF-8 as the encoding in its declaration. A later error may show that the document cannot be repaired to its
    /// end.
    public mutating func takeText() -> [UInt8] { takeText(isLast: false) }

    private mutating func takeText(isLast: Bool) -> [UInt8] {
        guard let text = parser.output, !text.isEmpty else { return [] }
        if !hasDeclaration, !isLast, text.count <= 4096, text.starts(with: "<?xml".utf8.prefix(text.count)) {
            // The declaration is changed when it is complete.
            guard text.span.end(of: "?>", from: 0) < text.count else { return [] }
        }
        parser.output = []
        defer { hasDeclaration = true }
        return hasDeclaration ? text : text.span.withDeclaredUTF8(from: 0)
    }
}
