extension XMLTree.Element {
    /// Converts the text of this element to a number, a Boolean or another value.
    ///
    /// White space at both ends does not count, except for `String`.
    ///
    /// - Throws: ``XMLError/Code/invalidValue``, located at the text, if it is not a value of this type.
    @inlinable
    public func value<Value: LosslessStringConvertible>(as type: Value.Type) throws(XMLError) -> Value {
        if let value = Value(xmlText: text) { return value }
        throw invalidValue(of: Value.self)
    }

    /// Converts the value of an attribute to a number, a Boolean or another value.
    ///
    /// White space at both ends does not count, except for `String`.
    ///
    /// - Throws: ``XMLError/Code/missingAttribute``, located at this element; ``XMLError/Code/invalidValue``, located
    ///   at the value of the attribute.
    @inlinable
    public func value<Value: LosslessStringConvertible>(
        ofAttribute name: String, as type: Value.Type
    ) throws(XMLError) -> Value {
        try requireAttribute(name).value(as: type)
    }

    /// Converts the value of an attribute to a number, a Boolean or another value.
    ///
    /// White space at both ends does not count, except for `String`.
    ///
    /// - Throws: the same errors as for a name that is a string.
    @inlinable
    public func value<Value: LosslessStringConvertible>(
        ofAttribute name: XMLName, as type: Value.Type
    ) throws(XMLError) -> Value {
        try requireAttribute(name).value(as: type)
    }

    @usableFromInline
    func invalidValue(of type: Any.Type) -> XMLError {
        textError("the text of <\(qualifiedName)>, “\(text.excerpt)”, is not a valid \(type)")
    }
}

extension XMLTree.Attribute {
    /// Converts the value to a number, a Boolean or another value.
    ///
    /// White space at both ends does not count, except for `String`.
    ///
    /// - Throws: ``XMLError/Code/invalidValue``, located at the value, if it is not a value of this type.
    @inlinable
    public func value<Value: LosslessStringConvertible>(as type: Value.Type) throws(XMLError) -> Value {
        if let value = Value(xmlText: value) { return value }
        throw invalidValue(of: Value.self)
    }

    @usableFromInline
    func invalidValue(of type: Any.Type) -> XMLError {
        error("the attribute “\(qualifiedName)”, “\(value.excerpt)”, is not a valid \(type)")
    }
}

extension String {
    /// At most 40 characters of the text, for a message.
    var excerpt: String {
        let part = prefix(40)
        return part.endIndex == endIndex ? self : part + "…"
    }
}
