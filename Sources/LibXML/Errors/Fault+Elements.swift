// Faults of elements, their tags and attributes. Those with help that depends on names are in `Fault+Help.swift`.

extension Fault {
    /// The longest name that messages show in full, in bytes.
    static let longestName = 120

    /// Returns a name for messages: in full, or its first 60 characters.
    ///
    /// - Parameter count: the length of the name in bytes, if `name` is only its beginning.
    static func shown(_ name: String, of count: Int? = nil) -> String {
        (count ?? name.utf8.count) <= longestName ? name : "\(name.prefix(60))…"
    }

    static func beginning(of name: String) -> String { "<\(shown(name))> begins here" }

    /// - Parameter start: the offset of its start tag.
    static func unclosedElement(_ name: String, at offset: Int, start: Int? = nil) -> Fault {
        Fault(
            .unclosedElement, "the document ends inside <\(shown(name))>", at: offset,
            note: start.map { Note(message: beginning(of: name), offset: $0) })
    }

    static func missingRootElement(at offset: Int = 0) -> Fault {
        Fault(.missingRootElement, "the document has no root element", at: offset)
    }

    static func emptyDocument(at offset: Int) -> Fault { Fault(.emptyDocument, "the document is empty", at: offset) }

    static func nameTooLong(at offset: Int) -> Fault {
        Fault(.nameTooLong, "a name is longer than libxml2 allows", at: offset)
    }

    static func misplacedColon(at offset: Int) -> Fault {
        Fault(.invalidName, "a name has a misplaced colon", at: offset)
    }

    static func unclosedTag(at offset: Int) -> Fault { Fault(.unclosedTag, "the tag is not closed", at: offset) }

    // MARK: Attributes

    /// - Parameter found: what is there in place of an attribute.
    static func expectedAttribute(_ found: String, at offset: Int, help: String? = nil) -> Fault {
        Fault(.malformedTag, "expected an attribute or the end of the tag, found \(found)", at: offset, help: help)
    }

    static func missingSpaceBeforeAttribute(at offset: Int, help: String? = nil) -> Fault {
        Fault(.missingWhitespace, "white space is missing before an attribute", at: offset, help: help)
    }

    static func missingAttributeValue(of name: String, at offset: Int, help: String? = nil) -> Fault {
        Fault(.missingAttributeValue, "the attribute “\(name)” has no value", at: offset, help: help)
    }

    /// - Parameter first: the offset of the other attribute, if it is known.
    static func duplicateAttribute(_ name: String, at offset: Int, first: Int? = nil) -> Fault {
        Fault(
            .duplicateAttribute, "the attribute “\(name)” appears twice in one tag", at: offset,
            note: first.map { Note(message: firstHere, offset: $0) })
    }

    static func duplicateAttribute(byNamespace local: String, at offset: Int, first: Int? = nil) -> Fault {
        Fault(
            .duplicateAttribute, "the attribute “\(local)” appears twice, with two prefixes for one namespace",
            at: offset, note: first.map { Note(message: firstHere, offset: $0) })
    }

    private static let firstHere = "first appears here"

    /// - Parameter tag: the offset of the tag.
    static func unclosedAttributeValue(of name: String, at offset: Int, tag: Int) -> Fault {
        Fault(
            .unclosedAttributeValue, "the value of “\(name)” is not closed", at: offset,
            note: Note(message: "the tag begins here", offset: tag))
    }

    static func lessThanInAttributeValue(at offset: Int) -> Fault {
        Fault(.lessThanInAttributeValue, "“<” is not allowed in an attribute value", at: offset, help: helpForLessThan)
    }

    static func entityWithLessThan(at offset: Int) -> Fault {
        let message = "an entity that contains “<” is not allowed in an attribute value"
        return Fault(.lessThanInAttributeValue, message, at: offset)
    }

    static let helpForLessThan = "write &lt; for a literal “<”"
}
