#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that is mapped into memory for as long as this object lives.
///
/// Reading from it kills the process if another process truncates the file. For that reason, files are mapped only on
/// request, never by default.
@safe
final class MappedFile: Sendable {
    nonisolated(unsafe) let bytes: UnsafeBufferPointer<UInt8>

    var count: Int { unsafe bytes.count }

    /// Maps `count` bytes of an open file; the descriptor may be closed afterwards. Returns nil if the system refuses.
    init?(descriptor: Int32, count: Int) {
        guard count > 0, let start = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
            unsafe start != MAP_FAILED
        else { return nil }
        unsafe bytes = UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
    }

    deinit {
        unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
}
