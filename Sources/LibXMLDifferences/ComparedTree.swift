import LibXML

/// The nodes of a document that are compared, in document order, with the numbers of their content.
struct ComparedTree {
    struct Node {
        var part: XMLDifference.Part
        /// The entry in the tape; for a text in several nodes, the first and the last one.
        var entry: Int
        var lastEntry: Int
        /// The parent among the nodes.
        var parent: Int32
        /// The number of the content with everything in it.
        var content: UInt32 = 0
        /// The number of the name of an element, of the target of an instruction, or of the kind of another node.
        var label: UInt32 = 0
        /// The number of the key attribute with its value; 0 for none.
        var key: UInt32 = 0
        /// The child nodes in ``children``.
        var children: Range<Int> = 0..<0
        /// The attributes in ``attributes``.
        var attributes: Range<Int> = 0..<0
        /// Whether white space between its children was ignored, or would be.
        var isLaidOut = false
        /// Whether it contains only white space, which is ignored if its partner is laid out.
        var isBlank = false
    }

    struct Attribute {
        var entry: Int
        /// The number of the name.
        var name: UInt32
        /// The number of the name with the value.
        var content: UInt32
    }

    let tree: XMLTree
    /// The first one stands for the document.
    private(set) var nodes: [Node] = []
    private(set) var children: [Int32] = []
    private(set) var attributes: [Attribute] = []
    private var numbers = SiblingNumbers()

    /// Reads a document, or one element of it.
    init(
        _ tree: XMLTree, _ element: XMLTree.Element?, _ options: XMLDifferenceOptions, _ content: inout ContentTable
    ) {
        self.tree = tree
        var reader = ComparedTreeReader(tree, options, content)
        reader.read(element)
        (nodes, children, attributes, content) = (reader.nodes, reader.children, reader.attributes, reader.content)
    }

    func children(of node: Int) -> ArraySlice<Int32> { children[nodes[node].children] }
    func attributes(of node: Int) -> ArraySlice<Attribute> { attributes[nodes[node].attributes] }

    /// Returns the node of an element, or the first one of a text; nil for the document.
    func node(_ number: Int) -> XMLTree.Node? { number == 0 ? nil : node(number, nodes[number].entry) }

    func element(_ number: Int) -> XMLTree.Element? { node(number)?.element }

    private func node(_ number: Int, _ entry: Int) -> XMLTree.Node {
        let parent = Int(nodes[number].parent)
        guard parent == 0, nodes[number].part == .element else { return tree.node(entry, in: nodes[parent].entry) }
        // An element that is compared alone may be in others.
        return tree.node(entry, in: tree.element(entry).parent?.entries.lowerBound ?? 0)
    }

    // MARK: Places

    mutating func place(_ number: Int) -> XMLDifference.Place {
        let node = nodes[number]
        var path = path(node.part == .element ? number : Int(node.parent))
        let (first, last) = (self.node(number, node.entry), self.node(number, node.lastEntry))
        switch node.part {
        case .text: path += "/#text"
        case .comment, .processingInstruction: path += "/" + numbers.step(to: first).shortened
        case .element, .attribute, .entityReference: break
        }
        return XMLDifference.Place(path: path, content: .node(first, last: last))
    }

    mutating func place(_ attribute: Attribute, of number: Int) -> XMLDifference.Place {
        let found = tree.attribute(attribute.entry, of: nodes[number].entry)
        return XMLDifference.Place(
            path: path(number) + "/@" + found.qualifiedName.shortened, content: .attribute(found))
    }

    /// The path of an element: see ``XMLDifference/Place/path``.
    private mutating func path(_ number: Int) -> String {
        var steps: [String] = []
        var (number, length) = (number, 0)
        while number != 0, let element = element(number) {
            // An element that is compared alone has no siblings.
            let isTop = nodes[number].parent == 0
            let step = isTop ? element.qualifiedName.shortened : numbers.step(to: element).shortened
            length += step.utf8.count + 1
            if length > Self.longestPath, !steps.isEmpty {
                steps.append("…")
                break
            }
            steps.append(step)
            number = Int(nodes[number].parent)
        }
        return SiblingNumbers.path(steps.reversed())
    }

    /// In bytes.
    private static let longestPath = 250
}

extension String {
    /// The beginning of a long name.
    fileprivate var shortened: String { utf8.count <= 80 ? self : prefix(60) + "…" }
}
