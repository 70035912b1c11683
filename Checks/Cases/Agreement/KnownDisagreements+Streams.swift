@_spi(Checks) import LibXML

extension KnownDisagreements {
    /// Differences that depend on the pieces of a document, or on the engine.
    package static let ofStreams = [
        KnownDisagreement(
            "streams: bytes that are no characters, and another fault", streams, [.error, .place],
            expected: ["invalidEncoding", "contradictoryEncoding"],
            occurs: { kind, _ in kind.found != "none" },
            example: ComparedDocument(bytes: Array("<\0a\0>\0<\0/\0a\0>\0<\0!\0<!\u{03}".utf8)),
            because: "The whole document is decoded before it is parsed, a piece only when the one before it was.")
    ]
}
