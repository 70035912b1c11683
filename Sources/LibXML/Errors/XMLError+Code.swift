extension XMLError {
    /// The kind of a fault.
    ///
    /// An open set: later versions of this package may add kinds, so a `switch` over them needs a `default`. The raw
    /// value is the name of the static member and stays stable.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        private init(_ name: String) {
            rawValue = name
        }

        public var description: String { rawValue }
    }
}

// MARK: Structure

extension XMLError.Code {
    /// The document is empty or holds nothing but white space.
    public static let emptyDocument = Self("emptyDocument")
    /// The document ends, or other content begins, before a root element.
    public static let missingRootElement = Self("missingRootElement")
    /// Something other than comments, processing instructions and white space follows the root element.
    public static let contentAfterRootElement = Self("contentAfterRootElement")
    /// An end tag whose name is not that of the open element.
    public static let mismatchedEndTag = Self("mismatchedEndTag")
    /// The document ends inside an element.
    public static let unclosedElement = Self("unclosedElement")
    /// The document ends inside a tag, or another begins before its `>`.
    public static let unclosedTag = Self("unclosedTag")
    /// The document ends inside a comment.
    public static let unclosedComment = Self("unclosedComment")
    /// The document ends inside a CDATA section.
    public static let unclosedCDATASection = Self("unclosedCDATASection")
    /// The document ends inside a processing instruction.
    public static let unclosedProcessingInstruction = Self("unclosedProcessingInstruction")
    /// The document ends inside an attribute value.
    public static let unclosedAttributeValue = Self("unclosedAttributeValue")
}

// MARK: Markup

extension XMLError.Code {
    /// `<` that begins no tag, comment, CDATA section or processing instruction.
    public static let malformedTag = Self("malformedTag")
    /// A name that is none, or none that namespaces allow (XML 1.0, section 2.3; Namespaces in XML 1.0, section 4).
    public static let invalidName = Self("invalidName")
    /// An attribute without a value.
    public static let missingAttributeValue = Self("missingAttributeValue")
    /// An attribute value without quotes.
    public static let unquotedAttributeValue = Self("unquotedAttributeValue")
    /// Two attributes, or other parts of a declaration, that no white space separates.
    public static let missingWhitespace = Self("missingWhitespace")
    /// `<` in an attribute value, directly or through an entity.
    public static let lessThanInAttributeValue = Self("lessThanInAttributeValue")
    /// An attribute that stands twice in one tag, by name or by namespace and local name.
    public static let duplicateAttribute = Self("duplicateAttribute")
    /// `--` in a comment.
    public static let doubleHyphenInComment = Self("doubleHyphenInComment")
    /// `]]>` in character data.
    public static let cdataEndInText = Self("cdataEndInText")
    /// A processing instruction whose target is `xml` in any case.
    public static let reservedProcessingInstruction = Self("reservedProcessingInstruction")
    /// An XML declaration that is not the very first thing of the document.
    public static let misplacedXMLDeclaration = Self("misplacedXMLDeclaration")
    /// An XML declaration that breaks its grammar.
    public static let malformedXMLDeclaration = Self("malformedXMLDeclaration")
    /// A document type declaration inside or after the root element.
    public static let misplacedDocumentType = Self("misplacedDocumentType")
    /// A document type declaration, or a declaration in its internal subset, that breaks its grammar.
    public static let malformedDocumentType = Self("malformedDocumentType")
    /// A tag where HTML allows none of its name, such as a second `body`.
    public static let misplacedElement = Self("misplacedElement")
    /// Anything else that breaks the grammar.
    public static let malformed = Self("malformed")
}

// MARK: Characters, references, encodings

extension XMLError.Code {
    /// A character that XML does not allow (XML 1.0, section 2.2).
    public static let invalidCharacter = Self("invalidCharacter")
    /// `&#…;` that is no number, or the number of no allowed character.
    public static let invalidCharacterReference = Self("invalidCharacterReference")
    /// `&` that begins no reference, or a reference without `;`.
    public static let malformedReference = Self("malformedReference")
    /// A reference to an entity that nothing declares.
    public static let undeclaredEntity = Self("undeclaredEntity")
    /// An entity that refers to itself, directly or through others.
    public static let recursiveEntity = Self("recursiveEntity")
    /// An entity where its kind is not allowed: an external one in an attribute value, an unparsed one anywhere.
    public static let misplacedEntity = Self("misplacedEntity")
    /// An entity whose replacement text is not well-formed content.
    public static let malformedEntity = Self("malformedEntity")
    /// A reference that would need something from outside the document, under
    /// ``XMLParsingOptions/UnresolvedEntities/error``.
    public static let unresolvedEntity = Self("unresolvedEntity")
    /// Bytes that are no character of the document's encoding.
    public static let invalidEncoding = Self("invalidEncoding")
    /// A declared encoding that contradicts the bytes.
    public static let contradictoryEncoding = Self("contradictoryEncoding")
    /// An encoding that libxml2 does not know.
    public static let unsupportedEncoding = Self("unsupportedEncoding")
}

// MARK: Namespaces

extension XMLError.Code {
    /// A prefix that no namespace declaration in scope binds.
    public static let undeclaredPrefix = Self("undeclaredPrefix")
    /// A namespace declaration that is not allowed, such as `xmlns:a=""`.
    public static let invalidNamespaceDeclaration = Self("invalidNamespaceDeclaration")
}

// MARK: Limits

extension XMLError.Code {
    /// ``XMLParsingLimits/inputSize``.
    public static let inputTooLarge = Self("inputTooLarge")
    /// ``XMLParsingLimits/depth``.
    public static let tooDeep = Self("tooDeep")
    /// ``XMLParsingLimits/attributesPerElement``.
    public static let tooManyAttributes = Self("tooManyAttributes")
    /// ``XMLParsingLimits/namespacesInScope``.
    public static let tooManyNamespaces = Self("tooManyNamespaces")
    /// ``XMLParsingLimits/tagSize``.
    public static let tagTooLong = Self("tagTooLong")
    /// ``XMLParsingLimits/nameLength``.
    public static let nameTooLong = Self("nameTooLong")
    /// ``XMLParsingLimits/distinctNames``.
    public static let tooManyNames = Self("tooManyNames")
    /// ``XMLParsingLimits/documentTypeSize``, ``XMLParsingLimits/declaredElements`` and
    /// ``XMLParsingLimits/declaredValues``.
    public static let tooManyDeclarations = Self("tooManyDeclarations")
    /// ``XMLParsingLimits/textLength``.
    public static let textTooLong = Self("textTooLong")
    /// ``XMLParsingLimits/recordSize``.
    public static let recordTooLarge = Self("recordTooLarge")
    /// ``XMLParsingLimits/entityExpansion``.
    public static let entityExpansionTooLarge = Self("entityExpansionTooLarge")

    /// Whether it says that a document passes one of ``XMLParsingLimits``.
    var isLimit: Bool {
        switch self {
        case .inputTooLarge, .tooDeep, .tooManyAttributes, .tooManyNamespaces, .tagTooLong, .nameTooLong, .tooManyNames,
            .tooManyDeclarations, .textTooLong, .recordTooLarge, .entityExpansionTooLarge:
            true
        default: false
        }
    }
}

// MARK: Input

extension XMLError.Code {
    /// A checkpoint that was made for another file, or for other contents of it.
    public static let checkpointMismatch = Self("checkpointMismatch")
    /// There is no such file.
    public static let fileNotFound = Self("fileNotFound")
    /// The path is that of a directory.
    public static let fileIsDirectory = Self("fileIsDirectory")
    /// The file exists and cannot be read.
    public static let unreadableFile = Self("unreadableFile")
    /// A URL that is not one of a file.
    public static let unsupportedURL = Self("unsupportedURL")
    /// What supplies the document failed; ``XMLReader/sourceError`` has its error.
    public static let sourceFailed = Self("sourceFailed")
    /// The bytes are plainly something other than XML.
    public static let notXML = Self("notXML")
    /// Memory ran out, or libxml2 failed for a reason of its own.
    public static let internalFailure = Self("internalFailure")
}

// MARK: Looking things up

extension XMLError.Code {
    /// An element that was required is not there.
    public static let missingElement = Self("missingElement")
    /// A key that was required is not in the dictionary.
    public static let missingKey = Self("missingKey")
    /// An attribute that was required is not there.
    public static let missingAttribute = Self("missingAttribute")
    /// Text that is no value of the type asked for.
    public static let invalidValue = Self("invalidValue")
    /// Text that is no ``XMLPath``.
    public static let invalidPath = Self("invalidPath")
}
