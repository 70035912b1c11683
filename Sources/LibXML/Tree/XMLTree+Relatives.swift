// MARK: Elements

extension XMLTree.Element {
    /// The element as a node, whose siblings are nodes of all kinds. Complexity: O(depth).
    public var node: XMLTree.Node {
        XMLTree.Node(tape: tape, entry: entry, parentIndex: tape.parent(ofElement: entry) ?? Tape.document)
    }

    /// The names of the elements from the root to this one, as they are written, with numbers from 1 where several
    /// siblings have the name: `orders/order[2]/item`. As an ``XMLPath``, it leads to exactly this element.
    ///
    /// It begins with `/` if a name contains a dot. The path of an element in a record begins at the record.
    ///
    /// Complexity: O(*n*) in the number of siblings of this element and of its ancestors. A loop over siblings takes
    /// quadratic time.
    public var path: String {
        var numbers = SiblingNumbers()
        return numbers.path(of: self)
    }

    /// The elements around this one, from its parent to the root element. Complexity: O(1) for each.
    public var ancestors: some Sequence<XMLTree.Element> {
        sequence(state: self) { element in
            guard let parent = element.parent else { return nil }
            element = parent
            return parent
        }
    }

    /// The next element with the same parent; nil for the last one, and for a root element.
    ///
    /// Complexity: O(*n*) in the number of nodes between the two.
    public var nextSibling: XMLTree.Element? {
        followingSiblings.first { _ in true }
    }

    /// The previous element with the same parent; nil for the first one.
    ///
    /// Complexity: O(*n*) in the number of nodes before this element. ``precedingSiblings`` returns all of them in the
    /// same time.
    public var previousSibling: XMLTree.Element? { precedingSiblings.first { _ in true } }

    /// The elements after this one with the same parent, in document order.
    ///
    /// Complexity: O(*n*) in the number of nodes that are passed.
    public var followingSiblings: some Sequence<XMLTree.Element> {
        let tape = tape
        let next = tape.next(entry)
        return sequence(state: ChildCursor(index: next, end: parent.map { tape.end($0.entry) } ?? next)) { children in
            while let (index, head) = children.next(tape) {
                if head.kind == .element { return XMLTree.Element(tape: tape, entry: index) }
            }
            return nil
        }
    }

    /// The elements before this one with the same parent, the nearest first.
    ///
    /// Complexity: O(*n*) in the number of nodes before this element.
    public var precedingSiblings: some Sequence<XMLTree.Element> {
        (parent.map { tape.children(before: entry, in: $0.entry) } ?? []).reversed()
            .filter { tape.kind($0) == .element }.map { XMLTree.Element(tape: tape, entry: $0) }
    }

    /// The position of this element among the child elements of its parent, from 0; 0 for a root element.
    ///
    /// Complexity: O(*n*) in the number of nodes before this element. In a loop over ``elements``, `enumerated()`
    /// counts them.
    public var index: Int {
        guard let parent else { return 0 }
        return tape.children(before: entry, in: parent.entry).count { tape.kind($0) == .element }
    }
}

// MARK: Nodes

extension XMLTree.Node {
    /// The elements around this node, from its parent to the root element. Complexity: O(1) for each.
    public var ancestors: some Sequence<XMLTree.Element> {
        sequence(state: parent) { element in
            defer { element = element?.parent }
            return element
        }
    }

    /// The next node with the same parent; nil for the last one. Complexity: O(1).
    public var nextSibling: XMLTree.Node? {
        let next = tape.next(entry)
        return next < tape.end(parentIndex) ? XMLTree.Node(tape: tape, entry: next, parentIndex: parentIndex) : nil
    }

    /// The previous node with the same parent; nil for the first one.
    ///
    /// Complexity: O(*n*) in the number of nodes before this one. ``precedingSiblings`` returns all of them in the same
    /// time.
    public var previousSibling: XMLTree.Node? { precedingSiblings.first { _ in true } }

    /// The nodes after this one with the same parent, in document order. Complexity: O(1) for each.
    public var followingSiblings: some Sequence<XMLTree.Node> {
        sequence(state: self) { node in
            guard let next = node.nextSibling else { return nil }
            node = next
            return next
        }
    }

    /// The nodes before this one with the same parent, the nearest first.
    ///
    /// Complexity: O(*n*) in the number of these nodes.
    public var precedingSiblings: some Sequence<XMLTree.Node> {
        tape.children(before: entry, in: parentIndex).reversed()
            .map { XMLTree.Node(tape: tape, entry: $0, parentIndex: parentIndex) }
    }

    /// The position of this node among the children of its parent, from 0: `parent.children` contains it there.
    ///
    /// Complexity: O(*n*) in the number of nodes before this one.
    public var index: Int { tape.children(before: entry, in: parentIndex).count }
}

extension Tape {
    /// The entries of the nodes before an entry with the same parent, in document order.
    fileprivate func children(before entry: Int, in parent: Int) -> [Int] {
        var found: [Int] = []
        var children = children(of: parent)
        while let (index, _) = children.next(self), index < entry { found.append(index) }
        return found
    }
}
