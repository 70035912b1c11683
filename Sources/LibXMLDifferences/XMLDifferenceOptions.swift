/// The rules for differences of two documents.
///
/// Names are compared with their namespaces, and a text as the parser reports it: references are resolved, and CDATA
/// sections are text. Namespace declarations, the XML declaration and the document type are not compared.
public struct XMLDifferenceOptions: Hashable, Sendable {
    /// How white space is compared. In an element under `xml:space="preserve"`, it is always compared.
    public enum WhiteSpace: Hashable, Sendable {
        /// Each character counts.
        case compared
        /// White space is ignored in an element that contains other nodes, but no text. Such white space is usually
        /// indentation.
        case ignoredBetweenElements
        /// Any amount of white space counts as one space. It is ignored at the beginning and the end of an element, and
        /// in an element without other text.
        case normalized
    }

    /// How white space is compared. Default: ``WhiteSpace/ignoredBetweenElements``.
    public var whiteSpace: WhiteSpace

    /// Whether the nodes in an element may have another order: elements, texts and others. Default: false.
    public var ignoresOrder: Bool

    /// Whether the order of attributes is ignored, as XML defines. Default: true. If false, all attributes from the
    /// first one with another position are reported as removed and added.
    public var ignoresAttributeOrder: Bool

    /// Whether comments are not compared. Default: false.
    public var ignoresComments: Bool

    /// Whether names are equal if only their prefixes for the same namespace differ. Default: true. A prefix that is
    /// not declared, in a recovered document, is always compared.
    public var ignoresPrefixes: Bool

    /// The names of attributes that distinguish elements with the same name, the most important first. Elements with
    /// the same value are compared with each other, regardless of their position in their parent. Elements with
    /// different values are compared only if half of their content is equal, or no other element has their name.
    /// Default: `xml:id`, `id`, `key`, `name`.
    public var keyAttributes: [String]

    /// The maximum number of differences that are returned. Default: all.
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
