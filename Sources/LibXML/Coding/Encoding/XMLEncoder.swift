/// Encodes types as XML.
///
/// ```swift
/// struct Order: Codable {
///     var id: Int
///     var customer: String
///     var item: [String]
/// }
/// let text = try XMLEncoder().xmlString(Order(id: 7, customer: "Ana", item: ["Tea", "Oat"]))
/// // <?xml version="1.0" encoding="UTF-8"?>
/// // <order><id>7</id><customer>Ana</customer><item>Tea</item><item>Oat</item></order>
/// ```
///
/// ``XMLDecoder`` restores the same value. A property is a child element with the name of its key, in the order in
/// which the type encodes its properties. The key `@id` is an attribute, `#text` the text of the element,
/// `address/city` an element in another one, and ``XMLCodingRoles`` are those of the decoder. It is an error if a
/// decoder could not distinguish the values of two properties, such as two elements with one name.
///
/// | type | XML |
/// | --- | --- |
/// | a string, a number, a Boolean, a date, a duration, an enumeration with raw values | the text of the element, or the value of the attribute |
/// | a structure, a class | attributes, child elements and text |
/// | a dictionary with `String` keys | a child element for each key |
/// | an array, a set | an element for each value; words in an attribute or in `#text` |
/// | a list as the root, or in a list | an element that contains an element for each value: see ``listElementName`` |
/// | nil | nothing: see ``nilEncodingStrategy`` |
/// | an ``XMLChoice`` | the element of the case, or text |
///
/// An encoder is a value, and any number of tasks can share one.
public struct XMLEncoder: Sendable {
    /// How nil is written.
    public enum NilEncodingStrategy: Hashable, Sendable {
        /// A property that is nil is omitted. Elsewhere, as in a list, it is an element with `xsi:nil="true"`.
        case omitted
        /// An empty element, for a decoder with ``XMLDecoder/EmptyValues/nil``. Attributes, texts, lists and choices
        /// are omitted.
        case empty
        /// A property that is nil is omitted. Elsewhere, as in a list, it is an empty element.
        case omittedOrEmpty
        /// An element with `xsi:nil="true"`. Attributes and texts are omitted.
        case schemaNil
    }

    /// How numbers that are not finite are written.
    public enum NonConformingFloatEncodingStrategy: Hashable, Sendable {
        /// `INF`, `-INF` and `NaN`, as XML Schema writes them.
        case xmlSchema
        /// They are errors.
        case `throw`
        /// In these forms.
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How strings are written.
    public enum StringEncodingStrategy: Hashable, Sendable {
        /// With references for characters that are markup.
        case references
        /// As CDATA sections, except for those in attributes and in lists of words.
        case cdata
    }

    /// How the document is written: white space, encoding, prefixes of namespaces and more.
    ///
    /// White space that ``XMLWritingOptions/whiteSpace-swift.property`` adds to an element becomes a part of its text,
    /// if a property reads the text beside child elements.
    public var writingOptions = XMLWritingOptions()

    /// How coding keys become names. Default: the key is the name.
    public var keyEncodingStrategy: KeyEncodingStrategy = .useDefaultKeys

    /// The roles of properties that a type does not list. Default: ``XMLRoleStrategy/byKey``.
    public var roleStrategy: XMLRoleStrategy = .byKey

    /// The forms of dates and other values.
    var valueForms = ValueForms()

    /// How numbers that are not finite are written. Default: as in XML Schema.
    public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy = .xmlSchema

    /// How strings are written. Default: with references.
    public var stringEncodingStrategy: StringEncodingStrategy = .references

    /// Whether the attributes and child elements of each element are in the order of their names, as for comparisons.
    /// Elements with one name keep their order, and so do those beside text. Lists of choices are sorted, too. Default:
    /// false, for the order in which types encode their properties.
    public var sortsKeys = false

    /// Whether an element of a list whose type has coding keys of ``XMLChoiceKey`` takes the name of its case:
    /// `<circle>1</circle>`. Default: false, for `<item><circle>1</circle></item>`.
    public var usesChoiceKeys = false

    /// The key of the element of a superclass, which its encoder writes; nil, the default, for the element of the
    /// class.
    public var superKey: String?

    /// How nil is written. Default: it is omitted.
    public var nilEncodingStrategy: NilEncodingStrategy = .omitted

    /// Whether strings with white space at their ends are marked with `xml:space="preserve"`, for a decoder with
    /// ``XMLDecoder/trimsWhiteSpace``. Such an attribute value is an error, since it would be trimmed. Default:
    /// false.
    public var preservesWhiteSpace = false

    /// The name of the elements of a list that is the root or is in a list, whose elements have no key. Default:
    /// `item`. Nil for the name of the element around them.
    public var listElementName: String? = "item"

    /// Values for the methods of the encoded types.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// How deep encoded values may nest, lists included. Default: 1,000.
    ///
    /// Where the stack of the thread ends earlier, encoding ends with the same error, ``XMLError/Code/tooDeep``.
    public var depthLimit = 1_000

    /// Creates an encoder with the defaults of all options.
    public init() {}
}

// MARK: Encoding

extension XMLEncoder {
    /// Returns the document of a value, in the encoding of ``XMLWritingOptions/encoding``.
    ///
    /// - Parameter rootName: the name of the root element: `name`, `p:name`, or `{uri}name`. Nil for the name of the
    ///   type with a lowercase first letter, `list` for lists; the element of the case for an ``XMLChoice``.
    /// - Throws: `EncodingError` for a value that cannot be written, whose `xmlError` has the path; errors of the
    ///   values' own code.
    /// - Complexity: O(*n*) in the size of the document.
    public func xmlBytes(_ value: some Encodable, rootName: String? = nil) throws -> [UInt8] {
        try bytes(value, rootName.map { NameTest($0) }, writingOptions)
    }

    /// Returns the document of a value whose root element is in a namespace.
    ///
    /// The namespace is the default namespace of the document, unless ``XMLWritingOptions/prefixes`` contains a prefix
    /// for it. Child elements whose keys have no namespace are then in the same namespace.
    ///
    /// - Throws: as for a name that is a string.
    public func xmlBytes(_ value: some Encodable, rootName: XMLName) throws -> [UInt8] {
        try bytes(value, .expanded(rootName), writingOptions)
    }

    /// Returns the document of a value as a string.
    ///
    /// - Throws: as ``xmlBytes(_:rootName:)-(_,String?)``.
    public func xmlString(_ value: some Encodable, rootName: String? = nil) throws -> String {
        try string(value, rootName.map { NameTest($0) })
    }

    /// Returns the document of a value whose root element is in a namespace, as a string.
    ///
    /// - Throws: as ``xmlBytes(_:rootName:)-(_,XMLName)``.
    public func xmlString(_ value: some Encodable, rootName: XMLName) throws -> String {
        try string(value, .expanded(rootName))
    }

    private func string(_ value: some Encodable, _ name: NameTest?) throws -> String {
        var options = writingOptions
        options.encoding = "UTF-8"
        let bytes = try bytes(value, name, options)
        return bytes.contiguous.span.string(bytes.indices)
    }

    private func bytes(
        _ value: some Encodable, _ name: NameTest?, _ options: XMLWritingOptions
    ) throws -> [UInt8] {
        try EncodingSession.with(self) { session in
            try session.root(value, name)
            let output = try MarkupOutput(options)
            var markup = MarkupWriter(options, encoding: output.encoding)
            do { try session.write(into: &markup) } catch { throw session.described(error, value) }
            try markup.finish()
            return try output.converted(markup.take())
        }
    }
}
