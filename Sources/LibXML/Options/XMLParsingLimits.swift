/// Limits on the size and complexity of a document.
///
/// The defaults are safe for untrusted input: the time and memory that a document takes are proportional to its size. A
/// document that exceeds a limit causes an error with a code of its own, never a truncated result. A negative number
/// becomes 0.
public struct XMLParsingLimits: Hashable, Sendable {
    /// The size of the document in bytes (``XMLError/Code/inputTooLarge``): before its conversion to UTF-8, and also
    /// after it if the document is read as a whole.
    ///
    /// Default and maximum: `UInt32.max - 16`, about 4.3 GB, the largest size that a tree can address. With the
    /// default, a document that is not kept as a whole, as by ``XMLRecords`` or for an ``XMLHandler``, may have any
    /// size.
    public var inputSize: Int { didSet { inputSize = max(0, inputSize) } }

    /// The depth to which elements may nest; the root element has depth 1 (``XMLError/Code/tooDeep``). Default: 256.
    public var depth: Int { didSet { depth = max(0, depth) } }

    /// The number of attributes and namespace declarations of one element, including attributes with default values
    /// (``XMLError/Code/tooManyAttributes``). Default: 4,096.
    ///
    /// The time that libxml2 up to 2.11 takes is proportional to the square of this number.
    public var attributesPerElement: Int { didSet { attributesPerElement = max(0, attributesPerElement) } }

    /// The number of namespace declarations of an element and its ancestors (``XMLError/Code/tooManyNamespaces``).
    /// Default: 4,096.
    ///
    /// libxml2 up to 2.11 searches all of them to find a prefix.
    public var namespacesInScope: Int { didSet { namespacesInScope = max(0, namespacesInScope) } }

    /// The size of one start tag in bytes of UTF-8 (``XMLError/Code/tagTooLong``). Default: 10,000,000, which is also
    /// libxml2's limit for one attribute value.
    public var tagSize: Int { didSet { tagSize = max(0, tagSize) } }

    /// The length of one qualified name in bytes of UTF-8 (``XMLError/Code/nameTooLong``). Default: 50,000, which is
    /// also libxml2's limit.
    public var nameLength: Int { didSet { nameLength = max(0, nameLength) } }

    /// The number of distinct names, prefixes and namespace URIs, including those in declarations
    /// (``XMLError/Code/tooManyNames``). Default: 20,000.
    ///
    /// The table in which libxml2 up to 2.11 keeps them has a fixed size. With more names than this, each lookup takes
    /// time in proportion to their number.
    public var distinctNames: Int { didSet { distinctNames = max(0, distinctNames) } }

    /// Whether the document may have a document type declaration. Default: true.
    ///
    /// If false, such a document is an error, ``XMLError/Code/documentTypeNotAllowed``: messages of services, such as
    /// SOAP, must not have such a declaration, and without it, there are no entities, default values or external
    /// subsets. HTML pages may always have one.
    public var allowsDocumentType: Bool

    /// The size of the document type declaration in bytes of UTF-8 (``XMLError/Code/tooManyDeclarations``). Default and
    /// maximum: 9,500,000.
    public var documentTypeSize: Int { didSet { documentTypeSize = max(0, documentTypeSize) } }

    /// The number of elements for which a document type may declare attributes (``XMLError/Code/tooManyDeclarations``).
    /// Default: 2,000. For one element it may declare up to ``attributesPerElement``.
    ///
    /// The table in which libxml2 up to 2.11 keeps them has a fixed size.
    public var declaredElements: Int { didSet { declaredElements = max(0, declaredElements) } }

    /// The number of entities that a document type may declare (``XMLError/Code/tooManyDeclarations``). With 0, every
    /// document that declares an entity is rejected. Default: no limit except ``distinctNames``.
    public var declaredEntities: Int { didSet { declaredEntities = max(0, declaredEntities) } }

    /// The number of values that a document type may declare for one attribute (``XMLError/Code/tooManyDeclarations``).
    /// Default: 1,000.
    ///
    /// libxml2 compares each value with all others.
    public var declaredValues: Int { didSet { declaredValues = max(0, declaredValues) } }

    /// The length of one text node, CDATA section, comment or processing instruction in bytes of UTF-8
    /// (``XMLError/Code/textTooLong``). Default: 1,000,000,000, which is also libxml2's limit.
    public var textLength: Int { didSet { textLength = max(0, textLength) } }

    /// The number of bytes that entities and attribute defaults may add to the document. Default: 8 MiB.
    ///
    /// The limit applies to bytes in addition to ten for each byte of the document that was read so far
    /// (``XMLError/Code/entityExpansionTooLarge``). Each reference counts as 32 bytes in addition to its replacement
    /// text, or as 256 bytes if it is in an entity, since expanding an entity takes time. Regardless of the limit,
    /// entities nest at most 32 deep.
    public var entityExpansion: Int { didSet { entityExpansion = max(0, entityExpansion) } }

    /// The size of one record as written, in bytes of UTF-8, for a document that is read record by record
    /// (``XMLError/Code/recordTooLarge``). Default: 64 MiB. What entities add to it is bounded by ``entityExpansion``.
    public var recordSize: Int { didSet { recordSize = max(0, recordSize) } }

    /// Creates limits. Each parameter sets the property with the same name.
    public init(
        inputSize: Int = Int(UInt32.max) - 16, depth: Int = 256, attributesPerElement: Int = 4_096,
        namespacesInScope: Int = 4_096, tagSize: Int = 10_000_000, nameLength: Int = 50_000,
        distinctNames: Int = 20_000, allowsDocumentType: Bool = true, documentTypeSize: Int = 9_500_000,
        declaredElements: Int = 2_000,
        declaredEntities: Int = .max, declaredValues: Int = 1_000, textLength: Int = 1_000_000_000,
        entityExpansion: Int = 8 << 20,
        recordSize: Int = 64 << 20
    ) {
        self.inputSize = max(0, inputSize)
        self.depth = max(0, depth)
        self.attributesPerElement = max(0, attributesPerElement)
        self.namespacesInScope = max(0, namespacesInScope)
        self.tagSize = max(0, tagSize)
        self.nameLength = max(0, nameLength)
        self.distinctNames = max(0, distinctNames)
        self.allowsDocumentType = allowsDocumentType
        self.documentTypeSize = max(0, documentTypeSize)
        self.declaredElements = max(0, declaredElements)
        self.declaredEntities = max(0, declaredEntities)
        self.declaredValues = max(0, declaredValues)
        self.textLength = max(0, textLength)
        self.entityExpansion = max(0, entityExpansion)
        self.recordSize = max(0, recordSize)
    }

    /// The largest size that 32-bit offsets can address, with room for markers.
    static let addressableSize = Int(UInt32.max) - 16
    /// The largest document type declaration that is read: see ``PrologueText/longest``.
    static let longestDocumentType = 9_500_000
}
