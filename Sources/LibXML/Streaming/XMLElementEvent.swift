/// An element that begins or has ended: what a handler is lent.
public struct XMLElementEvent: ~Copyable {
    private let element: ElementView

    @inline(__always)
    init(_ element: ElementView) {
        self.element = element
    }

    /// The expanded name.
    public var name: XMLName { XMLName(localName, namespaceURI: namespaceURI) }

    /// The name as it is written, with its prefix if it has one.
    public var qualifiedName: String { element.name.qualified }

    /// The name without its prefix.
    public var localName: String { element.name.local }

    /// The prefix as it is written, if there is one.
    public var prefix: String? { element.name.prefix }

    /// The URI of the namespace; nil for an element in none.
    public var namespaceURI: String? { element.name.uri }

    /// Whether the name is written so, with its prefix if it has one. Makes no string.
    public func isNamed(_ name: String) -> Bool { element.name.isWritten(name) }

    /// Whether this is the expanded name. Makes no string.
    public func isNamed(_ name: XMLName) -> Bool { element.name.isExpanded(name) }

    /// How many elements are open with this one: 1 for the root element.
    public var depth: Int { element.depth }

    /// The value of the attribute whose name is written so; nil when there is none. Complexity: O(*n*) in the number of
    /// attributes.
    public subscript(attribute name: String) -> String? {
        value { $0.isWritten(name) }
    }

    /// The value of an attribute; nil when there is none. Complexity: O(*n*) in the number of attributes.
    public subscript(attribute name: XMLName) -> String? {
        value { $0.isExpanded(name) }
    }

    private func value(where matches: (CName) -> Bool) -> String? {
        var value: String?
        element.forEachAttribute { name, bytes in
            guard matches(name) else { return true }
            value = bytes.string(0..<bytes.count)
            return false
        }
        return value
    }

    /// All attributes in the order of the tag, by their names as written; namespace declarations are none.
    public var attributes: [(name: String, value: String)] {
        var attributes: [(name: String, value: String)] = []
        element.forEachAttribute { name, bytes in
            attributes.append((name.qualified, bytes.string(0..<bytes.count)))
            return true
        }
        return attributes
    }

    /// Where the element begins. Complexity: O(1), but the document is gone through once for all places that are asked for,
    /// and a second time where some lie before others that were asked for earlier.
    public var location: XMLLocation { element.location }

    /// Ends the parse, without an error, after this event.
    public func stop() { element.stop() }
}

/// Character data, a CDATA section, a comment or a processing instruction: what a handler is lent.
public struct XMLTextEvent: ~Copyable {
    private let data: DataView

    @inline(__always)
    init(_ data: DataView) {
        self.data = data
    }

    /// The text: character data with its references resolved, or what stands between the marks.
    public var string: String { data.withData { $0.string(0..<$0.count) } }

    /// The length in bytes of UTF-8.
    public var utf8Count: Int { data.withData { $0.count } }

    /// Whether there is nothing but white space. Makes no string.
    public var isWhiteSpace: Bool { data.withData { $0.skipSpace(from: 0) == $0.count } }

    /// Calls `body` with the text in UTF-8. Makes no string.
    public func withUTF8<Result>(_ body: (Span<UInt8>) -> Result) -> Result { data.withData(body) }

    /// The target of a processing instruction; nil for anything else.
    public var target: String? { data.target }

    /// How many elements are open.
    public var depth: Int { data.depth }

    /// Where it begins. Complexity: as that of ``XMLElementEvent/location``.
    public var location: XMLLocation { data.location }

    /// Ends the parse, without an error, after this data.
    public func stop() { data.stop() }
}
