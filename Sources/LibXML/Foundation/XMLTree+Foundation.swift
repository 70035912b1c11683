public import Foundation

extension XMLTree {
    /// Parses the file at a URL, which is read into one buffer.
    ///
    /// - Throws: as ``init(contentsOfFile:mapped:options:)`` does; ``XMLError/Code/unsupportedURL`` for a URL that is
    ///   not one of a file.
    public init(
        contentsOf url: URL, mapped: Bool = false, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        try self.init(contentsOfFile: url.isFileURL ? url.path : url.absoluteString, mapped: mapped, options: options)
    }
}
