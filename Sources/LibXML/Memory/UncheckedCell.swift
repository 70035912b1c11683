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
}
