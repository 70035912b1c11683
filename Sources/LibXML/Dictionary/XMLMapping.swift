/// The rules by which a document becomes a dictionary.
///
/// Begin with one of the conventions, such as ``xmltodict``, and change what should be different:
///
/// ```swift
/// var mapping = XMLMapping.xmltodict
/// mapping.arrays = .named(["item"])
/// mapping.names = .local
/// ```
public struct XMLMapping: Sendable {
    /// Where attributes go.
    public enum Attributes: Hashable, Sendable {
        /// Beside the children, under their names with this before them.
        case prefixed(String)
        /// Into a dictionary of their own, under this key.
        case grouped(String)
        /// Beside the children, under their names as they are. An attribute and a child of one name become a list.
        case merged
        /// Nowhere.
        case discarded
    }

    /// Where the declarations of namespaces go, `xmlns` and `xmlns:prefix`.
    public enum NamespaceDeclarations: Hashable, Sendable {
        /// Where attributes go.
        case attributes
        /// Into a dictionary of URIs by prefix, under `key`; that of the default namespace under `defaultKey`, and null
        /// there where it is taken back.
        case grouped(key: String, defaultKey: String)
        /// Nowhere.
        case discarded
    }

    /// What becomes of an element that holds nothing.
    public enum EmptyElements: Hashable, Sendable {
        /// It is the empty string.
        case string
        /// It is a dictionary without keys.
        case dictionary
        /// It is null.
        case null
        /// It is left out, and so is one that is empty without those that were left out. A list that lost members
        /// stays a list.
        case omitted
    }

    /// What becomes of white space at the ends of text.
    public enum WhiteSpace: Hashable, Sendable {
        /// It stays, also where text is nothing else.
        case kept
        /// It is taken away as Python's `str.strip` does, from comments too. Text that is nothing else is left out.
        case stripped
        /// It is taken away as Foundation's `whitespacesAndNewlines` does, U+200B too, but not from comments. Text that
        /// is nothing else is left out.
        case trimmed
    }

    /// What becomes of text that children divide.
    public enum MixedText: Hashable, Sendable {
        /// Its runs become one string, with a separator between them; white space is taken away from the whole.
        case joined(separator: String = "")
        /// Its runs become a list; white space is taken away from each. An element that becomes a string has them on
        /// lines of their own.
        case list
    }

    /// Whether a dictionary holds the name of its element.
    public enum NodeName: Hashable, Sendable {
        /// None does.
        case never
        /// That of the root does, under this key.
        case root(String)
        /// Each does, under this key.
        case always(String)
    }

    /// What elements and attributes are called.
    public enum Names: Hashable, Sendable {
        /// As they are written, with their prefix.
        case qualified
        /// By their local name.
        case local
        /// By their local name with the URI of their namespace, or what stands for that URI in `prefixes`, before it.
        /// Where that is empty the local name stands alone.
        case expanded(prefixes: [String: String] = [:], separator: String = ":")
    }

    /// Something that is about to stand in a dictionary.
    public struct Member: Sendable {
        /// The keys of the elements around it, from the root to the one whose dictionary it is to stand in.
        ///
        /// - Complexity: O(*n*) in the number of these elements.
        public var path: [String] {
            switch place {
            case .path(let path): path
            case .element(let element, let context): context.path(to: element)
            }
        }
        /// The key that it is to stand under.
        public internal(set) var key: String
        /// What it is by itself, though it may become one of a list.
        public internal(set) var value: XMLValue

        private enum Place {
            case path([String])
            case element(Int, DictionaryContext)
        }
        private let place: Place

        /// Makes a member, as code that tries a closure out does.
        public init(path: [String], key: String, value: XMLValue) {
            (place, self.key, self.value) = (.path(path), key, value)
        }

        init(in element: Int, of context: DictionaryContext, key: String, value: XMLValue) {
            (place, self.key, self.value) = (.element(element, context), key, value)
        }
    }

    /// Which members of dictionaries are meant.
    public enum Selection: Sendable {
        /// No members.
        case nothing
        /// All elements. The root, of which there is one, is not made a list.
        case all
        /// Those with one of these keys: elements, the root too, and text.
        case named(Set<String>)
        /// Those for which the closure returns true, which may be called any number of times, from any task.
        case matching(@Sendable (Member) -> Bool)
    }

    /// Where attributes go.
    public var attributes: Attributes
    /// Where the declarations of namespaces go.
    public var namespaceDeclarations: NamespaceDeclarations
    /// The key of text beside other content; without one such text is left out.
    public var textKey: String?
    /// The key of CDATA sections, one value each; without one they are text.
    public var cdataKey: String?
    /// The key of comments; without one they are left out.
    public var commentsKey: String?
    /// Whether comments are a list though there is but one.
    public var listsComments: Bool
    /// Elements whose text stands under the text key though there is nothing else in them: they are always
    /// dictionaries, where others are strings.
    public var dictionaries: Selection
    /// What becomes of an element that holds nothing.
    public var emptyElements: EmptyElements
    /// What becomes of white space at the ends of text.
    public var whiteSpace: WhiteSpace
    /// What becomes of text that children divide.
    public var mixedText: MixedText
    /// Members that are a list though they do not repeat. Members that repeat always are.
    public var arrays: Selection
    /// Whether a dictionary holds the name of its element.
    public var nodeName: NodeName
    /// What elements and attributes are called.
    public var names: Names
    /// Whether the root stands under its name in a dictionary of the document, or is that dictionary.
    public var wrapsRoot: Bool
    /// Whether a root that is not wrapped, and holds nothing but one list, becomes that list as an ``XMLValue``.
    public var unwrapsSoleList: Bool
    /// What ``transforming(_:)`` added, in order.
    var transformations: [@Sendable (Member) -> Transformation] = []

    /// The rules of ``xmltodict``, with the given changes.
    ///
    /// - Parameters: the properties of these names.
    public init(
        attributes: Attributes = .prefixed("@"), namespaceDeclarations: NamespaceDeclarations = .attributes,
        textKey: String? = "#text", cdataKey: String? = nil, commentsKey: String? = nil,
        listsComments: Bool = false, dictionaries: Selection = .nothing, emptyElements: EmptyElements = .null,
        whiteSpace: WhiteSpace = .stripped, mixedText: MixedText = .joined(), arrays: Selection = .nothing,
        nodeName: NodeName = .never, names: Names = .qualified, wrapsRoot: Bool = true,
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
        self.nodeName = nodeName
        self.names = names
        self.wrapsRoot = wrapsRoot
        self.unwrapsSoleList = unwrapsSoleList
    }
}
