/// What reads parts of a document strictly. The scanner is handed it by what is built on both.
struct StrictCheck: Sendable {
    /// What a document type gives to an element without its being written.
    struct Defaults: Sendable {
        /// The prefixes that it declares, with their URIs.
        var declared: [(prefix: String, uri: String)] = []
        /// The prefixes of attributes.
        var used: [String] = []
    }

    /// What is wrong first with a document; nil when it is well-formed.
    var firstFault: @Sendable (_ document: String, _ options: XMLParsingOptions) -> Fault?
    /// What the root element of a document has by default.
    var defaults: @Sendable (_ document: String, _ options: XMLParsingOptions) -> Defaults
}
