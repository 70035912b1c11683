// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Names that programs try, some of them from other libraries. The compiler answers with the name to use.

extension XMLEdit {
    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "replaceContent(of:with:)")
    public mutating func setContent(of element: XMLTree.Element, to fragment: XMLFragment) { fatalError() }
}

extension XMLWritingOptions.Declaration {
    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "never")
    public static var omitted: Self { fatalError() }
}
