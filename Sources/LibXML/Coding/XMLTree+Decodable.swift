// Parts of a document as properties of decoded types.

extension XMLTree.Element: Decodable {
    /// The element as it is.
    ///
    /// - Throws: `DecodingError` from a decoder other than ``XMLDecoder``.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? ElementDecoder else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "only XMLDecoder decodes elements"))
        }
        try decoder.checkIsWhole()
        let position = try decoder.session.first(decoder.position)
        guard position.kind == .element else {
            let isAttribute = position.kind == .attribute || position.kind == .word
            throw isAttribute
                ? decoder.session.keysOfAttribute(position) : decoder.session.invalid("an element", at: position)
        }
        decoder.session.noteWhole(position.index)
        self.init(tape: decoder.session.tape, entry: position.index)
    }
}

extension XMLDictionary: Decodable {
    /// The element as a dictionary, as ``init(_:mapping:)-(XMLTree.Element,_)`` makes it. With another decoder than
    /// ``XMLDecoder``, such as that of JSON, a dictionary of the values that it decodes, in the order of the decoder.
    ///
    /// - Throws: the errors of the decoder.
    public init(from decoder: any Decoder) throws {
        if decoder is ElementDecoder {
            self.init(try XMLTree.Element(from: decoder))
        } else {
            try self.init(decoder.container(keyedBy: XMLCodingKey.self))
        }
    }
}

extension XMLValue: Decodable {
    /// The element as a value, as ``init(_:mapping:)-(XMLTree.Element,_)`` makes it, but without the name of the
    /// element in a `Dictionary`, whose key is the name; a list of several elements with one key; the text of an
    /// attribute. With another decoder than ``XMLDecoder``, such as that of JSON, the value that it decodes: a string,
    /// a number, a Boolean, null, a list or a dictionary. An integer from `Int.max` to `UInt64.max` is a string of its
    /// digits; other numbers that are not an `Int` are a `Double`.
    ///
    /// - Throws: the errors of the decoder.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? ElementDecoder {
            try decoder.checkIsWhole()
            self = try decoder.session.dictionaryValue(at: decoder.position)
        } else if let container = try? decoder.container(keyedBy: XMLCodingKey.self) {
            self.init(try XMLDictionary(container))
        } else if var container = try? decoder.unkeyedContainer() {
            var values: [XMLValue] = []
            while !container.isAtEnd { values.append(try container.decode(XMLValue.self)) }
            self.init(values)
        } else {
            try self.init(decoder.singleValueContainer())
        }
    }

    private init(_ container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self.init(value)
        } else if let value = try? container.decode(Int.self) {
            self.init(value)
        } else if let value = try? container.decode(UInt64.self) {
            self.init(String(value))
        } else if let value = try? container.decode(Double.self) {
            self.init(value)
        } else {
            self.init(try container.decode(String.self))
        }
    }
}

extension DecodingSession {
    /// The value of an element, several elements, an attribute or a text.
    fileprivate func dictionaryValue(at position: DecodingPosition) throws -> XMLValue {
        switch position.kind {
        case .attribute, .declaration, .word, .text, .run, .comment: return XMLValue(string(at: position))
        case .list where position.index > 0:
            var elements = ElementListContainer(self, position)
            var values: [XMLValue] = []
            while let element = elements.current {
                var element = element
                element.isEntry = position.isEntry
                values.append(try value(XMLValue.self, at: element))
                elements.skip()
            }
            return values.count == 1 ? values[0] : XMLValue(values)
        case .element, .list, .choices, .choice, .payload, .map, .absent:
            let element = XMLDictionary(try XMLTree.Element(from: ElementDecoder(self, position)))
            return (position.isEntry ? element.first { _ in true }?.value : nil) ?? XMLValue(element)
        }
    }
}

extension XMLDictionary {
    fileprivate init(_ container: KeyedDecodingContainer<XMLCodingKey>) throws {
        self.init(
            try container.allKeys.map { (key: $0.stringValue, value: try container.decode(XMLValue.self, forKey: $0)) })
    }
}
