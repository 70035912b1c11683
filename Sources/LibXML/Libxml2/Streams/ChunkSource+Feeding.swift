extension ChunkSource {
    /// Feeds the next piece to a parser. Returns false at the end of the source.
    mutating func feedNext(to parser: inout StreamParser) throws(XMLError) -> Bool {
        do {
            return try unsafe next { unsafe $1 ? parser.finish(with: $0) : parser.feed($0) } != nil
        } catch {
            throw XMLError(ofSource: error)
        }
    }
}
