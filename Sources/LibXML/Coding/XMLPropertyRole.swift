/// A type of values that decides where a property of this type is, such as a property wrapper.
///
/// ```swift
/// @propertyWrapper
/// struct InAttribute<Value: Codable>: Codable, XMLPropertyRole {
///     var wrappedValue: Value
///     static var xmlRole: XMLCodingRole { .attribute }
///
///     init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
///     init(from decoder: any Decoder) throws {
///         wrappedValue = try decoder.singleValueContainer().decode(Value.self)
///     }
///     func encode(to encoder: any Encoder) throws {
///         var container = encoder.singleValueContainer()
///         try container.encode(wrappedValue)
///     }
/// }
/// struct Order: Codable {
///     @InAttribute var id: Int
/// }
/// let order = try XMLDecoder().decode(Order.self, from: "<order id='7'/>")
/// ```
///
/// The name is that of the key, as converted by the strategy of the coder. A role that the type with the property
/// declares for the key, or that a strategy gives to it, counts instead, and so does a key with a meaning of its own,
/// such as `@id`, `#text` and `items/item`.
///
/// A type that also has a property for all other elements or attributes must declare the role: the decoder knows the
/// type of a property only when it decodes it.
public protocol XMLPropertyRole {
    /// ``XMLCodingRole/attribute``, ``XMLCodingRole/element`` or ``XMLCodingRole/elementAndAttribute``. Others have no
    /// effect. It is read once in a process.
    static var xmlRole: XMLCodingRole { get }
}

/// Coding keys that are the names of the kinds of elements in a list, for ``XMLDecoder/usesChoiceKeys`` and
/// ``XMLEncoder/usesChoiceKeys``.
///
/// Prefer ``XMLChoice``, whose cases can have roles, and which needs no option.
public protocol XMLChoiceKey: CodingKey {}
