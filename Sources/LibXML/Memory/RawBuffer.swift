#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A growable array of plain values in memory from `malloc`.
///
/// Growing a large buffer moves pages instead of bytes. Elements can be written without checks of bounds, uniqueness or
/// exclusivity.
@safe
struct RawBuffer<Element: BitwiseCopyable>: ~Copyable, Sendable {
    nonisolated(unsafe) private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    /// - Parameter capacity: the initial number of elements that fit; 0 allocates nothing.
    init(capacity: Int) {
        self.capacity = capacity == 0 ? 0 : max(capacity, 16)
        unsafe base =
            capacity == 0
            ? UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
            : Self.reallocate(nil, to: self.capacity)
    }

    init(repeating element: Element, count: Int) {
        self.init(capacity: count)
        unsafe extend(by: count).update(repeating: element, count: count)
    }

    deinit {
        if capacity > 0 { unsafe free(base) }
    }

    /// Returns whether another buffer has the same elements, byte by byte.
    func hasSameContent(as other: borrowing Self) -> Bool {
        guard count == other.count else { return false }
        return unsafe memcmp(base, other.base, count * MemoryLayout<Element>.stride) == 0
    }

    /// Returns whether two ranges of the same length have the same elements, byte by byte.
    func hasSameElements(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
        assert(first.upperBound <= count && second.upperBound <= count && first.count == second.count)
        let length = first.count * MemoryLayout<Element>.stride
        return unsafe memcmp(base + first.lowerBound, base + second.lowerBound, length) == 0
    }

    /// Accesses an element. Release builds do not check bounds, because indices come from the tape itself.
    subscript(index: Int) -> Element {
        @inline(__always) get {
            assert(index >= 0 && index < count)
            return unsafe base[index]
        }
        @inline(__always) set {
            assert(index >= 0 && index < count)
            unsafe base[index] = newValue
        }
    }

    /// Calls `body` with the elements in a range, which must not be changed while the span is in use.
    @inline(__always)
    func withSpan<Result, Failure: Error>(
        _ range: Range<Int>, _ body: (Span<Element>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        assert(range.lowerBound >= 0 && range.upperBound <= count)
        return try body(unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count).span)
    }

    /// Adds `length` elements, which the caller must write.
    ///
    /// - Returns: a pointer to the added elements, valid until the next call.
    @inline(__always)
    mutating func extend(by length: Int) -> UnsafeMutablePointer<Element> {
        if count &+ length > capacity { grow(to: count &+ length) }
        let start = unsafe base + count
        count &+= length
        return unsafe start
    }

    /// Makes room for `length` more elements.
    ///
    /// - Returns: a pointer to the room, valid until the next call. ``advance(by:)`` adds those that were written.
    @inline(__always)
    mutating func reserve(_ length: Int) -> UnsafeMutablePointer<Element> {
        if count &+ length > capacity { grow(to: count &+ length) }
        return unsafe base + count
    }

    /// Adds elements that were written to reserved room.
    @inline(__always)
    mutating func advance(by length: Int) {
        assert(count + length <= capacity)
        count &+= length
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        unsafe extend(by: 1).pointee = element
    }

    mutating func append(_ elements: UnsafeBufferPointer<Element>) {
        guard let start = elements.baseAddress else { return }
        unsafe extend(by: elements.count).update(from: start, count: elements.count)
    }

    /// Adds the elements in a range of this buffer at its end.
    mutating func appendCopy(of range: Range<Int>) {
        assert(range.lowerBound >= 0 && range.upperBound <= count)
        let end = unsafe extend(by: range.count)
        unsafe end.update(from: base + range.lowerBound, count: range.count)
    }

    /// Returns a copy of the elements in a range.
    func copy(_ range: Range<Int>) -> Self {
        var copy = Self(capacity: range.count)
        unsafe copy.append(UnsafeBufferPointer(rebasing: elements[range]))
        return copy
    }

    /// All elements, which must not be changed while they are in use.
    var elements: UnsafeBufferPointer<Element> { unsafe UnsafeBufferPointer(start: base, count: count) }

    @inline(__always)
    mutating func removeLast() {
        assert(count > 0)
        count &-= 1
    }

    /// Removes the elements from an index on.
    @inline(__always)
    mutating func truncate(to newCount: Int) {
        assert(newCount <= count)
        count = newCount
    }

    /// Removes the elements in a range. Complexity: O(*n*) in the number of elements after it, which move down.
    mutating func remove(_ range: Range<Int>) {
        assert(range.lowerBound >= 0 && range.upperBound <= count)
        unsafe (base + range.lowerBound).update(from: base + range.upperBound, count: count - range.upperBound)
        count -= range.count
    }

    /// Releases reserved memory that is not used, if it is more than an eighth.
    mutating func trim() {
        guard capacity - count > capacity / 8, capacity > 1024 else { return }
        capacity = max(count, 16)
        unsafe base = Self.reallocate(base, to: capacity)
    }

    @inline(never)
    private mutating func grow(to needed: Int) {
        let old = capacity == 0 ? nil : unsafe base
        capacity = max(needed, capacity + capacity / 2, 16)
        unsafe base = Self.reallocate(old, to: capacity)
    }

    private static func reallocate(_ old: UnsafeMutablePointer<Element>?, to capacity: Int) -> UnsafeMutablePointer<
        Element
    > {
        guard let memory = unsafe realloc(old, capacity * MemoryLayout<Element>.stride) else {
            preconditionFailure("out of memory")
        }
        return unsafe memory.assumingMemoryBound(to: Element.self)
    }
}

extension RawBuffer<UInt8> {
    /// Adds the bytes in a range of another buffer. Fast for names.
    @inline(__always)
    mutating func append(_ other: borrowing Self, _ range: Range<Int>) {
        assert(range.lowerBound >= 0 && range.upperBound <= other.count)
        unsafe extend(by: range.count).copy(other.base + range.lowerBound, count: range.count)
    }
}
