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
    static func unclosedElement(_ name: String, start: Int? = nil) -> Self {
        Self(
            .unclosedElement, "the document ends inside <\(shown(name))>",
            note: start.map { Note(message: beginning(of: name), offset: $0) })
    }

    static let missingRootElement = Self(.missingRootElement, "the document has no root element")
    static let emptyDocument = Self(.emptyDocument, "the document is empty")
    static let nameTooLong = Self(.nameTooLong, "a name is longer than libxml2 allows")
    static let misplacedColon = Self(.invalidName, "a name has a misplaced colon")
    static let lessThanInText = Self(.malformedTag, "“<” does not begin a tag", help: helpForLessThan)
    static let unclosedTag = Self(.unclosedTag, "the tag is not closed")

    // MARK: Attributes

    /// - Parameter found: what is there in place of an attribute.
    static func expectedAttribute(_ found: String, help: String? = nil) -> Self {
        Self(.malformedTag, "expected an attribute or the end of the tag, found \(found)", help: help)
    }

    static func missingSpaceBeforeAttribute(help: String? = nil) -> Self {
        Self(.missingWhitespace, "white space is missing before an attribute", help: help)
    }

    static func missingAttributeValue(of name: String, help: String? = nil) -> Self {
        Self(.missingAttributeValue, "the attribute “\(name)” has no value", help: help)
    }

    /// - Parameter first: the offset of the other attribute, if it is known.
    static func duplicateAttribute(_ name: String, first: Int? = nil) -> Self {
        Self(
            .duplicateAttribute, "the attribute “\(name)” appears twice in one tag",
            note: first.map { Note(message: firstHere, offset: $0) })
    }

    static func duplicateAttribute(byNamespace local: String, first: Int? = nil) -> Self {
        Self(
            .duplicateAttribute, "the attribute “\(local)” appears twice, with two prefixes for one namespace",
            note: first.map { Note(message: firstHere, offset: $0) })
    }

    private static let firstHere = "first appears here"

    /// - Parameter tag: the offset of the tag.
    static func unclosedAttributeValue(of name: String, tag: Int) -> Self {
        Self(
            .unclosedAttributeValue, "the value of “\(name)” is not closed",
            note: Note(message: "the tag begins here", offset: tag))
    }

    static let lessThanInAttributeValue = Self(
        .lessThanInAttributeValue, "“<” is not allowed in an attribute value", help: helpForLessThan)
    static let entityWithLessThan = Self(
        .lessThanInAttributeValue, "an entity that contains “<” is not allowed in an attribute value")
    static let helpForLessThan = "write &lt; for a literal “<”"
}
