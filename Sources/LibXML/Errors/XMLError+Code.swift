extension XMLError {
    /// The kind of a fault.
    ///
    /// Later versions of this package may add kinds, so a `switch` over them needs a `default`. The raw value is the
    /// name of the static member, and is stable.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, such as `mismatchedEndTag`.
        public var rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        private init(_ name: String) {
            rawValue = name
        }

        /// The name of the code.
        public var description: String { rawValue }
    }
}

// MARK: Structure

extension XMLError.Code {
    /// A document that is empty or contains only white space.
    public static let emptyDocument = Self("emptyDocument")
    /// A document that ends, or contains other content, before a root element.
    public static let missingRootElement = Self("missingRootElement")
    /// Content other than comments, processing instructions and white space after the root element.
    public static let contentAfterRootElement = Self("contentAfterRootElement")
    /// An end tag whose name differs from that of the open element.
    public static let mismatchedEndTag = Self("mismatchedEndTag")
    /// A document that ends inside an element.
    public static let unclosedElement = Self("unclosedElement")
    /// A tag that the end of the document or another tag interrupts before its `>`.
    public static let unclosedTag = Self("unclosedTag")
    /// A document that ends inside a comment.
    public static let unclosedComment = Self("unclosedComment")
    /// A document that ends inside a CDATA section.
    public static let unclosedCDATASection = Self("unclosedCDATASection")
    /// A document that ends inside a processing instruction.
    public static let unclosedProcessingInstruction = Self("unclosedProcessingInstruction")
    /// A document that ends inside an attribute value.
    public static let unclosedAttributeValue = Self("unclosedAttributeValue")
}

// MARK: Markup

extension XMLError.Code {
    /// A `<` that does not begin a tag, comment, CDATA section or processing instruction.
    public static let malformedTag = Self("malformedTag")
    /// An invalid name, or one that namespaces do not allow (XML 1.0, section 2.3; Namespaces in XML 1.0, section 4).
    public static let invalidName = Self("invalidName")
    /// An attribute without a value.
    public static let missingAttributeValue = Self("missingAttributeValue")
    /// An attribute value without quotes.
    public static let unquotedAttributeValue = Self("unquotedAttributeValue")
    /// Missing white space between two attributes, or between other parts of a declaration.
    public static let missingWhitespace = Self("missingWhitespace")
    /// A `<` in an attribute value, directly or through an entity.
    public static let lessThanInAttributeValue = Self("lessThanInAttributeValue")
    /// An attribute that occurs twice in one tag, by name or by namespace and local name.
    public static let duplicateAttribute = Self("duplicateAttribute")
    /// `--` in a comment.
    public static let doubleHyphenInComment = Self("doubleHyphenInComment")
    /// `]]>` in character data.
    public static let cdataEndInText = Self("cdataEndInText")
    /// A processing instruction with the target `xml`, in upper or lower case.
    public static let reservedProcessingInstruction = Self("reservedProcessingInstruction")
    /// An XML declaration that is not at the very beginning of the document.
    public static let misplacedXMLDeclaration = Self("misplacedXMLDeclaration")
    /// An XML declaration that violates its grammar.
    public static let malformedXMLDeclaration = Self("malformedXMLDeclaration")
    /// A document type declaration inside or after the root element.
    public static let misplacedDocumentType = Self("misplacedDocumentType")
    /// A document type declaration, or a declaration in its internal subset, that violates its grammar.
    public static let malformedDocumentType = Self("malformedDocumentType")
    /// A tag that HTML does not allow in this place, such as a second `body`.
    public static let misplacedElement = Self("misplacedElement")
    /// Any other violation of the grammar.
    public static let malformed = Self("malformed")
}

// MARK: Characters, references, encodings

extension XMLError.Code {
    /// A character that XML does not allow (XML 1.0, section 2.2).
    public static let invalidCharacter = Self("invalidCharacter")
    /// A character reference, `&#…;`, that is not a number, or not the number of an allowed character.
    public static let invalidCharacterReference = Self("invalidCharacterReference")
    /// An `&` that does not begin a reference, or a reference without `;`.
    public static let malformedReference = Self("malformedReference")
    /// A reference to an undeclared entity.
    public static let undeclaredEntity = Self("undeclaredEntity")
    /// An entity that refers to itself, directly or through other entities.
    public static let recursiveEntity = Self("recursiveEntity")
    /// A reference to an entity of a kind that is not allowed: an external one in an attribute value, an unparsed one
    /// anywhere.
    public static let misplacedEntity = Self("misplacedEntity")
    /// An entity whose replacement text is not well-formed content.
    public static let malformedEntity = Self("malformedEntity")
    /// A reference that requires something outside the document, with ``XMLParsingOptions/UnresolvedEntities/error``.
    public static let unresolvedEntity = Self("unresolvedEntity")
    /// Bytes that are not a character of the document's encoding.
    public static let invalidEncoding = Self("invalidEncoding")
    /// A declared encoding that contradicts the bytes.
    public static let contradictoryEncoding = Self("contradictoryEncoding")
    /// An encoding that libxml2 does not know.
    public static let unsupportedEncoding = Self("unsupportedEncoding")
}

// MARK: Namespaces

extension XMLError.Code {
    /// A prefix without a namespace declaration in scope.
    public static let undeclaredPrefix = Self("undeclaredPrefix")
    /// A namespace declaration that is not allowed, such as `xmlns:a=""`.
    public static let invalidNamespaceDeclaration = Self("invalidNamespaceDeclaration")
}

// MARK: Limits

extension XMLError.Code {
    /// A document that exceeds ``XMLParsingLimits/inputSize``.
    public static let inputTooLarge = Self("inputTooLarge")
    /// A document that exceeds ``XMLParsingLimits/depth``.
    public static let tooDeep = Self("tooDeep")
    /// A document that exceeds ``XMLParsingLimits/attributesPerElement``.
    public static let tooManyAttributes = Self("tooManyAttributes")
    /// A document that exceeds ``XMLParsingLimits/namespacesInScope``.
    public static let tooManyNamespaces = Self("tooManyNamespaces")
    /// A document that exceeds ``XMLParsingLimits/tagSize``.
    public static let tagTooLong = Self("tagTooLong")
    /// A document that exceeds ``XMLParsingLimits/nameLength``.
    public static let nameTooLong = Self("nameTooLong")
    /// A document that exceeds ``XMLParsingLimits/distinctNames``.
    public static let tooManyNames = Self("tooManyNames")
    /// A document type declaration where ``XMLParsingLimits/allowsDocumentType`` is false.
    public static let documentTypeNotAllowed = Self("documentTypeNotAllowed")
    /// A document type that exceeds a limit of declarations.
    ///
    /// See ``XMLParsingLimits/documentTypeSize``, ``XMLParsingLimits/declaredElements``,
    /// ``XMLParsingLimits/declaredEntities`` and ``XMLParsingLimits/declaredValues``.
    public static let tooManyDeclarations = Self("tooManyDeclarations")
    /// A document that exceeds ``XMLParsingLimits/textLength``.
    public static let textTooLong = Self("textTooLong")
    /// A document that exceeds ``XMLParsingLimits/recordSize``.
    public static let recordTooLarge = Self("recordTooLarge")
    /// A document that exceeds ``XMLParsingLimits/entityExpansion``.
    public static let entityExpansionTooLarge = Self("entityExpansionTooLarge")
}

// MARK: Input

extension XMLError.Code {
    /// A checkpoint that was made for another file, or for other contents of the file.
    public static let checkpointMismatch = Self("checkpointMismatch")
    /// A path at which no file exists.
    public static let fileNotFound = Self("fileNotFound")
    /// A path of a directory.
    public static let fileIsDirectory = Self("fileIsDirectory")
    /// A file that exists but cannot be read.
    public static let unreadableFile = Self("unreadableFile")
    /// A URL that is not a file URL.
    public static let unsupportedURL = Self("unsupportedURL")
    /// A stream with ``XMLRecoveryMode/libxml2``, which needs the whole document.
    public static let unsupportedRecovery = Self("unsupportedRecovery")
    /// A failure of the source of the document; ``XMLError/underlyingError`` is its error.
    public static let sourceFailed = Self("sourceFailed")
    /// Bytes that are clearly not XML.
    public static let notXML = Self("notXML")
    /// A failed allocation of libxml2, for example by an allocator that the program has passed to `xmlMemSetup`.
    ///
    /// Nothing is lost, and other documents can be parsed. If an allocation of Swift fails, the process ends.
    public static let outOfMemory = Self("outOfMemory")
    /// A cancellation of the task that reads a tree, a dictionary or a value from a large document.
    ///
    /// This is checked after each 64 KiB, so that a small document can still be read, and after each 4,096 values that
    /// are decoded. HTML pages are read to their end. A push parser in a canceled task also throws this error when it
    /// is finished, because an asynchronous loop in such a task ends early without an error. Asynchronous sequences of
    /// records throw `CancellationError` instead.
    public static let cancelled = Self("cancelled")
    /// An internal failure of libxml2 or of this package.
    public static let internalFailure = Self("internalFailure")
}

// MARK: Writing

extension XMLError.Code {
    /// An attribute or namespace declaration that is written after the content of its element.
    public static let misplacedAttribute = Self("misplacedAttribute")
    /// A value in a position of an ``XMLFragment`` in which it cannot be escaped, such as a name.
    public static let misplacedValue = Self("misplacedValue")
    /// Two edits of a document that change the same part of it.
    public static let overlappingEdits = Self("overlappingEdits")
    /// An edit of a part that is not written in the document as it was parsed: see ``XMLEdit``.
    public static let uneditable = Self("uneditable")
    /// A character that the encoding of the output cannot represent, in a place where references are not allowed.
    public static let unrepresentableCharacter = Self("unrepresentableCharacter")
    /// Content of a tree that would be read as something else if it were written as HTML: see
    /// ``XMLTree/htmlString(options:)``.
    public static let unwritableHTML = Self("unwritableHTML")
    /// A file that cannot be written.
    public static let unwritableFile = Self("unwritableFile")
}

// MARK: Lookups

extension XMLError.Code {
    /// A required element that does not exist.
    public static let missingElement = Self("missingElement")
    /// An element that the decoded type does not know, under ``XMLDecoder/UnknownElements/error``.
    public static let unknownElement = Self("unknownElement")
    /// An attribute that the decoded type does not know, under ``XMLDecoder/UnknownElements/error``.
    public static let unknownAttribute = Self("unknownAttribute")
    /// Text in an element whose decoded type has no text, under ``XMLDecoder/UnknownElements/error``.
    public static let unexpectedText = Self("unexpectedText")
    /// A second element for a property that has one value, under ``XMLDecoder/UnknownElements/error``.
    public static let repeatedElement = Self("repeatedElement")
    /// A required key that the dictionary does not contain.
    public static let missingKey = Self("missingKey")
    /// A required attribute that does not exist.
    public static let missingAttribute = Self("missingAttribute")
    /// Text that is not a valid value of the requested type.
    public static let invalidValue = Self("invalidValue")
    /// Text that is not a valid ``XMLPath``, expression of XPath or selector of CSS.
    public static let invalidPath = Self("invalidPath")
    /// A path that matches several places, where one is required.
    public static let ambiguousPath = Self("ambiguousPath")
    /// An expression of XPath that needs more operations than its limit.
    public static let tooManyOperations = Self("tooManyOperations")
    /// An expression of XPath that was not evaluated before the deadline.
    public static let deadlineExceeded = Self("deadlineExceeded")
    /// An error of a function that an expression has called; ``XMLError/underlyingError`` is that error.
    public static let functionFailed = Self("functionFailed")
}
