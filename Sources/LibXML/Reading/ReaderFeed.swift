/// Parses the document of a reader in pieces.
final class ReaderFeed {
    var parser: StreamParser
    private var source: ChunkSource
    /// Whether the source has no more bytes.
    private var isComplete = false
    /// The error that ended the document, after everything before it was read.
    private(set) var failure: XMLError?
    /// The error of the source.
    private var interruption: XMLError?

    init(_ source: consuming ChunkSource, _ options: XMLParsingOptions) {
        self.source = source
        parser = StreamParser(options: options)
    }

    /// Parses the next piece. Returns false at the end of the document.
    func fill() throws(XMLError) -> Bool {
        if let error = failure ?? parser.error ?? interruption { throw fail(error) }
        if isComplete { return false }
        do {
            isComplete = try !source.feedNext(to: &parser)
            if isComplete { parser.finish() }
        } catch {
            interruption = error
            parser.endText()
        }
        return true
    }

    private func fail(_ error: XMLError) -> XMLError {
        failure = error
        return error
    }
}
