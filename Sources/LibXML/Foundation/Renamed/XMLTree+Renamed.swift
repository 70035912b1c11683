// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Names that programs try because other libraries have them. The compiler answers with the name to use.

extension XMLTree {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLTree(parsing: .url(url))")
    public init(contentsOf url: URL, mapped: Bool = false, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use XMLTree(parsing: .url(url))")
    public init(parsing url: URL, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "init(parsing:options:)")
    public init(string: String, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "init(parsing:options:)")
    public init(data: some Sequence<UInt8>, options: XMLParsingOptions = .init()) { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "add the product LibXMLQueries, import it, and use elements(xpath:)")
    public func xpath(_ path: String) -> [XMLTree.Element] { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "add the product LibXMLQueries, import it, and use elements(css:)")
    public func css(_ selector: String) -> [XMLTree.Element] { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "add the product LibXMLQueries, import it, and use elements(css:)")
    public func select(_ selector: String) -> [XMLTree.Element] { fatalError() }
}

extension XMLTree.Element {
    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "subscript(attribute:)")
    public func attribute(_ name: String) -> String? { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use elements.first, or children.first for nodes of any kind")
    public var firstChild: XMLTree.Node? { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "text")
    public var stringValue: String { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "text")
    public var textContent: String { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "add the product LibXMLQueries, import it, and use elements(xpath:)")
    public func xpath(_ path: String) -> [XMLTree.Element] { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "add the product LibXMLQueries, import it, and use elements(css:)")
    public func css(_ selector: String) -> [XMLTree.Element] { fatalError() }

    @_documentation(visibility: internal)
    @available(*, unavailable, message: "add the product LibXMLQueries, import it, and use elements(css:)")
    public func select(_ selector: String) -> [XMLTree.Element] { fatalError() }
}

extension XMLTree.Nodes {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use first, last, or Array(children)[index]")
    public subscript(index: Int) -> XMLTree.Node { fatalError() }
}

extension XMLTree.Elements {
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "use first, last, or Array(elements)[index]")
    public subscript(index: Int) -> XMLTree.Element { fatalError() }
}
