/// Options for writing XML.
public struct XMLWritingOptions: Hashable, Sendable {
    /// White space between elements.
    ///
    /// White space is added or removed beside child elements, comments and processing instructions. An element that
    /// contains other character data is left unchanged, with all of its descendants, because white space in it is text.
    /// The same is true of an element under `xml:space="preserve"` (XML 1.0, section 2.10). The first 64 KiB of an
    /// element decide. If its first text comes later, the rest of the element is left unchanged.
    public enum WhiteSpace: Hashable, Sendable {
        /// White space is written as it is.
        case kept
        /// Each child begins on a new line, indented by the string for each level. Writing throws
        /// ``XMLError/Code/invalidValue`` if the string does not consist of white space.
        case indented(by: String)
        /// White space between elements is omitted.
        case minified
    }

    /// The characters that end a line.
    public enum LineEnding: Hashable, Sendable {
        /// U+000A.
        case lineFeed
        /// U+000D and U+000A, which a parser reads as U+000A.
        case carriageReturnLineFeed
    }

    /// Whether the output begins with an XML declaration.
    public enum Declaration: Hashable, Sendable {
        /// For a document, but not for an element or fragment. For a tree, only if the tree has a declaration, which is
        /// written.
        case automatic
        /// Also for an element or fragment.
        case always
        /// Not even for a document.
        case never
    }

    /// How an element without content is written.
    public enum EmptyElementTags: Hashable, Sendable {
        /// As in the original document; otherwise with one tag.
        case kept
        /// `<a/>`
        case oneTag
        /// `<a></a>`
        case twoTags
    }

    /// The order of the attributes of an element.
    public enum AttributeOrder: Hashable, Sendable {
        /// The order in which they are written.
        case kept
        /// Sorted by the name as written: namespace declarations first, then by the bytes of the UTF-8 form.
        case sorted
    }

    /// How references and default attributes of a document are written.
    public enum References: Hashable, Sendable {
        /// As in the document: references to entities and characters and the values of attributes are unchanged, and
        /// default attributes are omitted.
        ///
        /// This is done only where the document type declaration is written too. An element, node or event that is
        /// written on its own is expanded.
        case kept
        /// References are written as the text and the elements that they represent, and default attributes as
        /// attributes.
        case expanded
    }

    /// How to write a character that XML does not allow (XML 1.0, section 2.2), such as U+0000.
    public enum InvalidCharacters: Hashable, Sendable {
        /// Throws ``XMLError/Code/invalidCharacter``.
        case error
        /// Writes this text instead.
        case replaced(with: String)
    }

    /// How to write a name that XML does not allow, such as `first name`.
    public enum InvalidNames: Hashable, Sendable {
        /// Throws ``XMLError/Code/invalidName``.
        case error
        /// Writes an underscore for each invalid character, and before a character that cannot begin a name.
        case replaced
    }

    /// White space between elements. Default: it is kept.
    public var whiteSpace: WhiteSpace

    /// The characters that end a line. Default: a line feed.
    public var lineEnding: LineEnding

    /// The encoding of the output: any name that libxml2 knows. Characters that it cannot represent are written as
    /// references.
    ///
    /// It is an error if the document could not be read again in this encoding, such as UTF-7.
    ///
    /// `UTF-16` and `UTF-32` are written in little-endian order with a byte order mark. Default: `UTF-8`.
    public var encoding: String

    /// Whether the output begins with an XML declaration. Default: automatic.
    public var declaration: Declaration

    /// How an element without content is written. Default: as in the original document, otherwise with one tag.
    public var emptyElementTags: EmptyElementTags

    /// The order of the attributes of an element. Default: it is kept.
    public var attributeOrder: AttributeOrder

    /// How references and default attributes of a document are written. Default: they are kept.
    public var references: References

    /// The prefix for each namespace URI, empty for the default namespace.
    ///
    /// An element that uses a namespace declares it with its prefix, unless it is in scope. An ``XMLName`` uses its
    /// namespace, and a name with one of these prefixes uses the namespace of the prefix. For other namespaces,
    /// elements declare the default namespace, and attributes a prefix such as `ns1`. Default: empty.
    public var prefixes: [String: String]

    /// How to write characters that XML does not allow. Default: they are errors.
    public var invalidCharacters: InvalidCharacters

    /// How to write names that XML does not allow. Default: they are errors.
    public var invalidNames: InvalidNames

    /// Creates options for writing. Each parameter sets the property with the same name.
    public init(
        whiteSpace: WhiteSpace = .kept, lineEnding: LineEnding = .lineFeed, encoding: String = "UTF-8",
        declaration: Declaration = .automatic, emptyElementTags: EmptyElementTags = .kept,
        attributeOrder: AttributeOrder = .kept, references: References = .kept, prefixes: [String: String] = [:],
        invalidCharacters: InvalidCharacters = .error, invalidNames: InvalidNames = .error
    ) {
        self.whiteSpace = whiteSpace
        self.lineEnding = lineEnding
        self.encoding = encoding
        self.declaration = declaration
        self.emptyElementTags = emptyElementTags
        self.attributeOrder = attributeOrder
        self.references = references
        self.prefixes = prefixes
        self.invalidCharacters = invalidCharacters
        self.invalidNames = invalidNames
    }

    /// Options that indent by two spaces.
    public static var pretty: Self { Self(whiteSpace: .indented(by: "  ")) }
}

extension [String: String] {
    /// Returns the namespaces by prefix, for prefixes by namespace. If several namespaces have the same prefix, it
    /// belongs to the first namespace in order.
    var namespacesByPrefix: Self { Self(map { ($0.value, $0.key) }) { Swift.min($0, $1) } }
}
