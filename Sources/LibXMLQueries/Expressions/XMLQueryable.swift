public import LibXML

/// A tree or an element, in which expressions and selectors find nodes.
///
/// An expression of XPath begins at the document, or at the element. In both cases, it can select nodes of the whole
/// document. A selector finds elements in the document, or in the element. A query of another type that conforms traps.
public protocol XMLQueryable: Sendable {}

extension XMLTree: XMLQueryable {}
extension XMLTree.Element: XMLQueryable {}

/// Where a query begins: the document of a tree, or an element.
struct QueryContext {
    let tree: XMLTree
    /// The entry of the element; 0 for the document.
    let entry: Int

    /// The element, or the root element of the document.
    var element: XMLTree.Element { entry == 0 ? tree.root : tree.element(entry) }
}

extension XMLQueryable {
    var queryContext: QueryContext {
        if let element = self as? XMLTree.Element {
            return QueryContext(tree: XMLTree(of: element), entry: element.entries.lowerBound)
        }
        guard let tree = self as? XMLTree else { preconditionFailure("only trees and elements can be queried") }
        return QueryContext(tree: tree, entry: 0)
    }
}
