@_spi(Checks) import LibXML

extension KnownDisagreements {
    private static let limits = [
        "inputTooLarge", "tooDeep", "tagTooLong", "nameTooLong", "textTooLong", "tooManyNames", "tooManyNamespaces",
        "tooManyAttributes", "tooManyDeclarations", "entityExpansionTooLarge",
    ]

    /// A document that is four times as large as in UTF-8.
    private static let wideDocument: ComparedDocument = {
        let text = "<?x?><!DOCTYPE a[<!ENTITY t \"\"><!ENTITY p ''><!ENTITY n \"p q?>\">]><r x=''>&n;</r>"
        var document = ComparedDocument(text: text, encoding: "UTF-32BE") ?? ComparedDocument(bytes: [])
        document.options.limits.entityExpansion = 100
        return document
    }()

    /// Returns whether a document may contain control characters from U+0080 on, directly or by an encoding of one
    /// byte, which it may declare.
    private static func holdsC1(_ document: ComparedDocument) -> Bool {
        if document.source.unicodeScalars.contains(where: { (0x80...0x9F).contains($0.value) }) { return true }
        let encoding = document.options.encoding ?? document.encoding
        return (encoding.hasPrefix("ISO-8859") || document.source.contains("ISO-8859"))
            && document.bytes.contains { (0x80...0x9F).contains($0) }
    }

    /// Returns whether the bytes of a document may be invalid in UTF-8, in UTF-16, or in the encoding that it declares.
    private static func mayHoldNoCharacters(_ document: ComparedDocument) -> Bool {
        String(validating: document.bytes, as: UTF8.self) == nil || document.bytes.contains(0)
            || document.source.contains("encoding") && document.bytes.contains { $0 >= 0x80 }
    }

    /// Returns whether the last tag of a document has no end.
    private static func endsInTag(_ document: ComparedDocument) -> Bool {
        guard let start = document.source.lastIndex(of: "<") else { return false }
        return !document.source[start...].contains(">")
    }

    /// Returns whether entities of a document contain references to others.
    private static func holdsNestedEntities(_ document: ComparedDocument) -> Bool {
        document.source.contains(/<!ENTITY\s+\w+\s+["'][^"']*&\w/)
    }

    /// Differences between repair and strict parsing.
    static let ofRepair = [
        KnownDisagreement(
            "repair: references to control characters, and to names that HTML knows", [.repaired],
            [.error, .content, .warnings],
            occurs: { $1.source.contains("&#") || $1.source.contains("<!DOCTYPE") || holdsC1($1) },
            example: "<r>&#146;</r>",
            because: "Nobody means these characters, as the documentation says."),
        KnownDisagreement(
            "repair: elements before the XML declaration", [.repaired] + repairedStreams,
            [.content, .warnings, .error, .place],
            occurs: { $1.source.contains(/[^\s]\s*<\?xml\s/) },
            example: "<a><b/><c/></a><?xml version='1.0'?><r/>",
            because: "A tree has the root element with the most content, a stream the one after the declaration."),
        KnownDisagreement(
            "repair: the encoding of more than 4 KiB, in pieces", repairedStreams,
            [.content, .warnings, .error, .place],
            occurs: { $1.bytes.count > 4_096 && String(validating: $1.bytes, as: UTF8.self) == nil },
            example: ComparedDocument(
                bytes: Array("<r>\(String(repeating: "c", count: 9_000))".utf8) + [0xE9] + Array("</r>".utf8)),
            because: "The encoding of a stream is guessed from its beginning, as the documentation says."),
        KnownDisagreement(
            "repair: a small limit of entities", [.repaired] + repairedStreams, [.content, .warnings, .error],
            occurs: {
                $1.options.limits.entityExpansion <= 1_000 && $1.source.contains("<!DOCTYPE")
                    || $1.options.limits.entityExpansion < 1 << 20 && holdsNestedEntities($1)
            },
            example: wideDocument,
            because: "The scanner tries the declarations in UTF-8, where a limit that depends on the size is lower."),
        KnownDisagreement(
            "repair: bytes that are no characters, and another fault", [.repaired], [.error, .place],
            occurs: { kind, document in
                [kind.expected, kind.found].contains { $0 == "invalidEncoding" || $0 == "contradictoryEncoding" }
                    && mayHoldNoCharacters(document)
            },
            example: ComparedDocument(bytes: Array("<a/><\u{E9}".utf8.dropLast()) + [UInt8(ascii: "/")]),
            because: "The encoding is found out before the first fault, where strict parsing ends with it."),
        KnownDisagreement(
            "repair: what looks like something else than XML", [.repaired] + repairedStreams, [.error, .place],
            expected: ["notXML"],
            example: "[<a>", because: "Strict parsing says what it looks like, the repair reads the element in it."),
        KnownDisagreement(
            "repair: a limit", [.repaired] + repairedStreams, [.error, .place],
            occurs: { kind, _ in limits.contains(kind.expected) || limits.contains(kind.found) },
            example: "<a b><ccc/></a>", { $0.limits.nameLength = 2 },
            because: "The repair goes on after the first fault, up to a limit, which nothing repairs."),
        KnownDisagreement(
            "repair: an entity that must be resolved", [.repaired] + repairedStreams, [.error, .place],
            found: ["unresolvedEntity"], occurs: { $1.options.unresolvedEntities == .error },
            example: "<!DOCTYPE a SYSTEM 'x'><a b>&x;</a>", { $0.unresolvedEntities = .error },
            because: "The repair goes on after the first fault, up to this entity, which nothing repairs."),
        KnownDisagreement(
            "repair: a tag without an end", [.repaired], [.error, .place, .note], occurs: { endsInTag($1) },
            example: "<a s=''\txmlns:p=",
            because: "Strict parsing reports what the end of the document interrupts, the repair all faults of the tag."
        ),
        KnownDisagreement(
            "repair: a fault of a name before one in its tag", [.repaired], [.error, .place],
            expected: ["malformedTag"], found: ["undeclaredPrefix"], example: "<xmlns:a&>",
            because: "Strict parsing looks for namespaces at the end of a tag."),
        KnownDisagreement(
            "repair: an invalid character in an end tag", [.repaired], [.error, .place, .note],
            expected: ["invalidCharacter"], found: ["mismatchedEndTag"], example: "<enty></en\u{1D}y>",
            because: "The tag is recognized as mistyped."),
        KnownDisagreement(
            "repair: an end tag without an element, in “]]>”", [.repaired], [.error, .place, .note],
            expected: ["mismatchedEndTag"], found: ["cdataEndInText"], example: "<a>]]</b>]></a>",
            because: "What is left after the repair begins before the tag."),
        KnownDisagreement(
            "repair: an invalid character in a reference", [.repaired], [.error, .place],
            expected: ["invalidCharacter"], found: ["malformedReference", "invalidCharacterReference"],
            example: "<a>&\u{1}</a>", because: "The repair reports both the reference and the character."),
        KnownDisagreement(
            "repair: a small limit of tags, in pieces", repairedStreams, [.content, .warnings, .error, .place],
            occurs: { $1.options.limits.tagSize < 100 && $1.source.contains("<!DOCTYPE") },
            example: "<!DOCTYPE\ni[<!ENTITY e \"\"><!ATTLIST b p CDATA ''>]><x-1.y p=\"\">&e;</x-1.y>",
            { $0.limits.tagSize = 24 },
            because: "A declaration does not wait for its end for longer than a tag may be."),
        KnownDisagreement(
            "repair: a fault in a construct without an end", [.repaired], [.error, .place],
            expected: ["undeclaredEntity", "malformedReference", "invalidCharacter"],
            found: ["unclosedAttributeValue", "unclosedProcessingInstruction"],
            example: "<a b=' />&unknown;</a>",
            because: "The repair names the construct, at its beginning; strict parsing ends at the fault."),
    ]
}
