#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension XMLTree {
    /// Parses the file at a URL: see ``init(contentsOfFile:mapped:options:)``.
    ///
    /// - Throws: the errors of ``init(contentsOfFile:mapped:options:)``; ``XMLError/Code/unsupportedURL`` for a URL
    ///   that is not a file URL.
    public init(
        contentsOf url: URL, mapped: Bool = false, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        try self.init(contentsOfFile: url.pathOrText, mapped: mapped, options: options)
    }

    /// Parses the HTML page in the file at a URL: see ``init(htmlContentsOfFile:mapped:options:)``.
    ///
    /// - Throws: the errors of ``init(htmlContentsOfFile:mapped:options:)``.
    public init(
        htmlContentsOf url: URL, mapped: Bool = false, options: XMLHTMLOptions = .init()
    ) throws(XMLError) {
        try self.init(htmlContentsOfFile: url.pathOrText, mapped: mapped, options: options)
    }

    /// Recovers as much as possible from the file at a URL: see ``recovering(contentsOfFile:mode:options:)``.
    ///
    /// - Throws: the errors of ``recovering(contentsOfFile:mode:options:)``.
    public static func recovering(
        contentsOf url: URL, mode: XMLRecoveryMode? = nil, options: XMLParsingOptions = .init()
    ) throws(XMLError) -> XMLRecovered<XMLTree> {
        try recovering(contentsOfFile: url.pathOrText, mode: mode, options: options)
    }
}

extension URL {
    /// The path of a file URL; the text of any other URL, which reading a file rejects.
    var pathOrText: String { isFileURL ? path : absoluteString }
}
