/// What counts as a difference of two documents.
///
/// Names are compared with their namespaces, and a text as the parser reports it: references are resolved, and CDATA
/// sections are text. Namespace declarations, the XML declaration and the document type are not compared.
public struct XMLDifferenceOptions: Hashable, Sendable {
    /// How white space is compared. `xml:space="preserve"` in a document has it compared in that element.
    public enum WhiteSpace: Hashable, Sendable {
        /// Each character counts.
        case compared
        /// White space does not count where an element contains elements, comments or processing instructions, and no
        /// text, as by indentation.
        case ignoredBetweenElements
        /// White space at the beginning and the end of a text does not count, and elsewhere any amount is one space.
        case normalized
    }

    /// How white space is compared. Default: ``WhiteSpace/ignoredBetweenElements``.
    public var whiteSpace: WhiteSpace

    /// Whether the nodes in an element may have another order: elements, texts and others. Default: false.
    public var ignoresOrder: Bool

    /// Whether attributes in another order are the same, as XML has it. Default: true. If false, the attributes from
    /// the first one on that has another place are removed and added.
    public var ignoresAttributeOrder: Bool

    /// Whether comments are not compared. Default: false.
    public var ignoresComments: Bool

    /// Whether names with other prefixes for the same namespace are the same. Default: true. A prefix that is not
    /// declared, in a recovered document, is always compared.
    public var ignoresPrefixes: Bool

    /// The names of attributes that tell elements of one name apart, the most important first: elements with the same
    /// value are compared with each other, wherever they are in their parent, and those with other values only if half
    /// of what they contain is the same, or no other element has their name. Default: `xml:id`, `id`, `key`, `name`.
    public var keyAttributes: [String]

    /// How many differences are returned at most. Default: all.
    public var limit: Int

    /// Creates options. Each parameter sets the property with its name.
    public init(
        whiteSpace: WhiteSpace = .ignoredBetweenElements, ignoresOrder: Bool = false,
        ignoresAttributeOrder: Bool = true, ignoresComments: Bool = false, ignoresPrefixes: Bool = true,
        keyAttributes: [String] = ["xml:id", "id", "key", "name"], limit: Int = .max
    ) {
        self.whiteSpace = whiteSpace
        self.ignoresOrder = ignoresOrder
        self.ignoresAttributeOrder = ignoresAttributeOrder
        self.ignoresComments = ignoresComments
        self.ignoresPrefixes = ignoresPrefixes
        self.keyAttributes = keyAttributes
        self.limit = limit
    }
}
