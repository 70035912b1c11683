/// How much of anything a document may hold.
///
/// The defaults are safe for input from strangers: with them no document takes time or memory out of proportion to its
/// size. A limit that is passed is an error of its own kind, never a truncated result. A negative number becomes 0.
public struct XMLParsingLimits: Hashable, Sendable {
    /// The size of the document in bytes, as given and again after conversion to UTF-8
    /// (``XMLError/Code/inputTooLarge``).
    ///
    /// Default and maximum: `UInt32.max - 16`, about 4.3 GB, which is what a tree can address. What is not kept as a whole,
    /// as by ``XMLRecords`` or for an ``XMLHandler``, may be of any size as long as this has its default.
    public var inputSize: Int { didSet { inputSize = max(0, inputSize) } }

    /// How deep elements may nest; the root element is at depth 1 (``XMLError/Code/tooDeep``). Default: 256.
    public var depth: Int { didSet { depth = max(0, depth) } }

    /// The attributes and namespace declarations of one element, those with default values included
    /// (``XMLError/Code/tooManyAttributes``). Default: 4,096.
    ///
    /// libxml2 2.9 takes time in proportion to the square of this number.
    public var attributesPerElement: Int { didSet { attributesPerElement = max(0, attributesPerElement) } }

    /// The namespace declarations of an element and of all that enclose it (``XMLError/Code/tooManyNamespaces``).
    /// Default: 4,096.
    ///
    /// libxml2 up to 2.11 looks through all of them to find a prefix.
    public var namespacesInScope: Int { didSet { namespacesInScope = max(0, namespacesInScope) } }

    /// The size of one start tag in bytes of UTF-8 (``XMLError/Code/tagTooLong``). Default: 10,000,000, which is also
    /// libxml2's own limit for one attribute value.
    public var tagSize: Int { didSet { tagSize = max(0, tagSize) } }

    /// The length of one qualified name in bytes of UTF-8 (``XMLError/Code/nameTooLong``). Default: 50,000, which is
    /// also libxml2's own limit.
    public var nameLength: Int { didSet { nameLength = max(0, nameLength) } }

    /// The names, prefixes and namespace URIs that differ from each other, those in declarations included
    /// (``XMLError/Code/tooManyNames``). Default: 20,000.
    ///
    /// The table in which libxml2 up to 2.11 keeps them does not grow with their number, so that from here on each name takes
    /// the longer the more there are.
    public var distinctNames: Int { didSet { distinctNames = max(0, distinctNames) } }

    /// The size of the document type declaration in bytes of UTF-8 (``XMLError/Code/tooManyDeclarations``). Default and
    /// maximum: 9,500,000.
    public var documentTypeSize: Int { didSet { documentTypeSize = max(0, documentTypeSize) } }

    /// The elements for which a document type may declare attributes (``XMLError/Code/tooManyDeclarations``).
    /// Default: 2,000. Of one element it may declare as many as ``attributesPerElement``.
    ///
    /// The table in which libxml2 up to 2.11 keeps them does not grow with their number.
    public var declaredElements: Int { didSet { declaredElements = max(0, declaredElements) } }

    /// The entities that a document type may declare (``XMLError/Code/tooManyDeclarations``). 0 rejects every document that
    /// declares an entity. Default: no limit except ``distinctNames``.
    public var declaredEntities: Int { didSet { declaredEntities = max(0, declaredEntities) } }

    /// The values that a document type may declare for one attribute (``XMLError/Code/tooManyDeclarations``).
    /// Default: 1,000.
    ///
    /// libxml2 compares each with all others.
    public var declaredValues: Int { didSet { declaredValues = max(0, declaredValues) } }

    /// The length in bytes of UTF-8 of one text node, CDATA section, comment or processing instruction
    /// (``XMLError/Code/textTooLong``). Default: 1,000,000,000, which is also libxml2's own limit.
    public var textLength: Int { didSet { textLength = max(0, textLength) } }

    /// The bytes that entities and attribute defaults may add to the document, beyond ten for each byte of it that was
    /// read (``XMLError/Code/entityExpansionTooLarge``). Default: 8 MiB.
    ///
    /// Each reference counts as 32 bytes beside the replacement text, one in an entity as 256, since going into an entity takes
    /// time. Whatever this allows, entities nest 32 deep at most.
    public var entityExpansion: Int { didSet { entityExpansion = max(0, entityExpansion) } }

    /// The size of one record in bytes of UTF-8 (``XMLError/Code/recordTooLarge``), where a document is read record by
    /// record. Default: 64 MiB.
    public var recordSize: Int { didSet { recordSize = max(0, recordSize) } }

    /// - Parameters: the properties of these names.
    public init(
        inputSize: Int = Int(UInt32.max) - 16, depth: Int = 256, attributesPerElement: Int = 4_096,
        namespacesInScope: Int = 4_096, tagSize: Int = 10_000_000, nameLength: Int = 50_000,
        distinctNames: Int = 20_000, documentTypeSize: Int = 9_500_000, declaredElements: Int = 2_000,
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
        self.documentTypeSize = max(0, documentTypeSize)
        self.declaredElements = max(0, declaredElements)
        self.declaredEntities = max(0, declaredEntities)
        self.declaredValues = max(0, declaredValues)
        self.textLength = max(0, textLength)
        self.entityExpansion = max(0, entityExpansion)
        self.recordSize = max(0, recordSize)
    }

    /// What 32-bit offsets can address, with room for marks.
    static let addressableSize = Int(UInt32.max) - 16
}
