extension StaticString {
    /// Calls `body` with the text in UTF-8.
    ///
    /// - Precondition: the string has a pointer, as all strings from string literals have.
    @inline(__always)
    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        unsafe body(UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount).span)
    }
}
