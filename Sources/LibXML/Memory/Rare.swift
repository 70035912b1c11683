/// An optional value that is seldom there. It takes one word, and memory of its own only if it is there.
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
