#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension XMLInput {
    /// The file at a URL: see ``file(_:mapped:)``.
    ///
    /// Any other URL causes an error when it is read, ``XMLError/Code/unsupportedURL``: nothing is loaded from a
    /// network.
    public static func url(_ url: URL, mapped: Bool = false) -> XMLInput {
        .file(url.isFileURL ? url.path : url.absoluteString, mapped: mapped)
    }
}
