import LibXML

/// Rejects schemas that libxml2 would compile for minutes.
enum SchemaComplexity {
    /// - Throws: `XMLError.Code.schemaTooComplex`.
    static func check(
        _ tree: XMLTree, _ language: SchemaLanguage, _ options: XMLSchemaOptions
    ) throws(XMLError) {
        for element in [tree.root] + tree.root.descendants {
            try language.checkSupport(of: element)
            switch language {
            case .xmlSchema: try check(element, options)
            case .relaxNG: try checkPattern(element, options)
            }
        }
    }

    private static func check(_ element: XMLTree.Element, _ options: XMLSchemaOptions) throws(XMLError) {
        switch element.name.localName {
        case "sequence", "choice":
            try check(
                element.elements.count, of: "members", options.groupMembers, "groupMembers", element)
        case "restriction":
            let count = element.elements.count { $0.name.localName == "enumeration" }
            try check(count, of: "values", options.enumerationValues, "enumerationValues", element)
        default: break
        }
    }

    private static func checkPattern(_ element: XMLTree.Element, _ options: XMLSchemaOptions) throws(XMLError) {
        let names = ["choice", "group", "interleave", "element", "optional", "zeroOrMore", "oneOrMore", "mixed"]
        guard names.contains(element.name.localName) else { return }
        let valueCount = element.elements.count { $0.name.localName == "value" }
        try check(valueCount, of: "values", options.enumerationValues, "enumerationValues", element)
        try check(
            element.elements.count - valueCount, of: "members", options.groupMembers, "groupMembers",
            element)
    }

    private static func check(
        _ count: Int, of what: String, _ limit: Int, _ option: String, _ element: XMLTree.Element
    ) throws(XMLError) {
        guard count > limit else { return }
        throw element.error(
            "<\(element.qualifiedName)> " + excess(count, of: what, limit), code: .schemaTooComplex,
            help: help(for: option))
    }

    /// Returns the message for a count that exceeds a limit.
    static func excess(_ count: Int, of what: String, _ limit: Int) -> String {
        "has \(count) \(what), and the limit is \(limit)"
    }

    /// The help for a limit.
    static func help(for option: String) -> String { "if the schema is trusted, raise XMLSchemaOptions.\(option)" }
}
