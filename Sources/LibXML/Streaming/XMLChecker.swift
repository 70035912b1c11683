/// Checks documents of any size in constant memory.
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
/// With ``XMLParsingOptions/recovery``, the document is repaired, each repair is a diagnostic, and the check continues
/// to its end. ``XMLRepairer`` also returns the repaired text.
public struct XMLChecker: ~Copyable {
    private var parser: StreamParser

    /// - Parameter options: the options for reading the document.
    public init(options: XMLParsingOptions = .init()) {
        parser = StreamParser(checking: options, keepsText: false)
    }

    /// The warnings, repairs and errors so far.
    public var diagnostics: [XMLDiagnostic] { parser.diagnostics }

    /// The number of diagnostics, including those that are not kept: see ``XMLRepairOptions/diagnosticLimit``.
    public var diagnosticCount: Int { parser.faults.count }

    /// Checks the next piece of the document, of any size.
    ///
    /// - Throws: ``XMLError`` for the first error, with all errors in ``XMLError/diagnostics``, as soon as reading
    ///   cannot continue. Each further call throws it again.
    /// - Complexity: O(*n*), amortized over all calls.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws(XMLError) {
        parser.feed(bytes)
        try parser.check()
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
}
