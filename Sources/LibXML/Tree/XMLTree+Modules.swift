// Members of trees for the modules above this one.

extension XMLTree {
    /// Calls `body` with the memory of the tree, which must not escape.
    package func withMemory<Result, Failure: Error>(
        _ body: (TapeMemory) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try tape.withMemory(body)
    }

    /// The tree around an element.
    package init(of element: Element) { self.init(tape: element.tape, diagnostics: []) }

    /// Whether both are the same tree, rather than equal trees.
    package func isSame(as other: XMLTree) -> Bool { tape === other.tape }

    /// Whether the tree is that of a page of HTML.
    package var isHTML: Bool { tape.source.isHTML }

    /// The namespaces in scope around the root element, of a record or a detached element.
    package var outerNamespaces: [String?: String] { tape.outerScope?.all ?? [:] }

    /// The number of names.
    package var nameCount: Int { tape.nameCount }

    /// The object that a module has created from the tree; created on first use, by the first task.
    package func derived(or make: () -> any Sendable) -> any Sendable {
        tape.derived.load { DerivedObject(make()) }.object
    }

    /// The elements of entries.
    package func elements(_ entries: [UInt32]) -> [Element] {
        let tape = tape
        return entries.map { Element(tape: tape, entry: Int($0)) }
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

    /// The entry, if it belongs to a tree.
    package func entry(in tree: XMLTree) -> Int? { tape === tree.tape ? entry : nil }

    /// The number of the name, which all elements and attributes with this prefix, local name and namespace share.
    package var nameNumber: Int { tape.nameNumber(entry) }
}

extension XMLTree.Attribute {
    /// The number of the name: see ``XMLTree/Element/nameNumber``.
    package var nameNumber: Int { tape.nameNumber(entry) }

    /// The entries of the attribute and its element, if they belong to a tree.
    package func entry(in tree: XMLTree) -> (entry: Int, element: Int)? {
        tape === tree.tape ? (entry, elementIndex) : nil
    }
}

extension XMLTree.Node {
    /// The entry, if it belongs to a tree.
    package func entry(in tree: XMLTree) -> Int? { tape === tree.tape ? entry : nil }
}
