extension XMLDictionary {
    /// Reads a page of HTML into a dictionary: see ``XMLTree/init(html:options:)-(Sequence<UInt8>,_)``.
    ///
    /// Where text and elements stand in turn, their order is lost, as always in a dictionary.
    ///
    /// - Throws: when there is no element to return, or a limit is passed.
    public init(
        html bytes: some Sequence<UInt8>, mapping: XMLMapping = .xmltodict, options: XMLHTMLOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(html: bytes, options: options), mapping: mapping)
    }

    /// Reads a page of HTML into a dictionary, whatever encoding it names.
    ///
    /// - Throws: when there is no element to return, or a limit is passed.
    public init(
        html text: String, mapping: XMLMapping = .xmltodict, options: XMLHTMLOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(html: text, options: options), mapping: mapping)
    }

    /// Reads the page of HTML in the file at `path` into a dictionary.
    ///
    /// - Throws: as ``XMLTree/init(htmlContentsOfFile:mapped:options:)`` does.
    public init(
        htmlContentsOfFile path: String, mapped: Bool = false, mapping: XMLMapping = .xmltodict,
        options: XMLHTMLOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(htmlContentsOfFile: path, mapped: mapped, options: options), mapping: mapping)
    }
}
