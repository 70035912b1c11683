public import LibXML

/// What ``DynamicNodeDecoding`` and ``DynamicNodeEncoding`` share: types whose keys have no other roles.
public protocol DynamicNodeCoding: XMLCodingRoles {}

extension DynamicNodeCoding {
    /// No roles by key.
    public static var xmlRoles: [String: XMLCodingRole] { [:] }
    /// No strategy for both directions.
    public static var xmlRoleStrategy: XMLRoleStrategy? { nil }
    /// That of ``DynamicNodeDecoding``.
    public static var xmlDecodingStrategy: XMLRoleStrategy? { nil }
    /// That of ``DynamicNodeEncoding``.
    public static var xmlEncodingStrategy: XMLRoleStrategy? { nil }
}

/// A type that says which of its properties are attributes, for a decoder.
public protocol DynamicNodeDecoding: Decodable, DynamicNodeCoding {
    /// Where the property of a key is read.
    static func nodeDecoding(for key: any CodingKey) -> XMLDecoder.NodeDecoding
}

/// A type that says which of its properties are attributes, for an encoder.
public protocol DynamicNodeEncoding: Encodable, Sendable, DynamicNodeCoding {
    /// Where the property of a key is written.
    static func nodeEncoding(for key: any CodingKey) -> XMLEncoder.NodeEncoding
}

/// Coding keys of an enumeration whose cases are elements in a list.
public protocol XMLChoiceCodingKey: XMLChoiceKey {}

extension DynamicNodeDecoding {
    /// The strategy of ``nodeDecoding(for:)``.
    public static var xmlDecodingStrategy: XMLRoleStrategy? {
        .custom { type, key in (type as? any DynamicNodeDecoding.Type).flatMap { $0.nodeDecoding(for: key).role } }
    }
}

extension DynamicNodeEncoding {
    /// The strategy of ``nodeEncoding(for:)``.
    public static var xmlEncodingStrategy: XMLRoleStrategy? {
        .custom { type, key in (type as? any DynamicNodeEncoding.Type).flatMap { $0.nodeEncoding(for: key).role } }
    }
}

extension Array: XMLCodingRoles, DynamicNodeCoding where Element: DynamicNodeEncoding {}

extension Array: DynamicNodeEncoding where Element: DynamicNodeEncoding {}

extension DynamicNodeEncoding where Self: Collection, Self.Iterator.Element: DynamicNodeEncoding {
    /// Where the elements write the property of a key.
    public static func nodeEncoding(for key: any CodingKey) -> XMLEncoder.NodeEncoding {
        Element.nodeEncoding(for: key)
    }
}

extension XMLDecoder.NodeDecoding {
    /// The role in LibXML; nil for a child element, or else an attribute.
    var role: XMLCodingRole? {
        switch self {
        case .attribute: .attribute
        case .element: .element
        case .elementOrAttribute: nil
        }
    }
}

extension XMLEncoder.NodeEncoding {
    /// The role in LibXML.
    var role: XMLCodingRole {
        switch self {
        case .attribute: .attribute
        case .element: .element
        case .both: .elementAndAttribute
        }
    }
}
