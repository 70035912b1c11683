public import LibXML

/// A node that an XPath expression selects (XPath 1.0, section 5).
public enum XPathNode: Sendable {
    case document
    case element(XMLTree.Element)
    case attribute(XMLTree.Attribute)
    /// Text, with adjacent CDATA sections, as its first node.
    case text(XMLTree.Node, String)
    case comment(XMLTree.Node)
    case processingInstruction(XMLTree.Node)
    /// A namespace in scope of an element.
    case namespace(prefix: String?, uri: String, of: XMLTree.Element)

    /// The location of the node; that of the element for a namespace, nil for the document.
    public var location: XMLLocation? {
        switch self {
        case .document: nil
        case .element(let element): element.location
        case .attribute(let attribute): attribute.location
        case .text(let node, _), .comment(let node), .processingInstruction(let node): node.location
        case .namespace(_, _, let element): element.location
        }
    }
}

/// The value of an XPath expression (XPath 1.0, section 1).
public enum XPathValue: Sendable {
    /// Nodes in document order.
    case nodes([XPathNode])
    case string(String)
    case number(Double)
    case boolean(Bool)
}
