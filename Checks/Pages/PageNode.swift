import LibXML

/// A node of a page, as one entry of a flat list in document order.
struct PageNode: Encodable, Equatable {
    /// The range in bytes, and the line and column, of a node or attribute in the page.
    struct Place: Encodable, Equatable {
        var start: Int
        var end: Int
        var line: Int
        var column: Int

        init(_ range: Range<Int>, _ location: XMLLocation) {
            (start, end, line, column) = (range.lowerBound, range.upperBound, location.line, location.column)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for number in [start, end, line, column] { try container.encode(number) }
        }
    }

    struct Attribute: Encodable, Equatable {
        var name: String
        var value: String
        var place: Place?
        /// The line and column of the value.
        var valueAt: [Int]?
    }

    /// How many elements contain the node.
    var depth: Int
    var kind: String
    /// The name of an element or document type, or the target of a processing instruction.
    var name: String?
    /// The text of a text, comment or processing instruction.
    var text: String?
    var attributes: [Attribute]?
    /// The public and the system identifier of a document type.
    var identifiers: [String?]?
    var place: Place?

    init(_ node: XMLTree.Node, depth: Int, hasPlaces: Bool) {
        self.depth = depth
        kind = "\(node.kind)"
        place = hasPlaces ? Place(node.sourceRange, node.location) : nil
        switch node.content {
        case .element(let element):
            name = element.qualifiedName
            attributes = element.attributes.map { Attribute($0, hasPlaces: hasPlaces) }
        case .text(let text), .cdata(let text), .comment(let text), .entityReference(let text):
            self.text = text
        case .processingInstruction(let target, let data):
            (name, text) = (target, data)
        case .documentType(let type):
            (name, identifiers) = (type.name, [type.publicID, type.systemID])
        }
    }

    /// The nodes of a list and all nodes in them, in document order.
    static func all(in nodes: some Sequence<XMLTree.Node>, hasPlaces: Bool) -> [PageNode] {
        var list: [PageNode] = []
        forEach(in: nodes) { node, depth in list.append(PageNode(node, depth: depth, hasPlaces: hasPlaces)) }
        return list
    }

    /// Calls `body` with each node of a list, and each node in them, in document order.
    static func forEach(in nodes: some Sequence<XMLTree.Node>, _ body: (_ node: XMLTree.Node, _ depth: Int) -> Void) {
        for first in nodes {
            body(first, 0)
            guard let element = first.element else { continue }
            var open = [element.children.makeIterator()]
            while !open.isEmpty {
                guard let node = open[open.count - 1].next() else {
                    open.removeLast()
                    continue
                }
                body(node, open.count)
                if let element = node.element { open.append(element.children.makeIterator()) }
            }
        }
    }
}

extension PageNode.Attribute {
    init(_ attribute: XMLTree.Attribute, hasPlaces: Bool) {
        name = attribute.qualifiedName
        value = attribute.value
        guard hasPlaces else { return }
        place = PageNode.Place(attribute.sourceRange, attribute.location)
        let location = attribute.valueLocation
        valueAt = [location.line, location.column]
    }
}
