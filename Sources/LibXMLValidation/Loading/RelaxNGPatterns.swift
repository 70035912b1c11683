import LibXML

/// The patterns of a RELAX NG schema, and the names under which they are defined.
struct RelaxNGPatterns {
    typealias Element = XMLTree.Element

    /// The documents as libxml2 reads them.
    let trees: [XMLTree]
    private(set) var definitions: [String: [Element]] = [:]

    init(of documents: [SchemaDocument]) throws(XMLError) {
        trees = try documents.map { document throws(XMLError) in
            try XMLTree(parsing: document.text, options: XMLParsingOptions(sourceName: document.tree.sourceName))
        }
        for element in all where element.localName == "define" {
            definitions[element[attribute: "name"] ?? "", default: []].append(element)
        }
    }

    /// All elements of the documents.
    var all: [Element] { trees.flatMap { [$0.root] + $0.root.descendants } }

    static func isReference(_ pattern: Element) -> Bool { ["ref", "parentRef"].contains(pattern.localName) }

    func parts(of pattern: Element) -> [Element] {
        switch pattern.localName {
        case "ref", "parentRef": definitions[pattern[attribute: "name"] ?? ""] ?? []
        case "externalRef": pattern[attribute: "href"].flatMap(SchemaDocument.number).map { [trees[$0].root] } ?? []
        case "grammar": Self.starts(in: pattern)
        default: Array(pattern.elements)
        }
    }

    private static func starts(in pattern: Element) -> [Element] {
        pattern.elements.flatMap { part in
            switch part.localName {
            case "start": [part]
            case "div", "include": starts(in: part)
            default: [Element]()
            }
        }
    }

    /// The name under which something is known of a pattern.
    func key(_ pattern: Element) -> String? {
        Self.isReference(pattern) || pattern.localName == "externalRef"
            ? (pattern[attribute: "name"] ?? "") + " " + (pattern[attribute: "href"] ?? "") : nil
    }
}
