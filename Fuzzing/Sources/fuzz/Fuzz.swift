import Foundation

// The arguments are those of libFuzzer. The environment variable `ENTRY_POINT` selects the entry point to run.

private let entryPoint: EntryPoint = {
    let name = ProcessInfo.processInfo.environment["ENTRY_POINT"] ?? ""
    guard let entryPoint = EntryPoint(rawValue: name) else {
        let names = EntryPoint.allCases.map(\.rawValue).joined(separator: ", ")
        fatalError("ENTRY_POINT must be one of \(names)")
    }
    return entryPoint
}()

/// Runs the entry point on one input. A violated property ends the process, so that libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func runOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try entryPoint.run(UnsafeBufferPointer(start: bytes, count: count))
    } catch {
        // A trap would print a backtrace of the fuzzer, which is less informative than this.
        FileHandle.standardError.write(Data("broken property: \(error)\n".utf8))
        abort()
    }
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
    var arguments = arguments
    return runDriver(&count, &arguments, runOneInput)
}
