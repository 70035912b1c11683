extension XMLInput {
    /// Opens the input, to be read in pieces.
    ///
    /// - Parameter name: the name of the input in errors; nil for that of the input itself.
    func open(name: String?) throws(XMLError) -> ChunkSource {
        switch origin {
        case .file(let path, _): ChunkSource(try OpenFile(path: path))
        case .descriptor(let descriptor):
            ChunkSource(try OpenFile(descriptor: descriptor, name: name ?? Self.name(of: descriptor)))
        case .chunks(let next): ChunkSource(next)
        }
    }
}
