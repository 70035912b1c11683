extension Loop {
    /// Random values that are encoded and decoded.
    static let coding = [
        Self("values", 150) { try RandomCoding.checkValue(seed: UInt64($0)) },
        Self("values-in-layouts", 50) { try RandomCoding.checkLayout(seed: UInt64($0)) },
        Self("names-of-keys", 20) { try RandomCoding.checkNames(seed: UInt64($0)) },
        Self("keys", 24) { try RandomCoding.checkKeys(seed: UInt64($0)) },
        Self("coded-pairs", 60) { try CodedPairs.check(seed: UInt64($0)) },
        Self("flattened-parts", 60) { try FlattenedParts.check(seed: UInt64($0)) },
    ]
}
