/// The bytes of a document, owned: an array, a buffer, or a file that is mapped into memory.
enum SourceBytes: Sendable {
    case array([UInt8])
    case raw(RawText)
    case mapped(MappedFile)

    var count: Int {
        switch self {
        case .array(let array): array.count
        case .raw(let text): text.buffer.count
        case .mapped(let file): file.count
        }
    }

    /// The bytes as an array; a copy unless they are stored in one.
    var array: [UInt8] {
        if case .array(let array) = self { array } else { unsafe withBytes { unsafe Array($0) } }
    }

    /// Calls `body` with the bytes, which must not escape. Complexity: O(1).
    @inline(__always)
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch self {
        case .array(let array): try unsafe array.withUnsafeBufferPointer(body)
        case .raw(let text): try unsafe body(text.buffer.elements)
        case .mapped(let file): try unsafe body(file.bytes)
        }
    }
}

/// Text in a buffer that no longer changes.
final class RawText: Sendable {
    let buffer: RawBuffer<UInt8>

    init(_ buffer: consuming RawBuffer<UInt8>) {
        self.buffer = buffer
    }
}
