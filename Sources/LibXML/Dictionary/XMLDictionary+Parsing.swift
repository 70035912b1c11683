extension XMLDictionary {
    /// Parses a document into a dictionary.
    ///
    /// A mapping that does not wrap the root, such as ``XMLMapping/parker``, may convert it to another value: see
    /// ``XMLValue/init(_:mapping:)-(XMLTree,_)``. An array is kept without a copy; other sequences, including `Data`,
    /// are copied into an array.
    ///
    /// - Parameters:
    ///   - bytes: the document in any encoding that libxml2 knows.
    ///   - mapping: the rules by which the document becomes a dictionary.
    ///   - options: the options for reading the document. If it is recovered, and has several root elements, the
    ///     dictionary is that of the first: see ``XMLTree/furtherRoots``.
    /// - Throws: ``XMLError`` with the first fault if the document is not well-formed, exceeds a limit, or cannot be
    ///   decoded.
    /// - Complexity: O(*n*) in the length of the document.
    public init(
        parsing bytes: some Sequence<UInt8>, mapping: XMLMapping = .xmltodict, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(parsing: bytes, options: options), mapping: mapping)
    }

    /// Parses a document into a dictionary, and copies its bytes once.
    ///
    /// - Throws: the same errors as for an array of bytes.
    public init(
        parsing bytes: Span<UInt8>, mapping: XMLMapping = .xmltodict, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(parsing: bytes, options: options), mapping: mapping)
    }

    /// Parses a document into a dictionary. The encoding in its declaration is ignored.
    ///
    /// - Throws: the same errors as for an array of bytes.
    public init(
        parsing text: String, mapping: XMLMapping = .xmltodict, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(parsing: text, options: options), mapping: mapping)
    }

    /// Parses the document in a file, or from another input, into a dictionary.
    ///
    /// - Throws: the same errors as for an array of bytes, and those of an input that cannot be read: see ``XMLInput``.
    public init(
        parsing input: XMLInput, mapping: XMLMapping = .xmltodict, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(parsing: input, options: options), mapping: mapping)
    }
}
