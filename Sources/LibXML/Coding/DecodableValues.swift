// The text of a part of a document as a value of any type that can be decoded.

extension XMLTree.Element {
    /// Converts this element to any type that ``XMLDecoder`` decodes, such as `Int`, `Bool`, `Date`, `URL` or an
    /// enumeration.
    ///
    /// ```swift
    /// let order = try XMLTree(parsing: "<order><placed>2024-02-29</placed></order>").root
    /// let placed = try order.require("placed").value(as: Date.self)
    /// ```
    ///
    /// For structures, use ``XMLDecoder/decode(_:from:)-(_,XMLTree.Element)``, whose errors name the keys.
    ///
    /// - Parameters:
    ///   - type: the type.
    ///   - decoder: the options for decoding; nil for their defaults.
    /// - Throws: ``XMLError/Code/invalidValue``, located at the text, if it is not a value of this type.
    public func value<Value: Decodable>(
        as type: Value.Type, with decoder: XMLDecoder? = nil
    ) throws(XMLError) -> Value {
        if decoder == nil, let value = tape.withLeafText(of: entry, { $0.plainValue(type) }) ?? nil { return value }
        return try (decoder ?? XMLDecoder()).located(type, DecodingPosition(.element, entry), in: self)
    }

    /// Converts the value of an attribute to any type that ``XMLDecoder`` decodes.
    ///
    /// - Throws: ``XMLError/Code/missingAttribute``, located at this element; ``XMLError/Code/invalidValue``, located
    ///   at the value of the attribute.
    public func value<Value: Decodable>(
        ofAttribute name: String, as type: Value.Type, with decoder: XMLDecoder? = nil
    ) throws(XMLError) -> Value {
        try requireAttribute(name).value(as: type, with: decoder)
    }

    /// Converts the value of the attribute with this expanded name to any type that ``XMLDecoder`` decodes.
    ///
    /// - Throws: the same errors as for a name that is a string.
    public func value<Value: Decodable>(
        ofAttribute name: XMLName, as type: Value.Type, with decoder: XMLDecoder? = nil
    ) throws(XMLError) -> Value {
        try requireAttribute(name).value(as: type, with: decoder)
    }
}

extension XMLTree.Attribute {
    /// Converts the value to any type that ``XMLDecoder`` decodes.
    ///
    /// - Throws: ``XMLError/Code/invalidValue``, located at the value, if it is not a value of this type.
    public func value<Value: Decodable>(
        as type: Value.Type, with decoder: XMLDecoder? = nil
    ) throws(XMLError) -> Value {
        if decoder == nil, let value = tape.withData(entry, { $0.plainValue(type) }) { return value }
        let position = DecodingPosition(.attribute, entry, parent: elementIndex)
        return try (decoder ?? XMLDecoder()).located(type, position, in: element)
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
    public func value<Value: Decodable>(
        as type: Value.Type, with decoder: XMLDecoder? = nil
    ) throws(XMLError) -> Value {
        let content: XMLDictionary
        switch storage {
        case .element(let index, let context):
            return try XMLTree.Element(tape: context.tape, entry: index).value(as: type, with: decoder)
        case .member(.attribute(let index, let element), let context):
            return try XMLTree.Attribute(tape: context.tape, entry: index, elementIndex: element)
                .value(as: type, with: decoder)
        case .dictionary(let dictionary):
            if let element = dictionary.element, dictionary.view != nil {
                return try element.value(as: type, with: decoder)
            }
            content = dictionary
        case .null, .string, .number, .member, .list:
            let text = try text(for: type)
            if decoder == nil, let value = text.withUTF8Span({ $0.plainValue(type) }) { return value }
            content = ["#text": XMLValue(text)]
        }
        do {
            return try (decoder ?? XMLDecoder()).decode(type, from: content)
        } catch {
            let found = XMLError(thrown: error) ?? XMLError("\(error)")
            guard found.location == nil, location != nil else { throw found }
            throw self.error(found.message, code: found.code, help: found.help)
        }
    }
}

extension Span<UInt8> {
    /// The text as one of the most common types, as a decoder with default options reads it; nil for other types, and
    /// for text that is not a value of the type.
    @inline(__always)
    fileprivate func plainValue<Value>(_ type: Value.Type) -> Value? {
        if Value.self == Int.self { return ParsedInteger(self).value(Int.self) as? Value }
        if Value.self == UInt.self { return ParsedInteger(self).value(UInt.self) as? Value }
        if Value.self == Int32.self { return ParsedInteger(self).value(Int32.self) as? Value }
        if Value.self == UInt32.self { return ParsedInteger(self).value(UInt32.self) as? Value }
        if Value.self == Int64.self { return ParsedInteger(self).value(Int64.self) as? Value }
        if Value.self == UInt64.self { return ParsedInteger(self).value(UInt64.self) as? Value }
        if Value.self == String.self { return string(0..<count) as? Value }
        if Value.self == Double.self { return Double(xml: self) as? Value }
        if Value.self == Bool.self { return Bool(xml: self) as? Value }
        return nil
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
