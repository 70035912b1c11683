import LibXML

/// The coding keys for names of samples, with which a decoder finds them, and an encoder writes them into the same
/// namespaces.
///
/// Elements in the default namespace of an encoded document, which is that of the root element, have keys without a
/// prefix. If elements are in no namespace, and the root element is written with a prefix, there is no default
/// namespace. Other names have the prefix of the samples, or their namespace if the prefix is ambiguous.
struct SwiftKeys {
    let rootName: XMLName
    /// The default namespace of an encoded document; empty for none.
    private let defaultURI: String
    private let namespaces: ObservedNamespaces
    /// The kinds of elements in which an encoded document may have no default namespace, although the root element has
    /// one: those in no namespace, and what they contain.
    private var kindsInNone: Set<Int> = []
    /// The namespaces that an encoded document declares with a prefix of the samples, in the order of the keys.
    private(set) var prefixes: [(uri: String, prefix: String)] = []
    private var prefixByURI: [String: String?] = [:]
    private var usedPrefixes: Set<String> = []

    init(_ samples: ObservedSamples) {
        namespaces = samples.namespaces
        rootName = samples.elements.first?.name ?? XMLName("")
        let hasDefault = !(namespaces.hasPrefixedRoots && namespaces.hasElementsInNone && namespaces.rootCount == 1)
        defaultURI = hasDefault ? namespaces.root : ""
        if !defaultURI.isEmpty { kindsInNone = samples.kindsInNone }
        usePrefix(of: namespaces.root)
    }

    /// The key of an attribute. It begins with `@`, so that it never matches a child element.
    mutating func key(of attribute: XMLName) -> String {
        guard let uri = attribute.namespaceURI else { return "@" + attribute.localName }
        if uri == XMLNamespace.xml.uri { return "@xml:" + attribute.localName }
        // The default namespace has no prefix, which an attribute needs: the encoder adds one.
        let prefix = usePrefix(of: uri)
        let isOnly = prefix != nil && prefix == namespaces.attributePrefix(of: uri)
        return "@" + (isOnly ? (prefix ?? "") + ":" : qualifier(of: uri)) + attribute.localName
    }

    /// The keys of the child elements of a kind.
    mutating func keysOfChildren(of element: ObservedElement, _ kind: Int) -> [String] {
        let siblings = Dictionary(grouping: element.children, by: \.name.localName)
        return element.children.map { child in
            let (uri, local) = (child.name.namespaceURI ?? "", child.name.localName)
            // libxml2's recovery leaves a prefix that is not declared in the local name.
            if uri.isEmpty, local.contains(":") { return local }
            guard uri == defaultURI else {
                let prefix = uri == XMLNamespace.xml.uri ? "xml" : usePrefix(of: uri)
                let isOnly = prefix != nil && prefix == namespaces.elementPrefix(of: uri)
                return (isOnly ? (prefix ?? "") + ":" : qualifier(of: uri)) + local
            }
            let isPlain = !kindsInNone.contains(kind) && isPlain(child, in: element, beside: siblings[local] ?? [])
            return (isPlain ? "" : qualifier(of: uri)) + local
        }
    }

    /// The name of an attribute or child element for names in Swift: without a prefix in the namespace of the element
    /// around it.
    func baseName(of name: XMLName, in element: ObservedElement, isAttribute: Bool = false) -> String {
        guard let uri = name.namespaceURI, isAttribute || uri != element.name.namespaceURI,
            let prefix = uri == XMLNamespace.xml.uri ? "xml" : namespaces.firstPrefix(of: uri)
        else { return name.localName }
        return prefix + ":" + name.localName
    }

    /// Whether a key without a prefix or namespace matches only this child, in the default namespace. Such a key
    /// matches elements without a prefix, and elements in the namespace of their parent.
    ///
    /// - Parameter siblings: the children with the same local name.
    private func isPlain(
        _ child: ObservedChild, in element: ObservedElement, beside siblings: [ObservedChild]
    ) -> Bool {
        guard element.name.namespaceURI == child.name.namespaceURI || child.prefixes == [""] else { return false }
        return !siblings.contains { other in
            other.name != child.name
                && (other.prefixes.contains("") || other.name.namespaceURI == element.name.namespaceURI)
        }
    }

    /// The namespace in a key. If the root elements of the samples are in several namespaces, the name matches in each
    /// of them.
    private func qualifier(of uri: String) -> String {
        uri == namespaces.root && namespaces.rootCount > 1 ? "*:" : "{\(uri)}"
    }

    /// Declares a prefix for a namespace and returns it. Returns nil if names in the namespace need no prefix, or no
    /// prefix is free.
    @discardableResult
    private mutating func usePrefix(of uri: String) -> String? {
        guard uri != defaultURI, !uri.isEmpty, uri != XMLNamespace.xml.uri else { return nil }
        if let known = prefixByURI[uri] { return known }
        let candidates = [namespaces.elementPrefix(of: uri), namespaces.attributePrefix(of: uri)].compactMap { $0 }
        let prefix = (candidates + namespaces.allPrefixes(of: uri)).first { usedPrefixes.insert($0).inserted }
        prefixByURI[uri] = .some(prefix)
        if let prefix { prefixes.append((uri, prefix)) }
        return prefix
    }
}

extension ObservedSamples {
    /// The kinds of elements in no namespace, and those in them.
    fileprivate var kindsInNone: Set<Int> {
        var open = representativeElements.filter { elements[$0].name.namespaceURI == nil }
        var found = Set(open)
        while let kind = open.popLast() {
            for child in elements[kind].children {
                guard let element = child.element.map(representative), found.insert(element).inserted else { continue }
                open.append(element)
            }
        }
        return found
    }
}
