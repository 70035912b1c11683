// The current node.

extension XMLReader {
    /// Whether the reader is at the start or end of an element that `name` matches: see
    /// ``XMLTree/Element/subscript(_:)-(String)``. Allocates no memory, except for `{uri}name` and `*:name`.
    public func isNamed(_ name: String) -> Bool { cursor.isNamed(name) }

    /// Whether the reader is at the start or end of an element with this expanded name. Allocates no memory.
    public func isNamed(_ name: XMLName) -> Bool { cursor.isNamed(.expanded(name)) }

    /// The expanded name of the element. For other nodes a name in no namespace: the target of a processing instruction,
    /// the name of an entity, or the name in a document type declaration; empty for nodes without a name.
    public var name: XMLName { cursor.name }

    /// The name as written, with its prefix if it has one; otherwise as ``name``.
    public var qualifiedName: String { cursor.qualifiedName }

    /// The name without its prefix.
    public var localName: String { cursor.name.localName }

    /// The prefix of the element as written; nil if there is none.
    public var prefix: String? { cursor.prefix }

    /// The namespace URI of the element; nil for an element in no namespace, and for other nodes.
    public var namespaceURI: String? { cursor.name.namespaceURI }

    /// The number of open elements, including the current element: 1 at the start and at the end of the root element, and
    /// for its text; 0 outside of it.
    ///
    /// Complexity: O(1).
    public var depth: Int { cursor.depth }

    /// Whether the document writes the element as one tag, `<a/>`, so that it has no end; false where this is no start, and for
    /// an element in the text of an entity.
    public var isEmptyElement: Bool { cursor.isEmptyElement }

    /// The text, the content of the CDATA section, comment or processing instruction, the reference as written; nil for
    /// elements and document types.
    ///
    /// Complexity: O(length).
    public var value: String? { cursor.value }

    /// Where what the reader stands at begins; what comes out of an entity has the place of the reference.
    ///
    /// Complexity: O(distance) from the last place that was asked for. Not asking costs nothing.
    public var location: XMLLocation { cursor.location }
}

// MARK: Attributes

extension XMLReader {
    /// The value of an attribute of the element at whose start the reader is; nil if there is none.
    ///
    /// - Parameter name: the name, as for ``XMLTree/Element/subscript(attribute:)-(String)``.
    /// - Complexity: O(*n*) in the number of attributes.
    public subscript(attribute name: String) -> String? { cursor.attribute(NameTest(name)) }

    /// The value of the attribute with this expanded name; nil if there is none.
    public subscript(attribute name: XMLName) -> String? { cursor.attribute(.expanded(name)) }

    /// The attributes of the element at whose start the reader is, in the order of the tag, without namespace declarations.
    /// Attributes with default values from the internal subset come last.
    public var attributes: [XMLAttribute] { cursor.attributes }
}
