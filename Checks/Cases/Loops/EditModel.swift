import LibXML

/// A document as a simple tree, on which edits are performed at once, one after the other.
final class EditModel {
    final class Node {
        var name = ""
        var attributes: [String: String] = [:]
        /// The text of a text node.
        var text: String?
        var children: [Node] = []
        weak var parent: Node?
        /// The element of the document; nil for inserted nodes.
        let element: XMLTree.Element?
        /// The place at which it was inserted, or to which it was moved.
        var place: String?
        /// The element that was moved to that place before, after which it was inserted.
        weak var predecessor: Node?
        /// Whether it was removed, or replaced by its children.
        var isRemoved = false
        var isReplaced = false
        /// Whether the content of its parent was set.
        var isDetached = false
        var isContentSet = false
        var isSorted = false
        var isEdited = false

        init(_ element: XMLTree.Element? = nil) { self.element = element }

        var isGone: Bool { isRemoved || isReplaced || isInGone }

        /// Whether an element around it was removed or replaced, or its content was set.
        var isInGone: Bool { isDetached || parent?.isGone ?? false }

        func isInside(_ other: Node) -> Bool { self === other || parent?.isInside(other) ?? false }

        var description: String {
            if isRemoved { return "" }
            let content = text ?? children.map(\.description).joined()
            if text != nil || isReplaced { return content }
            return "<\(name)\(EditModel.list(attributes))>\(content)</>"
        }
    }

    struct Impossible: Error {}

    let root: Node
    private(set) var nodes: [Node] = []

    init(_ tree: XMLTree) {
        root = Node(tree.root)
        fill(root)
    }

    private func fill(_ node: Node) {
        guard let element = node.element else { return }
        nodes.append(node)
        node.name = element.qualifiedName
        for attribute in element.attributes { node.attributes[attribute.qualifiedName] = attribute.value }
        for child in element.children {
            let new = Node(child.element)
            new.text = child.element == nil ? Self.withoutSpace(child.text ?? "") : nil
            new.parent = node
            if new.text != "" { node.children.append(new) }
            fill(new)
        }
    }

    static func list(_ attributes: [String: String]) -> String {
        attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    }

    static func withoutSpace(_ text: String) -> String { String(text.filter { !$0.isWhitespace }) }

    /// The content of an element, in the form of ``Node/description``.
    static func description(_ element: XMLTree.Element) -> String {
        let attributes = Dictionary(uniqueKeysWithValues: element.attributes.map { ($0.qualifiedName, $0.value) })
        let content = element.children.map { $0.element.map(description) ?? withoutSpace($0.text ?? "") }.joined()
        return "<\(element.qualifiedName)\(list(attributes))>\(content)</>"
    }

    /// Marks elements, and those around them, as changed.
    func touch(_ touched: Node...) {
        for start in touched {
            var node: Node? = start
            while let current = node {
                current.isEdited = true
                node = current.parent
            }
            var element = start.element
            while let current = element {
                nodes.first { $0.element?.sourceRange == current.sourceRange }?.isEdited = true
                element = current.parent
            }
        }
    }

    // MARK: Edits

    func require(_ isPossible: Bool) throws { guard isPossible else { throw Impossible() } }

    func inserted(_ name: String) -> Node {
        let node = Node()
        node.name = name
        return node
    }

    func inserted(text: String) -> Node {
        let node = Node()
        node.text = text
        return node
    }

    func setContent(_ node: Node, _ new: Node) throws {
        try require(!node.isGone)
        for child in node.children { child.isDetached = true }
        new.parent = node
        (node.children, node.isContentSet) = ([new], true)
    }

    func replace(_ node: Node, with new: Node?) throws {
        if new == nil, node.isRemoved { return }
        try require(!node.isInGone && !node.isRemoved)
        node.children = new.map { [$0] } ?? []
        new?.parent = node
        (node.isReplaced, node.isRemoved) = (new != nil, new == nil)
    }

    func insert(_ new: Node, beside node: Node, isBefore: Bool) throws {
        guard let parent = node.parent, !node.isInGone,
            let index = parent.children.firstIndex(where: { $0 === node })
        else { throw Impossible() }
        let number = nodes.firstIndex { $0 === node } ?? -1
        new.place = node.place ?? (isBefore ? "before \(number)" : "after \(number)")
        new.predecessor = node.place != nil && !isBefore ? node : nil
        new.parent = parent
        var place = index
        if !isBefore {
            place += 1
            while place < parent.children.count, parent.children[place].place == new.place,
                node.place == nil || parent.children[place].predecessor === node
            {
                place += 1
            }
        }
        parent.children.insert(new, at: place)
    }

    func insert(_ new: Node, in node: Node, isAtEnd: Bool) throws {
        try require(!node.isGone)
        let number = nodes.firstIndex { $0 === node } ?? -1
        (new.place, new.predecessor, new.parent) = (isAtEnd ? "end \(number)" : "start \(number)", nil, node)
        let place = isAtEnd ? node.children.count : node.children.firstIndex { $0.place != new.place }
        node.children.insert(new, at: place ?? node.children.count)
    }

    /// Moves a node to where `insert` inserts it.
    func move(_ node: Node, into parent: Node?, _ insert: () throws -> Void) throws {
        try require(!node.isGone && parent?.isInside(node) != true && parent?.isGone != true)
        guard let old = node.parent, let index = old.children.firstIndex(where: { $0 === node }) else { return }
        old.children.remove(at: index)
        try insert()
    }

    func sort(_ node: Node, by isBefore: (XMLTree.Element, XMLTree.Element) -> Bool) throws {
        try require(
            !node.isContentSet && !node.isGone
                && node.children.allSatisfy { $0.isRemoved || $0.place == nil && !$0.isReplaced })
        let places = node.children.indices.filter { node.children[$0].element != nil && !node.children[$0].isRemoved }
        let sorted = places.map { node.children[$0] }.sorted {
            if let first = $0.element, let second = $1.element { isBefore(first, second) } else { false }
        }
        for (place, child) in zip(places, sorted) { node.children[place] = child }
        node.isSorted = true
    }
}
