// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Names that programs try because other libraries have them. The compiler answers with the name to use.

extension XMLDecoder {
    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "trimsWhiteSpace")
    public var trimValueWhitespaces: Bool {
        get { fatalError() }
        set { fatalError() }
    }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use decode(_:from: .url(url))")
    public func decode<Value: Decodable>(
        _ type: Value.Type, from url: URL, at path: XMLPath? = nil, options: XMLParsingOptions = .init()
    ) -> Value { fatalError() }
}
