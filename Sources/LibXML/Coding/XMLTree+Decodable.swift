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
        decoder.session.noteContent(of: position)
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
    /// attribute. With another decoder than ``XMLDecoder``, such as that of JSON, the value
    /// that it decodes: a string, a number, a Boolean, null, a list or a dictionary.
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

/// A decoded value with its location.
///
/// ```swift
/// struct Server: Decodable {
///     var port: Located<Int>
/// }
/// let server = try XMLDecoder().decode(Server.self, from: "<server><port>70000</port></server>")
/// let error = server.port.error("must be below 65536")  // 1:15
/// ```
public struct Located<Value> {
    /// The decoded value.
    public var value: Value

    /// The location of the value; nil for a value that was not decoded from XML.
    public var location: XMLLocation?

    /// Whether the document contains the end of the element: see ``XMLTree/Element/isComplete``.
    public var isComplete = true

    /// Creates a value with the location that it was read from, or nil for a value made in code.
    public init(_ value: Value, location: XMLLocation? = nil) {
        self.value = value
        self.location = location
    }

    /// An error about this value, for a program to throw.
    public func error(_ message: String, code: XMLError.Code = .invalidValue, help: String? = nil) -> XMLError {
        XMLError(code, message, at: location, help: help)
    }
}

extension Located: Decodable where Value: Decodable {
    /// Decodes the value, and keeps its location if the decoder is an `XMLDecoder`.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? ElementDecoder else {
            value = try Value(from: decoder)
            return
        }
        try decoder.checkIsWhole()
        let (session, position) = (decoder.session, decoder.position)
        value = try session.value(Value.self, at: position)
        location = session.location(of: position)
        isComplete = session.isComplete(position)
    }
}

extension Located: Sendable where Value: Sendable {}
extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

extension DecodingSession {
    /// The location of a value: of the text of an element, if it has any.
    func location(of position: DecodingPosition) -> XMLLocation? {
        guard hasLocations else { return nil }
        if position.kind == .run || position.kind == .choice, tape.kind(position.index) != .element {
            return tape.source.location(at: textStart(ofRun: position.index))
        }
        if position.kind == .attribute || position.kind == .word, tape.kind(position.index) == .attribute {
            return XMLTree.Attribute(tape: tape, entry: position.index, elementIndex: position.parent).valueLocation
        }
        guard let element = element(at: position) else { return nil }
        return element.textStart.map(tape.source.location) ?? element.location
    }

    /// Whether the element of a value has its end.
    func isComplete(_ position: DecodingPosition) -> Bool { element(at: position)?.isComplete ?? true }

    /// The element of a value, or around it; nil for a list without elements.
    func element(at position: DecodingPosition) -> XMLTree.Element? {
        let index =
            switch position.kind {
            case .list: position.index
            case .element, .text, .payload: position.index
            case .choices: position.choicesParent
            case .attribute, .declaration, .run, .comment, .map, .word, .absent: position.parent
            case .choice: tape.kind(position.index) == .element ? position.index : position.parent
            }
        return index > 0 ? XMLTree.Element(tape: tape, entry: index) : nil
    }
}
