// Faults of characters, references, and markup other than tags.

extension Fault {
    static func invalidCharacter(_ value: UInt32) -> Self {
        Self(.invalidCharacter, "the character U+\(value.hexadecimal) is not allowed in XML")
    }

    static func controlCharacter(_ value: UInt32) -> Self {
        Self(.invalidCharacter, "U+\(value.hexadecimal) is a control character").warning
    }

    static let secondMark = Self(.invalidCharacter, "a second byte order mark is not allowed")

    static func invalidBytes(in encoding: String) -> Self {
        Self(.invalidEncoding, "these bytes are not valid in \(encoding)")
    }

    static func unsupportedEncoding(_ name: String) -> Self {
        Self(.unsupportedEncoding, "libxml2 does not know the encoding “\(name)”")
    }

    static let cdataEndInText = Self(
        .cdataEndInText, "“]]>” is not allowed in text", help: "write ]]&gt; for a literal “]]>”")
    static let unclosedComment = Self(.unclosedComment, "the document ends inside a comment")

    static func doubleHyphenInComment(help: String? = nil) -> Self {
        Self(.doubleHyphenInComment, "“--” is not allowed in a comment", help: help)
    }

    static let unclosedCDATASection = Self(.unclosedCDATASection, "the document ends inside a CDATA section")
    static let unclosedProcessingInstruction = Self(
        .unclosedProcessingInstruction, "the document ends inside a processing instruction")

    // MARK: References

    static let unclosedReference = Self(.malformedReference, "the document ends inside a reference")
    static let missingSemicolon = Self(.malformedReference, "“;” is missing after a reference")
    static let ampersand = Self(.malformedReference, "“&” does not begin a reference", help: helpForAmpersand)
    static let helpForAmpersand = "write &amp; for a literal “&”"
    static let recursiveEntity = Self(.recursiveEntity, "an entity refers to itself")

    static func externalEntityInValue(_ name: String) -> Self {
        Self(.misplacedEntity, "the external entity “\(name)” is not allowed in an attribute value")
    }

    static func unresolvedEntity(_ name: String, isExternal: Bool = false) -> Self {
        let reason = isExternal ? "is external, and is not read" : "may be declared in a DTD that is not read"
        return Self(.unresolvedEntity, "the entity “\(name)” \(reason)")
    }

    static func unparsedEntity(_ name: String) -> Self {
        Self(.misplacedEntity, "a reference to the unparsed entity “\(name)” is not allowed")
    }

    // MARK: Declarations

    static func malformedXMLDeclaration(_ reason: String) -> Self {
        Self(.malformedXMLDeclaration, "malformed XML declaration: \(reason)")
    }

    static func missingSpaceInXMLDeclaration(before found: String) -> Self {
        malformedXMLDeclaration(missingSpaceInDocumentType(before: found).message)
    }

    static func missingSpaceInDocumentType(before found: String) -> Self {
        Self(.malformedDocumentType, "white space is missing before \(found)")
    }

    static let missingXMLVersion = Self(.malformedXMLDeclaration, "the XML declaration has no version")
    static let secondDocumentType = Self(.misplacedDocumentType, "a second document type declaration is not allowed")
    static let documentTypeInRoot = Self(
        .misplacedDocumentType, "a document type declaration is not allowed inside the root element")
    static let unclosedDocumentType = Self(.malformedDocumentType, "the document type declaration is not closed")
    static let parameterEntityInDeclaration = Self(
        .malformedDocumentType, "a parameter entity reference is not allowed inside a declaration")
}

extension UInt32 {
    /// The number in hexadecimal, with at least four digits.
    var hexadecimal: String {
        let digits = String(self, radix: 16, uppercase: true)
        return String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
    }
}
