/// An immutable array that is read without reference counting and, in release builds, without checks of bounds: for
/// indexes that only this module creates.
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
        assert(UInt(bitPattern: index) < UInt(bitPattern: count))
        return unsafe base[index]
    }

    /// The same without ownership, for hot loops: valid as long as the table.
    @safe
    struct View {
        fileprivate let base: UnsafeMutablePointer<Element>

        @inline(__always)
        subscript(index: Int) -> Element { unsafe base[index] }
    }

    var view: View { unsafe View(base: base) }

    /// The elements in a range, which are valid as long as the table.
    @inline(__always)
    func elements(_ range: Range<Int>) -> UnsafeBufferPointer<Element> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    /// The index of the first element in a range for which a condition is true. The condition must be true for all
    /// elements after it.
    @inline(__always)
    func firstIndex(in range: Range<Int>, where condition: (Element) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
