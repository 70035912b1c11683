extension XMLValue {
    /// Parses a document into a value: a dictionary, or what else the mapping makes of a root that is not wrapped. See
    /// ``init(_:mapping:)-(XMLTree,_)``.
    ///
    /// An array is kept and not copied; other sequences, `Data` among them, are copied into one.
    ///
    /// - Parameters:
    ///   - bytes: the document in any encoding that libxml2 knows.
    ///   - mapping: the rules by which it becomes a value.
    /// - Throws: the first fault of a document that is not well-formed, and what else is wrong with the input.
    /// - Complexity: O(*n*) in the length of the document.
    public init(
        parsing bytes: some Sequence<UInt8>, mapping: XMLMapping = .xmltodict, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(parsing: bytes, options: options), mapping: mapping)
    }

    /// Parses a document, whose bytes are copied once, into a value.
    ///
    /// - Throws: as for an array of bytes.
    public init(
        parsing bytes: Span<UInt8>, mapping: XMLMapping = .xmltodict, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(parsing: bytes, options: options), mapping: mapping)
    }

    /// Parses a document into a value; an encoding that its declaration names does not matter.
    ///
    /// - Throws: as for an array of bytes.
    public init(
        parsing text: String, mapping: XMLMapping = .xmltodict, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(parsing: text, options: options), mapping: mapping)
    }

    /// Parses the file at `path` into a value.
    ///
    /// - Parameters:
    ///   - mapped: as for ``XMLTree/init(contentsOfFile:mapped:options:)``.
    ///   - mapping: the rules by which it becomes a value.
    /// - Throws: as ``XMLTree/init(contentsOfFile:mapped:options:)`` does.
    public init(
        contentsOfFile path: String, mapped: Bool = false, mapping: XMLMapping = .xmltodict,
        options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(contentsOfFile: path, mapped: mapped, options: options), mapping: mapping)
    }
}
