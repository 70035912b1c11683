/// A variable in memory of its own, of which nobody looks whether accesses to it overlap: the owner sees to it that none does.
@safe
final class UncheckedCell<Value> {
    @exclusivity(unchecked) private var unchecked: Value

    init(_ value: Value) { unsafe unchecked = value }

    var value: Value { unsafe unchecked }

    /// Calls `body` with the variable. An accessor that yields it would take memory of its own each time.
    @inline(__always)
    func modify<Result, Failure>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        unsafe try body(&unchecked)
    }
}
