extension XMLInput {
    /// Opens the input, to be read in pieces.
    func open() throws(XMLError) -> ChunkSource {
        if case .chunks(let next) = origin { return ChunkSource(next) }
        return ChunkSource(try file())
    }
}
