@_spi(Checks) import LibXML

/// The known differences. A test fails if one of them no longer occurs, until it is removed here.
package enum KnownDisagreements {
    package static let all = ofStreams + ofRepair

    /// Returns the first known difference that matches a difference; nil if it is not known.
    package static func first(matching difference: Disagreement, in document: ComparedDocument) -> KnownDisagreement? {
        all.first { $0.matches(difference, in: document) }
    }

    static let streams: [ReadingWay] = [
        .pieces, .handler, .handlerInPieces, .root, .records, .reader, .readerInPieces, .element,
    ]
    static let repairedStreams: [ReadingWay] = [.repairedPieces, .repairedReader, .repairedHandler]

    /// The codes of limits.
    static let limits = [
        "inputTooLarge", "tooDeep", "tagTooLong", "nameTooLong", "textTooLong", "tooManyNames", "tooManyNamespaces",
        "tooManyAttributes", "tooManyDeclarations", "entityExpansionTooLarge",
    ]
}
