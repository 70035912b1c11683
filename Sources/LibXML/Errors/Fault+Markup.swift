// Faults of characters, references, and markup other than tags.

extension Fault {
    static func invalidCharacter(_ value: UInt32) -> Fault {
        Fault(.invalidCharacter, "the character U+\(value.hexadecimal) is not allowed in XML")
    }

    static func controlCharacter(_ value: UInt32) -> Fault {
        Fault(.invalidCharacter, "U+\(value.hexadecimal) is a control character").warning
    }

    static let secondMark = Fault(.invalidCharacter, "a second byte order mark is not allowed")

    static func invalidBytes(in encoding: String) -> Fault {
        Fault(.invalidEncoding, "these bytes are not valid in \(encoding)")
    }

    static func unsupportedEncoding(_ name: String) -> Fault {
        Fault(.unsupportedEncoding, "libxml2 does not know the encoding “\(name)”")
    }

    static let cdataEndInText = Fault(
        .cdataEndInText, "“]]>” is not allowed in text", help: "write ]]&gt; for a literal “]]>”")
    static let unclosedComment = Fault(.unclosedComment, "the document ends inside a comment")

    static func doubleHyphenInComment(help: String? = nil) -> Fault {
        Fault(.doubleHyphenInComment, "“--” is not allowed in a comment", help: help)
    }

    static let unclosedCDATASection = Fault(.unclosedCDATASection, "the document ends inside a CDATA section")
    static let unclosedProcessingInstruction = Fault(
        .unclosedProcessingInstruction, "the document ends inside a processing instruction")

    // MARK: References

    static let unclosedReference = Fault(.malformedReference, "the document ends inside a reference")
    static let ampersand = Fault(.malformedReference, "“&” does not begin a reference", help: helpForAmpersand)
    static let helpForAmpersand = "write &amp; for a literal “&”"
    static let recursiveEntity = Fault(.recursiveEntity, "an entity refers to itself")

    static func externalEntityInValue(_ name: String) -> Fault {
        Fault(.misplacedEntity, "the external entity “\(name)” is not allowed in an attribute value")
    }

    static func unresolvedEntity(_ name: String, isExternal: Bool = false) -> Fault {
        let reason = isExternal ? "is external, and is not read" : "may be declared in a DTD that is not read"
        return Fault(.unresolvedEntity, "the entity “\(name)” \(reason)")
    }

    static func unparsedEntity(_ name: String) -> Fault {
        Fault(.misplacedEntity, "a reference to the unparsed entity “\(name)” is not allowed")
    }

    // MARK: Declarations

    static func malformedXMLDeclaration(_ reason: String) -> Fault {
        Fault(.malformedXMLDeclaration, "malformed XML declaration: \(reason)")
    }

    static func missingSpaceInXMLDeclaration(before found: String) -> Fault {
        malformedXMLDeclaration("white space is missing before \(found)")
    }

    static let missingXMLVersion = Fault(.malformedXMLDeclaration, "the XML declaration has no version")
    static let secondDocumentType = Fault(.misplacedDocumentType, "a second document type declaration is not allowed")
    static let documentTypeInRoot = Fault(
        .misplacedDocumentType, "a document type declaration is not allowed inside the root element")
    static let unclosedDocumentType = Fault(.malformedDocumentType, "the document type declaration is not closed")
    static let parameterEntityInDeclaration = Fault(
        .malformedDocumentType, "a parameter entity reference is not allowed inside a declaration")
}

extension UInt32 {
    /// The number in hexadecimal, with at least four digits.
    var hexadecimal: String {
        let digits = String(self, radix: 16, uppercase: true)
        return String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
    }
}
