extension [UInt8] {
    /// The same bytes, not copied, in the array whose `span` systems before macOS 26 have.
    @inline(__always)
    var contiguous: ContiguousArray<UInt8> { ContiguousArray(self) }
}
