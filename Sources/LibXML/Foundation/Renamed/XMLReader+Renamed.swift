// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Names that programs try because other libraries have them. The compiler answers with the name to use.

extension XMLReader {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLReader(parsing: .url(url))")
    public init(contentsOf url: URL, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLReader(parsing: .url(url))")
    public init(url: URL, options: XMLParsingOptions = .init()) { fatalError() }
}

@_documentation(visibility: internal)
@available(*, unavailable, renamed: "XMLReader.Attribute")
public typealias XMLAttribute = XMLReader.Attribute
