/// The elements at a path of a document that arrives asynchronously: the body of a request or a response, a socket, a
/// pipe.
///
/// Only one record, and a piece of the document around it, is in memory; the next piece is asked for when the records of
/// the last one have been taken, so that a slow consumer slows the source down.
///
/// ```swift
/// let orders = try AsyncXMLRecords(request.body.map(\.readableBytesView), at: "orders/order")
/// for try await order in orders {
///     print(order[attribute: "id"] ?? "")
/// }
/// ```
///
/// Paths and records are those of ``XMLRecords``. The loop throws what is wrong with the document, after the records
/// before it; what the source throws, as it is; and `CancellationError` when the task has been cancelled.
public struct AsyncXMLRecords<Source: AsyncSequence>: AsyncSequence where Source.Element: Sequence<UInt8> {
    public typealias Element = XMLTree.Element

    private let source: Source
    private let path: XMLPath
    private let options: XMLParsingOptions

    /// The records of what a sequence of pieces makes up. The pieces may be of any size.
    ///
    /// - Throws: ``XMLError/Code/invalidPath`` for a path with an index or an attribute.
    public init(_ source: Source, at path: XMLPath, options: XMLParsingOptions = .init()) throws(XMLError) {
        _ = try RecordMatcher(path)
        self.source = source
        self.path = path
        self.options = options
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(source.makeAsyncIterator(), path, options)
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private final class State {
            var parser: StreamParser

            init(_ path: XMLPath, _ options: XMLParsingOptions) throws(XMLError) {
                parser = try StreamParser(options: options, records: path)
            }
        }

        private var source: Source.AsyncIterator
        private let state: State?
        private var isAtEnd = false
        /// What the source has thrown.
        private var failure: (any Error)?

        fileprivate init(_ source: Source.AsyncIterator, _ path: XMLPath, _ options: XMLParsingOptions) {
            self.source = source
            // The path has been looked at before.
            state = try? State(path, options)
        }

        /// The next record; nil at the end of the document.
        public mutating func next() async throws -> XMLTree.Element? {
            try await next(isolation: nil)
        }

        /// The next record; nil at the end of the document.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> XMLTree.Element? {
            guard let state else { return nil }
            while true {
                try Task.checkCancellation()
                if let tape = state.parser.nextRecord() { return XMLTree.Element(recordIn: tape) }
                if let error = state.parser.error { throw error }
                if let failure { throw failure }
                if isAtEnd { return nil }
                do {
                    if let chunk = try await source.next(isolation: actor) {
                        state.parser.feed(chunk)
                    } else {
                        isAtEnd = true
                        state.parser.finish()
                    }
                } catch {
                    failure = error
                }
            }
        }
    }
}

extension AsyncXMLRecords: Sendable where Source: Sendable {}

@available(*, unavailable)
extension AsyncXMLRecords.AsyncIterator: Sendable {}
