extension [UInt8] {
    /// The same bytes, without a copy, in an array type whose `span` exists on systems before macOS 26.
    @inline(__always)
    var contiguous: ContiguousArray<UInt8> { ContiguousArray(self) }
}
