// What the modules above this one need of a tree.

extension XMLTree {
    /// Calls `body` with the memory of the tree, which must not escape.
    package func withMemory<Result, Failure: Error>(
        _ body: (TapeMemory) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try tape.withMemory(body)
    }

    /// The tree around an element, or of which it is a copy.
    package init(of element: Element) { self.init(tape: element.tape, diagnostics: []) }

    /// Whether the tree is that of a page of HTML.
    package var isHTML: Bool { tape.source.isHTML }

    /// The object that a module has made of the tree; created on first use, by whichever task comes first.
    package func derived(or make: () -> any Sendable) -> any Sendable {
        tape.derived.load { DerivedObject(make()) }.object
    }

    /// The element, attribute or node of an entry.
    package func element(_ entry: Int) -> Element { Element(tape: tape, entry: entry) }
    package func attribute(_ entry: Int, of element: Int) -> Attribute {
        Attribute(tape: tape, entry: entry, elementIndex: element)
    }
    package func node(_ entry: Int, in parent: Int) -> Node { Node(tape: tape, entry: entry, parentIndex: parent) }
}

extension XMLTree.Element {
    /// The entry of the element, and that after its last descendant.
    package var entries: Range<Int> { entry..<tape.end(entry) }
}

extension XMLTree.Element {
    /// Whether this is an element of a tree.
    package func isIn(_ tree: XMLTree) -> Bool { tape === tree.tape }
}
