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
            tree.root.elements.filter { has($0, ["include", "import", "redefine"]) }
        case .relaxNG:
            ([tree.root] + tree.root.descendants).filter { has($0, ["include", "externalRef"]) }
        }
    }

    private func has(_ element: XMLTree.Element, _ names: [String]) -> Bool {
        element.name.namespaceURI == uri && names.contains(element.name.localName)
    }

    // MARK: What is not supported

    /// - Throws: `XMLError.Code.invalidSchema` for an element of another language, or of XML Schema 1.1.
    func checkSupport(of element: XMLTree.Element) throws(XMLError) {
        let namespace = element.namespaceURI ?? ""
        if namespace.hasSuffix("schematron"), element.parent == nil {
            throw element.error("Schematron is not supported", code: .invalidSchema)
        }
        guard self == .xmlSchema, namespace == uri else { return }
        let help = "this is an element or a type of XML Schema 1.1"
        if Self.elementsOf11.contains(element.localName) {
            throw element.error("XML Schema 1.1 is not supported", code: .invalidSchema, help: help)
        }
        for attribute in element.attributes where ["type", "base", "itemType"].contains(attribute.qualifiedName) {
            let parts = attribute.value.split(separator: ":").map(String.init)
            let isOfSchema = element.prefix == (parts.count == 2 ? parts[0] : nil)
            if isOfSchema, Self.typesOf11.contains(parts.last ?? "") {
                throw attribute.error("XML Schema 1.1 is not supported", code: .invalidSchema, help: help)
            }
        }
    }

    private static let elementsOf11: Set = [
        "assert", "assertion", "alternative", "override", "openContent", "defaultOpenContent", "explicitTimezone",
    ]
    private static let typesOf11: Set = [
        "anyAtomicType", "dateTimeStamp", "dayTimeDuration", "yearMonthDuration",
    ]
}
