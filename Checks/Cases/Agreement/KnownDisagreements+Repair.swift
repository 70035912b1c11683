@_spi(Checks) import LibXML

extension KnownDisagreements {
    /// Returns whether a document may contain control characters from U+0080 on, directly or by an encoding, which it
    /// may declare.
    private static func holdsC1(_ document: ComparedDocument) -> Bool {
        if document.source.unicodeScalars.contains(where: { (0x80...0x9F).contains($0.value) }) { return true }
        let encoding = document.options.encoding ?? document.encoding
        return (encoding.hasPrefix("ISO-8859") || document.source.contains("encoding") || document.bytes.contains(0))
            && document.bytes.contains { (0x80...0x9F).contains($0) }
    }

    /// Returns whether the bytes of a document may be invalid in UTF-8, in UTF-16, or in the encoding that it declares.
    private static func mayHoldNoCharacters(_ document: ComparedDocument) -> Bool {
        String(validating: document.bytes, as: UTF8.self) == nil || document.bytes.contains(0)
            || document.source.contains("encoding") && document.bytes.contains { $0 >= 0x80 }
    }

    /// Returns whether entities of a document contain references to others.
    private static func holdsNestedEntities(_ document: ComparedDocument) -> Bool {
        document.source.filter { $0 != "\0" }.contains(/<!ENTITY\s+\w+\s+["'][^"']*&\w/)
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
            "repair: the encoding of more than 4 KiB, in pieces", repairedStreams,
            [.content, .warnings, .error, .place],
            occurs: {
                $1.bytes.count > 4_096 && mayHoldNoCharacters($1)
                    && ($1.text == nil || !$1.source.contains($1.encoding) && !$1.bytes.contains(0))
            },
            example: ComparedDocument(
                bytes: Array("<r>\(String(repeating: "c", count: 9_000))".utf8) + [0xE9] + Array("</r>".utf8)),
            because: "The encoding of a stream is guessed from its beginning, as the documentation says."),
        KnownDisagreement(
            "repair: nested entities, and a small limit of entities", [.repaired] + repairedStreams,
            [.content, .warnings, .error],
            occurs: { $1.options.limits.entityExpansion < 1 << 20 && holdsNestedEntities($1) },
            example: """
                <!DOCTYPE a[<!ENTITY e ""><!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;">]><a>0123456789012345678901234567890123456789\
                0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789\
                &f;</a>
                """, { $0.limits.entityExpansion = 1_000 },
            because: "The scanner tries each entity after the declarations. The text before a reference allows more."),
        KnownDisagreement(
            "repair: a small limit of tags or text, in pieces", repairedStreams, [.content, .warnings, .error, .place],
            occurs: { kind, document in
                min(document.options.limits.tagSize, document.options.limits.textLength) <= 1_000
                    && (kind.found != "none" || !limits.contains(kind.expected)
                        || kind.expected == "textTooLong" && document.source.contains("<?")
                        || kind.expected == "tagTooLong" && document.source.contains(/=\s*(?:'[^']*<|"[^"]*<)/))
            },
            example: "<a><?x \(String(repeating: "y", count: 5_000))?></a>", { $0.limits.textLength = 1 },
            because: "What is incomplete does not wait for its end for longer than a tag or text may be."),
        KnownDisagreement(
            "repair: invalid bytes, and another fault", [.repaired], [.error],
            occurs: { kind, document in
                [kind.expected, kind.found].contains { $0 == "invalidEncoding" || $0 == "contradictoryEncoding" }
                    && (mayHoldNoCharacters(document) || document.source.contains("encoding"))
            },
            example: ComparedDocument(bytes: Array("\0<\0?\0x\0m\0l\0 \0v\0".utf8)),
            because: "The encoding is determined before the first fault, where strict parsing ends with it."),
        KnownDisagreement(
            "repair: a noncharacter before invalid bytes", [.repaired], [.error], expected: ["invalidCharacter"],
            occurs: {
                mayHoldNoCharacters($1) && $1.source.unicodeScalars.contains { [0xFFFE, 0xFFFF].contains($0.value) }
            },
            example: ComparedDocument(bytes: Array("<\u{FFFE}>".utf8) + [0xFF, 0xFF]),
            because: "The repair reads a document with such bytes in another encoding, where it is other characters."),
        KnownDisagreement(
            "repair: what looks like something else than XML", [.repaired] + repairedStreams, [.error],
            expected: ["notXML"], found: ["missingRootElement", "emptyDocument", "invalidEncoding"], example: "[",
            because:
                "If no element is found, the beginning of a whole document is read again; a stream has discarded it."),
        KnownDisagreement(
            "repair: an end tag without an end", [.repaired], [.error], expected: ["mismatchedEndTag"],
            found: ["malformedTag"], example: "<a></w&",
            because: "Strict parsing reports the name of the tag, the repair what follows it."),
    ]
}
