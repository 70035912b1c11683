/// The namespaces that the root element of a value declares, so that each is declared once.
struct EncodingNamespaces {
    /// The prefixes by URI that the options name.
    private let given: [String: String]
    private lazy var givenURIs = given.namespacesByPrefix
    /// The declarations around the root element.
    private let outer: NamespaceBindings
    /// The default namespace in the root element; empty for none.
    private(set) var defaultURI: String
    /// The number of the last prefix that was made up.
    private var lastNumber = 0
    /// The declarations, in the order in which they are needed.
    private(set) var declared: [(prefix: String, uri: String)] = []
    private var prefixes: [ExactKey: String] = [:]
    private var uris: [ExactKey: String] = [:]

    init(_ given: [String: String], around outer: NamespaceBindings) {
        self.given = given
        self.outer = outer
        defaultURI = outer.uri(of: "") ?? ""
    }

    /// Records the namespace of the root element.
    mutating func setRoot(_ uri: String) {
        let prefix = outer.prefix(of: uri, isAttribute: false) ?? given[uri] ?? ""
        if prefix.isEmpty { defaultURI = uri }
    }

    /// Returns the prefix for names in a namespace, which is empty for the default namespace. It is declared if needed.
    ///
    /// - Parameter suggested: the prefix in another document, if there is one.
    ///
    /// An element is not given a default namespace of its own, since its name would then match keys without a
    /// namespace.
    mutating func prefix(of uri: String, isAttribute: Bool, suggested: String? = nil) -> String {
        if uri == ReservedNamespaces.xml { return "xml" }
        if !isAttribute, uri.hasSameBytes(as: defaultURI) || given[uri] == "" { return "" }
        if let prefix = prefixes[ExactKey(uri)] { return prefix }
        if let prefix = outer.prefix(of: uri, isAttribute: true) { return prefix }
        let preferred = given[uri] ?? suggested ?? (uri == XMLNamespace.schemaInstance.uri ? "xsi" : "")
        var prefix = preferred
        while prefix.isEmpty || uris[ExactKey(prefix)] != nil || outer.uri(of: prefix) != nil {
            lastNumber += 1
            let next = "ns\(lastNumber)"
            prefix = givenURIs[next] != nil ? "" : next
        }
        declare(prefix, uri)
        return prefix
    }

    /// The namespace of a prefix; nil for one that is not known.
    func uri(of prefix: String) -> String? {
        switch prefix {
        case "": defaultURI
        case "xml": ReservedNamespaces.xml
        default: uris[ExactKey(prefix)] ?? outer.uri(of: prefix)
        }
    }

    /// Declares a prefix that a name has, if the options say which namespace it is.
    mutating func use(prefix: String) {
        guard uris[ExactKey(prefix)] == nil, prefix != "xml", outer.uri(of: prefix) == nil else { return }
        if let uri = givenURIs[prefix] { declare(prefix, uri) }
    }

    private mutating func declare(_ prefix: String, _ uri: String) {
        declared.append((prefix, uri))
        prefixes[ExactKey(uri)] = prefix
        uris[ExactKey(prefix)] = uri
    }
}
