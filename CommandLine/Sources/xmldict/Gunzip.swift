import CZlib
import LibXML

/// Decompresses gzip data (RFC 1952), which may consist of several members, in pieces.
@safe
final class Gunzip {
    private static let pieceSize = 256 << 10

    private let name: String
    /// The maximum size of the output, as a multiple of that of the input, in addition to 64 MiB.
    private let expansionLimit: Int
    /// zlib keeps a pointer to it.
    private let stream: UnsafeMutablePointer<z_stream>
    /// The compressed bytes that have not been consumed.
    private var input: [UInt8] = []
    private var inputCount = 0
    private var outputCount = 0
    private var isInMember = false

    init(name: String, expansionLimit: Int) {
        self.name = name
        self.expansionLimit = expansionLimit
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // With a header of gzip, and the largest window.
        let result = unsafe inflateInit2_(stream, 16 + MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(result == Z_OK, "out of memory")
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Returns the next decompressed bytes; nil at the end.
    ///
    /// - Parameter read: returns the next compressed bytes; none at the end.
    /// - Throws: ``XMLError/Code/unreadableFile`` for damaged data; ``XMLError/Code/inputTooLarge``.
    func next(_ read: () throws(XMLError) -> [UInt8]) throws(XMLError) -> [UInt8]? {
        while true {
            if input.isEmpty {
                input = try read()
                inputCount += input.count
                guard !input.isEmpty else {
                    if isInMember { throw failure("the compressed data ends too early") }
                    return nil
                }
            }
            let output = try decompress()
            outputCount += output.count
            let (limit, overflows) = inputCount.multipliedReportingOverflow(by: expansionLimit)
            if !overflows, outputCount - (64 << 20) > limit {
                throw XMLError(
                    XMLDiagnostic(
                        .inputTooLarge,
                        "\(name): decompression yields more than \(expansionLimit) times the size of the file",
                        help: "use “--limit-decompression” to increase the limit"))
            }
            if !output.isEmpty { return output }
        }
    }

    private func decompress() throws(XMLError) -> [UInt8] {
        // Bytes after the last member that do not begin another one are ignored, as by gzip.
        if !isInMember, outputCount > 0, input[0] != 0x1F {
            input = []
            return []
        }
        isInMember = true
        var result = Z_OK
        let count = input.count
        let output = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, initializedCount in
            unsafe input.withUnsafeMutableBufferPointer { input in
                unsafe stream.pointee.next_in = input.baseAddress
                unsafe stream.pointee.avail_in = UInt32(count)
                unsafe stream.pointee.next_out = buffer.baseAddress
                unsafe stream.pointee.avail_out = UInt32(buffer.count)
                result = unsafe inflate(stream, Z_NO_FLUSH)
            }
            initializedCount = unsafe Self.pieceSize - Int(stream.pointee.avail_out)
        }
        unsafe input.removeFirst(count - Int(stream.pointee.avail_in))
        switch result {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END:
            isInMember = false
            unsafe inflateReset(stream)
        default: throw failure("the compressed data is damaged")
        }
        return output
    }

    private func failure(_ message: String) -> XMLError {
        XMLError(XMLDiagnostic(.unreadableFile, "\(name): \(message)"))
    }
}
