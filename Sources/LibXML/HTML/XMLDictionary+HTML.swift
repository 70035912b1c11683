extension XMLDictionary {
    /// Parses an HTML page into a dictionary: see ``XMLTree/init(html:options:)-(Sequence<UInt8>,_)``.
    ///
    /// If text and elements alternate, their order is lost, as always in a dictionary.
    ///
    /// - Throws: ``XMLError`` if the page contains no element, or exceeds a limit.
    public init(
        html bytes: some Sequence<UInt8>, mapping: XMLMapping = .xmltodict, options: XMLHTMLOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(html: bytes, options: options), mapping: mapping)
    }

    /// Parses an HTML page into a dictionary. The encoding that it declares is ignored.
    ///
    /// - Throws: ``XMLError`` if the page contains no element, or exceeds a limit.
    public init(
        html text: String, mapping: XMLMapping = .xmltodict, options: XMLHTMLOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(html: text, options: options), mapping: mapping)
    }

    /// Parses the HTML page in the file at `path` into a dictionary.
    ///
    /// - Throws: the errors of ``XMLTree/init(htmlContentsOfFile:mapped:options:)``.
    public init(
        htmlContentsOfFile path: String, mapped: Bool = false, mapping: XMLMapping = .xmltodict,
        options: XMLHTMLOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(htmlContentsOfFile: path, mapped: mapped, options: options), mapping: mapping)
    }
}
