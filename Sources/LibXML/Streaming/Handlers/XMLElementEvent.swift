/// The start or end of an element, valid during a call of a method of ``XMLHandler``.
public struct XMLElementEvent: ~Copyable {
    private let element: ElementView

    init(_ element: ElementView) {
        self.element = element
    }

    /// The expanded name.
    public var name: XMLName { XMLName(localName, namespaceURI: namespaceURI) }

    /// The name as written, with its prefix if it has one.
    public var qualifiedName: String { element.name.qualified }

    /// The name without its prefix.
    public var localName: String { element.name.local }

    /// The prefix as written; nil if the name has no prefix.
    public var prefix: String? { element.name.prefix }

    /// The namespace URI; nil for an element in no namespace.
    public var namespaceURI: String? { element.name.uri }

    /// Returns whether `name` matches the element: see ``XMLTree/Element/subscript(_:)-(String)``.
    ///
    /// Allocates no memory, except for `{uri}name` and `*:name`.
    public func isNamed(_ name: String) -> Bool { element.isNamed(name) }

    /// Returns whether the element has this expanded name. Allocates no memory.
    public func isNamed(_ name: XMLName) -> Bool { element.matches(.expanded(name)) }

    /// The number of open elements, including this one: 1 for the root element.
    public var depth: Int { element.depth }

    /// The value of an attribute; nil if there is no such attribute, and at the end of an element.
    ///
    /// - Parameter name: the name, as for ``XMLTree/Element/subscript(attribute:)-(String)``.
    /// - Complexity: O(*n*) in the number of attributes.
    public subscript(attribute name: String) -> String? { value(NameTest(name)) }

    /// The value of the attribute with this expanded name; nil if there is no such attribute, and at the end of an
    /// element.
    ///
    /// Complexity: O(*n*) in the number of attributes.
    public subscript(attribute name: XMLName) -> String? { value(.expanded(name)) }

    private func value(_ test: NameTest) -> String? {
        var value: String?
        element.forEachAttribute { name, bytes in
            guard name.matchesAttribute(test) else { return true }
            value = bytes.string(0..<bytes.count)
            return false
        }
        return value
    }

    /// The attributes in the order of the tag, without namespace declarations; empty at the end of an element.
    public var attributes: [XMLReader.Attribute] {
        var attributes: [XMLReader.Attribute] = []
        element.forEachAttribute { name, bytes in
            let expanded = XMLName(name.local, namespaceURI: name.uri)
            attributes.append(XMLReader.Attribute(expanded, prefix: name.prefix, value: bytes.string(0..<bytes.count)))
            return true
        }
        return attributes
    }

    /// The location of the tag: of the start tag, and at the end of the element, of the end tag. For a tag that comes
    /// from an entity, it is the location of the reference; for `<a/>`, the location of the tag at both events.
    ///
    /// Complexity: O(*n*) in the distance from the last location that was computed.
    public var location: XMLLocation { element.location }

    /// The location of the start tag of the element, also at its end.
    ///
    /// Complexity: as for ``location``.
    public var startTagLocation: XMLLocation { element.startTagLocation }

    /// Ends the parse after this event, without an error.
    public func stopParsing() { element.stop() }
}

/// Character data, a CDATA section, a comment or a processing instruction, valid during a call of a method of
/// ``XMLHandler``.
public struct XMLTextEvent: ~Copyable {
    private let data: DataView

    init(_ data: DataView) {
        self.data = data
    }

    /// The text: character data with references resolved, or the content between the delimiters.
    public var string: String { data.withData { $0.string(0..<$0.count) } }

    /// The length in bytes of UTF-8.
    public var utf8Count: Int { data.withData { $0.count } }

    /// Whether the text is only white space. Allocates no memory.
    public var isWhiteSpace: Bool { data.withData { $0.skipSpace(from: 0) == $0.count } }

    /// Calls `body` with the text in UTF-8. Allocates no memory.
    public func withUTF8<Result>(_ body: (Span<UInt8>) -> Result) -> Result { data.withData(body) }

    /// The target of a processing instruction; nil for other events.
    public var target: String? { data.target }

    /// The number of open elements.
    public var depth: Int { data.depth }

    /// The location where the text, or its markup, begins.
    ///
    /// Complexity: as for ``XMLElementEvent/location``.
    public var location: XMLLocation { data.location }

    /// Ends the parse after this event, without an error.
    public func stopParsing() { data.stop() }
}
