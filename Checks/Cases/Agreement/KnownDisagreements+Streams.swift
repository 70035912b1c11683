@_spi(Checks) import LibXML

extension KnownDisagreements {
    /// A document that is larger in UTF-8, with a limit between both sizes.
    private static let growingDocument: ComparedDocument = {
        let beginning = "<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8
        var document = ComparedDocument(bytes: Array(beginning) + [0xE9, 0xE9, 0xE9] + Array("</a>".utf8))
        document.options.limits.inputSize = document.bytes.count
        return document
    }()

    /// Differences that depend on the pieces of a document, or on the engine.
    package static let ofStreams = [
        KnownDisagreement(
            "streams: bytes that are no characters, and another fault", streams, [.error, .place],
            expected: ["invalidEncoding", "contradictoryEncoding"],
            occurs: { kind, _ in kind.found != "none" },
            example: ComparedDocument(bytes: Array("<\0a\0>\0<\0/\0a\0>\0<\0!\0<!\u{03}".utf8)),
            because: "The whole document is decoded before it is parsed, a piece only when the one before it was."),
        KnownDisagreement(
            "streams: a limit of the size, after conversion", streams + [.repaired] + repairedStreams,
            [.error, .place],
            expected: ["inputTooLarge"], occurs: { $1.bytes.count <= $1.options.limits.inputSize },
            example: growingDocument,
            because: "A document that is read as a whole is also measured after its conversion."),
        KnownDisagreement(
            "streams: a small limit of entities, after a byte order mark", streams + repairedStreams + [.text],
            [.error, .place], found: ["entityExpansionTooLarge"],
            occurs: {
                $1.options.limits.entityExpansion <= 1_000 && (!$1.mark.isEmpty || $1.source.hasPrefix("\u{FEFF}"))
            },
            example: "\u{FEFF}<!DOCTYPE a[<!ENTITY % p \" \">%p;%p;%p;]><a/>", { $0.limits.entityExpansion = 113 },
            because: "The mark counts for the length of a whole document, and not for that of a stream."),
        KnownDisagreement(
            "streams: the prefix xml, and a limit of names", [.handler, .handlerInPieces, .repairedHandler],
            [.error, .place],
            occurs: { kind, document in
                ["tooManyNames", "tooManyNamespaces"].contains(kind.expected)
                    && (document.declaresXML || document.source.filter { $0 != "\0" }.contains("xml:"))
            },
            example: "<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>", { $0.limits.namespacesInScope = 0 },
            because: "libxml2 reports no declaration of it, and knows its name before the document."),
        KnownDisagreement(
            "streams: a declaration of the prefix xml, and a limit of entities",
            [.reader, .readerInPieces, .handler, .handlerInPieces, .repairedHandler], [.beginning, .error, .place],
            occurs: { kind, document in
                document.declaresXML && document.options.limits.entityExpansion < 1 << 20
                    && (kind.aspect == .beginning
                        ? kind.found == "nothing" : [kind.expected, kind.found].contains("entityExpansionTooLarge"))
            },
            example: """
                <!DOCTYPE a[<!ENTITY e "<b/>"><!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;">]>
                <a xmlns:xml='http://www.w3.org/XML/1998/namespace'>&f;</a>
                """, { $0.limits.entityExpansion = 400 },
            because: "A reference costs more for each namespace in scope, and a handler does not have this one."),
    ]
}

extension ComparedDocument {
    fileprivate var declaresXML: Bool { source.filter { $0 != "\0" }.contains(/xmlns:xml\s*=/) }
}
