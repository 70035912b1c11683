extension XMLValue {
    /// Parses a document into a value: a dictionary, or the value of a root that is not wrapped.
    ///
    /// See ``init(_:mapping:)-(XMLTree,_)``. An array is kept without a copy; other sequences, including `Data`, are
    /// copied into an array.
    ///
    /// - Parameters:
    ///   - bytes: the document in any encoding that libxml2 knows.
    ///   - mapping: the rules by which the document becomes a value.
    ///   - options: the options for reading the document.
    /// - Throws: ``XMLError`` with the first fault if the document is not well-formed, exceeds a limit, or cannot be
    ///   decoded.
    /// - Complexity: O(*n*) in the length of the document.
    public init(
        parsing bytes: some Sequence<UInt8>, mapping: XMLMapping = .xmltodict, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(parsing: bytes, options: options), mapping: mapping)
    }

    /// Parses a document into a value, and copies its bytes once.
    ///
    /// - Throws: the same errors as for an array of bytes.
    public init(
        parsing bytes: Span<UInt8>, mapping: XMLMapping = .xmltodict, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(parsing: bytes, options: options), mapping: mapping)
    }

    /// Parses a document into a value. The encoding in its declaration is ignored.
    ///
    /// - Throws: the same errors as for an array of bytes.
    public init(
        parsing text: String, mapping: XMLMapping = .xmltodict, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(parsing: text, options: options), mapping: mapping)
    }

    /// Parses the file at `path` into a value.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - mapped: as for ``XMLTree/init(contentsOfFile:mapped:options:)``.
    ///   - mapping: the rules by which the document becomes a value.
    ///   - options: the options for reading the document.
    /// - Throws: the errors of ``XMLTree/init(contentsOfFile:mapped:options:)``.
    public init(
        contentsOfFile path: String, mapped: Bool = false, mapping: XMLMapping = .xmltodict,
        options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(contentsOfFile: path, mapped: mapped, options: options), mapping: mapping)
    }
}
