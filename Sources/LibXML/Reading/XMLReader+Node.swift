// The current node.

extension XMLReader {
    /// Returns whether the reader is at the start or end of an element that `name` matches.
    ///
    /// See ``XMLTree/Element/subscript(_:)-(String)``. Allocates no memory, except for `{uri}name` and `*:name`.
    public func isNamed(_ name: String) -> Bool { cursor.isNamed(name) }

    /// Returns whether the reader is at the start or end of an element with this expanded name. Allocates no memory.
    public func isNamed(_ name: XMLName) -> Bool { cursor.isNamed(.expanded(name)) }

    /// The expanded name of the element.
    ///
    /// For other nodes it is a name in no namespace: the target of a processing instruction, the name of an entity, or
    /// the name in a document type declaration; empty for nodes without a name.
    public var name: XMLName { cursor.name }

    /// The name as written, with its prefix if it has one. For nodes other than elements, the same as ``name``.
    public var qualifiedName: String { cursor.qualifiedName }

    /// The name without its prefix.
    public var localName: String { cursor.name.localName }

    /// The prefix of the element as written; nil if the name has no prefix.
    public var prefix: String? { cursor.prefix }

    /// The namespace URI of the element; nil for an element in no namespace, and for other nodes.
    public var namespaceURI: String? { cursor.name.namespaceURI }

    /// The number of open elements, including the current element.
    ///
    /// It is 1 at the start and end of the root element and for its text, and 0 outside the root element.
    /// Complexity: O(1).
    public var depth: Int { cursor.depth }

    /// Whether the element is written as an empty-element tag, `<a/>`, and therefore has no end event.
    ///
    /// False if the reader is not at a start tag, and for an element in the text of an entity.
    public var isEmptyElement: Bool { cursor.isEmptyElement }

    /// The text, the content of the CDATA section, comment or processing instruction, or the reference as written; nil
    /// for elements and document types.
    ///
    /// Complexity: O(length).
    public var value: String? { cursor.value }

    /// The location of the current event. At the end of an element, it is that of the end tag; for an event that comes
    /// from an entity, that of the reference.
    ///
    /// Complexity: O(*n*) in the distance from the last location that was requested.
    public var location: XMLLocation { cursor.location }

    /// Returns an error about the current event, for a program to throw.
    ///
    /// - Parameters:
    ///   - message: the error, in one line without a full stop.
    ///   - code: the kind of error.
    ///   - help: what the author of the document can do about it.
    public func error(_ message: String, code: XMLError.Code = .invalidValue, help: String? = nil) -> XMLError {
        XMLError(message, code: code, at: location, help: help)
    }

    /// The location of the start tag of the current element, also at its end tag; nil for other nodes.
    ///
    /// Complexity: as for ``location``.
    public var startTagLocation: XMLLocation? { cursor.startTagLocation }
}

// MARK: Attributes

extension XMLReader {
    /// The value of an attribute of the current element; nil if there is no such attribute, or the reader is not at a
    /// start tag.
    ///
    /// - Parameter name: the name, as for ``XMLTree/Element/subscript(attribute:)-(String)``.
    /// - Complexity: O(*n*) in the number of attributes.
    public subscript(attribute name: String) -> String? { cursor.attribute(NameTest(name)) }

    /// The value of the attribute with this expanded name; nil if there is no such attribute.
    public subscript(attribute name: XMLName) -> String? { cursor.attribute(.expanded(name)) }

    /// The attributes of the current element in the order of the tag, without namespace declarations.
    ///
    /// Attributes with default values from the internal subset come last. Empty if the reader is not at a start tag.
    public var attributes: [XMLReader.Attribute] { cursor.attributes }
}
