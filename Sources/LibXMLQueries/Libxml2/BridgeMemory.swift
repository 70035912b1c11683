#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Zeroed memory of a bridge. For a large bridge, this is pages of the system, which Linux makes huge; otherwise a
/// block of `malloc`.
@safe
struct BridgeMemory: ~Copyable, @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let size: Int
    private let isMapped: Bool

    // In debug builds, all memory is mapped so that it can be protected.
    #if DEBUG
        private static let mappedSize = 0
    #else
        private static let mappedSize = 4 << 20
    #endif

    /// Returns nil if there is no memory.
    init?(size: Int) {
        self.size = size
        isMapped = size >= Self.mappedSize
        if isMapped {
            let pages = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | Self.anonymous, -1, 0)
            guard let pages = unsafe pages, unsafe pages != MAP_FAILED else { return nil }
            #if os(Linux)
                _ = unsafe madvise(pages, size, 14)  // MADV_HUGEPAGE, which only bionic and glibc name
            #endif
            unsafe base = pages
        } else {
            guard let block = unsafe calloc(1, max(size, 1)) else { return nil }
            unsafe base = block
        }
    }

    deinit {
        if isMapped { unsafe munmap(base, size) } else { unsafe free(base) }
    }

    /// Forbids or allows writing to mapped memory.
    func protect(isWritable: Bool) {
        if isMapped { _ = unsafe mprotect(base, size, isWritable ? PROT_READ | PROT_WRITE : PROT_READ) }
    }

    private static var anonymous: Int32 {
        #if canImport(Darwin)
            MAP_ANON
        #else
            Int32(MAP_ANONYMOUS)
        #endif
    }
}
