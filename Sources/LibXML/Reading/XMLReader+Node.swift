// What the reader stands at.

extension XMLReader {
    /// Whether the reader stands at the start or end of an element whose name is written so, with its prefix if it has
    /// one. Makes no string.
    public func isNamed(_ name: String) -> Bool { cursor.isNamed(name) }

    /// Whether the reader stands at the start or end of an element that has this expanded name. Makes no string.
    public func isNamed(_ name: XMLName) -> Bool { cursor.isNamed(name) }

    /// The name as it is written: of an element with its prefix, the target of a processing instruction, the name of an
    /// entity, the name that a document type declares; empty for what has none.
    public var name: String { cursor.qualifiedName }

    /// The name without its prefix.
    public var localName: String { cursor.name.localName }

    /// The prefix of the element as it is written, if there is one.
    public var prefix: String? { cursor.prefix }

    /// The URI of the element's namespace; nil for one in none, and for everything else.
    public var namespaceURI: String? { cursor.name.namespaceURI }

    /// The expanded name.
    public var expandedName: XMLName { cursor.name }

    /// How many elements are around this: 0 for the root element, the same for the start and the end of an element.
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
    /// An attribute.
    public struct Attribute: Hashable, Sendable {
        /// The name as it is written, with its prefix if it has one.
        public var qualifiedName: String

        /// The expanded name; an attribute without a prefix is in no namespace.
        public var name: XMLName

        /// The value, with references resolved and white space normalised as its declared type says
        /// (XML 1.0, section 3.3.3).
        public var value: String
    }

    /// The value of an attribute of the element at whose start the reader stands; nil when there is none.
    ///
    /// A string means the name as it is written, with its prefix if it has one. Where no attribute is written so it means
    /// the local name, if all attributes that have it are of one namespace.
    ///
    /// Complexity: O(*n*) in the number of attributes.
    public subscript(attribute name: String) -> String? { cursor.attribute(name) }

    /// The value of the attribute that has this expanded name; nil when there is none. An attribute without a prefix is in
    /// no namespace.
    public subscript(attribute name: XMLName) -> String? { cursor.attribute(name) }

    /// The attributes of the element at whose start the reader stands, in the order in which they are written; defaults come
    /// last. Without namespace declarations.
    public var attributes: [Attribute] { cursor.attributes }
}
