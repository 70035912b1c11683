#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Returns a text in another encoding, converted by the C library.
///
/// Returns nil if the library does not support the encoding, or the encoding lacks characters of the text.
package func encode(_ text: String, as encoding: String) -> [UInt8]? {
    let converter = unsafe iconv_open(encoding, "UTF-8")
    guard unsafe converter != iconv_t(bitPattern: -1) else { return nil }
    defer { unsafe iconv_close(converter) }
    var input = text.utf8.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: 8 * input.count + 16)
    var inputLeft = input.count
    var outputLeft = output.count
    let result = unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe output.withUnsafeMutableBufferPointer { output in
            var from = input.baseAddress
            var to = output.baseAddress
            let result = unsafe iconv(converter, &from, &inputLeft, &to, &outputLeft)
            // Writes the end sequence of a stateful encoding.
            return unsafe result == -1 ? result : iconv(converter, nil, nil, &to, &outputLeft)
        }
    }
    guard result != -1, inputLeft == 0 else { return nil }
    return output.prefix(output.count - outputLeft).map { UInt8(bitPattern: $0) }
}
