@_spi(Checks) @testable import LibXML

/// The differences that are known. Whoever makes one impossible removes it here: a test fails until then.
enum KnownDifferences {
    static let all = ofReaders + ofStreams + ofTrees + ofRepair

    /// The known difference that one is an occurrence of.
    static func first(matching difference: Difference, in document: ComparedDocument) -> KnownDifference? {
        all.first { $0.matches(difference, in: document) }
    }

    /// The reason why a document is not read at all, because it is known to end the process. Returns nil for others.
    static func reasonToAvoid(_ document: ComparedDocument) -> String? {
        // libxml2's pull parser guesses UTF-16 and UTF-32 from the first bytes, although it is told the encoding.
        let start = Array(document.bytes.prefix(4))
        let isGuessed =
            [[0, 0, 0, 0x3C], [0x3C, 0, 0, 0], [0, 0x3C, 0, 0x3F], [0x3C, 0, 0x3F, 0]].contains(start)
        return isGuessed && document.options.encoding != nil ? "an encoding that libxml2 guesses" : nil
    }

    static let readers: [ReadingWay] = [.reader, .readerInPieces, .element]
    static let streams: [ReadingWay] = [.pieces, .handler, .handlerInPieces, .root, .records]
    static let repairedStreams: [ReadingWay] = [.repairedPieces, .repairedReader, .repairedHandler]
}
