/// What reads parts of a document strictly. The scanner is handed it by what is built on both.
struct StrictCheck: Sendable {
    /// The namespaces and attributes of a root element, those that its document type gives to it among them.
    struct Root: Sendable {
        /// Whether nothing is wrong with the document.
        var isWellFormed = false
        /// The prefixes that it declares, with their URIs.
        var declared: [(prefix: String, uri: String)] = []
        /// The names of attributes that have a prefix.
        var prefixedNames: [String] = []
    }

    /// What is wrong first with a document; nil when it is well-formed.
    var firstFault: @Sendable (_ document: String, _ options: XMLParsingOptions) -> Fault?
    /// What the root element of a document has and declares; nil for a document without one.
    var root: @Sendable (_ document: String, _ options: XMLParsingOptions) -> Root?
}
