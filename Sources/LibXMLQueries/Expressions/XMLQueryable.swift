public import LibXML

/// A tree or an element, in which expressions and selectors find nodes.
///
/// An expression of XPath begins at the document, or at the element. In both cases, it can select nodes of the whole
/// document. A selector finds elements in the document, or in the element.
public protocol XMLQueryable: Sendable {
    /// Where a query begins.
    var queryContext: XMLQueryContext { get }
}

/// Where a query begins: the document of a tree, or an element.
public struct XMLQueryContext: Sendable {
    let tree: XMLTree
    /// The entry of the element; 0 for the document.
    let entry: Int

    /// The element, or the root element of the document.
    var element: XMLTree.Element { entry == 0 ? tree.root : tree.element(entry) }
}

extension XMLTree: XMLQueryable {
    /// The document.
    public var queryContext: XMLQueryContext { XMLQueryContext(tree: self, entry: 0) }
}

extension XMLTree.Element: XMLQueryable {
    /// The element.
    public var queryContext: XMLQueryContext { XMLQueryContext(tree: XMLTree(of: self), entry: entries.lowerBound) }
}
