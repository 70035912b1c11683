/// What parses the document of a reader, piece by piece.
final class ReaderFeed {
    var parser: StreamParser
    private var source: ChunkSource
    /// Whether the source has given all it has.
    private var isComplete = false
    /// Why there is nothing more, if that is not the end of the document, once all before it has passed.
    private(set) var failure: XMLError?
    /// Why the source gives no more.
    private var interruption: XMLError?
    /// What the source threw, if that was no error of ours.
    private(set) var sourceError: (any Error)?

    init(_ source: consuming ChunkSource, _ options: XMLParsingOptions) {
        self.source = source
        parser = StreamParser(options: options)
    }

    /// Parses the next piece; false at the end of the document.
    func fill() throws(XMLError) -> Bool {
        if let error = failure ?? parser.error ?? interruption { throw fail(error) }
        if isComplete { return false }
        do {
            isComplete = try !source.feedNext(to: &parser)
            if isComplete { parser.finish() }
        } catch let error as XMLError {
            sourceFailed(error)
        } catch {
            sourceError = error
            sourceFailed(XMLError(.sourceFailed, "the source of the document failed: \(error)"))
        }
        return true
    }

    private func sourceFailed(_ error: XMLError) {
        interruption = error
        parser.endText()
    }

    private func fail(_ error: XMLError) -> XMLError {
        failure = error
        return error
    }
}
