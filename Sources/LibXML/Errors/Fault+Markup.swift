// Faults of characters, references, and markup other than tags.

extension Fault {
    static func invalidCharacter(_ value: UInt32, at offset: Int) -> Fault {
        Fault(.invalidCharacter, "the character U+\(value.hexadecimal) is not allowed in XML", at: offset)
    }

    static func controlCharacter(_ value: UInt32) -> Fault {
        Fault(.invalidCharacter, "U+\(value.hexadecimal) is a control character", at: 0).warning
    }

    static func secondMark(at offset: Int) -> Fault {
        Fault(.invalidCharacter, "a second byte order mark is not allowed", at: offset)
    }

    static func invalidBytes(in encoding: String, at offset: Int) -> Fault {
        Fault(.invalidEncoding, "these bytes are not valid in \(encoding)", at: offset)
    }

    static func unsupportedEncoding(_ name: String) -> Fault {
        Fault(.unsupportedEncoding, "libxml2 does not know the encoding “\(name)”", at: 0)
    }

    static func cdataEndInText(at offset: Int) -> Fault {
        Fault(.cdataEndInText, "“]]>” is not allowed in text", at: offset, help: "write ]]&gt; for a literal “]]>”")
    }

    static func unclosedComment(at offset: Int) -> Fault {
        Fault(.unclosedComment, "the document ends inside a comment", at: offset)
    }

    static func doubleHyphenInComment(at offset: Int, help: String? = nil) -> Fault {
        Fault(.doubleHyphenInComment, "“--” is not allowed in a comment", at: offset, help: help)
    }

    static func unclosedCDATASection(at offset: Int) -> Fault {
        Fault(.unclosedCDATASection, "the document ends inside a CDATA section", at: offset)
    }

    static func unclosedProcessingInstruction(at offset: Int) -> Fault {
        Fault(.unclosedProcessingInstruction, "the document ends inside a processing instruction", at: offset)
    }

    // MARK: References

    static func unclosedReference(at offset: Int) -> Fault {
        Fault(.malformedReference, "the document ends inside a reference", at: offset)
    }

    static func ampersand(at offset: Int) -> Fault {
        Fault(.malformedReference, "“&” does not begin a reference", at: offset, help: helpForAmpersand)
    }

    static let helpForAmpersand = "write &amp; for a literal “&”"

    static func recursiveEntity(at offset: Int) -> Fault {
        Fault(.recursiveEntity, "an entity refers to itself", at: offset)
    }

    static func externalEntityInValue(_ name: String, at offset: Int) -> Fault {
        Fault(.misplacedEntity, "the external entity “\(name)” is not allowed in an attribute value", at: offset)
    }

    static func unresolvedEntity(_ name: String, isExternal: Bool = false, at offset: Int) -> Fault {
        let reason = isExternal ? "is external, and is not read" : "may be declared in a DTD that is not read"
        return Fault(.unresolvedEntity, "the entity “\(name)” \(reason)", at: offset)
    }

    static func unparsedEntity(_ name: String, at offset: Int) -> Fault {
        Fault(.misplacedEntity, "a reference to the unparsed entity “\(name)” is not allowed", at: offset)
    }

    // MARK: Declarations

    static func malformedXMLDeclaration(_ reason: String, at offset: Int) -> Fault {
        Fault(.malformedXMLDeclaration, "malformed XML declaration: \(reason)", at: offset)
    }

    static func missingSpaceInXMLDeclaration(before found: String, at offset: Int) -> Fault {
        malformedXMLDeclaration("white space is missing before \(found)", at: offset)
    }

    static func missingXMLVersion(at offset: Int) -> Fault {
        Fault(.malformedXMLDeclaration, "the XML declaration has no version", at: offset)
    }

    static func secondDocumentType(at offset: Int) -> Fault {
        Fault(.misplacedDocumentType, "a second document type declaration is not allowed", at: offset)
    }

    static func documentTypeInRoot(at offset: Int) -> Fault {
        let message = "a document type declaration is not allowed inside the root element"
        return Fault(.misplacedDocumentType, message, at: offset)
    }

    static func unclosedDocumentType(at offset: Int) -> Fault {
        Fault(.malformedDocumentType, "the document type declaration is not closed", at: offset)
    }

    static func parameterEntityInDeclaration(at offset: Int) -> Fault {
        let message = "a parameter entity reference is not allowed inside a declaration"
        return Fault(.malformedDocumentType, message, at: offset)
    }
}

extension UInt32 {
    /// The number in hexadecimal, with at least four digits.
    var hexadecimal: String {
        let digits = String(self, radix: 16, uppercase: true)
        return String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
    }
}
