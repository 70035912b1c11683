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
        all = trees.flatMap { [$0.root] + $0.root.descendants }.filter { $0.namespaceURI == Self.namespace }
        for element in all where element.localName == "define" {
            definitions[Self.name(of: element), default: []].append(element)
        }
        for include in all where include.localName == "include" {
            // The definitions in it replace those of the included document.
            guard let number = include[attribute: "href"].flatMap(SchemaDocument.number) else { continue }
            for definition in include.descendants where definition.localName == "define" {
                definitions[Self.name(of: definition)]?.removeAll { $0.ancestors.contains(trees[number].root) }
            }
        }
    }

    private static let namespace = SchemaLanguage.relaxNG.uri

    /// All elements of the documents in the namespace of RELAX NG.
    let all: [Element]

    /// The name of a definition or reference.
    static func name(of pattern: Element) -> String { (pattern[attribute: "name"] ?? "").trimmingSpace }

    static func isReference(_ pattern: Element) -> Bool { ["ref", "parentRef"].contains(pattern.localName) }

    func parts(of pattern: Element) -> [Element] {
        switch pattern.localName {
        case "ref", "parentRef": definitions[Self.name(of: pattern)] ?? []
        case "externalRef": pattern[attribute: "href"].flatMap(SchemaDocument.number).map { [trees[$0].root] } ?? []
        case "grammar": starts(in: pattern)
        default: pattern.elements.filter { $0.namespaceURI == Self.namespace }
        }
    }

    /// The patterns with which a grammar starts, also those of documents that it includes.
    private func starts(in pattern: Element, included: Set<Int> = []) -> [Element] {
        pattern.elements.flatMap { part in
            switch part.localName {
            case "start": return [part]
            case "div": return starts(in: part, included: included)
            case "include":
                let own = starts(in: part, included: included)
                guard let number = part[attribute: "href"].flatMap(SchemaDocument.number), !included.contains(number)
                else { return own }
                return own + starts(in: trees[number].root, included: included.union([number]))
            default: return []
            }
        }
    }

    /// The documents with `<empty/>` at the end of each list, on the same lines; nil if there are no lists.
    ///
    /// The meaning is the same. libxml2 up to 2.14 keeps a pointer to the items after those of a list, for an error
    /// that it reports when no other choice matches, and has freed them by then. At an `<empty/>`, it keeps no pointer.
    /// A list without patterns remains an error.
    func closingLists(_ documents: [SchemaDocument]) -> [SchemaDocument]? {
        guard all.contains(where: { $0.localName == "list" }) else { return nil }
        var closed = documents
        for (index, tree) in trees.enumerated() {
            let lists = tree.descendants.filter {
                $0.localName == "list" && $0.namespaceURI == Self.namespace && !parts(of: $0).isEmpty
            }
            let source = tree.utf8Source
            let insertions = lists.compactMap { list -> (offset: Int, text: String)? in
                let endTag = source[list.sourceRange].lastIndex(of: UInt8(ascii: "<"))
                return endTag.map { ($0, "<\(Self.prefix(of: list))empty/>") }
            }
            closed[index].text = tree.inserting(insertions.sorted { $0.offset < $1.offset })
        }
        return closed
    }

    /// The prefix of an element with its colon, or nothing.
    static func prefix(of element: Element) -> Substring {
        element.qualifiedName.firstIndex(of: ":").map { element.qualifiedName[...$0] } ?? ""
    }

    /// The key under which results for a pattern are kept.
    func key(_ pattern: Element) -> String? {
        Self.isReference(pattern) || pattern.localName == "externalRef"
            ? Self.name(of: pattern) + " " + (pattern[attribute: "href"] ?? "") : nil
    }
}

extension XMLTree {
    /// The source with texts inserted at offsets, which must be in order.
    func inserting(_ insertions: [(offset: Int, text: String)]) -> [UInt8] {
        let source = utf8Source
        var (text, position): ([UInt8], Int) = ([], 0)
        for (offset, insertion) in insertions {
            text += source[position..<offset] + Array(insertion.utf8)
            position = offset
        }
        return text + source[position...]
    }
}
