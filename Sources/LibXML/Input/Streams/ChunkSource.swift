/// The input of a reader, which is read in pieces.
struct ChunkSource: ~Copyable {
    /// How many bytes are read in one call.
    static let chunkSize = 64 << 10

    private enum Origin {
        case bytes(SourceBytes)
        case file(OpenFile)
        case closure(() throws -> [UInt8]?)
    }

    private let origin: Origin
    /// The piece that a closure has supplied, which may be large.
    private var piece: [UInt8] = []
    private var position = 0
    private var buffer: RawBuffer<UInt8>
    /// The number of bytes of a file that may still be read.
    private var remaining = Int.max

    private init(_ origin: Origin) {
        self.origin = origin
        if case .file = origin { buffer = RawBuffer(capacity: Self.chunkSize) } else { buffer = RawBuffer(capacity: 0) }
    }

    init(_ bytes: SourceBytes) { self.init(.bytes(bytes)) }

    /// - Parameter length: the maximum number of bytes to read from the file; nil for all of it.
    init(_ file: OpenFile, length: Int? = nil) {
        self.init(.file(file))
        remaining = length ?? .max
    }

    /// - Parameter chunk: returns the next piece, which may be empty; nil at the end.
    init(_ chunk: @escaping () throws -> [UInt8]?) { self.init(.closure(chunk)) }

    /// The total size of the input in bytes, if known.
    var size: Int? {
        switch origin {
        case .bytes(let bytes): bytes.count
        case .file(let file): file.size
        case .closure: nil
        }
    }

    /// Lifts the limit on the length that is read from a file.
    mutating func readOn() { remaining = .max }

    /// Calls `body` with the next piece, and whether it is known to be the last one. Returns nil at the end.
    mutating func next<Result>(
        _ body: (_ piece: UnsafeBufferPointer<UInt8>, _ isLast: Bool) throws -> Result
    ) throws -> Result? {
        switch origin {
        case .bytes(let bytes):
            guard position < bytes.count else { return nil }
            let end = min(position + Self.chunkSize, bytes.count)
            defer { position = end }
            return try unsafe bytes.withBytes {
                try unsafe body(UnsafeBufferPointer(rebasing: $0[position..<end]), end == $0.count)
            }
        case .file(let file):
            buffer.remove(0..<buffer.count)
            let room = unsafe buffer.extend(by: Self.chunkSize)
            let wanted = min(Self.chunkSize, remaining)
            let count = try unsafe file.read(into: UnsafeMutableRawBufferPointer(start: room, count: wanted))
            guard count > 0 else { return nil }
            remaining -= count
            return try unsafe body(UnsafeBufferPointer(rebasing: buffer.elements[..<count]), false)
        case .closure(let chunk):
            if position == piece.count {
                position = 0
                piece = []
                guard let next = try chunk() else { return nil }
                piece = next
            }
            let end = min(position + Self.chunkSize, piece.count)
            defer { position = end }
            return try unsafe piece.withUnsafeBufferPointer {
                try unsafe body(UnsafeBufferPointer(rebasing: $0[position..<end]), false)
            }
        }
    }
}
