/// A hash table from interned pointers to numbers, with open addressing. It allocates only when it is created and when
/// it grows.
///
/// libxml2 interns names and URIs for the life of a parser, so equal strings have equal pointers. Only addresses are
/// hashed and compared.
struct PointerTable: ~Copyable {
    /// Up to three pointers that form a key. They are stored as numbers, because they are never dereferenced.
    struct Key: BitwiseCopyable, Equatable {
        var first: UInt
        var second: UInt = 0
        var third: UInt = 0

        @inline(__always)
        init(
            _ first: UnsafePointer<UInt8>?, _ second: UnsafePointer<UInt8>? = nil, _ third: UnsafePointer<UInt8>? = nil
        ) {
            self.first = UInt(bitPattern: first)
            self.second = UInt(bitPattern: second)
            self.third = UInt(bitPattern: third)
        }

        @inline(__always)
        static func == (one: Self, other: Self) -> Bool {
            one.first == other.first && one.second == other.second && one.third == other.third
        }
    }

    struct Slot: BitwiseCopyable {
        var key: Key
        /// The number of the key plus one; 0 marks a free slot.
        var number: UInt32
    }

    private var slots: RawBuffer<Slot>
    private var mask: Int
    private(set) var count = 0

    /// - Parameter capacity: a power of two from 2; or 0, which allocates nothing.
    init(capacity: Int) {
        slots = Self.emptySlots(capacity)
        mask = capacity - 1
    }

    /// Returns the number of a key; nil if it was not added.
    @inline(__always)
    func number(of key: Key) -> UInt32? {
        guard count > 0 else { return nil }
        var index = Self.hash(key) & mask
        while true {
            let slot = slots[index]
            if slot.number == 0 { return nil }
            if slot.key == key { return slot.number &- 1 }
            index = (index &+ 1) & mask
        }
    }

    /// Returns the number of a key. If it is not in the table, it gets the number `new`.
    @inline(__always)
    mutating func number(of key: Key, orAdd new: UInt32) -> UInt32 {
        if count * 2 > mask { grow() }
        let index = index(of: key)
        if slots[index].number != 0 { return slots[index].number &- 1 }
        slots[index] = Slot(key: key, number: new + 1)
        count += 1
        return new
    }

    /// The slot of a key, or the free one in which it belongs.
    @inline(__always)
    private func index(of key: Key) -> Int {
        var index = Self.hash(key) & mask
        while slots[index].number != 0, slots[index].key != key { index = (index &+ 1) & mask }
        return index
    }

    private mutating func grow() {
        mask = max(mask * 2 + 1, 3)
        var slots = Self.emptySlots(mask + 1)
        swap(&slots, &self.slots)
        for old in 0..<slots.count where slots[old].number != 0 { self.slots[index(of: slots[old].key)] = slots[old] }
    }

    private static func emptySlots(_ count: Int) -> RawBuffer<Slot> {
        var slots = RawBuffer<Slot>(capacity: count)
        // All bits of a free slot are 0.
        let bytes = unsafe UnsafeMutableRawPointer(slots.extend(by: count))
        unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: count * MemoryLayout<Slot>.stride)
        return slots
    }

    @inline(__always)
    private static func hash(_ key: Key) -> Int {
        // Multiplication spreads the bits of addresses, which differ only in the middle, over the high half.
        var hash = key.first &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ key.second &* 0xC2B2_AE3D_27D4_EB4F ^ key.third &* 0x1656_67B1_9E37_79F9)
        return Int(truncatingIfNeeded: hash >> 32)
    }
}
