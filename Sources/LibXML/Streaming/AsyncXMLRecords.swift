import Synchronization

/// The elements at a path of a document that arrives asynchronously, such as a request body, a socket or a pipe.
///
/// Only one record, and the piece of the document around it, is in memory. The next piece is requested when all records
/// of the last one were taken, so that a slow consumer slows down the source.
///
/// ```swift
/// let orders = try AsyncXMLRecords(request.body.map(\.readableBytesView), at: "orders/order")
/// for try await order in orders {
///     print(order[attribute: "id"] ?? "")
/// }
/// ```
///
/// Paths and records are those of ``XMLRecords``. The loop throws the error of a malformed document, after the records
/// before it; an error of the source, unchanged; and `CancellationError` if the task was canceled.
///
/// ``diagnostics``, ``checkpoint`` and ``bytesRead`` describe the iteration that began last, also during the loop.
public struct AsyncXMLRecords<Source: AsyncSequence, Element>: AsyncSequence where Source.Element: Sequence<UInt8> {
    // Inlinable, because access to a source of an unknown type is slow.

    /// Makes the value of a record; nil for one that is omitted.
    @usableFromInline
    typealias Transform = (XMLTree.Element, SharedParser) throws -> Element?

    @usableFromInline
    let path: RecordPath
    @usableFromInline
    let options: XMLParsingOptions
    @usableFromInline
    let makeTransform: @Sendable () -> Transform
    @usableFromInline
    let latest = LatestParser()
    // Last, because access to fields after a field of unknown size is slow.
    @usableFromInline
    let source: Source

    @inlinable
    init(
        _ source: Source, _ path: XMLPath, _ options: XMLParsingOptions,
        _ makeTransform: @escaping @Sendable () -> Transform
    ) throws(XMLError) {
        self.source = source
        self.path = try RecordPath(path)
        self.options = options
        self.makeTransform = makeTransform
    }

    /// Creates a sequence of the records of a document that arrives in pieces of any size.
    ///
    /// - Throws: ``XMLError/Code/invalidPath`` for a path with an index or an attribute.
    @inlinable
    public init(
        _ source: Source, at path: XMLPath, options: XMLParsingOptions = .init()
    ) throws(XMLError) where Element == XMLTree.Element {
        try self.init(source, path, options) { { element, _ in element } }
    }

    /// Returns an iterator that begins with the first record.
    @inlinable
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(source.makeAsyncIterator(), latest.begin(path, options), makeTransform())
    }

    /// An iterator over records in document order.
    public struct AsyncIterator: AsyncIteratorProtocol {
        @usableFromInline
        let parser: SharedParser
        @usableFromInline
        var isAtEnd = false
        /// The error that the source threw.
        @usableFromInline
        var failure: (any Error)?
        @usableFromInline
        let transform: Transform
        // Last, for the same reason as in the sequence.
        @usableFromInline
        var source: Source.AsyncIterator

        @inlinable
        init(_ source: Source.AsyncIterator, _ parser: SharedParser, _ transform: @escaping Transform) {
            self.source = source
            self.parser = parser
            self.transform = transform
        }

        /// Returns the next record; nil at the end of the document.
        @inlinable
        public mutating func next() async throws -> Element? {
            try await next(isolation: nil)
        }

        /// Returns the next record; nil at the end of the document.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            while true {
                try Task.checkCancellation()
                if let record = parser.nextRecord() {
                    if let value = try transform(record, parser) { return value }
                    continue
                }
                // Most records do not need this, because a piece contains several records.
                try parser.check()
                if let failure { throw failure }
                if isAtEnd { return nil }
                do {
                    if let chunk = try await source.next(isolation: actor) {
                        parser.feed(chunk)
                    } else {
                        isAtEnd = true
                        parser.finish()
                    }
                } catch {
                    failure = error
                }
            }
        }
    }
}

extension AsyncXMLRecords: Sendable where Source: Sendable {}

// MARK: Progress

extension AsyncXMLRecords {
    /// The warnings, repairs, violations of a schema and fatal error so far, and the records that were omitted because
    /// they are not of the type, in the order of the document, up to the limit.
    public var diagnostics: [XMLDiagnostic] { latest.with { $0.diagnostics } ?? [] }

    /// The number of diagnostics so far, including those that are not kept.
    public var diagnosticCount: Int { latest.with { $0.faults.count } ?? 0 }

    /// The reason why the document has no records: see ``XMLRecords/notFound``.
    public var notFound: XMLError? { latest.with { $0.notFound } ?? nil }

    /// The position after the record that was taken last. With
    /// ``XMLRecords/init(parsing:at:from:options:)``, reading continues there in a file with the same
    /// document.
    public var checkpoint: XMLCheckpoint { latest.with { $0.checkpoint.sealed() } ?? XMLCheckpoint().sealed() }

    /// The number of bytes of the document that were read.
    public var bytesRead: Int { latest.with { $0.inputCount } ?? 0 }
}

/// The parser of an iteration, which the loop and the properties about its progress share.
@usableFromInline
final class SharedParser: Sendable {
    private let parser: Mutex<StreamParser>

    init(_ path: RecordPath, _ options: XMLParsingOptions) {
        parser = Mutex(StreamParser(options: options, records: path))
    }

    /// Returns the next record that has arrived.
    @usableFromInline
    func nextRecord() -> XMLTree.Element? {
        with { $0.nextRecord() }.map(XMLTree.Element.init(rootOf:))
    }

    /// Adds the diagnostics that were found in the last record.
    func note(_ diagnostics: [XMLDiagnostic]) {
        if !diagnostics.isEmpty { with { $0.note(diagnostics) } }
    }

    @usableFromInline
    func feed(_ bytes: some Sequence<UInt8>) {
        with { $0.feed(bytes) }
    }

    @usableFromInline
    func finish() {
        with { $0.finish() }
    }

    /// Throws the error that has ended the parse, if there is one.
    @usableFromInline
    func check() throws(XMLError) {
        if let error = with({ $0.error }) { throw error }
    }

    func with<Result: Sendable>(_ body: (inout StreamParser) -> Result) -> Result {
        parser.locked { body(&$0) }
    }
}

/// The parser of the iteration that began last.
@usableFromInline
final class LatestParser: Sendable {
    private let parser = Mutex<SharedParser?>(nil)

    @usableFromInline
    init() {}

    /// Begins an iteration, whose parser becomes the latest one.
    @usableFromInline
    func begin(_ path: RecordPath, _ options: XMLParsingOptions) -> SharedParser {
        let parser = SharedParser(path, options)
        self.parser.locked { $0 = parser }
        return parser
    }

    fileprivate func with<Result: Sendable>(_ body: (inout StreamParser) -> Result) -> Result? {
        parser.locked { $0 }?.with(body)
    }
}

@available(*, unavailable)
extension AsyncXMLRecords.AsyncIterator: Sendable {}
