/// A way to read a document. All ways must have the same result.
package enum ReadingWay: String, CaseIterable, Sendable {
    /// A tree, with which the other strict ways are compared.
    case tree
    /// A tree by one of the engines.
    case pull, push
    /// A tree of a document in pieces.
    case pieces
    /// A tree of the document before it was encoded.
    case text
    /// The events of a reader, for a document as a whole and in pieces.
    case reader, readerInPieces
    /// The root element, as a reader returns it.
    case element
    /// The calls of a handler, for a document as a whole and in pieces.
    case handler, handlerInPieces
    /// The root element and its children, as records.
    case root, records
    /// A repaired tree, with which the other ways that repair are compared.
    case repaired
    case repairedPieces, repairedReader, repairedHandler
}
