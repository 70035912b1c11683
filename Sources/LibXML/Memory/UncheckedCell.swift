/// A variable in memory of its own, of which nobody looks whether accesses to it overlap: the owner sees to it that none does.
@safe
final class UncheckedCell<Value> {
    @exclusivity(unchecked) private var unchecked: Value

    init(_ value: Value) { unsafe unchecked = value }

    var value: Value {
        @inline(__always) get { unsafe unchecked }
        @inline(__always) _modify { yield unsafe &unchecked }
    }
}
