/// Values of C that stay in place. Their memory is reused in reverse order for values of the same type.
@safe
struct StablePool<Value: BitwiseCopyable>: ~Copyable {
    private var chunks: [UnsafeMutablePointer<Value>] = unsafe []
    private(set) var count = 0

    private static var chunkSize: Int { 64 }

    deinit {
        unsafe chunks.forEach { unsafe $0.deallocate() }
    }

    @discardableResult
    mutating func add(_ value: Value) -> UnsafeMutablePointer<Value> {
        let (chunk, index) = count.quotientAndRemainder(dividingBy: Self.chunkSize)
        if unsafe chunk == chunks.count { unsafe chunks.append(.allocate(capacity: Self.chunkSize)) }
        let place = unsafe chunks[chunk] + index
        unsafe place.initialize(to: value)
        count += 1
        return unsafe place
    }

    subscript(index: Int) -> Value {
        unsafe chunks[index / Self.chunkSize][index % Self.chunkSize]
    }

    mutating func truncate(to count: Int) { self.count = count }
}

/// Texts that stay in place. Their memory is reused in reverse order.
@safe
struct StableTexts: ~Copyable {
    struct Mark {
        fileprivate var chunk = -1
        fileprivate var used = 0
        fileprivate(set) var size = 0
    }

    private var chunks: [UnsafeMutableBufferPointer<UInt8>] = unsafe []
    /// The last chunk that is used, and how much of it.
    private(set) var mark = Mark()

    private static var chunkSize: Int { 4_096 }

    deinit {
        unsafe chunks.forEach { unsafe $0.deallocate() }
    }

    /// Copies a text, with a NUL.
    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        let count = bytes.count + 1
        if unsafe mark.chunk < 0 || chunks[mark.chunk].count - mark.used < count { addChunk(of: count) }
        let copy = unsafe UnsafeMutableBufferPointer(rebasing: chunks[mark.chunk][mark.used..<(mark.used + count)])
        let end = unsafe copy.update(fromContentsOf: bytes)
        unsafe copy[end] = 0
        mark.used += count
        mark.size += bytes.count
        return unsafe copy.baseAddress.unsafelyUnwrapped
    }

    private mutating func addChunk(of count: Int) {
        mark.chunk += 1
        mark.used = 0
        if unsafe mark.chunk < chunks.count && chunks[mark.chunk].count >= count { return }
        while unsafe chunks.count > mark.chunk { unsafe chunks.removeLast().deallocate() }
        unsafe chunks.append(.allocate(capacity: max(count, Self.chunkSize)))
    }

    /// Removes all texts since a mark, and frees their memory except for one chunk of the usual size.
    mutating func truncate(to mark: Mark) {
        self.mark = mark
        let kept = mark.chunk + 1
        while unsafe chunks.count > kept + 1 { unsafe chunks.removeLast().deallocate() }
        if unsafe chunks.count > kept && chunks[kept].count > Self.chunkSize {
            unsafe chunks.removeLast().deallocate()
        }
    }
}
