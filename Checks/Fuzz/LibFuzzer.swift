#if LIBFUZZER
    // The arguments are those of libFuzzer.

    /// Runs the entry point on one input, for libFuzzer.
    @_cdecl("LLVMFuzzerTestOneInput")
    public func runOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        unsafe Fuzz.run(UnsafeBufferPointer(start: bytes, count: count))
        return 0
    }

    @_silgen_name("LLVMFuzzerRunDriver")
    private func runDriver(
        _ count: UnsafeMutablePointer<CInt>,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
        _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
    ) -> CInt

    /// The function with which SwiftPM replaces `main`.
    @_cdecl("fuzz_main")
    public func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
        var count = count
        var arguments = unsafe arguments
        return unsafe runDriver(&count, &arguments, runOneInput)
    }
#endif
