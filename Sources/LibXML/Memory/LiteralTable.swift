import Synchronization

/// Two known bits for each of the string literals that were used last.
///
/// A literal is identified by its address, length and bytes: after code is unloaded, another literal may have the same
/// address.
enum LiteralTable {
    private static let count = 64

    /// Each slot is the hash of a literal, with the known bits as its last two bits; 0 if it is empty. Never
    /// deallocated.
    private nonisolated(unsafe) static let slots = {
        let slots = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
        for index in 0..<count { unsafe (slots + index).initialize(to: Atomic(0)) }
        return unsafe slots
    }()

    /// Returns the known bits of a literal, from 0 to 3. If they are not known, calls `find`, and keeps its result
    /// unless it is nil.
    @inline(__always)
    static func bits(of literal: StaticString, or find: () -> UInt?) -> UInt? {
        let (slot, hash) = hash(of: literal)
        let known = unsafe slots[slot].load(ordering: .relaxed)
        if known & ~3 == hash { return known & 3 }
        guard let bits = find() else { return nil }
        unsafe slots[slot].store(hash | bits, ordering: .relaxed)
        return bits
    }

    /// A slot, and a nonzero hash whose last two bits are 0.
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
