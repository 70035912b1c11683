/// A variable in separate memory without exclusivity checks. The owner ensures that accesses do not overlap.
@safe
final class UncheckedCell<Value: ~Copyable> {
    @exclusivity(unchecked) private var unchecked: Value

    init(_ value: consuming Value) { unsafe unchecked = value }

    /// Calls `body` with the variable. An accessor that yields the variable would allocate memory for each access.
    @inline(__always)
    func modify<Result, Failure>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        unsafe try body(&unchecked)
    }
}

extension UncheckedCell {
    var value: Value { unsafe unchecked }

    /// Calls `body` with a cell that contains a variable, which receives the value of the cell at the end. The value is
    /// moved: a copy would share its arrays, and the first change of each would copy it.
    static func withCell<Result>(of variable: inout Value, _ body: (UncheckedCell) throws -> Result) rethrows -> Result
    {
        try unsafe withUnsafeMutablePointer(to: &variable) { pointer in
            let cell = unsafe UncheckedCell(pointer.move())
            defer { unsafe pointer.initialize(to: cell.value) }
            return try body(cell)
        }
    }
}
