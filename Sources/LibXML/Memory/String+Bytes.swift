extension String {
    /// Whether the texts have the same scalars, as XML compares names and URIs. Canonically equivalent strings are
    /// equal in Swift.
    @inline(__always)
    func hasSameBytes(as other: String) -> Bool {
        let isSame = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            unsafe other.utf8.withContiguousStorageIfAvailable { other in
                unsafe bytes.count == other.count && bytes.matches(other, at: 0)
            }
        }
        // Only strings of Objective-C have no contiguous storage.
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

    /// The same as ``hasSameBytes(as:)``, in less time if it is known that this text is ASCII: a text of another length
    /// may be equivalent, as the Kelvin sign is to `K`.
    @inline(__always)
    func isSame(as other: String, isASCII: Bool) -> Bool {
        self == other && (isASCII ? utf8.count == other.utf8.count : hasSameBytes(as: other))
    }
}
