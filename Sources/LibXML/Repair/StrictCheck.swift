/// What reads parts of a document strictly. The scanner is handed it by what is built on both.
struct StrictCheck: Sendable {
    /// The namespaces and attributes of an element, those that its document type gives to it among them.
    struct Element: Sendable {
        var name: String
        /// The prefixes that it declares, with their URIs.
        var declared: [(prefix: String, uri: String)] = []
        /// The names of attributes that have a prefix.
        var prefixedNames: [String] = []
    }

    /// What is wrong first with a document; nil when it is well-formed.
    var firstFault: @Sendable (_ document: String, _ options: XMLParsingOptions) -> Fault?
    /// The children of the root element of a document, up to what is wrong first with it, and whether nothing is.
    var children:
        @Sendable (_ document: String, _ options: XMLParsingOptions) -> (elements: [Element], isWellFormed: Bool)
}
