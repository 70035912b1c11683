extension Span<UInt8> {
    /// A copy of these bytes.
    var array: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }

    /// The text in `range`; bytes that are not UTF-8 become U+FFFD. Complexity: O(length).
    func string(_ range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Returns whether these bytes are equal to `other`.
    @inline(__always)
    func hasSameBytes(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return unsafe withUnsafeBufferPointer { bytes in
            unsafe other.withUnsafeBufferPointer { unsafe bytes.matches($0, at: 0) }
        }
    }

    /// Whether these are the bytes of `text` in UTF-8.
    @inline(__always)
    func equals(_ text: String) -> Bool {
        guard text.utf8.count == count else { return false }
        let isEqual = unsafe text.utf8.withContiguousStorageIfAvailable { other in
            unsafe withUnsafeBufferPointer { unsafe $0.matches(other, at: 0) }
        }
        // Only strings of Objective-C have no contiguous storage.
        return isEqual ?? text.withUTF8Span { hasSameBytes(as: $0) }
    }
}

// MARK: Searches

extension Span<UInt8> {
    /// Returns whether `byte` is among these bytes.
    func hasByte(_ byte: UInt8) -> Bool {
        unsafe withUnsafeBufferPointer { unsafe $0.firstIndex(of: byte, from: 0) < $0.count }
    }

    /// Returns the offset after the next `mark` from `start` on; the end of the text if there is no mark.
    func end(of mark: StaticString, from start: Int) -> Int {
        unsafe withUnsafeBufferPointer { unsafe $0.end(of: mark, from: start) }
    }

    /// Returns the offset after the next `mark` from `start` on; nil if there is no mark.
    func endIfAny(of mark: StaticString, from start: Int) -> Int? {
        let end = end(of: mark, from: start)
        let found = end - mark.utf8CodeUnitCount
        return found >= start && has(mark, at: found) ? end : nil
    }

    /// Returns the first offset from `start` on whose byte satisfies `condition`; the end if no byte does.
    @inline(__always)
    func index(from start: Int, where condition: (UInt8) -> Bool) -> Int {
        index(in: start..<max(start, count), where: condition)
    }

    /// Returns the first offset in a range whose byte satisfies `condition`; the end of the range if no byte does.
    @inline(__always)
    func index(in range: Range<Int>, where condition: (UInt8) -> Bool) -> Int {
        var index = range.lowerBound
        while index < range.upperBound, !condition(self[index]) { index += 1 }
        return index
    }
}

extension [UInt8] {
    mutating func append(contentsOf span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
