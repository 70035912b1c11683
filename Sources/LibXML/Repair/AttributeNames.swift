/// The attribute names of one tag, to detect duplicates.
struct AttributeNames {
    /// Up to this many names are compared one by one.
    static let few = 16

    private(set) var ranges: [Range<Int>] = []
    /// The names as a set, used once there are ``few``.
    private var names: Set<[UInt8]> = []

    mutating func removeAll() {
        if !ranges.isEmpty { ranges.removeAll(keepingCapacity: true) }
    }

    /// Adds the name in a range of the text. Returns false if it is already present.
    mutating func insert(_ name: Range<Int>, _ text: Span<UInt8>) -> Bool {
        if ranges.count < Self.few {
            for other in ranges where other.count == name.count {
                if text.extracting(other).hasSameBytes(as: text.extracting(name)) { return false }
            }
        } else {
            if ranges.count == Self.few { names = Set(ranges.map { text.extracting($0).array }) }
            guard names.insert(text.extracting(name).array).inserted else { return false }
        }
        ranges.append(name)
        return true
    }
}
