@_spi(Checks) import LibXML

extension KnownDisagreements {
    /// Differences that depend on the pieces of a document, or on the engine.
    package static let ofStreams = [
        KnownDisagreement(
            "streams: bytes that are no characters, and another fault", streams, [.error, .place],
            expected: ["invalidEncoding", "contradictoryEncoding"],
            occurs: { kind, _ in kind.found != "none" },
            example: ComparedDocument(bytes: Array("<\0a\0>\0<\0/\0a\0>\0<\0!\0<!\u{03}".utf8)),
            because: "The whole document is decoded before it is parsed, a piece only when the one before it was."),
        KnownDisagreement(
            "streams: a limit of declarations, and another fault", streams, [.error, .place],
            occurs: { kind, document in
                limits.contains(kind.expected) && kind.found != "none" && document.source.contains("<!DOCTYPE")
            },
            example: "<!DOCTYPE r[< <!ATTLIST r a CDATA '' b CDATA '' c CDATA ''>",
            { $0.limits.attributesPerElement = 2 },
            because: "The declarations of a whole document are counted before libxml2 reads them."),
        KnownDisagreement(
            "streams: a declaration of the prefix xml, and a limit", [.handler, .handlerInPieces, .repairedHandler],
            [.error, .place],
            occurs: { kind, document in limits.contains(kind.expected) && document.source.contains("xmlns:xml") },
            example: "<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>", { $0.limits.namespacesInScope = 0 },
            because: "libxml2 does not report it, and only trees hold it."),
    ]
}
