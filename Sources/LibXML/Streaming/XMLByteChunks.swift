/// The bytes of an asynchronous sequence in pieces, for ``AsyncXMLRecords``.
///
/// A piece ends after each `>`, so that a record does not wait for bytes after its end tag. In UTF-16 and UTF-32
/// with the low byte first, it waits for the next byte.
public struct XMLByteChunks<Bytes: AsyncSequence>: AsyncSequence where Bytes.Element == UInt8 {
    /// A chunk of bytes.
    public typealias Element = [UInt8]
    /// The errors of the sequence of bytes.
    public typealias Failure = Bytes.Failure

    private static var largest: Int { 4096 }

    private let bytes: Bytes

    /// Creates a sequence of the chunks of a sequence of bytes.
    public init(_ bytes: Bytes) { self.bytes = bytes }

    /// Returns an iterator that begins with the first chunk.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(bytes: bytes.makeAsyncIterator()) }

    /// An iterator over chunks.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var bytes: Bytes.AsyncIterator

        /// Returns the next piece; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> [UInt8]? {
            var chunk: [UInt8] = []
            while chunk.count < XMLByteChunks.largest, let byte = try await bytes.next(isolation: actor) {
                chunk.append(byte)
                if byte == UInt8(ascii: ">") { break }
            }
            return chunk.isEmpty ? nil : chunk
        }
    }
}

extension XMLByteChunks: Sendable where Bytes: Sendable {}

@available(*, unavailable)
extension XMLByteChunks.AsyncIterator: Sendable {}

extension AsyncXMLRecords {
    /// Creates a sequence of the records of a document that arrives byte by byte, as from `FileHandle.bytes` or
    /// `URLSession.AsyncBytes`.
    ///
    /// Prefer a sequence of pieces, which is much faster.
    ///
    /// - Throws: ``XMLError/Code/invalidPath`` for a path with an index or an attribute.
    public init<Bytes: AsyncSequence>(
        _ bytes: Bytes, at path: XMLPath, options: XMLParsingOptions = .init()
    ) throws(XMLError) where Bytes.Element == UInt8, Source == XMLByteChunks<Bytes>, Element == XMLTree.Element {
        try self.init(XMLByteChunks(bytes), at: path, options: options)
    }
}
