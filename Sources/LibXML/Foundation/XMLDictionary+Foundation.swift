#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension XMLDictionary {
    /// Parses the file at a URL into a dictionary: see ``init(contentsOfFile:mapped:mapping:options:)``.
    ///
    /// - Throws: the errors of ``init(contentsOfFile:mapped:mapping:options:)``.
    public init(
        contentsOf url: URL, mapped: Bool = false, mapping: XMLMapping = .xmltodict,
        options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(contentsOf: url, mapped: mapped, options: options), mapping: mapping)
    }

    /// Parses the HTML page in the file at a URL into a dictionary.
    ///
    /// See ``init(htmlContentsOfFile:mapped:mapping:options:)``.
    ///
    /// - Throws: the errors of ``init(htmlContentsOfFile:mapped:mapping:options:)``.
    public init(
        htmlContentsOf url: URL, mapped: Bool = false, mapping: XMLMapping = .xmltodict,
        options: XMLHTMLOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(htmlContentsOf: url, mapped: mapped, options: options), mapping: mapping)
    }

    /// Recovers as much as possible from the file at a URL: see ``recovering(contentsOfFile:mode:mapping:options:)``.
    ///
    /// - Throws: the errors of ``recovering(contentsOfFile:mode:mapping:options:)``.
    public static func recovering(
        contentsOf url: URL, mode: XMLRecoveryMode? = nil, mapping: XMLMapping = .xmltodict,
        options: XMLParsingOptions = .init()
    ) throws(XMLError) -> XMLRecovered<XMLDictionary> {
        try XMLTree.recovering(contentsOf: url, mode: mode, options: options)
            .map { XMLDictionary($0, mapping: mapping) }
    }
}

extension XMLValue {
    /// Parses the file at a URL into a value: see ``init(contentsOfFile:mapped:mapping:options:)``.
    ///
    /// - Throws: the errors of ``init(contentsOfFile:mapped:mapping:options:)``.
    public init(
        contentsOf url: URL, mapped: Bool = false, mapping: XMLMapping = .xmltodict,
        options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        self.init(try XMLTree(contentsOf: url, mapped: mapped, options: options), mapping: mapping)
    }
}
