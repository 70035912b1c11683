/// A way to read a document. Each says the same of it.
enum ReadingWay: String, CaseIterable, Sendable {
    /// A tree, which the other strict ways are compared with.
    case tree
    /// A tree, by one of the engines.
    case pull, push
    /// A tree, of a document in pieces.
    case pieces
    /// A tree, of the document before it was encoded.
    case text
    /// The events of a reader, of a document as a whole and in pieces.
    case reader, readerInPieces
    /// The root element, as a reader returns it.
    case element
    /// The calls of a handler, for a document as a whole and in pieces.
    case handler, handlerInPieces
    /// The root element, and its children, as records.
    case root, records
    /// A repaired tree, which the other ways that repair are compared with.
    case repaired
    case repairedPieces, repairedReader, repairedHandler
}
