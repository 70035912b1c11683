import Synchronization

/// Two bits of knowledge about each of the string literals that were used last.
///
/// A literal is known by its address, length and bytes: code that is unloaded may leave its address to another literal.
enum LiteralTable {
    private static let count = 64

    /// Each is the hash of a literal, whose last bits are what is known of it; 0 for nothing. Never deallocated.
    private nonisolated(unsafe) static let slots = {
        let slots = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
        for index in 0..<count { unsafe (slots + index).initialize(to: Atomic(0)) }
        return unsafe slots
    }()

    /// Returns what is known of a literal, from 0 to 3; finds and keeps it if nothing is known. Keeps no nil.
    @inline(__always)
    static func bits(of literal: StaticString, or find: () -> UInt?) -> UInt? {
        let (slot, hash) = hash(of: literal)
        let known = unsafe slots[slot].load(ordering: .relaxed)
        if known & ~3 == hash { return known & 3 }
        guard let bits = find() else { return nil }
        unsafe slots[slot].store(hash | bits, ordering: .relaxed)
        return bits
    }

    /// A slot, and a hash that is not 0, and whose last two bits are 0.
    @inline(__always)
    private static func hash(of literal: StaticString) -> (slot: Int, hash: UInt) {
        let factor = UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
        let (bytes, count) = (unsafe UnsafeRawPointer(literal.utf8Start), literal.utf8CodeUnitCount)
        let address = UInt(bitPattern: bytes)
        var hash = (address ^ UInt(bitPattern: count)) &* factor
        var position = 0
        while position &+ MemoryLayout<UInt>.size <= count {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt.self)
            hash = (hash ^ word) &* factor
            hash ^= hash >> 29
            position &+= MemoryLayout<UInt>.size
        }
        while position < count {
            let byte = unsafe bytes.load(fromByteOffset: position, as: UInt8.self)
            hash = (hash ^ UInt(byte)) &* factor
            position &+= 1
        }
        hash ^= hash >> 32
        return (Int(truncatingIfNeeded: (address >> 4 ^ address) & UInt(Self.count - 1)), hash & ~3 | 4)
    }
}
