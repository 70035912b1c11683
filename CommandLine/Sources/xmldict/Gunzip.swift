import CZlib
import LibXML

/// Decompresses gzip data (RFC 1952), which may consist of several members, in pieces.
@safe
final class Gunzip {
    private static let pieceSize = 256 << 10
    /// The bytes with which a member begins.
    static let mark: [UInt8] = [0x1F, 0x8B]

    private let name: String
    /// The maximum size of the output, as a multiple of that of the input, in addition to 64 MiB.
    private let expansionLimit: Int
    /// zlib keeps a pointer to it.
    private let stream: UnsafeMutablePointer<z_stream>
    /// The compressed bytes that were read last. The first ``position`` have been consumed.
    private var input: [UInt8] = []
    private var position = 0
    private var inputCount = 0
    private var outputCount = 0
    private var isInMember = false
    /// Whether the rest of the input is ignored, because it does not begin another member.
    private var hasEnded = false

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
        while !hasEnded {
            if position == input.count || !isInMember && position + 1 == input.count {
                let piece = try read()
                if piece.isEmpty {
                    if isInMember { throw failure("the compressed data ends too early") }
                    return nil
                }
                input.removeFirst(position)
                input += piece
                position = 0
                inputCount += piece.count
                continue
            }
            if !isInMember, !input[position...].starts(with: Self.mark) {
                hasEnded = true
                break
            }
            let output = try decompress()
            outputCount += output.count
            let (limit, overflows) = inputCount.multipliedReportingOverflow(by: expansionLimit)
            if !overflows, outputCount - (64 << 20) > limit {
                throw XMLError(
                    XMLDiagnostic(
                        .inputTooLarge,
                        "\(name): decompression yields more than 64 MiB and \(expansionLimit) times the size of the file",
                        help: "use “--limit-decompression” to increase the limit"))
            }
            if !output.isEmpty { return output }
        }
        return nil
    }

    private func decompress() throws(XMLError) -> [UInt8] {
        isInMember = true
        var result = Z_OK
        let (start, count) = (position, input.count - position)
        let output = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, initializedCount in
            unsafe input.withUnsafeMutableBufferPointer { input in
                unsafe stream.pointee.next_in = input.baseAddress?.advanced(by: start)
                unsafe stream.pointee.avail_in = UInt32(count)
                unsafe stream.pointee.next_out = buffer.baseAddress
                unsafe stream.pointee.avail_out = UInt32(buffer.count)
                result = unsafe inflate(stream, Z_NO_FLUSH)
            }
            initializedCount = unsafe Self.pieceSize - Int(stream.pointee.avail_out)
        }
        unsafe position += count - Int(stream.pointee.avail_in)
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
