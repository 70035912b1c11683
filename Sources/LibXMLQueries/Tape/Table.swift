/// An array that does not change, and is read without counting references.
@safe
struct Table<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    private let base: UnsafeMutablePointer<Element>
    let count: Int

    init(_ elements: [Element]) {
        count = elements.count
        unsafe base = .allocate(capacity: max(1, count))
        unsafe elements.withUnsafeBufferPointer { elements in
            if let source = elements.baseAddress { unsafe base.initialize(from: source, count: elements.count) }
        }
    }

    deinit { unsafe base.deallocate() }

    @inline(__always)
    subscript(index: Int) -> Element {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
        return unsafe base[index]
    }

    /// The elements in a range, which are valid as long as the table.
    @inline(__always)
    func elements(_ range: Range<Int>) -> UnsafeBufferPointer<Element> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }
}
