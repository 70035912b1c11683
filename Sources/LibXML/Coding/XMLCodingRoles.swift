/// A type that declares where in its element its properties are.
///
/// Most types need no roles: see ``XMLDecoder``. A role is declared under the coding key of a property:
///
/// ```swift
/// struct Offer: Decodable, XMLCodingRoles {
///     var id: Int
///     var currency: String
///     var items: [String]
///     var labels: [String: String]
///
///     static let xmlRoles: [String: XMLCodingRole] = [
///         "id": .attribute,
///         "currency": .path("total/@currency"),
///         "items": .path("items/item"),
///         "labels": .map("labels/label", key: "@name", value: "#text"),
///     ]
/// }
/// let document = """
///     <offer id="7"><total currency="EUR">5</total><items><item>Tea</item><item>Oat</item></items>
///     <labels><label name="gift">yes</label></labels></offer>
///     """
/// let offer = try XMLDecoder().decode(Offer.self, from: document)
/// ```
///
/// ``XMLEncoder`` writes the properties to the same places.
///
/// A class declares the roles of its superclass too. A type that decodes another one from its own element does so with
/// `decoder.singleValueContainer().decode(Part.self)`, since `Part(from: decoder)` does not apply the roles of the
/// other type.
public protocol XMLCodingRoles {
    /// The roles of properties, by coding key. A property that is not listed is found by its key, or by the
    /// strategy.
    ///
    /// A key that is not a coding key of the type is an error when the type is decoded. Default: no roles.
    static var xmlRoles: [String: XMLCodingRole] { get }

    /// The roles of properties that are not listed. Nil, the default, for the strategy of the coder.
    ///
    /// It is read once in a process, as are the roles.
    static var xmlRoleStrategy: XMLRoleStrategy? { get }

    /// The same for a decoder alone. Default: ``xmlRoleStrategy``.
    static var xmlDecodingStrategy: XMLRoleStrategy? { get }

    /// The same for an encoder alone. Default: ``xmlRoleStrategy``.
    static var xmlEncodingStrategy: XMLRoleStrategy? { get }
}

/// An enumeration whose cases are kinds of elements, for lists of mixed kinds in order.
///
/// ```swift
/// struct Image: Decodable {
///     var src: String
/// }
/// enum Block: Decodable, XMLChoice {
///     case paragraph(String)
///     case image(Image)
///     case text(String)
///
///     static let xmlRoles: [String: XMLCodingRole] = [
///         "paragraph": .element("p"), "image": .element("img"), "text": .text,
///     ]
/// }
/// struct Article: Decodable {
///     var title: String
///     var blocks: [Block]
/// }
/// let article = try XMLDecoder().decode(
///     Article.self, from: "<article><title>T</title><p>a</p><img src='b'/>c</article>")
/// ```
///
/// A case without a role is the element with its name. Two cases with the same role are an error.
///
/// The name of an element chooses the case. A property of such a type, or a list of it, takes the child elements that
/// are cases, whatever its own key is. If its key matches a child element that is not a case, it takes the cases in
/// this element. A root element that is not a case contains the choice in the same way.
///
/// A case with the role ``XMLCodingRole/text`` is the text between elements. White space alone is omitted, unless the
/// element has other text.
///
/// The value of a case is decoded from the element: one value without a label as a whole, values with labels as the
/// properties of a structure; a text without a label, beside elements with labels, is the text of the element. A role
/// for a label, such as `"href": .attribute` for `case link(href: String)`, is that of the values with this label in
/// all cases. A case without values is possible too.
///
/// If a case has the role ``XMLCodingRole/type(_:)``, the attribute `xsi:type` chooses the case instead, and the
/// elements are those of the property's key.
public protocol XMLChoice: XMLCodingRoles {}

/// Where in an element a property is: see ``XMLCodingRoles``.
public struct XMLCodingRole: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A child element, or else an attribute; nil for one that has the name of the key.
        case any
        case element(NameTest?)
        case attribute(NameTest?)
        case text
        case path(XMLPath)
        case map(XMLPath, key: String, value: String)
        case type(XMLName?)
        case flattened
        case content
        case comments
    }

    /// The first bytes of the keys of values that are elements or attributes because of their types: see
    /// ``XMLPropertyRole``.
    private static let (elementMark, attributeMark): (UInt8, UInt8) = (1, 2)

    /// The key of a value that is an element or attribute because of its type.
    static func marked(_ key: String, isAttribute: Bool) -> String {
        String(UnicodeScalar(isAttribute ? attributeMark : elementMark)) + key
    }

    /// The same key without its mark, as a program and a reader of errors know it.
    static func unmarked(_ key: String) -> String {
        guard let first = key.utf8.first, first == elementMark || first == attributeMark else { return key }
        return String(key.dropFirst())
    }

    let kind: Kind
    /// Whether a text is written as an attribute.
    let isWrittenAsAttribute: Bool
    /// Whether a text is also written as an attribute.
    let isMirrored: Bool

    private init(_ kind: Kind, isWrittenAsAttribute: Bool = false, isMirrored: Bool = false) {
        self.kind = kind
        self.isWrittenAsAttribute = isWrittenAsAttribute
        self.isMirrored = isMirrored
    }

    /// Read as a key without a role, from a child element or else an attribute, and written as an attribute, if the
    /// value is written as a text: see ``XMLRoleStrategy/scalarsAsAttributes``.
    public static let writtenAsAttribute = Self(.any, isWrittenAsAttribute: true)

    /// Read as a key without a role, from a child element or else an attribute, and written as both. The value must be
    /// written as a text.
    public static let elementAndAttribute = Self(.any, isMirrored: true)

    /// The attribute with the name of the key.
    public static let attribute = Self(.attribute(nil))

    /// The attribute with this name, by the rule of ``XMLTree/Element/subscript(attribute:)-(String)``.
    public static func attribute(_ name: String) -> Self { Self(.attribute(NameTest(name))) }

    /// The attribute with this expanded name.
    public static func attribute(_ name: XMLName) -> Self { Self(.attribute(.expanded(name))) }

    /// The child element with the name of the key, and never an attribute.
    public static let element = Self(.element(nil))

    /// The child element with this name, by the rule of ``XMLTree/Element/subscript(_:)-(String)``.
    public static func element(_ name: String) -> Self { Self(.element(NameTest(name))) }

    /// The child elements that no other key of the type reads, for a list, or the first of them.
    ///
    /// ```swift
    /// struct Server: Codable, XMLCodingRoles {
    ///     var port: Int
    ///     var others: [XMLTree.Element]
    ///     var attributes: [String: String]
    ///
    ///     static let xmlRoles: [String: XMLCodingRole] = ["others": .otherElements, "attributes": .otherAttributes]
    /// }
    /// let document = "<server id='a'><port>80</port><host>b</host></server>"
    /// let server = try XMLDecoder().decode(Server.self, from: document)
    /// ```
    ///
    /// The same as ``element(_:)-(String)`` with `*`. A type with a role for the rest, or with ``content``, has no
    /// flattened properties, and is not flattened itself.
    public static let otherElements = element("*")

    /// The attributes that no other key of the type reads, for a dictionary with `String` keys.
    ///
    /// The same as ``attribute(_:)-(String)`` with `*`.
    public static let otherAttributes = attribute("*")

    /// The child element with this expanded name.
    public static func element(_ name: XMLName) -> Self { Self(.element(.expanded(name))) }

    /// The text of the element, without that of its child elements.
    public static let text = Self(.text)

    /// The elements, or the attribute, at a path from the element: `items/item` for a list inside of another element,
    /// `address/city`, `total/@currency`.
    ///
    /// A list takes all elements at the path, and everything else the first.
    public static func path(_ path: XMLPath) -> Self { Self(.path(path.parsed)) }

    /// A dictionary whose entries are the elements at a path, such as `labels/label`.
    ///
    /// - Parameters:
    ///   - entries: the path from the element to the entries.
    ///   - key: where in an entry its key is: `@name` for an attribute, `#text` for its text, `key` for a child
    ///     element.
    ///   - value: where in an entry its value is, in the same forms; `.` for the entry itself.
    public static func map(_ entries: XMLPath, key: String, value: String) -> Self {
        Self(.map(entries.parsed, key: key, value: value))
    }

    /// The case of an ``XMLChoice`` for elements whose attribute `xsi:type` has this expanded name as its value; nil
    /// for elements without this attribute.
    public static func type(_ name: XMLName?) -> Self { Self(.type(name)) }

    /// The element of the type itself: a structure whose properties are child elements, attributes or text of the
    /// element that contains it.
    ///
    /// ```swift
    /// struct Address: Codable {
    ///     var street: String
    ///     var city: String
    /// }
    /// struct Person: Codable, XMLCodingRoles {
    ///     var name: String
    ///     var address: Address
    ///
    ///     static let xmlRoles: [String: XMLCodingRole] = ["address": .flattened]
    /// }
    /// let document = "<person><name>Ada</name><street>High Street 1</street><city>London</city></person>"
    /// let person = try XMLDecoder().decode(Person.self, from: document)
    /// ```
    ///
    /// The structure may declare roles, and contain other flattened structures. An optional structure is nil if its
    /// keys match nothing in the element; to find them, its initializer may be called with zeros and empty texts. Each
    /// child element, attribute and text belongs to one of the structures. A decoder throws an error if the keys of two
    /// structures match the same node, and ``XMLEncoder`` if a structure would read a node of another one. It is also
    /// an error if nothing is written for an optional structure: a decoder would read nil.
    ///
    /// Lists, dictionaries, texts, choices, and types that decode themselves from a single value, are errors. So is an
    /// ``XMLChoice`` in a flattened structure, and this role from an ``XMLRoleStrategy``.
    public static let flattened = Self(.flattened)

    /// The content of the element of the type itself: its child elements and text, as an ``XMLTree/Element``, an
    /// ``XMLDictionary`` or an ``XMLValue``. All other keys of the type must be attributes.
    ///
    /// ```swift
    /// struct Summary: Codable, XMLCodingRoles {
    ///     var type: String
    ///     var content: XMLTree.Element
    ///
    ///     static let xmlRoles: [String: XMLCodingRole] = ["type": .attribute, "content": .content]
    /// }
    /// let document = "<summary type='xhtml'>See <a href='/'>this page</a>.</summary>"
    /// let summary = try XMLDecoder().decode(Summary.self, from: document)
    /// ```
    ///
    /// The value is the element with its attributes. ``XMLEncoder`` writes only the attributes of other keys.
    public static let content = Self(.content)

    /// The comments in the element, for a list of strings, or the first of them for a string.
    public static let comments = Self(.comments)

    /// The path of the role, if it has one.
    var path: XMLPath? {
        switch kind {
        case .path(let path), .map(let path, _, _): path
        case .any, .element, .attribute, .text, .type, .flattened, .content, .comments: nil
        }
    }

    /// Creates the meaning of a key without a role.
    init(key: String) {
        isWrittenAsAttribute = false
        isMirrored = false
        // XMLCoder's key of the text is empty.
        let first = key.utf8.first
        if first == nil || first == UInt8(ascii: "#") && key == "#text" {
            kind = .text
        } else if first == UInt8(ascii: "@") || first == Self.attributeMark || key.hasPrefix("xmlns:") {
            kind = .attribute(nil)
        } else if first == Self.elementMark {
            kind = .element(nil)
        } else if key.hasPathSyntax, let path = try? XMLPath(parsing: key), let first = path.steps.first,
            path.steps.count > 1 || first.isDeep || !first.predicates.isEmpty
        {
            kind = .path(path)
        } else {
            kind = .any
        }
    }
}

extension String {
    /// Whether a key has a `/` or `[` outside of a namespace URI: `{http://example.org/}a.b` is a name.
    fileprivate var hasPathSyntax: Bool {
        var isInURI = false
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "{"): isInURI = true
            case UInt8(ascii: "}"): isInURI = false
            case UInt8(ascii: "/"), UInt8(ascii: "["): if !isInURI { return true }
            default: break
            }
        }
        return false
    }
}

/// The messages that decoding and encoding share.
enum CodingMessage {
    static func cannotFlatten(_ key: String) -> String { "“\(key)” can be flattened only by xmlRoles of its type" }

    static func flattenedChoice(_ type: Any.Type) -> String {
        "a flattened structure cannot contain \(type), a choice by name"
    }

    static func choiceAsText(_ name: String) -> String {
        "\(name) is a choice of elements, and cannot be an attribute or a text"
    }
}
