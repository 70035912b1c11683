import CLibXML2

// One row for each code that parsing reports, or for which LibXML has a name, in libxml2 2.9.14 to 2.15. Codes of
// validation, XPath, schemas, input and output have no rows.

extension Libxml2Message {
    /// libxml2 itself, and the document as a whole.
    static let generalRows: [Row] = [
        (XML_ERR_INTERNAL_ERROR, .malformed, "the markup is not well-formed here"),
        row(XML_ERR_NO_MEMORY, .outOfMemory),
        (XML_ERR_USER_STOP, .internalFailure, "the parse was stopped"),
        (.resourceLimit, .malformed, "the document exceeds a limit of libxml2"),
        (.argument, .internalFailure, "libxml2 was called with an invalid argument"),
        (.system, .internalFailure, "an operating system call of libxml2 failed"),
        row(XML_ERR_NAME_TOO_LONG, .nameTooLong),
        (XML_ERR_DOCUMENT_START, .missingRootElement, "the document cannot begin like this"),
        row(XML_ERR_DOCUMENT_EMPTY, .missingRootElement),
        (XML_ERR_DOCUMENT_END, .contentAfterRootElement, "the document does not end after its root element"),
        (XML_ERR_EXTRA_CONTENT, .malformed, "the text has extra content at its end"),
        (XML_ERR_NOT_WELL_BALANCED, .malformed, "start tags and end tags do not match"),
        (XML_WAR_CATALOG_PI, .malformed, "the processing instruction for a catalog is malformed"),
        (XML_WAR_LANG_VALUE, .malformed, "the value “{1}” of xml:lang is not a valid language tag"),
        (XML_WAR_SPACE_VALUE, .malformed, "the value “{1}” of xml:space is neither “default” nor “preserve”"),
        (XML_DTD_XMLID_VALUE, .malformed, "the value “{1}” of xml:id is not a valid name, or contains a colon"),
        (XML_DTD_XMLID_TYPE, .malformed, "the type of the attribute xml:id is not declared as ID"),
    ]

    /// Characters, encodings, references and entities.
    static let characterRows: [Row] = [
        (XML_ERR_INVALID_CHAR, .invalidCharacter, "a character is not allowed in XML"),
        (XML_ERR_INVALID_ENCODING, .invalidEncoding, "bytes are not valid in the encoding of the document"),
        (XML_ERR_UNKNOWN_ENCODING, .unsupportedEncoding, "the encoding “{1}” is not known"),
        (XML_ERR_UNSUPPORTED_ENCODING, .unsupportedEncoding, "the encoding “{1}” is not supported"),
        (.encodingMismatch, .contradictoryEncoding, "the declared encoding “{1}” does not match the bytes"),
        (
            XML_ERR_INVALID_HEX_CHARREF, .invalidCharacterReference,
            "the hexadecimal number of a character reference is malformed"
        ),
        (XML_ERR_INVALID_DEC_CHARREF, .invalidCharacterReference, "the number of a character reference is malformed"),
        (
            XML_ERR_INVALID_CHARREF, .invalidCharacterReference,
            "a reference refers to a character that is not allowed in XML"
        ),
        (XML_ERR_CHARREF_AT_EOF, .malformedReference, "the document ends inside a character reference"),
        (
            XML_ERR_CHARREF_IN_PROLOG, .missingRootElement,
            "a character reference is not allowed before the root element"
        ),
        (
            XML_ERR_CHARREF_IN_EPILOG, .contentAfterRootElement,
            "a character reference is not allowed after the root element"
        ),
        row(XML_ERR_ENTITYREF_AT_EOF, .unclosedReference),
        (XML_ERR_ENTITYREF_IN_PROLOG, .missingRootElement, "a reference is not allowed before the root element"),
        (XML_ERR_ENTITYREF_IN_EPILOG, .contentAfterRootElement, "a reference is not allowed after the root element"),
        row(XML_ERR_ENTITYREF_NO_NAME, .ampersand),
        row(XML_ERR_ENTITYREF_SEMICOL_MISSING, .missingSemicolon),
        (XML_ERR_PEREF_AT_EOF, .malformedReference, "the document ends inside a parameter entity reference"),
        (
            XML_ERR_PEREF_IN_PROLOG, .missingRootElement,
            "a parameter entity reference is not allowed before the root element"
        ),
        (
            XML_ERR_PEREF_IN_EPILOG, .contentAfterRootElement,
            "a parameter entity reference is not allowed after the root element"
        ),
        (XML_ERR_UNDECLARED_ENTITY, .undeclaredEntity, "the entity “{1}” is not declared, or is not well-formed"),
        (
            XML_WAR_UNDECLARED_ENTITY, .undeclaredEntity,
            "the entity “{1}” is not declared in the declarations that were read"
        ),
        row(XML_ERR_UNPARSED_ENTITY, .unparsedEntity("{1}")),
        row(XML_ERR_ENTITY_IS_EXTERNAL, .externalEntityInValue("{1}")),
        (XML_ERR_ENTITY_IS_PARAMETER, .misplacedEntity, "the entity “{1}” is a parameter entity, not a general entity"),
        row(XML_ERR_ENTITY_LOOP, .recursiveEntity),
        (XML_ERR_ENTITY_BOUNDARY, .malformedEntity, "a declaration begins in one entity and ends in another"),
        (XML_ERR_ENTITY_PROCESSING, .unresolvedEntity, "the entity “{1}” was not read"),
    ]

    /// Tags, attributes, comments, sections, instructions and the XML declaration.
    static let markupRows: [Row] = [
        (XML_ERR_NAME_REQUIRED, .invalidName, "a name is missing or begins with a character that is not allowed there"),
        (XML_ERR_LT_REQUIRED, .malformedTag, "“<” is missing at the beginning of a tag"),
        (XML_ERR_GT_REQUIRED, .malformedTag, "“>” is missing at the end of a tag or declaration"),
        (XML_ERR_LTSLASH_REQUIRED, .malformedTag, "an end tag is missing"),
        row(XML_ERR_TAG_NAME_MISMATCH, .mismatchedEndTag("{2}", in: "{1}")),
        (XML_ERR_TAG_NOT_FINISHED, .unclosedElement, "the element <{1}> is not closed"),
        (XML_ERR_SPACE_REQUIRED, .missingWhitespace, "white space is missing"),
        (XML_ERR_EQUAL_REQUIRED, .malformedXMLDeclaration, "“=” is missing in the XML declaration"),
        row(XML_ERR_LT_IN_ATTRIBUTE, .lessThanInAttributeValue),
        (XML_ERR_ATTRIBUTE_NOT_STARTED, .unquotedAttributeValue, "an attribute value is not in quotes"),
        (XML_ERR_ATTRIBUTE_NOT_FINISHED, .unclosedAttributeValue, "an attribute value is not closed"),
        row(XML_ERR_ATTRIBUTE_WITHOUT_VALUE, .missingAttributeValue(of: "{1}")),
        (XML_ERR_ATTRIBUTE_REDEFINED, .duplicateAttribute, "an attribute appears twice in one tag"),
        (XML_ERR_COMMENT_NOT_FINISHED, .unclosedComment, "a comment is not closed"),
        row(XML_ERR_HYPHEN_IN_COMMENT, .doubleHyphenInComment()),
        (.commentAbruptlyEnded, .unclosedComment, "a comment is closed by its opening characters"),
        row(XML_ERR_MISPLACED_CDATA_END, .cdataEndInText),
        (XML_ERR_CDATA_NOT_FINISHED, .unclosedCDATASection, "a CDATA section is not closed"),
        (XML_ERR_PI_NOT_STARTED, .invalidName, "a processing instruction has no target"),
        (XML_ERR_PI_NOT_FINISHED, .unclosedProcessingInstruction, "a processing instruction is not closed"),
        (XML_ERR_RESERVED_XML_NAME, .reservedProcessingInstruction, "targets that begin with “xml” are reserved"),
        (XML_ERR_XMLDECL_NOT_STARTED, .malformedXMLDeclaration, "the XML declaration does not begin with “<?xml”"),
        (XML_ERR_XMLDECL_NOT_FINISHED, .malformedXMLDeclaration, "“?>” is missing at the end of the XML declaration"),
        row(XML_ERR_VERSION_MISSING, .missingXMLVersion),
        (XML_ERR_UNKNOWN_VERSION, .malformedXMLDeclaration, "the version “{1}” of XML is not known"),
        (XML_WAR_UNKNOWN_VERSION, .malformedXMLDeclaration, "the version “{1}” of XML is not known; it is read as 1.0"),
        (
            XML_ERR_VERSION_MISMATCH, .malformedXMLDeclaration,
            "an entity has a different version of XML than the document"
        ),
        (XML_ERR_ENCODING_NAME, .malformedXMLDeclaration, "the name of the encoding is malformed"),
        (XML_ERR_MISSING_ENCODING, .malformedXMLDeclaration, "the declaration of an external entity has no encoding"),
        (XML_ERR_STANDALONE_VALUE, .malformedXMLDeclaration, "the value of “standalone” is neither “yes” nor “no”"),
        (XML_ERR_STRING_NOT_STARTED, .malformedXMLDeclaration, "a value in the XML declaration is not in quotes"),
        (XML_ERR_STRING_NOT_CLOSED, .malformedXMLDeclaration, "a value in the XML declaration is malformed"),
    ]

    /// The document type declaration.
    static let documentTypeRows: [Row] = rows(
        .malformedDocumentType,
        [
            (XML_ERR_DOCTYPE_NOT_FINISHED, Fault.unclosedDocumentType.message),
            (.internalSubsetNotFinished, "the internal subset is not closed"),
            (XML_ERR_EXT_SUBSET_NOT_FINISHED, "the external subset is malformed"),
            (XML_ERR_ENTITY_NOT_STARTED, "the value of the entity is not in quotes"),
            (XML_ERR_ENTITY_NOT_FINISHED, "the declaration of the entity “{1}” is not closed"),
            (XML_ERR_ENTITY_CHAR_ERROR, "“&” or “%” in the value of an entity does not begin a reference"),
            (XML_ERR_VALUE_REQUIRED, "an entity is declared without a value"),
            (XML_WAR_ENTITY_REDEFINED, "the entity “{1}” is declared twice; the first declaration is used"),
            (.redeclaredPredefinedEntity, "the predefined entity “{1}” is declared with another value"),
            (XML_ERR_LITERAL_NOT_STARTED, "an identifier is not in quotes"),
            (XML_ERR_LITERAL_NOT_FINISHED, "an identifier is not closed"),
            (XML_ERR_URI_REQUIRED, "the system identifier is missing"),
            (XML_ERR_PUBID_REQUIRED, "the public identifier is missing or malformed"),
            (XML_ERR_INVALID_URI, "“{1}” is not a valid URI"),
            (XML_ERR_URI_FRAGMENT, "a system identifier has a fragment, which begins with “#”"),
            (XML_ERR_NOTATION_NOT_STARTED, "the names of notations are not in parentheses"),
            (XML_ERR_NOTATION_NOT_FINISHED, "the declaration of a notation is not closed"),
            (XML_ERR_NOTATION_PROCESSING, "the notation “{1}” has no identifier"),
            (XML_ERR_ATTLIST_NOT_STARTED, "the values of an attribute are not in parentheses"),
            (XML_ERR_ATTLIST_NOT_FINISHED, "the declaration of attributes is not closed"),
            (XML_ERR_NMTOKEN_REQUIRED, "a value in the list of an attribute's values is missing"),
            (XML_ERR_MIXED_NOT_STARTED, "a model of mixed content is malformed"),
            (XML_ERR_MIXED_NOT_FINISHED, "a model of mixed content does not end with “)*”"),
            (XML_ERR_PCDATA_REQUIRED, "a model of mixed content does not begin with “#PCDATA”"),
            (XML_ERR_ELEMCONTENT_NOT_STARTED, "the content model of element “{1}” is malformed"),
            (XML_ERR_ELEMCONTENT_NOT_FINISHED, "a content model is not closed"),
            (XML_ERR_SEPARATOR_REQUIRED, "a content model mixes “|” and “,” in one list"),
            (XML_ERR_CONDSEC_NOT_STARTED, "a conditional section has no “[”"),
            (XML_ERR_CONDSEC_NOT_FINISHED, "a conditional section is not closed"),
            (XML_ERR_CONDSEC_INVALID, "a conditional section is malformed"),
            (XML_ERR_CONDSEC_INVALID_KEYWORD, "a conditional section is neither INCLUDE nor IGNORE"),
            (XML_ERR_EXT_ENTITY_STANDALONE, "“standalone” is not allowed in an external entity"),
            (XML_ERR_NOT_STANDALONE, "a standalone document needs the external entity “{1}”"),
            (XML_ERR_NO_DTD, "the document has no document type declaration"),
            (XML_DTD_NO_DTD, "the document has no document type declaration"),
            (XML_DTD_DUP_TOKEN, "“{1}” appears twice in the list of an attribute's values"),
            (XML_DTD_STANDALONE_DEFAULTED, "a standalone document needs a default for “{1}”"),
            (XML_ERR_CHARREF_IN_DTD, "a character reference is not allowed between declarations"),
            (XML_ERR_ENTITYREF_IN_DTD, "a general entity reference is not allowed between declarations"),
            (XML_ERR_PEREF_IN_INT_SUBSET, Fault.parameterEntityInDeclaration.message),
            (XML_ERR_PEREF_NO_NAME, "“%” does not begin a parameter entity reference"),
            (XML_ERR_PEREF_SEMICOL_MISSING, "“;” is missing after the name of a parameter entity"),
            (XML_ERR_ENTITY_PE_INTERNAL, Fault.parameterEntityInDeclaration.message),
        ]
    )

    /// Namespaces in XML 1.0.
    static let namespaceRows: [Row] = [
        row(XML_NS_ERR_UNDEFINED_NAMESPACE, .undeclaredPrefix("{1}")),
        row(XML_NS_ERR_QNAME, .misplacedColon),
        (XML_NS_ERR_COLON, .invalidName, "the name “{1}” cannot contain a colon"),
        (XML_NS_ERR_ATTRIBUTE_REDEFINED, .duplicateAttribute, "the attribute “{1}” appears twice in one namespace"),
        (XML_NS_ERR_XML_NAMESPACE, .invalidNamespaceDeclaration, "a namespace declaration is not allowed"),
        (XML_NS_ERR_EMPTY, .invalidNamespaceDeclaration, "the prefix “{1}” cannot be bound to an empty URI"),
        (XML_ERR_NS_DECL_ERROR, .invalidNamespaceDeclaration, "a namespace declaration is malformed"),
        (XML_WAR_NS_URI, .invalidNamespaceDeclaration, "the URI of a namespace is not valid"),
        (XML_WAR_NS_URI_RELATIVE, .invalidNamespaceDeclaration, "the URI of a namespace is relative"),
        (XML_WAR_NS_COLUMN, .invalidName, "a name ends with a colon"),
    ]

    /// HTML: codes that have another meaning than in XML, or occur only in HTML.
    static let htmlRows: [Row] = [
        (XML_HTML_STRUCURE_ERROR, .misplacedElement, "“{1}” is not allowed here in HTML"),
        (XML_HTML_UNKNOWN_TAG, .malformed, "HTML 4 has no element <{1}>"),
        (.incorrectlyOpenedComment, .malformedTag, "“<!” does not begin a comment or a document type declaration"),
        row(XML_ERR_DOCUMENT_EMPTY, .emptyDocument),
        (XML_ERR_TAG_NAME_MISMATCH, .mismatchedEndTag, "the end tag </{1}> does not match the open elements"),
        (XML_ERR_GT_REQUIRED, .unclosedTag, "a tag is not closed"),
        (
            XML_ERR_NAME_REQUIRED, .malformedTag,
            "a name is missing or begins with a character that is not allowed there"
        ),
        row(XML_ERR_ATTRIBUTE_REDEFINED, .duplicateAttribute("{1}")),
        (XML_ERR_ATTRIBUTE_WITHOUT_VALUE, .missingAttributeValue, "“=” is not followed by a value"),
        (XML_ERR_INVALID_CHAR, .invalidCharacter, "a character is not allowed in HTML"),
        (XML_ERR_INVALID_HEX_CHARREF, .invalidCharacterReference, "“;” is missing after a character reference"),
        (XML_ERR_INVALID_DEC_CHARREF, .invalidCharacterReference, "“;” is missing after a character reference"),
        (
            XML_ERR_INVALID_CHARREF, .invalidCharacterReference,
            "a reference refers to a character that is not allowed in HTML"
        ),
        (XML_ERR_PI_NOT_STARTED, .unclosedProcessingInstruction, "a processing instruction has no target"),
    ]
}
