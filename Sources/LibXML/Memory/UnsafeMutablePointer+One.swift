#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension UnsafeMutablePointer where Pointee: ~Copyable {
    /// Returns memory from `malloc` for one value, which `freeOne()` returns. `allocate(capacity:)` requests aligned
    /// memory, which takes several times as long.
    static func allocateOne() -> Self {
        guard let memory = unsafe malloc(MemoryLayout<Pointee>.size) else { preconditionFailure("out of memory") }
        return unsafe memory.bindMemory(to: Pointee.self, capacity: 1)
    }

    func freeOne() { unsafe free(self) }
}
