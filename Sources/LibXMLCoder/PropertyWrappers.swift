public import LibXML

/// A property that is an attribute.
@propertyWrapper
public struct Attribute<Value>: XMLPropertyWrapper {
    /// Where LibXML reads and writes it.
    public static var xmlRole: XMLCodingRole { .attribute }
    /// The value of the property.
    public var wrappedValue: Value
    /// Wraps a value.
    public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Attribute: Equatable where Value: Equatable {}
extension Attribute: Hashable where Value: Hashable {}
extension Attribute: Sendable where Value: Sendable {}
extension Attribute: Codable where Value: Codable {}
extension Attribute: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {}
extension Attribute: _StringLiteral where Value: ExpressibleByStringLiteral {}
extension Attribute: ExpressibleByBooleanLiteral where Value: ExpressibleByBooleanLiteral {}
extension Attribute: ExpressibleByNilLiteral where Value: ExpressibleByNilLiteral {}

/// A property that is a child element.
@propertyWrapper
public struct Element<Value>: XMLPropertyWrapper {
    /// Where LibXML reads and writes it.
    public static var xmlRole: XMLCodingRole { .element }
    /// The value of the property.
    public var wrappedValue: Value
    /// Wraps a value.
    public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Element: Equatable where Value: Equatable {}
extension Element: Hashable where Value: Hashable {}
extension Element: Sendable where Value: Sendable {}
extension Element: Codable where Value: Codable {}
extension Element: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {}
extension Element: _StringLiteral where Value: ExpressibleByStringLiteral {}
extension Element: ExpressibleByBooleanLiteral where Value: ExpressibleByBooleanLiteral {}
extension Element: ExpressibleByNilLiteral where Value: ExpressibleByNilLiteral {}

/// A property that is a child element, or else an attribute, and is written as both.
@propertyWrapper
public struct ElementAndAttribute<Value>: XMLPropertyWrapper {
    /// Where LibXML reads and writes it.
    public static var xmlRole: XMLCodingRole { .elementAndAttribute }
    /// The value of the property.
    public var wrappedValue: Value
    /// Wraps a value.
    public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension ElementAndAttribute: Equatable where Value: Equatable {}
extension ElementAndAttribute: Hashable where Value: Hashable {}
extension ElementAndAttribute: Sendable where Value: Sendable {}
extension ElementAndAttribute: Codable where Value: Codable {}
extension ElementAndAttribute: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {}
extension ElementAndAttribute: _StringLiteral where Value: ExpressibleByStringLiteral {}
extension ElementAndAttribute: ExpressibleByBooleanLiteral where Value: ExpressibleByBooleanLiteral {}
extension ElementAndAttribute: ExpressibleByNilLiteral where Value: ExpressibleByNilLiteral {}

/// What the wrappers share: they are coded as their values, and literals of these are literals of them.
public protocol XMLPropertyWrapper: XMLPropertyRole {
    associatedtype Value
    var wrappedValue: Value { get }
    init(_ wrappedValue: Value)
}

extension XMLPropertyWrapper where Value: Codable {
    /// Encodes the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
    /// Decodes the value.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Value.self))
    }
}

extension XMLPropertyWrapper where Value: ExpressibleByIntegerLiteral {
    /// Wraps an integer.
    public init(integerLiteral value: Value.IntegerLiteralType) { self.init(Value(integerLiteral: value)) }
}

extension XMLPropertyWrapper where Value: ExpressibleByStringLiteral {
    /// Wraps a string.
    public init(stringLiteral value: Value.StringLiteralType) { self.init(Value(stringLiteral: value)) }
}

extension XMLPropertyWrapper where Value: ExpressibleByBooleanLiteral {
    /// Wraps a Boolean.
    public init(booleanLiteral value: Value.BooleanLiteralType) { self.init(Value(booleanLiteral: value)) }
}

extension XMLPropertyWrapper where Value: ExpressibleByNilLiteral {
    /// Wraps nil.
    public init(nilLiteral: ()) { self.init(nil) }
}

/// What a type needs to be made from a string literal.
@_documentation(visibility: internal)
public typealias _StringLiteral = ExpressibleByUnicodeScalarLiteral & ExpressibleByExtendedGraphemeClusterLiteral
    & ExpressibleByStringLiteral
