extension Span<UInt8> {
    /// Returns the first offset from `start` on whose byte is not white space; the end if all bytes are.
    @inline(__always)
    func skipSpace(from start: Int) -> Int {
        index(from: start) { !$0.isXMLSpace }
    }
}
