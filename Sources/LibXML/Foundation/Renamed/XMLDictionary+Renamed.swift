// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Names that programs try because other libraries have them. The compiler answers with the name to use.

extension XMLDictionary {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLDictionary(parsing: .url(url))")
    public init(contentsOf url: URL, mapping: XMLMapping = .xmltodict, options: XMLParsingOptions = .init()) {
        fatalError()
    }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "name")
    public var nodeName: String? { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "elements")
    public var childNodes: [String: XMLValue] { fatalError() }
}
