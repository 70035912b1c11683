extension RawBuffer<UInt8> {
    /// Appends bytes from an offset up to the first one that is not plain. Copies eight bytes at a time while it
    /// searches them.
    ///
    /// - Parameters:
    ///   - isPlain: returns whether a byte is plain.
    ///   - word: returns the highest bits of those of eight bytes that are not plain.
    /// - Returns: the number of bytes.
    @inline(__always)
    mutating func append(
        _ text: Span<UInt8>, from start: Int, _ isPlain: (UInt8) -> Bool, word: (UInt64) -> UInt64
    ) -> Int {
        let length = text.count &- start
        let target = unsafe UnsafeMutableRawPointer(reserve(length &+ 8))
        let copied = unsafe text.withUnsafeBufferPointer { text in
            let source = UnsafeRawBufferPointer(text)
            var index = 0
            while index &+ 8 <= length {
                let bytes = unsafe source.loadUnaligned(fromByteOffset: start &+ index, as: UInt64.self)
                unsafe target.storeBytes(of: bytes, toByteOffset: index, as: UInt64.self)
                let found = word(UInt64(littleEndian: bytes))
                if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
                index &+= 8
            }
            while index < length, unsafe isPlain(text[start &+ index]) {
                unsafe target.storeBytes(of: text[start &+ index], toByteOffset: index, as: UInt8.self)
                index &+= 1
            }
            return index
        }
        advance(by: copied)
        return copied
    }

    /// Appends bytes. Fast for names.
    @inline(__always)
    mutating func appendShort(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe extend(by: bytes.count).copy(start, count: bytes.count)
        }
    }

    /// Appends ASCII characters.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        unsafe extend(by: text.utf8CodeUnitCount).copy(text.utf8Start, count: text.utf8CodeUnitCount)
    }
}

extension Span<UInt8> {
    /// Adds these bytes to a buffer.
    func append(to buffer: inout RawBuffer<UInt8>) {
        unsafe withUnsafeBufferPointer { unsafe buffer.append($0) }
    }
}

extension String {
    /// Calls `body` with the UTF-8 of this string.
    @inline(__always)
    func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        var text = self
        return text.withUTF8 { body(unsafe $0.span) }
    }
}
