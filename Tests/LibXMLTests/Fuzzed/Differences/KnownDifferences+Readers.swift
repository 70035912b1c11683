@_spi(Checks) @testable import LibXML

extension KnownDifferences {
    private static let referenceFaults = ["undeclaredEntity", "misplacedEntity", "unresolvedEntity"]

    /// What libxml2's text reader does otherwise than its SAX parser.
    static let ofReaders = [
        KnownDifference(
            "reader: “]]>” at the end of a piece", readers, [.error], expected: ["cdataEndInText"], found: ["none"],
            example: "<r>\(String(repeating: "c", count: 507))]]></r>",
            because: "xmlTextReader reads 512 bytes at a time, and does not look across their ends."),
        KnownDifference(
            "reader: “<” in an attribute through an entity", readers, [.error], expected: ["lessThanInAttributeValue"],
            occurs: { $1.source.contains("<!ENTITY") },
            example: "<!DOCTYPE r [<!ENTITY a \"<i/>\"><!ENTITY b \"&a;\">]><r>&b;<x k='&b;'/></r>",
            because: "An entity that was read in content is not looked at again."),
        KnownDifference(
            "reader: nested entities", readers + [.repairedReader], [.error], found: ["entityExpansionTooLarge"],
            example: "<!DOCTYPE r [<!ENTITY e0 ''><!ENTITY e1 '&e0;&e0;'><!ENTITY e2 '&e1;&e1;&e1;'>"
                + "<!ENTITY e3 '&e2;'>]><r>&e3;</r>",
            because: "libxml2 refuses entities that expand little in a reader, far below the limits."),
        KnownDifference(
            "reader: nested entities that the tree refuses", readers + [.repairedReader], [.error],
            expected: ["entityExpansionTooLarge"],
            example: "<!DOCTYPE r SYSTEM 'r' [<!ENTITY e1 '&e;'><!ENTITY e2 '&e1;&e1;'><!ENTITY e3 '&e2;&e2;&e2;'>"
                + "<!ENTITY e4 '&e3;'>]><r><a k='&e4;'/>&e4;</r>",
            because: "libxml2 refuses entities that expand little in a SAX parser, far below the limits."),
        KnownDifference(
            "reader: the limit of names", readers + [.repairedReader, .repairedHandler], [.error, .place],
            occurs: { $1.options.limits.distinctNames < 100 },
            example: "<!DOCTYPE r SYSTEM 'r'><r d=''><b d=''>", { $0.limits.distinctNames = 2 },
            because: "The names of other things are counted, or the same ones later."),
        KnownDifference(
            "reader: the limit of the length of names", readers + [.repairedReader], [.place],
            expected: ["nameTooLong"],
            example: "<!DOCTYPE m [<!ATTLIST a xml:space CDATA ''>]><r i=''><i xml:space=''>&lt;<a>",
            { $0.limits.nameLength = 2 },
            because: "The length of other names is looked at."),
        KnownDifference(
            "reader: two references in one tag that cannot be resolved", readers, [.error, .place],
            occurs: { kind, _ in referenceFaults.contains(kind.found) },
            example: "<!DOCTYPE r [<!ENTITY y SYSTEM ''>]><r a='&y;' b='&unknown;'/>",
            because: "The tree has the fault that libxml2 reports last, the reader the first one."),
        KnownDifference(
            "reader: a limit of tags, and another fault in the tag", readers, [.error],
            expected: ["tooManyAttributes", "tagTooLong"], occurs: { kind, _ in kind.found != "none" },
            example: "<r e=''\n\u{1}>", { $0.limits.attributesPerElement = 0 },
            because: "The tree checks a tag before it is parsed, the reader afterwards."),
        KnownDifference(
            "reader: the limit of namespaces", readers + [.repairedReader], [.place], expected: ["tooManyNamespaces"],
            example: "<!DOCTYPE r [<!ENTITY n \"<i xmlns=''/>\">]><a>&n;<n xmlns=''></n></a>",
            { $0.limits.namespacesInScope = 0 },
            because: "What is in an entity has the place after the reference."),
        KnownDifference(
            "reader: text before the root element, and a malformed tag", readers, [.error], expected: ["malformedTag"],
            found: ["missingRootElement"], example: "<!DOCTYPE r>[]><<",
            because: "The tree has the fault that libxml2 reports last, the reader the first one."),
        KnownDifference(
            "reader: the limit of text", readers + [.repairedReader], [.place], expected: ["textTooLong"],
            occurs: { $1.options.limits.textLength < 10_000 },
            example: "<p>\r\n          ", { $0.limits.textLength = 10 },
            because: "A line end of two bytes moves the place."),
        KnownDifference(
            "reader: warnings of entities that are used twice", readers + [.repairedReader], [.warnings],
            found: ["none"], example: "<!DOCTYPE r [<!ENTITY n \"<i xmlns='u'/>\">]><r>&n; &n;</r>",
            because: "xmlTextReader parses the content of an entity once."),
        KnownDifference(
            "reader: the last node before an error is missing", [.reader, .readerInPieces], [.beginning],
            found: ["nothing"], example: "<r>x<a\u{1}></r>",
            because: "xmlTextReader returns a node when it has parsed what follows it."),
        KnownDifference(
            "reader: more is delivered before an error than by a handler", [.reader, .readerInPieces], [.beginning],
            expected: ["nothing"], example: "<a>k<:></a>",
            because: "A fault of namespaces, or of the encoding, is reported before the node that comes before it."),
    ]
}
