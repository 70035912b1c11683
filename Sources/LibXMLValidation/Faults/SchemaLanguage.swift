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
        if element.parent == nil, namespace != uri { try checkRoot(element, namespace) }
        guard self == .xmlSchema, namespace == uri else { return }
        let help = "this is an element or a type of XML Schema 1.1"
        if Self.elementsOf11.contains(element.localName) {
            throw element.error("XML Schema 1.1 is not supported", code: .invalidSchema, help: help)
        }
        for attribute in element.attributes {
            let name = attribute.qualifiedName
            let isType = ["type", "base", "itemType"].contains(name) && isTypeOf11(attribute.value, element)
            guard isType || Self.attributesOf11.contains(name) else { continue }
            throw attribute.error(
                "XML Schema 1.1 is not supported", code: .invalidSchema,
                help: isType ? help : "this is an attribute of XML Schema 1.1")
        }
    }

    private func isTypeOf11(_ value: String, _ element: XMLTree.Element) -> Bool {
        let name = element.resolve(value)
        return name?.namespaceURI == uri && Self.typesOf11.contains(name?.localName ?? "")
    }

    /// - Throws: for the root element of a document in another language.
    private func checkRoot(_ root: XMLTree.Element, _ namespace: String) throws(XMLError) {
        if namespace.hasSuffix("schematron") {
            throw root.error(
                "Schematron is not supported", code: .invalidSchema,
                help: "evaluate the tests of its rules with isTrue(xpath:) of LibXMLQueries")
        }
        let help: String? =
            switch namespace {
            case Self.relaxNG.uri: "this is a schema of RELAX NG: use XMLRelaxNGSchema"
            case Self.xmlSchema.uri: "this is an XML Schema: use XMLSchema"
            case "http://www.w3.org/1999/XSL/Transform": "this is a stylesheet; XSLT is not supported"
            default: nil
            }
        guard let help else { return }
        let name = self == .xmlSchema ? "an XML Schema" : "a schema of RELAX NG"
        throw root.error(
            "<\(root.qualifiedName)> is not the root element of \(name)", code: .invalidSchema, help: help)
    }

    private static let elementsOf11: Set = [
        "assert", "assertion", "alternative", "override", "openContent", "defaultOpenContent", "explicitTimezone",
    ]
    private static let typesOf11: Set = [
        "anyAtomicType", "dateTimeStamp", "dayTimeDuration", "error", "yearMonthDuration",
    ]
    private static let attributesOf11: Set = [
        "defaultAttributes", "defaultAttributesApply", "inheritable", "notNamespace", "notQName",
        "xpathDefaultNamespace",
    ]
}
