/// An optional that is usually nil. It takes one word; a value is stored in memory of its own.
@propertyWrapper
struct Rare<Value> {
    fileprivate indirect enum Storage {
        case value(Value)
    }

    private var storage: Storage?

    @inline(__always)
    init(wrappedValue: Value?) { storage = wrappedValue.map(Storage.value) }

    @inline(__always)
    var wrappedValue: Value? {
        get {
            guard case .value(let value) = storage else { return nil }
            return value
        }
        set { storage = newValue.map(Storage.value) }
    }
}

extension Rare: Sendable where Value: Sendable {}
extension Rare.Storage: Sendable where Value: Sendable {}
