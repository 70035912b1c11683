extension XMLTree.Element {
    /// The first child element that `name` means; nil when there is none.
    ///
    /// A string means the name as it is written, with its prefix if it has one. Where no child is written so it means
    /// the local name, if all children that have it are of one namespace; one namespace's element is never taken for
    /// another's by accident. An ``XMLName`` says which namespace is meant.
    ///
    /// Complexity: O(*n*) in the number of children; O(1) on average for more than 64, after the first lookup.
    public subscript(name: String) -> XMLTree.Element? { first(.written(name)) }

    /// The first child element that has this expanded name; nil when there is none.
    public subscript(name: XMLName) -> XMLTree.Element? { first(.expanded(name)) }

    /// All child elements that `name` means, in document order: none, one or many.
    public subscript(all name: String) -> [XMLTree.Element] { all(.written(name)) }

    /// All child elements that have this expanded name, in document order: none, one or many.
    public subscript(all name: XMLName) -> [XMLTree.Element] { all(.expanded(name)) }

    /// The value of the attribute that `name` means, as for child elements; nil when there is none.
    public subscript(attribute name: String) -> String? { attribute(.written(name))?.value }

    /// The value of the attribute that has this expanded name; nil when there is none. An attribute without a prefix
    /// is in no namespace.
    public subscript(attribute name: XMLName) -> String? { attribute(.expanded(name))?.value }

    private func first(_ query: NameQuery) -> Self? {
        tape.firstChild(of: index, named: query).map { Self(tape: tape, index: $0) }
    }

    private func all(_ query: NameQuery) -> [Self] {
        tape.children(of: index, named: query).map { Self(tape: tape, index: $0) }
    }

    private func attribute(_ query: NameQuery) -> XMLTree.Attribute? {
        tape.attribute(of: index, named: query).map { XMLTree.Attribute(tape: tape, index: $0, elementIndex: index) }
    }
}

// MARK: What has to be there

extension XMLTree.Element {
    /// The first child element that `name` means.
    ///
    /// - Throws: ``XMLError/Code/missingElement``, placed at this element, when there is none.
    public func require(_ name: String) throws(XMLError) -> XMLTree.Element { try require(.written(name)) }

    /// The first child element that has this expanded name.
    ///
    /// - Throws: ``XMLError/Code/missingElement``, placed at this element, when there is none.
    public func require(_ name: XMLName) throws(XMLError) -> XMLTree.Element { try require(.expanded(name)) }

    /// The value of the attribute that `name` means.
    ///
    /// - Throws: ``XMLError/Code/missingAttribute``, placed at this element, when there is none.
    public func require(attribute name: String) throws(XMLError) -> String {
        try requireAttribute(.written(name)).value
    }

    /// The value of the attribute that has this expanded name.
    ///
    /// - Throws: ``XMLError/Code/missingAttribute``, placed at this element, when there is none.
    public func require(attribute name: XMLName) throws(XMLError) -> String {
        try requireAttribute(.expanded(name)).value
    }

    private func require(_ query: NameQuery) throws(XMLError) -> Self {
        if let element = first(query) { return element }
        throw XMLError(.missingElement, "<\(qualifiedName)> has no element “\(query.description)”", at: location)
    }

    private func requireAttribute(_ query: NameQuery) throws(XMLError) -> XMLTree.Attribute {
        if let attribute = attribute(query) { return attribute }
        throw XMLError(.missingAttribute, "<\(qualifiedName)> has no attribute “\(query.description)”", at: location)
    }
}

// MARK: Values

extension XMLTree.Element {
    /// The text of this element as a number, a Boolean or another value, white space around it aside.
    ///
    /// - Throws: ``XMLError/Code/invalidValue``, placed at this element, when the text is no such value.
    public func value<Value: LosslessStringConvertible>(as type: Value.Type) throws(XMLError) -> Value {
        let text = text
        if let value = Value(xmlText: text) { return value }
        throw XMLError(
            .invalidValue, "the text of <\(qualifiedName)>, “\(text.excerpt)”, is not a valid \(Value.self)",
            at: location)
    }

    /// The value of an attribute as a number, a Boolean or another value, white space around it aside.
    ///
    /// - Throws: ``XMLError/Code/missingAttribute``, placed at this element; ``XMLError/Code/invalidValue``, placed at
    ///   the value of the attribute.
    public func value<Value: LosslessStringConvertible>(
        ofAttribute name: String, as type: Value.Type
    ) throws(XMLError) -> Value {
        try value(of: requireAttribute(.written(name)))
    }

    /// The value of an attribute as a number, a Boolean or another value, white space around it aside.
    ///
    /// - Throws: as for a name that is a string.
    public func value<Value: LosslessStringConvertible>(
        ofAttribute name: XMLName, as type: Value.Type
    ) throws(XMLError) -> Value {
        try value(of: requireAttribute(.expanded(name)))
    }

    private func value<Value: LosslessStringConvertible>(of attribute: XMLTree.Attribute) throws(XMLError) -> Value {
        if let value = Value(xmlText: attribute.value) { return value }
        throw XMLError(
            .invalidValue,
            "the attribute “\(attribute.qualifiedName)”, “\(attribute.value.excerpt)”, is not a valid \(Value.self)",
            at: attribute.valueLocation)
    }
}

extension LosslessStringConvertible {
    /// The value that text in a document stands for; `1` and `0` are Booleans too, and floating-point numbers have the
    /// forms that they have there (XML Schema, part 2, sections 3.2.2, 3.2.4 and 3.2.5). One that is too large is
    /// infinite, as Swift reads it and XML Schema 1.1 has it.
    init?(xmlText text: String) {
        if Self.self == String.self {
            self.init(text)
            return
        }
        let trimmed = text.trimmingXMLSpace
        if Self.self == Bool.self {
            self.init(["1": "true", "0": "false"][trimmed] ?? trimmed)
        } else if Self.self is any FloatingPoint.Type {
            // Swift reads hexadecimal numbers and other names of infinity, too.
            guard trimmed.isXMLFloat else { return nil }
            self.init(trimmed.hasSuffix("INF") ? trimmed.lowercased() : trimmed)
        } else {
            self.init(trimmed)
        }
    }
}

extension String {
    /// Whether it is a number as XML Schema writes floating-point ones.
    fileprivate var isXMLFloat: Bool {
        if ["INF", "-INF", "NaN"].contains(self) { return true }
        return utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0) }
    }

    /// Without the white space of XML at both ends.
    var trimmingXMLSpace: String {
        let bytes = utf8.drop { $0.isXMLSpace }
        guard let last = bytes.lastIndex(where: { !$0.isXMLSpace }) else { return "" }
        return String(bytes[...last]) ?? self
    }

    /// At most forty characters, for a message.
    fileprivate var excerpt: String {
        let part = prefix(40)
        return part.endIndex == endIndex ? self : part + "…"
    }
}
