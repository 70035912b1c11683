// Text that is markup on purpose, such as a part of another file. Whoever determines a part of the text can write any
// markup.

extension XMLEdit {
    /// Inserts text as markup before an element: see ``insert(_:before:)-(_,XMLTree.Element)``. Nothing in it is
    /// escaped.
    public mutating func insert(unsafeMarkup text: String, before element: XMLTree.Element) throws(XMLError) {
        try insert(XMLFragment(unchecked: text), before: element)
    }

    /// Inserts text as markup before a node: see ``insert(_:before:)-(_,XMLTree.Node)``. Nothing in it is escaped.
    public mutating func insert(unsafeMarkup text: String, before node: XMLTree.Node) throws(XMLError) {
        try insert(XMLFragment(unchecked: text), before: node)
    }

    /// Inserts text as markup after an element: see ``insert(_:after:)-(_,XMLTree.Element)``. Nothing in it is escaped.
    public mutating func insert(unsafeMarkup text: String, after element: XMLTree.Element) throws(XMLError) {
        try insert(XMLFragment(unchecked: text), after: element)
    }

    /// Inserts text as markup after a node: see ``insert(_:after:)-(_,XMLTree.Node)``. Nothing in it is escaped.
    public mutating func insert(unsafeMarkup text: String, after node: XMLTree.Node) throws(XMLError) {
        try insert(XMLFragment(unchecked: text), after: node)
    }

    /// Adds text as markup at the end of an element's content: see ``append(_:to:)``. Nothing in it is escaped.
    public mutating func append(unsafeMarkup text: String, to element: XMLTree.Element) throws(XMLError) {
        try append(XMLFragment(unchecked: text), to: element)
    }

    /// Adds text as markup at the beginning of an element's content: see ``prepend(_:to:)``. Nothing in it is escaped.
    public mutating func prepend(unsafeMarkup text: String, to element: XMLTree.Element) throws(XMLError) {
        try prepend(XMLFragment(unchecked: text), to: element)
    }

    /// Replaces an element with text as markup: see ``replace(_:with:)-(XMLTree.Element,_)``. Nothing in it is escaped.
    public mutating func replace(_ element: XMLTree.Element, unsafeMarkup text: String) throws(XMLError) {
        try replace(element, with: XMLFragment(unchecked: text))
    }

    /// Replaces a node with text as markup: see ``replace(_:with:)-(XMLTree.Node,_)``. Nothing in it is escaped.
    public mutating func replace(_ node: XMLTree.Node, unsafeMarkup text: String) throws(XMLError) {
        try replace(node, with: XMLFragment(unchecked: text))
    }

    /// Replaces the content of an element with text as markup: see ``replaceContent(of:with:)``. Nothing in it is
    /// escaped.
    public mutating func replaceContent(of element: XMLTree.Element, unsafeMarkup text: String) throws(XMLError) {
        try replaceContent(of: element, with: XMLFragment(unchecked: text))
    }
}
