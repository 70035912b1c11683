#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#else
    #error("LibXML supports Linux and the systems of Apple")
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

extension UnsafeMutablePointer<UInt8> {
    /// Copies bytes here. Unlike `update`, it calls no function for up to 16 bytes.
    @inline(__always)
    func copy(_ source: UnsafePointer<UInt8>, count: Int) {
        let (target, source) = unsafe (UnsafeMutableRawPointer(self), UnsafeRawPointer(source))
        if count > 16 {
            unsafe target.copyMemory(from: source, byteCount: count)
        } else if count >= 8 {
            let first = unsafe source.loadUnaligned(as: UInt64.self)
            let last = unsafe source.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
            unsafe target.storeBytes(of: first, as: UInt64.self)
            unsafe target.storeBytes(of: last, toByteOffset: count &- 8, as: UInt64.self)
        } else if count >= 4 {
            let first = unsafe source.loadUnaligned(as: UInt32.self)
            let last = unsafe source.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            unsafe target.storeBytes(of: first, as: UInt32.self)
            unsafe target.storeBytes(of: last, toByteOffset: count &- 4, as: UInt32.self)
        } else {
            for index in 0..<count { unsafe self[index] = unsafe source.load(fromByteOffset: index, as: UInt8.self) }
        }
    }
}

extension Span<UInt8> {
    /// Returns whether the ASCII characters of `word` are at `offset`.
    @inline(__always)
    func has(_ word: StaticString, at offset: Int) -> Bool {
        let length = word.utf8CodeUnitCount
        guard offset >= 0, count - offset >= length else { return false }
        // For a word that is known at compile time, this is a comparison of few integers.
        return unsafe withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return length == 0 }
            return unsafe memcmp(base + offset, word.utf8Start, length) == 0
        }
    }
}
