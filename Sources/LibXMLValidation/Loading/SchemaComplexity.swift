import LibXML

/// Refuses schemas that libxml2 would compile for minutes.
enum SchemaComplexity {
    /// - Throws: `XMLError.Code.schemaTooComplex`.
    static func check(_ tree: XMLTree, _ options: XMLSchemaOptions) throws(XMLError) {
        try check(tree.root, options)
        for element in tree.root.descendants { try check(element, options) }
    }

    private static func check(_ element: XMLTree.Element, _ options: XMLSchemaOptions) throws(XMLError) {
        switch element.name.localName {
        case "sequence", "choice":
            try check(
                element.elements.count, of: "members", options.maximumGroupMembers, "maximumGroupMembers", element)
        case "restriction":
            let count = element.elements.count { $0.name.localName == "enumeration" }
            try check(count, of: "values", options.maximumEnumerationValues, "maximumEnumerationValues", element)
        default: break
        }
    }

    private static func check(
        _ count: Int, of what: String, _ limit: Int, _ option: String, _ element: XMLTree.Element
    ) throws(XMLError) {
        guard count > limit else { return }
        throw element.error(
            "<\(element.qualifiedName)> has \(count) \(what), and the limit is \(limit)", code: .schemaTooComplex,
            help: "if the schema is trusted, raise XMLSchemaOptions.\(option)")
    }
}
