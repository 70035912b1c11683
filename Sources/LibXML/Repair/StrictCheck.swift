/// Parses parts of a document strictly. The parser, which depends on the scanner, passes it to the scanner.
struct StrictCheck: Sendable {
    /// The namespaces and attributes of an element, including those that its document type adds.
    struct Element: Sendable {
        var name: String
        /// The prefixes that it declares, with their URIs.
        var declared: [(prefix: String, uri: String)] = []
        /// The names of attributes that have a prefix.
        var prefixedNames: [String] = []
    }

    /// Returns the first fault of a document; nil if it is well-formed.
    var firstFault: @Sendable (_ document: String, _ options: XMLParsingOptions) -> Fault?
    /// Returns the children of a document's root element, up to the first fault, and whether the document is
    /// well-formed.
    var children:
        @Sendable (_ document: String, _ options: XMLParsingOptions) -> (elements: [Element], isWellFormed: Bool)
}
