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
}
