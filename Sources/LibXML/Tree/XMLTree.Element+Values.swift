extension XMLTree.Element {
    /// The text of this element as a number, a Boolean or another value, without white space at its ends.
    ///
    /// - Throws: ``XMLError/Code/invalidValue``, located at this element, if the text is not a value of this type.
    public func value<Value: LosslessStringConvertible>(as type: Value.Type) throws(XMLError) -> Value {
        let text = text
        if let value = Value(xmlText: text) { return value }
        throw error("the text of <\(qualifiedName)>, “\(text.excerpt)”, is not a valid \(Value.self)")
    }

    /// The value of an attribute as a number, a Boolean or another value, without white space at its ends.
    ///
    /// - Throws: ``XMLError/Code/missingAttribute``, located at this element; ``XMLError/Code/invalidValue``, located at
    ///   the value of the attribute.
    public func value<Value: LosslessStringConvertible>(
        ofAttribute name: String, as type: Value.Type
    ) throws(XMLError) -> Value {
        try requireAttribute(NameTest(name)).value(as: type)
    }

    /// The value of an attribute as a number, a Boolean or another value, without white space at its ends.
    ///
    /// - Throws: as for a name that is a string.
    public func value<Value: LosslessStringConvertible>(
        ofAttribute name: XMLName, as type: Value.Type
    ) throws(XMLError) -> Value {
        try requireAttribute(.expanded(name)).value(as: type)
    }
}

extension XMLTree.Attribute {
    /// The value as a number, a Boolean or another value, without white space at its ends.
    ///
    /// - Throws: ``XMLError/Code/invalidValue``, located at the value, if it is not a value of this type.
    public func value<Value: LosslessStringConvertible>(as type: Value.Type) throws(XMLError) -> Value {
        if let value = Value(xmlText: value) { return value }
        throw error("the attribute “\(qualifiedName)”, “\(value.excerpt)”, is not a valid \(Value.self)")
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
    var excerpt: String {
        let part = prefix(40)
        return part.endIndex == endIndex ? self : part + "…"
    }
}
