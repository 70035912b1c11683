public import LibXML

/// A node that an XPath expression selects (XPath 1.0, section 5).
public enum XPathNode: Sendable {
    /// The document, which contains the root element.
    case document(XMLTree)
    /// An element.
    case element(XMLTree.Element)
    /// An attribute of an element.
    case attribute(XMLTree.Attribute)
    /// Text, with adjacent CDATA sections, as its first node.
    case text(XMLTree.Node, String)
    /// A comment.
    case comment(XMLTree.Node)
    /// A processing instruction.
    case processingInstruction(XMLTree.Node)
    /// A namespace in scope of an element.
    case namespace(prefix: String?, uri: String, of: XMLTree.Element)

    /// The location of the node; for a namespace, that of its element; for the document, that of the root element.
    public var location: XMLLocation {
        switch self {
        case .document(let tree): tree.root.location
        case .element(let element), .namespace(_, _, let element): element.location
        case .attribute(let attribute): attribute.location
        case .text(let node, _), .comment(let node), .processingInstruction(let node): node.location
        }
    }

    /// The string value of the node (XPath 1.0, section 5): all text of an element, the value of an attribute, the URI
    /// of a namespace.
    public var string: String {
        switch self {
        case .document(let tree): tree.root.text
        case .element(let element): element.text
        case .attribute(let attribute): attribute.value
        case .text(_, let text): text
        case .comment(let node), .processingInstruction(let node): node.text ?? ""
        case .namespace(_, let uri, _): uri
        }
    }
}

/// The value of an XPath expression (XPath 1.0, section 1).
public enum XPathValue: Sendable {
    /// Nodes in document order.
    case nodes([XPathNode])
    /// A string.
    case string(String)
    /// A number, which may be infinite or NaN.
    case number(Double)
    /// A Boolean.
    case boolean(Bool)

    /// Creates a string.
    public init(_ text: String) { self = .string(text) }

    /// Creates a number.
    public init(_ number: Int) { self = .number(Double(number)) }

    /// The nodes; empty for another value.
    public var nodes: [XPathNode] {
        if case .nodes(let nodes) = self { nodes } else { [] }
    }
}

extension XPathValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a number.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

/// A function that an expression may call. Its arguments are the values in the expression.
public typealias XPathFunction = @Sendable (_ arguments: [XPathValue]) throws -> XPathValue
