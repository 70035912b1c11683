import LibXML

/// A document designed to take time or memory out of proportion to its size.
enum HostileDocument: String, CaseIterable, Sendable {
    case attributes, manyAttributes, namespaceDeclarations, nestedNamespaces, namespaceLookups, nestedElements
    case billionLaughs, billionLaughsInAttribute, emptyLaughs, elementLaughs, quadraticEntity, quadraticAttribute
    case quadraticElements, defaultAttribute, defaultAttributes, parameterEntities, laughsInDefault, recursion,
        longRecursion
    case unresolvedEntities, distinctNames, distinctTargets, declaredEntities, namespaceErrors, unclosedTags
    case ampersands, unclosedCDATA, hyphens, longName, quotes, entitiesWithNamespaces, manyDuplicates
    case longEntityName, manyReferences, longDocumentType

    /// The expected error of the document; nil for a result.
    var code: XMLError.Code? {
        switch self {
        case .attributes, .namespaceDeclarations: .tooManyAttributes
        case .manyAttributes, .namespaceLookups, .unresolvedEntities, .longEntityName, .manyReferences,
            .longDocumentType:
            nil
        case .nestedNamespaces, .nestedElements: .tooDeep
        case .billionLaughs, .billionLaughsInAttribute, .emptyLaughs, .elementLaughs, .quadraticEntity,
            .quadraticAttribute, .quadraticElements, .defaultAttribute, .defaultAttributes, .entitiesWithNamespaces,
            .parameterEntities,
            .laughsInDefault:
            .entityExpansionTooLarge
        case .recursion, .longRecursion: .recursiveEntity
        case .distinctNames, .distinctTargets, .declaredEntities: .tooManyNames
        case .namespaceErrors: .undeclaredPrefix
        case .unclosedTags: .malformedTag
        case .ampersands: .malformedReference
        case .unclosedCDATA: .unclosedCDATASection
        case .hyphens: .doubleHyphenInComment
        case .longName: .nameTooLong
        case .quotes: .unclosedAttributeValue
        case .manyDuplicates: .duplicateAttribute
        }
    }

    var document: String {
        switch self {
        case .attributes: "<r \(list(50_000) { "a\($0)='v'" })/>"
        case .manyAttributes: "<r>\(String(repeating: "<e \(list(4_000) { "a\($0)=''" })/>", count: 20))</r>"
        case .namespaceDeclarations: "<r \(list(20_000) { "xmlns:a\($0)='u\($0)'" })/>"
        case .nestedNamespaces: list(3_000) { "<e xmlns:a\($0)='u\($0)'>" } + String(repeating: "</e>", count: 3_000)
        case .namespaceLookups:
            "<r \(list(4_000) { "xmlns:a\($0)='u'" })>\(String(repeating: "<a0:x/>", count: 30_000))</r>"
        case .nestedElements:
            String(repeating: "<a>", count: 1_000_000) + String(repeating: "</a>", count: 1_000_000)
        case .billionLaughs: laughs("lol", "<r>&a9;</r>")
        case .billionLaughsInAttribute: laughs("lol", "<r k='&a9;'/>")
        case .emptyLaughs: laughs("", "<r>&a9;</r>")
        case .elementLaughs: laughs("<b/>", "<r>&a9;</r>")
        case .quadraticEntity: entity(long) + "<r>\(String(repeating: "&e;", count: 20_000))</r>"
        case .quadraticAttribute: entity(long) + "<r>\(String(repeating: "<b k='&e;'/>", count: 20_000))</r>"
        case .quadraticElements:
            entity(String(repeating: "<b/>", count: 25_000)) + "<r>\(String(repeating: "&e;", count: 20_000))</r>"
        case .defaultAttribute:
            "<!DOCTYPE r [<!ATTLIST e a CDATA '\(long)'>]><r>\(String(repeating: "<e/>", count: 20_000))</r>"
        case .defaultAttributes:
            "<!DOCTYPE r [<!ATTLIST e \(list(4_000) { "a\($0) CDATA 'v'" })>]>"
                + "<r>\(String(repeating: "<e/>", count: 20_000))</r>"
        case .parameterEntities:
            "<!DOCTYPE r [<!ENTITY % p0 ' '>"
                + list(9) { "<!ENTITY % p\($0 + 1) '\(String(repeating: "&#37;p\($0);", count: 10))'>" }
                + "%p9;]><r/>"
        case .laughsInDefault:
            laughs("", "<r/>").replacing("]>", with: "<!ENTITY % p '<!ATTLIST r k CDATA \"&#38;a9;\" &#37;q;>'>%p;]>")
        case .recursion: "<!DOCTYPE r [<!ENTITY a '&b;'><!ENTITY b '&a;'>]><r>&a;</r>"
        case .longRecursion:
            "<!DOCTYPE r [\(list(10_000) { "<!ENTITY a\($0) '&a\(($0 + 1) % 10_000);'>" })]><r>&a0;</r>"
        case .longEntityName:
            "<!DOCTYPE r [<!ENTITY \(longName) '\(String(repeating: "<a/>", count: 25_000))'>]>"
                + "<r>\(String(repeating: "&\(longName);", count: 20))</r>"
        case .manyReferences: "<r>\(String(repeating: "&amp;", count: 3_000_000))</r>"
        case .longDocumentType:
            "<!DOCTYPE r [\(list(19_000) { "<!ENTITY a\($0) '\(String(repeating: "the value of one ", count: 14))'>" })]><r>&a0;</r>"
        case .unresolvedEntities: "<!DOCTYPE r SYSTEM 'r'><r>\(String(repeating: "&e; ", count: 100_000))</r>"
        case .distinctNames: "<r>\(list(300_000) { "<a\($0)/>" })</r>"
        case .distinctTargets: "<r>\(list(300_000) { "<?a\($0)?>" })</r>"
        case .declaredEntities: "<!DOCTYPE r [\(list(250_000) { "<!ENTITY a\($0) ''>" })]><r/>"
        case .namespaceErrors:
            String(repeating: "<r>", count: 200) + String(repeating: "<p:a/>", count: 200_000)
                + String(repeating: "</r>", count: 200)
        case .unclosedTags: "<r>" + String(repeating: "<", count: 1_000_000)
        case .ampersands: "<r>" + String(repeating: "&", count: 1_000_000)
        case .unclosedCDATA: "<r><![CDATA[" + String(repeating: "x]]", count: 1_000_000)
        case .hyphens:
            "<r><!--" + String(repeating: "x- ", count: 500_000) + String(repeating: "--", count: 500_000) + "y"
        case .longName: "<" + String(repeating: "a", count: 2_000_000) + "/>"
        case .quotes: "<r>" + String(repeating: "<e k='>x", count: 200_000)
        case .entitiesWithNamespaces:
            entity("x") + "<r \(list(4_000) { "xmlns:a\($0)='u'" })>\(String(repeating: "&e;", count: 300_000))</r>"
        case .manyDuplicates: "<r \(list(4_000) { "a\($0)=''" }) a3999=''/>"
        }
    }

    private var long: String { String(repeating: "x", count: 100_000) }

    private func list(_ count: Int, _ item: (Int) -> String) -> String {
        (0..<count).map(item).joined(separator: " ")
    }

    private func entity(_ value: String) -> String {
        "<!DOCTYPE r [<!ENTITY e '\(value)'>]>"
    }

    private var longName: String { String(repeating: "e", count: 49_000) }

    private func laughs(_ joke: String, _ content: String) -> String {
        "<!DOCTYPE r [<!ENTITY a0 '\(joke)'>"
            + list(9) { "<!ENTITY a\($0 + 1) '\(String(repeating: "&a\($0);", count: 10))'>" } + "]>" + content
    }
}
