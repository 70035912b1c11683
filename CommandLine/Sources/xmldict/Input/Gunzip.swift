import CZlib
import LibXML

/// Decompresses gzip data (RFC 1952), which may consist of several members, in pieces.
///
/// Bytes after a member that do not begin another member are an error, except for zeros up to the end, which fill the
/// last block of a tape.
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
    /// Whether zeros were read after a member, so that no other member may follow.
    private var hasPadding = false

    init(name: String, expansionLimit: Int) {
        self.name = name
        self.expansionLimit = expansionLimit
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // Reads a gzip header, with the largest window.
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
    /// - Throws: ``XMLError/Code/unreadableFile`` for damaged data, and for bytes after a member that do not begin
    ///   another member; ``XMLError/Code/inputTooLarge``.
    func next(_ read: () throws(XMLError) -> [UInt8]) throws(XMLError) -> [UInt8]? {
        while true {
            if !isInMember, inputCount > 0 { skipPadding() }
            let rest = input[position...]
            if rest.isEmpty || !isInMember && rest.elementsEqual(Self.mark.prefix(1)) {
                let piece = try read()
                if piece.isEmpty {
                    if isInMember { throw failure("the compressed data ends too early, at byte \(inputCount)") }
                    guard rest.isEmpty else { throw noMember() }
                    return nil
                }
                input.removeFirst(position)
                input += piece
                position = 0
                inputCount += piece.count
                continue
            }
            if !isInMember, hasPadding || !rest.starts(with: Self.mark) { throw noMember() }
            let output = try decompress()
            outputCount += output.count
            let (limit, overflows) = inputCount.multipliedReportingOverflow(by: expansionLimit)
            if !overflows, outputCount - (64 << 20) > limit {
                throw XMLError(
                    XMLDiagnostic(
                        .inputTooLarge,
                        "\(name): decompression yields more than 64 MiB and "
                            + "\(expansionLimit) times the size of the file",
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
        default: throw failure("the compressed data is damaged before byte \(offset)")
        }
        return output
    }

    /// Skips zeros after a member.
    private func skipPadding() {
        let end = input[position...].firstIndex { $0 != 0 } ?? input.count
        if end > position { hasPadding = true }
        position = end
    }

    /// The offset in the compressed data, in bytes.
    private var offset: Int { inputCount - input.count + position }

    private func noMember() -> XMLError {
        failure("the bytes from byte \(offset) on are not gzip data")
    }

    private func failure(_ message: String) -> XMLError {
        XMLError(XMLDiagnostic(.unreadableFile, "\(name): \(message)"))
    }
}
