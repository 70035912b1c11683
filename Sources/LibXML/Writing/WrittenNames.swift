/// The inverse of the rule for names of a mapping.
struct WrittenNames {
    let rule: XMLMapping.Names
    private let separator: String?
    /// The URI for each replacement.
    private let uris: [String: String]

    init(_ names: XMLMapping.Names) {
        rule = names
        guard case .expanded(let prefixes, let separator) = names else {
            (self.separator, uris) = (nil, [:])
            return
        }
        self.separator = separator
        uris = prefixes.namespacesByPrefix
    }

    /// Whether keys contain namespaces.
    var areExpanded: Bool { separator != nil }

    /// Writes the beginning of a start tag.
    ///
    /// - Parameter declarations: the namespaces that the tag itself declares later, and from which an expanded name
    ///   gets its prefix.
    func start(
        _ key: String, declaredBy declarations: [(prefix: String, uri: String)] = [], _ markup: inout MarkupWriter
    ) throws(XMLError) {
        guard let name = name(key) else { return try markup.startElement(key) }
        if let prefix = declarations.last(where: { $0.uri.hasSameBytes(as: name.namespaceURI ?? "") })?.prefix {
            try markup.startElement(prefix.isEmpty ? name.localName : "\(prefix):\(name.localName)")
        } else {
            try markup.startElement(name, besides: declarations.map(\.prefix))
        }
    }

    /// Writes an attribute. A key without a namespace is an attribute without a namespace, even where an element with
    /// such a key has one: few attributes are in the namespace of their element.
    func attribute(_ key: String, _ value: String, _ markup: inout MarkupWriter) throws(XMLError) {
        guard let separator, !separator.isEmpty, key.contains(separator), let name = name(key), name.namespaceURI != nil
        else { return try markup.attribute(key, value) }
        try markup.attribute(name, value)
    }

    /// Returns the expanded name of a key; nil if keys are names as written.
    private func name(_ key: String) -> XMLName? {
        guard let separator else { return nil }
        guard let range = key.ranges(of: separator).last, !separator.isEmpty else {
            return XMLName(key, namespaceURI: uris[""])
        }
        let space = String(key[..<range.lowerBound])
        return XMLName(String(key[range.upperBound...]), namespaceURI: uris[space] ?? space)
    }
}
