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

    /// The warnings of the parse, such as references to entities that were not read; for HTML, all faults.
    ///
    /// At most 100. With ``XMLParsingOptions/repair`` also the repairs, at most ``XMLRepairOptions/diagnosticLimit`` in
    /// all.
    public let diagnostics: [XMLDiagnostic]

    init(tape: Tape, diagnostics: [XMLDiagnostic]) {
        self.tape = tape
        self.diagnostics = diagnostics
    }

    private init(_ bytes: SourceBytes, _ options: XMLParsingOptions) throws(XMLError) {
        if let repair = options.repair {
            let recovered = try Recovery.parse(bytes, .repair(repair), options, keepsFurtherRoots: false)
            self.init(tape: recovered.value.tape, diagnostics: recovered.diagnostics)
        } else {
            try self.init(Source(bytes, options: options), options)
        }
    }

    init(_ source: Source, _ options: XMLParsingOptions) throws(XMLError) {
        let result = SAXParser.parse(source, options: options)
        let diagnostics = result.faults.map(source.diagnostic)
        if let fault = result.faults.first(where: { $0.severity == .error }) {
            throw XMLError(source.thrown(fault), diagnostics: diagnostics)
        }
        self.tape = result.tape
        self.diagnostics = diagnostics
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
        guard options.repair == nil else {
            var options = options
            options.encoding = "UTF-8"
            try self.init(.array(Array(text.utf8)), options)
            return
        }
        try self.init(Source(text: Array(text.utf8), options: options), options)
    }

    /// Parses the file at `path`.
    ///
    /// - Parameters:
    ///   - path: the path of the file. A URL is an error; nothing is loaded from a network.
    ///   - mapped: whether to map the file into memory instead of reading it into a buffer. If another process shortens
    ///     the file while this tree, or a value from it, is in use, this process is terminated.
    ///   - options: the options for reading the document.
    /// - Throws: the same errors as for an array of bytes, and ``XMLError/Code/fileNotFound``,
    ///   ``XMLError/Code/fileIsDirectory``, ``XMLError/Code/unreadableFile`` or ``XMLError/Code/unsupportedURL``.
    public init(
        contentsOfFile path: String, mapped: Bool = false, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        var options = options
        options.sourceName = options.sourceName ?? path
        let bytes = try FileInput.read(path: path, mapped: mapped, limit: options.limits.inputSize)
        try self.init(bytes, options)
    }
}
