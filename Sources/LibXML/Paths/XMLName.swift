/// The expanded name of an element or attribute: its local name and its namespace URI, regardless of the prefix
/// (Namespaces in XML 1.0, section 2.1).
public struct XMLName: Hashable, Sendable {
    /// The name without a prefix.
    public let localName: String

    /// The namespace URI; nil for a name in no namespace.
    public let namespaceURI: String?

    /// Creates a name. An empty URI means no namespace, as in a declaration.
    public init(_ localName: String, namespaceURI: String?) {
        self.localName = localName
        self.namespaceURI = namespaceURI == "" ? nil : namespaceURI
    }

    /// Creates a name from its ``description``: `{uri}name`, or `name` for a name in no namespace.
    public init(_ name: String) {
        if name.utf8.first == UInt8(ascii: "{"), let end = name.utf8.lastIndex(of: UInt8(ascii: "}")) {
            let uri = String(name[name.utf8.index(after: name.startIndex)..<end])
            self.init(String(name[name.utf8.index(after: end)...]), namespaceURI: uri)
        } else {
            self.init(name, namespaceURI: nil)
        }
    }

    /// Creates a name in a namespace, as `namespace[localName]` does.
    public init(_ localName: String, namespace: XMLNamespace) { self = namespace[localName] }
}

extension XMLName {
    /// Names are compared by scalars (Namespaces in XML 1.0, section 2.3), not by canonical equivalence like strings.
    public static func == (left: Self, right: Self) -> Bool {
        guard left.localName.hasSameBytes(as: right.localName) else { return false }
        guard let uri = left.namespaceURI, let other = right.namespaceURI else {
            return left.namespaceURI == nil && right.namespaceURI == nil
        }
        return uri.hasSameBytes(as: other)
    }
}

extension XMLName: CustomStringConvertible {
    /// The form `{http://…}Body`, or `Body` for a name in no namespace.
    public var description: String {
        guard let namespaceURI else { return localName }
        return "{\(namespaceURI)}\(localName)"
    }
}

/// A namespace, used to create names in it.
///
/// ```swift
/// let soap: XMLNamespace = "http://schemas.xmlsoap.org/soap/envelope/"
/// let body = tree.root[soap["Body"]]
/// ```
public struct XMLNamespace: Hashable, Sendable {
    /// The namespace URI.
    public var uri: String

    /// Creates a namespace from its URI.
    public init(_ uri: String) {
        self.uri = uri
    }

    /// The name with this local name in the namespace.
    public subscript(localName: String) -> XMLName {
        XMLName(localName, namespaceURI: uri)
    }

    /// The namespace of `xml:lang`, `xml:space`, `xml:base` and `xml:id`.
    public static let xml = Self("http://www.w3.org/XML/1998/namespace")

    /// The namespace of `xsi:nil` and `xsi:type`.
    package static let schemaInstance = Self("http://www.w3.org/2001/XMLSchema-instance")
}

extension XMLNamespace {
    /// URIs are compared by scalars, as names are.
    public static func == (left: Self, right: Self) -> Bool { left.uri.hasSameBytes(as: right.uri) }
}

extension XMLNamespace: ExpressibleByStringLiteral {
    /// Creates a namespace from its URI.
    public init(stringLiteral uri: String) {
        self.init(uri)
    }
}
