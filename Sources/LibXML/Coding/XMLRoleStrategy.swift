/// The roles of properties that ``XMLCodingRoles/xmlRoles`` does not list.
///
/// ```swift
/// struct Item: Codable {
///     var sku: String
///     var price: Double
///     var notes: [String]
/// }
/// var encoder = XMLEncoder()
/// encoder.roleStrategy = .scalarsAsAttributes
/// let text = try encoder.xmlString(Item(sku: "A-1", price: 4.5, notes: ["new", "green"]))
/// // <item sku="A-1" price="4.5"><notes>new</notes><notes>green</notes></item>
/// ```
///
/// It is an option of ``XMLEncoder`` and of ``XMLDecoder``, and a type can have its own:
/// ``XMLCodingRoles/xmlRoleStrategy``. The keys of dictionaries and the cases of an ``XMLChoice`` have no strategy.
public struct XMLRoleStrategy: Sendable {
    private enum Kind {
        case byKey
        case scalarsAsAttributes
        case custom(@Sendable (Any.Type, any CodingKey) -> XMLCodingRole?, needsType: Bool)
    }

    private let kind: Kind
    /// Whether it also counts for types with a strategy of their own.
    private(set) var isForAllTypes = false

    private init(_ kind: Kind) { self.kind = kind }

    /// A property is a child element. A decoder takes the attribute if there is no such element.
    public static let byKey = Self(.byKey)

    /// A property is an attribute if its value is written as a text: a string, a number, a Boolean, a date or another
    /// value of this kind, a type with raw values, and an optional property of these. Lists, structures and other types
    /// are child elements.
    ///
    /// A decoder reads such attributes with ``byKey`` as well, unless a child element has the name: ``XMLEncoder``
    /// throws an error if it has written such an element for another property. A property is nevertheless an element if
    /// another key of its type is the attribute with its name, if it has a name in any namespace, such as `*:type`, or
    /// if its name is `xmlns`. An attribute cannot represent nil, and is then omitted.
    ///
    /// Give the role ``XMLCodingRole/element`` to a type with raw values that encodes a structure or a list, and to
    /// texts that may exceed ``XMLParsingLimits/tagSize``.
    public static let scalarsAsAttributes = Self(.scalarsAsAttributes)

    /// The closure returns the role for a coding key; nil for a child element, or else an attribute.
    ///
    /// ```swift
    /// struct Link: Codable {
    ///     var href: String
    ///     var label: String
    /// }
    /// var decoder = XMLDecoder()
    /// decoder.roleStrategy = .custom { $0 == "label" ? .text : nil }
    /// let link = try decoder.decode(Link.self, from: "<a href='/'>Home</a>")
    /// ```
    ///
    /// It is called once or more for each key of the types to which it applies, except for keys that are roles
    /// themselves: `@id`, `#text`, and paths such as `total/@currency`. An encoder throws an error if a decoder would
    /// read the name of one key for another key, which has no value. The cases of an enumeration with associated values
    /// must keep their names: a decoder finds a case by its name. A role with a malformed path is an error when a value
    /// is encoded, and matches nothing when one is decoded.
    public static func custom(_ role: @escaping @Sendable (_ key: String) -> XMLCodingRole?) -> Self {
        Self(.custom({ _, key in role(key.stringValue) }, needsType: false))
    }

    /// The closure returns the role for a coding key of a type; nil for a child element, or else an attribute.
    ///
    /// It is called under the same rules as a closure that takes only a key. The type is the one whose initializer
    /// looks up the key, and `Any` for the associated values of an enumeration. The key has the string of the coding
    /// key, and is one of the keys of the type, if these are known.
    public static func custom(
        _ role: @escaping @Sendable (_ type: Any.Type, _ key: any CodingKey) -> XMLCodingRole?
    ) -> Self {
        Self(.custom(role, needsType: true))
    }

    /// The same strategy, which as an option of a coder also counts for types that have one of their own.
    public var forAllTypes: Self {
        var strategy = self
        strategy.isForAllTypes = true
        return strategy
    }

    /// Whether scalars are attributes.
    var makesAttributes: Bool { if case .scalarsAsAttributes = kind { true } else { false } }

    /// Whether a key alone decides.
    var isByKey: Bool { if case .byKey = kind { true } else { false } }

    /// Whether a closure gives the roles.
    var isCustom: Bool { if case .custom = kind { true } else { false } }

    /// Whether a closure gives the roles, which may depend on the type with the key.
    var needsType: Bool { if case .custom(_, true) = kind { true } else { false } }

    /// The role that the closure gives to a key of a type; nil for none.
    ///
    /// - Parameter keys: the types of keys among which is that of the key, if they are known.
    func role(of key: String, in type: CodedType?, _ keys: [any CodingKey.Type]) -> XMLCodingRole? {
        // The value of a case of a choice without a label.
        guard case .custom(let role, _) = kind, key != "_0", XMLCodingRole(key: key).kind == .any else { return nil }
        return role(
            type?.type ?? Any.self, keys.lazy.compactMap { $0.init(stringValue: key) }.first ?? XMLCodingKey(key))
    }

    /// Whether two strategies are known to be the same. Strategies with closures never are.
    func isSame(as other: Self) -> Bool {
        !isCustom && !other.isCustom && makesAttributes == other.makesAttributes
            && isForAllTypes == other.isForAllTypes
    }
}

extension XMLCodingRoles {
    /// By default, no property has a role.
    public static var xmlRoles: [String: XMLCodingRole] { [:] }

    /// By default, the strategy of the coder.
    public static var xmlRoleStrategy: XMLRoleStrategy? { nil }

    /// By default, ``xmlRoleStrategy``.
    public static var xmlDecodingStrategy: XMLRoleStrategy? { xmlRoleStrategy }

    /// By default, ``xmlRoleStrategy``.
    public static var xmlEncodingStrategy: XMLRoleStrategy? { xmlRoleStrategy }
}
