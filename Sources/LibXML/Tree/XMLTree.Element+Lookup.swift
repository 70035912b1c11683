extension XMLTree.Element {
    /// The first child element that `name` matches; nil if there is no such element.
    ///
    /// A name that is a string has the same meaning in every lookup of this package:
    ///
    /// | name | matches |
    /// | --- | --- |
    /// | `item` | elements without a prefix, elements in the namespace of their parent, a root in any namespace |
    /// | `m:item` | elements written with this prefix |
    /// | `{urn:shop}item` | elements in this namespace, whatever their prefix; `{}item`: elements in no namespace |
    /// | `*:item` | elements in any namespace, or in none |
    ///
    /// For example, `link` finds the `<link>` of an RSS channel and never its `<atom:link>`, and `row` finds the
    /// `<x:row>` in an `<x:sheetData>`. An ``XMLName`` contains the namespace, so that no string is parsed.
    ///
    /// - Complexity: O(*n*) in the number of children; O(1) on average for more than 64, after the first lookup.
    public subscript(name: String) -> XMLTree.Element? { first(NameTest(name)) }

    /// The first child element with this expanded name; nil if there is no such element.
    public subscript(name: XMLName) -> XMLTree.Element? { first(.expanded(name)) }

    /// All child elements that `name` matches, in document order.
    public subscript(all name: String) -> [XMLTree.Element] { all(NameTest(name)) }

    /// All child elements with this expanded name, in document order.
    public subscript(all name: XMLName) -> [XMLTree.Element] { all(.expanded(name)) }

    /// The value of an attribute; nil if there is no such attribute.
    ///
    /// - Parameter name: `id` matches the attribute in no namespace; `p:id`, `{uri}id` and `*:id` match as for
    ///   elements.
    public subscript(attribute name: String) -> String? { attribute(NameTest(name))?.value }

    /// The value of the attribute with this expanded name; nil if there is no such attribute.
    ///
    /// An attribute without a prefix is in no namespace.
    public subscript(attribute name: XMLName) -> String? { attribute(.expanded(name))?.value }

    /// Returns whether `name` matches this element: see ``subscript(_:)-(String)``.
    public func isNamed(_ name: String) -> Bool { matches(NameTest(name)) }

    /// Returns whether this element has this expanded name.
    public func isNamed(_ name: XMLName) -> Bool { matches(.expanded(name)) }

    private func matches(_ test: NameTest) -> Bool {
        var test = ElementTest(test)
        return test.matches(entry, name: tape.nameNumber(entry), tape)
    }

    func first(_ test: NameTest) -> Self? {
        tape.firstChild(of: entry, named: test).map { Self(tape: tape, entry: $0) }
    }

    private func all(_ test: NameTest) -> [Self] {
        tape.children(of: entry, named: test).map { Self(tape: tape, entry: $0) }
    }

    /// Returns all attributes that a test matches.
    func attributes(_ test: NameTest) -> [XMLTree.Attribute] {
        attributes.filter { tape.names.table.matchesAttribute(tape.nameNumber($0.entry), test) }
    }

    func attribute(_ test: NameTest) -> XMLTree.Attribute? {
        tape.attribute(of: entry, named: test).map { XMLTree.Attribute(tape: tape, entry: $0, elementIndex: entry) }
    }
}

// MARK: Required elements and attributes

extension XMLTree.Element {
    /// Returns the first child element that `name` matches: see ``subscript(_:)-(String)``.
    ///
    /// - Throws: ``XMLError/Code/missingElement``, located at this element, if there is no such element. Its help says
    ///   what exists instead.
    public func require(_ name: String) throws(XMLError) -> XMLTree.Element { try require(NameTest(name)) }

    /// Returns the first child element with this expanded name.
    ///
    /// - Throws: the same errors as for a name that is a string.
    public func require(_ name: XMLName) throws(XMLError) -> XMLTree.Element { try require(.expanded(name)) }

    /// Returns the first element at a path: see ``subscript(at:)``.
    ///
    /// - Throws: ``XMLError/Code/missingElement``, located at the element in which the first missing step was looked
    ///   up; ``XMLError/Code/invalidPath`` for a path to attributes, and for a malformed literal.
    public func require(at path: XMLPath) throws(XMLError) -> XMLTree.Element {
        if path.leadsToAttributes {
            let fault = path.leadingToAttributes
            throw error(fault.message, code: fault.code, help: fault.help)
        }
        if let element = self[at: path] { return element }
        throw missing(path)
    }

    /// Returns the value of an attribute.
    ///
    /// - Throws: ``XMLError/Code/missingAttribute``, located at this element, if there is no such attribute. Its help
    ///   says what exists instead.
    public func require(attribute name: String) throws(XMLError) -> String {
        try requireAttribute(NameTest(name)).value
    }

    /// Returns the value of the attribute with this expanded name.
    ///
    /// - Throws: the same errors as for a name that is a string.
    public func require(attribute name: XMLName) throws(XMLError) -> String {
        try requireAttribute(.expanded(name)).value
    }

    private func require(_ test: NameTest) throws(XMLError) -> Self {
        if let element = first(test) { return element }
        throw missing(test)
    }

    @usableFromInline
    func requireAttribute(_ name: String) throws(XMLError) -> XMLTree.Attribute {
        try requireAttribute(NameTest(name))
    }

    @usableFromInline
    func requireAttribute(_ name: XMLName) throws(XMLError) -> XMLTree.Attribute {
        try requireAttribute(.expanded(name))
    }

    func requireAttribute(_ test: NameTest) throws(XMLError) -> XMLTree.Attribute {
        if let attribute = attribute(test) { return attribute }
        throw missing(attribute: test)
    }
}
