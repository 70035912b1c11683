#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

// Searches of the C library, which use the widest instructions of the machine.

extension UnsafeBufferPointer<UInt8> {
    /// Returns the offset of the next `byte` from `start` on; the end if there is no such byte.
    func firstIndex(of byte: UInt8, from start: Int) -> Int {
        guard start < count, let base = baseAddress, let found = unsafe memchr(base + start, Int32(byte), count - start)
        else { return count }
        return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Returns the offset after the next `mark` from `start` on; the end if there is no mark.
    func end(of mark: StaticString, from start: Int) -> Int {
        let first = unsafe mark.utf8Start.pointee
        var start = start
        while true {
            start = unsafe firstIndex(of: first, from: start)
            if start >= count { return count }
            if unsafe span.has(mark, at: start) { return start + mark.utf8CodeUnitCount }
            start += 1
        }
    }

    /// Returns whether `other` is at `offset`.
    func matches(_ other: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard offset >= 0, offset <= count - other.count else { return false }
        guard let base = baseAddress, let start = other.baseAddress else { return other.isEmpty }
        return unsafe memcmp(base + offset, start, other.count) == 0
    }
}

extension UnsafePointer<UInt8> {
    /// Returns the length of a C string.
    static func length(_ cString: UnsafePointer<UInt8>) -> Int {
        unsafe strlen(UnsafeRawPointer(cString).assumingMemoryBound(to: CChar.self))
    }
}
