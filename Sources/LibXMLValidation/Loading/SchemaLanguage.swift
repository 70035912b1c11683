import LibXML

/// A language of schemas that are XML documents.
enum SchemaLanguage {
    case xmlSchema, relaxNG

    var uri: String {
        switch self {
        case .xmlSchema: "http://www.w3.org/2001/XMLSchema"
        case .relaxNG: "http://relaxng.org/ns/structure/1.0"
        }
    }

    /// The attribute with the location of another document.
    var locationAttribute: String {
        switch self {
        case .xmlSchema: "schemaLocation"
        case .relaxNG: "href"
        }
    }

    /// The elements of a schema that refer to other documents.
    func references(in tree: XMLTree) -> [XMLTree.Element] {
        switch self {
        case .xmlSchema:
            tree.root.elements.filter { has($0, ["include", "import", "redefine", "override"]) }
        case .relaxNG:
            ([tree.root] + tree.root.descendants).filter { has($0, ["include", "externalRef"]) }
        }
    }

    private func has(_ element: XMLTree.Element, _ names: [String]) -> Bool {
        element.name.namespaceURI == uri && names.contains(element.name.localName)
    }
}
