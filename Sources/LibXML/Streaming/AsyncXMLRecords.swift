import Synchronization

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
///
/// ``diagnostics``, ``checkpoint`` and ``bytesRead`` tell of the iteration that was begun last, within the loop too.
public struct AsyncXMLRecords<Source: AsyncSequence>: AsyncSequence where Source.Element: Sequence<UInt8> {
    public typealias Element = XMLTree.Element

    private let source: Source
    private let path: XMLPath
    private let options: XMLParsingOptions
    private let latest = LatestParser()

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
        // The path has been looked at before.
        let parser = try? SharedParser(path, options)
        latest.parser.locked { $0 = parser }
        return AsyncIterator(source.makeAsyncIterator(), parser)
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private var source: Source.AsyncIterator
        private let parser: SharedParser?
        private var isAtEnd = false
        /// What the source has thrown.
        private var failure: (any Error)?

        fileprivate init(_ source: Source.AsyncIterator, _ parser: SharedParser?) {
            self.source = source
            self.parser = parser
        }

        /// The next record; nil at the end of the document.
        public mutating func next() async throws -> XMLTree.Element? {
            try await next(isolation: nil)
        }

        /// The next record; nil at the end of the document.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> XMLTree.Element? {
            guard let parser else { return nil }
            while true {
                try Task.checkCancellation()
                if let tape = parser.with({ $0.nextRecord() }) { return XMLTree.Element(recordIn: tape) }
                if let error = parser.with({ $0.error }) { throw error }
                if let failure { throw failure }
                if isAtEnd { return nil }
                do {
                    if let chunk = try await source.next(isolation: actor) {
                        parser.with { $0.feed(chunk) }
                    } else {
                        isAtEnd = true
                        parser.with { $0.finish() }
                    }
                } catch {
                    failure = error
                }
            }
        }
    }
}

extension AsyncXMLRecords: Sendable where Source: Sendable {}

// MARK: How far it is

extension AsyncXMLRecords {
    /// The warnings so far, what was repaired, and the error that ended the document, if one did; as many as are kept.
    public var diagnostics: [XMLDiagnostic] { latest.with { $0.diagnostics } ?? [] }

    /// How many of them there were, also of those that are not kept.
    public var diagnosticCount: Int { latest.with { $0.diagnosticCount } ?? 0 }

    /// Where the reading has come to: ``XMLRecords/init(resuming:in:at:options:)-(_,String,_,_)`` goes on after the
    /// record that was taken last, in the same document in a file.
    public var checkpoint: XMLCheckpoint { latest.with { $0.checkpoint.sealed() } ?? XMLCheckpoint().sealed() }

    /// How many bytes of the document have been asked for.
    public var bytesRead: Int { latest.with { $0.inputCount } ?? 0 }
}

/// The parser of an iteration, which the loop and whoever asks how far it is use in turns.
private final class SharedParser: Sendable {
    private let parser: Mutex<StreamParser>

    init(_ path: XMLPath, _ options: XMLParsingOptions) throws(XMLError) {
        parser = Mutex(try StreamParser(options: options, records: path))
    }

    func with<Result: Sendable>(_ body: (inout StreamParser) -> Result) -> Result {
        parser.locked { body(&$0) }
    }
}

/// The parser of the iteration that was begun last.
private final class LatestParser: Sendable {
    let parser = Mutex<SharedParser?>(nil)

    func with<Result: Sendable>(_ body: (inout StreamParser) -> Result) -> Result? {
        parser.locked { $0 }?.with(body)
    }
}

@available(*, unavailable)
extension AsyncXMLRecords.AsyncIterator: Sendable {}
