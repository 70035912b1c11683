/// Repairs malformed documents of any size in constant memory, and returns their text in UTF-8.
///
/// ```swift
/// var repairer = XMLRepairer()
/// var text: [UInt8] = []
/// for piece in ["<r><a>1", "<a>2</r>"] {
///     try repairer.feed(piece.utf8)
///     text += repairer.takeBytes()
/// }
/// text += try repairer.finish()  // <r><a>1<a>2</a></a></r>
/// let repairs = repairer.diagnostics
/// ```
///
/// With strict options and without output, it checks documents of any size: the check ends at the first error after
/// which a document is not well-formed, and continues after those of namespaces.
///
/// ```swift
/// var checker = XMLRepairer(options: .init(), returnsText: false)
/// try checker.feed("<r><p:a/>".utf8)
/// do throws(XMLError) {
///     try checker.feed("<b></r>".utf8)
/// } catch {
///     print(error.diagnostics.map(\.code))  // undeclaredPrefix and mismatchedEndTag
/// }
/// ```
public struct XMLRepairer: ~Copyable {
    private var parser: StreamParser
    /// Whether the encoding in the XML declaration has been replaced.
    private var hasDeclaration = false

    /// - Parameters:
    ///   - options: the options for reading the document, with the rules of the repair. If their
    ///     ``XMLParsingOptions/recovery`` is nil, a malformed document is an error, and other documents are only
    ///     converted to UTF-8.
    ///   - returnsText: whether ``takeBytes()`` and ``finish()`` return the text; false for a check of the document.
    public init(options: XMLParsingOptions = .recovering, returnsText: Bool = true) {
        parser = StreamParser(checking: options, keepsText: returnsText)
    }

    /// The warnings and repairs so far, and the error that ended the document.
    public var diagnostics: [XMLDiagnostic] { parser.diagnostics }

    /// The number of diagnostics, including those that are not kept: see ``XMLRepairOptions/diagnosticLimit``.
    public var diagnosticCount: Int { parser.faults.count }

    /// Reads the next piece of the document, of any size.
    ///
    /// - Throws: ``XMLError`` for a document that cannot be repaired, such as one that exceeds a limit, as soon as it
    ///   cannot be read on. Each further call throws it again.
    /// - Complexity: O(*n*), amortized over all calls.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws(XMLError) {
        parser.feed(bytes)
        try parser.check()
    }

    /// Returns the text of the document in UTF-8 since the last call: repaired, and with UTF-8 as the encoding in its
    /// declaration. A later error may show that the document cannot be repaired to its end.
    public mutating func takeBytes() -> [UInt8] { takeBytes(isLast: false) }

    /// Ends the document.
    ///
    /// - Returns: the rest of the text, after that of the last ``takeBytes()``.
    /// - Throws: ``XMLError`` if nothing is left of the document; without repair, for the first error, with all errors
    ///   in ``XMLError/diagnostics``.
    @discardableResult
    public mutating func finish() throws(XMLError) -> [UInt8] {
        parser.finish()
        try parser.check()
        return takeBytes(isLast: true)
    }

    private mutating func takeBytes(isLast: Bool) -> [UInt8] {
        guard let text = parser.retention.output, !text.isEmpty else { return [] }
        if !hasDeclaration, !isLast, text.count <= 4096, text.starts(with: "<?xml".utf8.prefix(text.count)) {
            // The declaration is changed when it is complete.
            guard text.contiguous.span.end(of: "?>", from: 0) < text.count else { return [] }
        }
        parser.retention.output = []
        defer { hasDeclaration = true }
        return hasDeclaration ? text : text.contiguous.span.withDeclaredUTF8(from: 0)
    }
}
