/// The bytes of a document, owned: an array, or a file that is mapped into memory.
enum SourceBytes: Sendable {
    case array([UInt8])
    case mapped(MappedFile)

    var count: Int {
        switch self {
        case .array(let array): array.count
        case .mapped(let file): file.count
        }
    }

    /// Calls `body` with the bytes, which must not leave it. Complexity: O(1).
    @inline(__always)
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch self {
        case .array(let array): try unsafe array.withUnsafeBufferPointer(body)
        case .mapped(let file): try unsafe body(file.bytes)
        }
    }
}
