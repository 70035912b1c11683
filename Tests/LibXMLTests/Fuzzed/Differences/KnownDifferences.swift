@_spi(Checks) @testable import LibXML

/// The differences that are known. Whoever makes one impossible removes it here: a test fails until then.
enum KnownDifferences {
    static let all = ofStreams + ofRepair

    /// The known difference that one is an occurrence of.
    static func first(matching difference: Difference, in document: ComparedDocument) -> KnownDifference? {
        all.first { $0.matches(difference, in: document) }
    }

    static let streams: [ReadingWay] = [
        .pieces, .handler, .handlerInPieces, .root, .records, .reader, .readerInPieces, .element,
    ]
    static let repairedStreams: [ReadingWay] = [.repairedPieces, .repairedReader, .repairedHandler]
}
