/// An XML document as a tree: faithful, ordered, with the place of everything in it.
///
/// A tree is immutable; it, its elements and its nodes are small values that refer to one block of memory, and may be
/// used by any number of tasks at once. An element or node keeps the whole document alive; ``Element/detached()`` makes
/// a copy that does not.
///
/// ```swift
/// let tree = try XMLTree(parsing: "<order id='7'><item>Tea</item></order>")
/// let text = tree.root["item"]?.text  // "Tea"
/// ```
public struct XMLTree: Sendable {
    let tape: Tape

    /// The warnings of the parse, such as references to entities that were not read; of HTML all that is wrong with it, at
    /// most a hundred entries.
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
    /// An array is kept and not copied; other sequences, `Data` among them, are copied into one.
    ///
    /// - Parameter bytes: the document in any encoding that libxml2 knows.
    /// - Throws: the first fault of a document that is not well-formed, and what else is wrong with the input.
    /// - Complexity: O(*n*) in the length of the document.
    public init(parsing bytes: some Sequence<UInt8>, options: XMLParsingOptions = .init()) throws(XMLError) {
        try self.init(.array(bytes as? [UInt8] ?? Array(bytes)), options)
    }

    /// Parses a document, whose bytes are copied once.
    ///
    /// - Parameter bytes: the document in any encoding that libxml2 knows.
    /// - Throws: as for an array of bytes.
    public init(parsing bytes: Span<UInt8>, options: XMLParsingOptions = .init()) throws(XMLError) {
        try self.init(.array(bytes.array), options)
    }

    /// Parses a document.
    ///
    /// - Parameter text: the document; an encoding that its declaration names does not matter. Byte offsets in places
    ///   are those of its UTF-8 form.
    /// - Throws: as for an array of bytes.
    public init(parsing text: String, options: XMLParsingOptions = .init()) throws(XMLError) {
        guard options.repair == nil else {
            var options = options
            options.encoding = "UTF-8"
            try self.init(.array(Array(text.utf8)), options)
            return
        }
        try self.init(Source(text: Array(text.utf8), options: options), options)
    }

    /// Parses the file at `path`, which is read into one buffer.
    ///
    /// - Parameter mapped: maps the file into memory instead of reading it. Then the process dies when another one
    ///   shortens the file while this tree, or anything from it, is in use.
    /// - Throws: as for an array of bytes, and when there is no such file, when it is a directory, when it cannot be
    ///   read, or when the path is a URL: nothing is loaded from a network.
    public init(
        contentsOfFile path: String, mapped: Bool = false, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        var options = options
        options.sourceName = options.sourceName ?? path
        let bytes = try FileInput.read(path: path, mapped: mapped, limit: options.limits.inputSize)
        try self.init(bytes, options)
    }
}
