import LibXML

/// The namespaces of the names in samples, and the prefixes with which they are written.
struct ObservedNamespaces {
    /// The namespace of the root element of the first sample; empty for none. Names in the namespace of the root
    /// element of another sample are in this one, too, so that versions of a format can have namespaces of their own.
    private(set) var root = ""
    /// The number of namespaces that root elements have.
    private(set) var rootCount = 0
    /// Whether all root elements are written with a prefix.
    private(set) var hasPrefixedRoots = true
    /// Whether a document whose root element is in a namespace contains an element in no namespace.
    private(set) var hasElementsInNone = false

    /// The prefixes of elements by namespace; an empty one for none.
    private var elementPrefixes: [ExactText: Set<String>] = [:]
    private var attributePrefixes: [ExactText: Set<String>] = [:]
    /// The namespaces that a prefix stands for.
    private var namespaces: [String: Set<ExactText>] = [:]
    /// The prefixes by namespace in the order of the documents.
    private var prefixes: [ExactText: [String]] = [:]
    private var roots: Set<ExactText> = []
    private var documentRoot = ExactText("")

    /// Begins with another document.
    mutating func begin(_ element: XMLTree.Element) {
        documentRoot = ExactText(element.namespaceURI ?? "")
        if roots.isEmpty { root = documentRoot.text }
        roots.insert(documentRoot)
        rootCount = roots.count
        hasPrefixedRoots = hasPrefixedRoots && element.prefix != nil
    }

    /// The name of an element, which is added to what is known.
    mutating func name(of element: XMLTree.Element) -> XMLName {
        let name = normalized(element.name)
        let uri = ExactText(name.namespaceURI ?? "")
        if uri.text.isEmpty, !root.isEmpty { hasElementsInNone = true }
        if elementPrefixes[uri, default: []].insert(element.prefix ?? "").inserted { add(element.prefix, uri) }
        return name
    }

    /// The name of an attribute, which is added to what is known.
    mutating func name(of attribute: XMLTree.Attribute) -> XMLName {
        guard let prefix = attribute.prefix else { return attribute.name }
        let name = normalized(attribute.name)
        let uri = ExactText(name.namespaceURI ?? "")
        if attributePrefixes[uri, default: []].insert(prefix).inserted { add(prefix, uri) }
        return name
    }

    private func normalized(_ name: XMLName) -> XMLName {
        guard ExactText(name.namespaceURI ?? "") == documentRoot else { return name }
        return XMLName(name.localName, namespaceURI: root)
    }

    private mutating func add(_ prefix: String?, _ uri: ExactText) {
        guard let prefix else { return }
        if namespaces[prefix, default: []].insert(uri).inserted { prefixes[uri, default: []].append(prefix) }
    }

    // MARK: Prefixes

    /// The first prefix of a namespace; nil if its names are written without one.
    func firstPrefix(of uri: String) -> String? { prefixes[ExactText(uri)]?.first }

    /// All prefixes of a namespace, in the order of the documents.
    func allPrefixes(of uri: String) -> [String] { prefixes[ExactText(uri)] ?? [] }

    /// The prefix with which all elements in a namespace are written, if it stands for this namespace only.
    func elementPrefix(of uri: String) -> String? { only(elementPrefixes[ExactText(uri)]) }

    /// The prefix with which all attributes in a namespace are written, if it stands for this namespace only.
    func attributePrefix(of uri: String) -> String? { only(attributePrefixes[ExactText(uri)]) }

    private func only(_ prefixes: Set<String>?) -> String? {
        guard let prefixes, prefixes.count == 1, let prefix = prefixes.first, namespaces[prefix]?.count == 1 else {
            return nil
        }
        return prefix
    }
}

/// A text that is compared by its bytes, as namespace URIs are, instead of by canonical equivalence.
private struct ExactText: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
