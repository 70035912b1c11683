/// An XML document as a tree that preserves all content, its order, and its locations.
///
/// A tree is immutable. Trees, elements and nodes are small values that refer to one block of memory, and any number of
/// tasks may use them concurrently. An element or node keeps the whole document in memory; ``Element/detached()`` makes
/// a copy that does not.
///
/// ```swift
/// let tree = try XMLTree(parsing: "<order id='7'><item>Tea</item></order>")
/// let text = tree.root["item"]?.text  // "Tea"
/// ```
public struct XMLTree: Sendable {
    let tape: Tape
    private let findings: Findings?

    /// The results of a parse besides the content.
    private final class Findings: Sendable {
        let diagnostics: [XMLDiagnostic]
        let count: Int
        let furtherRoots: [XMLTree]

        init(_ diagnostics: [XMLDiagnostic], _ count: Int, _ furtherRoots: [XMLTree]) {
            self.diagnostics = diagnostics
            self.count = count
            self.furtherRoots = furtherRoots
        }
    }

    /// The warnings of the parse, such as references to entities that were not read; for HTML, all faults; with
    /// ``XMLParsingOptions/recovery``, also the repairs. In the order of the input.
    ///
    /// At most 100, or, with a recovery, ``XMLRepairOptions/diagnosticLimit``.
    public var diagnostics: [XMLDiagnostic] { findings?.diagnostics ?? [] }

    /// The number of diagnostics, including those that are not kept; for HTML, the number of those that are kept.
    public var diagnosticCount: Int { findings?.count ?? 0 }

    /// The root elements after the first one, each with the content after it up to the next root element.
    ///
    /// Empty unless a document with several root elements was recovered: see ``XMLParsingOptions/recovery``. The
    /// ``diagnostics`` of this tree include theirs.
    public var furtherRoots: [XMLTree] { findings?.furtherRoots ?? [] }

    /// - Parameter count: the number of diagnostics, if not all are kept.
    init(tape: Tape, diagnostics: [XMLDiagnostic], count: Int? = nil, furtherRoots: [XMLTree] = []) {
        self.tape = tape
        let count = count ?? diagnostics.count
        findings = count == 0 && furtherRoots.isEmpty ? nil : Findings(diagnostics, count, furtherRoots)
    }

    private init(_ document: Recovery.Document) {
        self.init(
            tape: document.tape, diagnostics: document.diagnostics, count: document.count,
            furtherRoots: document.furtherRoots.map(Self.init))
    }

    private init(_ bytes: SourceBytes, _ options: borrowing XMLParsingOptions) throws(XMLError) {
        if options.recovery != nil {
            let validation = options.validation
            self.init(try Recovery(options: copy options) { $0.completed($1, validation) }.parse(bytes))
        } else {
            try self.init(Source(bytes, options: options), options)
        }
    }

    init(_ source: Source, _ options: borrowing XMLParsingOptions) throws(XMLError) {
        let result = SAXParser.parse(source, options: options)
        let faults = result.tape.completed(result.faults, options.validation)
        var diagnostics = faults.map { $0.severity == .violation ? source.thrown($0) : source.diagnostic($0) }
        if options.validation != nil { diagnostics = diagnostics.inDocumentOrder }
        if let fault = faults.first(where: { $0.severity == .error }) {
            throw XMLError(source.thrown(fault), diagnostics: diagnostics)
        }
        self.init(tape: result.tape, diagnostics: diagnostics, count: result.faultCount)
    }
}

extension XMLTree: CustomStringConvertible {
    /// The whole document: see ``source``.
    public var description: String { source }
}

// MARK: Parsing

extension XMLTree {
    /// Parses a document.
    ///
    /// An array is kept without a copy; other sequences, including `Data`, are copied into an array.
    ///
    /// - Parameters:
    ///   - bytes: the document in any encoding that libxml2 knows.
    ///   - options: the options for reading the document.
    /// - Throws: ``XMLError`` with the first fault if the document is not well-formed, exceeds a limit, or cannot be
    ///   decoded.
    /// - Complexity: O(*n*) in the length of the document.
    public init(parsing bytes: some Sequence<UInt8>, options: XMLParsingOptions = .init()) throws(XMLError) {
        try self.init(.array(bytes as? [UInt8] ?? Array(bytes)), options)
    }

    /// Parses a document, and copies its bytes once.
    ///
    /// - Parameters:
    ///   - bytes: the document in any encoding that libxml2 knows.
    ///   - options: the options for reading the document.
    /// - Throws: the same errors as for an array of bytes.
    public init(parsing bytes: Span<UInt8>, options: XMLParsingOptions = .init()) throws(XMLError) {
        try self.init(.array(bytes.array), options)
    }

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - text: the document. The encoding in its declaration is ignored. Byte offsets in locations are those of its
    ///     UTF-8 form.
    ///   - options: the options for reading the document.
    /// - Throws: the same errors as for an array of bytes.
    public init(parsing text: String, options: XMLParsingOptions = .init()) throws(XMLError) {
        guard options.recovery == nil else {
            var options = options
            options.encoding = "UTF-8"
            try self.init(.array(Array(text.utf8)), options)
            return
        }
        try self.init(Source(text: Array(text.utf8), options: options), options)
    }

    /// Parses the document in a file, or from another input.
    ///
    /// ```swift
    /// let tree = try XMLTree(parsing: .file("Examples/orders.xml"))
    /// ```
    ///
    /// - Throws: the same errors as for an array of bytes, and those of an input that cannot be read: see ``XMLInput``.
    public init(parsing input: XMLInput, options: XMLParsingOptions = .init()) throws(XMLError) {
        try self.init(
            input.bytes(name: options.sourceName, limit: options.limits.inputSize), options.named(after: input))
    }
}
