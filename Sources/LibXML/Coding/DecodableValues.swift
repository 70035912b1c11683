// Values of any type that can be decoded: dates, URLs, enumerations and types of a program's own.

extension XMLTree.Element {
    /// Converts this element to any type that ``XMLDecoder`` decodes, such as `Date`, `URL`, `Decimal` or an
    /// enumeration.
    ///
    /// ```swift
    /// let order = try XMLTree(parsing: "<order><placed>2024-02-29</placed></order>").root
    /// let placed = try order.require("placed").value(as: Date.self)
    /// ```
    ///
    /// - Throws: ``XMLError/Code/invalidValue``, located at the text, if it is not a value of this type.
    @_disfavoredOverload
    public func value<Value: Decodable>(
        as type: Value.Type, with decoder: XMLDecoder = .init()
    ) throws(XMLError) -> Value {
        try decoder.located(type, DecodingPosition(.element, entry), in: self)
    }

    /// Converts the value of an attribute to any type that ``XMLDecoder`` decodes.
    ///
    /// - Throws: ``XMLError/Code/missingAttribute``, located at this element; ``XMLError/Code/invalidValue``, located
    ///   at the value of the attribute.
    @_disfavoredOverload
    public func value<Value: Decodable>(
        ofAttribute name: String, as type: Value.Type, with decoder: XMLDecoder = .init()
    ) throws(XMLError) -> Value {
        try requireAttribute(name).value(as: type, with: decoder)
    }
}

extension XMLTree.Attribute {
    /// Converts the value to any type that ``XMLDecoder`` decodes.
    ///
    /// - Throws: ``XMLError/Code/invalidValue``, located at the value, if it is not a value of this type.
    @_disfavoredOverload
    public func value<Value: Decodable>(
        as type: Value.Type, with decoder: XMLDecoder = .init()
    ) throws(XMLError) -> Value {
        let position = DecodingPosition(.attribute, entry, parent: elementIndex)
        return try decoder.located(type, position, in: XMLTree.Element(tape: tape, entry: elementIndex))
    }
}

extension XMLValue {
    /// Converts this value to any type that ``XMLDecoder`` decodes.
    ///
    /// An element of a document is decoded as it is, any other dictionary as
    /// ``XMLDecoder/decode(_:from:)-(_,XMLDictionary)`` decodes it, and every other value by its text.
    ///
    /// - Throws: ``XMLError/Code/invalidValue``, located at this value, if it is a list, has no text, or is not a value
    ///   of this type.
    @_disfavoredOverload
    public func value<Value: Decodable>(
        as type: Value.Type, with decoder: XMLDecoder = .init()
    ) throws(XMLError) -> Value {
        let content: XMLDictionary
        switch storage {
        case .element(let index, let context):
            return try XMLTree.Element(tape: context.tape, entry: index).value(as: type, with: decoder)
        case .member(.attribute(let index, let element), let context):
            return try XMLTree.Attribute(tape: context.tape, entry: index, elementIndex: element)
                .value(as: type, with: decoder)
        case .dictionary(let dictionary):
            if let element = dictionary.element { return try element.value(as: type, with: decoder) }
            content = dictionary
        case .null, .string, .number, .member, .list: content = ["#text": XMLValue(try value(as: String.self))]
        }
        do {
            return try decoder.decode(type, from: content)
        } catch {
            let found = XMLError(thrown: error) ?? XMLError(.invalidValue, "\(error)")
            guard found.location == nil, location != nil else { throw found }
            throw self.error(found.message, code: found.code, help: found.help)
        }
    }
}

extension XMLDecoder {
    /// Decodes a value, whose errors are all `XMLError`.
    fileprivate func located<Value: Decodable>(
        _ type: Value.Type, _ position: DecodingPosition, in element: XMLTree.Element
    ) throws(XMLError) -> Value {
        try DecodingSession.with(element.tape, root: element.entry, self) { session throws(XMLError) in
            do {
                return try session.root(type, at: position)
            } catch {
                throw XMLError(thrown: error) ?? session.xmlError(.invalidValue, "\(error)", at: position)
            }
        }
    }
}
