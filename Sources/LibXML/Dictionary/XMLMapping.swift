/// The rules by which a document becomes a dictionary.
///
/// Begin with a convention such as ``xmltodict``, and change some of its rules:
///
/// ```swift
/// var mapping = XMLMapping.xmltodict
/// mapping.arrays = .named(["item"])
/// mapping.names = .local
/// ```
public struct XMLMapping: Sendable {
    /// The place of attributes.
    public enum Attributes: Hashable, Sendable {
        /// Beside the children, under their names with this prefix.
        case prefixed(String)
        /// In a separate dictionary, under this key.
        case grouped(String)
        /// Beside the children, under their names. An attribute and a child with the same name become a list.
        case merged
        /// Omitted.
        case discarded
    }

    /// The place of namespace declarations, `xmlns` and `xmlns:prefix`.
    public enum NamespaceDeclarations: Hashable, Sendable {
        /// With the attributes.
        case attributes
        /// In a dictionary of URIs by prefix, under `key`. The default namespace has the key `defaultKey`, and the
        /// value null if the declaration removes it.
        case grouped(key: String, defaultKey: String)
        /// Omitted.
        case discarded
    }

    /// The value of an empty element.
    public enum EmptyElements: Hashable, Sendable {
        /// The empty string.
        case string
        /// A dictionary without keys.
        case dictionary
        /// Null.
        case null
        /// Omitted, as is an element that becomes empty because its children were omitted. A list remains a list if
        /// some of its elements are omitted.
        case omitted
    }

    /// The treatment of white space at the ends of text.
    public enum WhiteSpace: Hashable, Sendable {
        /// Kept, even if the text is only white space.
        case kept
        /// Removed as by Python's `str.strip`, also from comments. Text that is only white space is omitted.
        case stripped
        /// Removed as by Foundation's `whitespacesAndNewlines`, including U+200B, but not from comments. Text that is
        /// only white space is omitted.
        case trimmed
    }

    /// The form of text that child elements divide.
    public enum MixedText: Hashable, Sendable {
        /// One string: the runs with a separator between them, with white space removed at both ends of the whole.
        case joined(separator: String = "")
        /// A list of the runs, with white space removed from each. In an element that becomes a string, line feeds
        /// separate the runs.
        case list
    }

    /// The dictionaries that contain the name of their element.
    public enum NameKey: Hashable, Sendable {
        /// No dictionaries.
        case never
        /// The dictionary of the root, under this key.
        case root(String)
        /// All dictionaries, under this key.
        case always(String)
    }

    /// The names of elements and attributes.
    public enum Names: Hashable, Sendable {
        /// Qualified names, as written.
        case qualified
        /// Local names.
        case local
        /// Local names, preceded by the namespace URI, or by its replacement in `prefixes`, and the separator. If the
        /// replacement is empty, the local name alone.
        case expanded(prefixes: [String: String] = [:], separator: String = ":")
    }

    /// A value with its key, before it becomes a member of a dictionary.
    public struct Member: Sendable {
        /// The keys of the elements around the member, from the root to the element of its dictionary.
        ///
        /// - Complexity: O(*n*) in the number of these elements.
        public var path: [String] {
            switch place {
            case .path(let path): path
            case .element(let element, let context): context.path(to: element)
            }
        }
        /// The key of the member.
        public internal(set) var key: String
        /// The value of the member, even if it will become one of a list.
        public internal(set) var value: XMLValue

        private enum Place {
            case path([String])
            case element(Int, DictionaryContext)
        }
        private let place: Place

        /// Creates a member, for example to test a closure.
        public init(path: [String], key: String, value: XMLValue) {
            (place, self.key, self.value) = (.path(path), key, value)
        }

        init(in element: Int, of context: DictionaryContext, key: String, value: XMLValue) {
            (place, self.key, self.value) = (.element(element, context), key, value)
        }
    }

    /// A selection of members of dictionaries.
    public enum Selection: Sendable {
        /// No members.
        case nothing
        /// All elements; in ``XMLMapping/arrays``, all except the root.
        case all
        /// Members with one of these keys: elements, including the root, text, CDATA sections and comments.
        case named(Set<String>)
        /// Members for which the closure returns true. It may be called any number of times, by any task.
        case matching(@Sendable (Member) -> Bool)
    }

    /// The place of attributes.
    public var attributes: Attributes
    /// The place of namespace declarations.
    public var namespaceDeclarations: NamespaceDeclarations
    /// The key of text beside other content; if nil, such text is omitted.
    public var textKey: String?
    /// The key of CDATA sections, which are separate values; if nil, they are text.
    public var cdataKey: String?
    /// The key of comments; if nil, comments are omitted.
    public var commentsKey: String?
    /// Whether a single comment is a list.
    public var listsComments: Bool
    /// The elements that are dictionaries, with their text under the text key, even if they contain only text. Other
    /// elements with only text are strings.
    public var dictionaries: Selection
    /// The value of empty elements.
    public var emptyElements: EmptyElements
    /// The treatment of white space at the ends of text.
    public var whiteSpace: WhiteSpace
    /// The form of text that child elements divide.
    public var mixedText: MixedText
    /// The members that are lists even if they do not repeat. Members that repeat are always lists.
    public var arrays: Selection
    /// The dictionaries that contain the name of their element.
    public var nameKey: NameKey
    /// The names of elements and attributes.
    public var names: Names
    /// Whether the root is the value of its name in a dictionary of the document, or is that dictionary itself.
    public var wrapsRoot: Bool
    /// Whether an ``XMLValue`` of a root that is not wrapped, and contains only one list, is that list.
    public var unwrapsSoleList: Bool
    /// The closures of ``transforming(_:)``, in order.
    var transformations: [@Sendable (Member) -> Transformation] = []

    /// Creates the rules of ``xmltodict`` with changes.
    ///
    /// Creates a mapping. Each parameter sets the property with the same name.
    public init(
        attributes: Attributes = .prefixed("@"), namespaceDeclarations: NamespaceDeclarations = .attributes,
        textKey: String? = "#text", cdataKey: String? = nil, commentsKey: String? = nil,
        listsComments: Bool = false, dictionaries: Selection = .nothing, emptyElements: EmptyElements = .null,
        whiteSpace: WhiteSpace = .stripped, mixedText: MixedText = .joined(), arrays: Selection = .nothing,
        nameKey: NameKey = .never, names: Names = .qualified, wrapsRoot: Bool = true,
        unwrapsSoleList: Bool = false
    ) {
        self.attributes = attributes
        self.namespaceDeclarations = namespaceDeclarations
        self.textKey = textKey
        self.cdataKey = cdataKey
        self.commentsKey = commentsKey
        self.listsComments = listsComments
        self.dictionaries = dictionaries
        self.emptyElements = emptyElements
        self.whiteSpace = whiteSpace
        self.mixedText = mixedText
        self.arrays = arrays
        self.nameKey = nameKey
        self.names = names
        self.wrapsRoot = wrapsRoot
        self.unwrapsSoleList = unwrapsSoleList
    }
}
