extension String {
    /// Whether the texts have the same scalars, as XML compares names and URIs. Canonically equivalent strings are
    /// equal in Swift.
    @inline(never)
    package func hasSameBytes(as other: String) -> Bool {
        let isSame = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            unsafe other.utf8.withContiguousStorageIfAvailable { other in
                unsafe bytes.count == other.count && bytes.matches(other, at: 0)
            }
        }
        // Only strings of Objective-C have no contiguous storage.
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// The number of bytes of a text in ASCII; -1 for another text.
    var asciiCount: Int { utf8.allSatisfy { $0 < 0x80 } ? utf8.count : -1 }

    /// The same as ``hasSameBytes(as:)``, in less time if the other text is ASCII. Other strings that Swift treats as
    /// equal to ASCII text, such as the Kelvin sign and `K`, differ in length.
    @inline(__always)
    func isSame(as other: String, asciiCount: Int) -> Bool {
        utf8.count == asciiCount ? self == other : asciiCount < 0 && hasSameBytes(as: other)
    }
}
