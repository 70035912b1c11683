#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that is written from its beginning.
final class FileOutput {
    private var descriptor: Int32
    private let path: String

    /// Creates the file at `path`, or empties it.
    ///
    /// - Throws: ``XMLError/Code/unwritableFile``.
    init(path: String) throws(XMLError) {
        self.path = path
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(errno) }
    }

    /// Writes `bytes` to the file at `path`, which is created or replaced.
    ///
    /// - Throws: ``XMLError/Code/unwritableFile``.
    static func write(_ bytes: [UInt8], toFile path: String) throws(XMLError) {
        let file = try FileOutput(path: path)
        try file.write(bytes.contiguous.span)
        try file.finish()
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Appends all bytes.
    func write(_ bytes: Span<UInt8>) throws(XMLError) {
        var offset = 0
        while offset < bytes.count {
            // Linux transfers at most 2,147,479,552 bytes in one call, and Darwin rejects more than Int32.max.
            let part = bytes.extracting(offset..<min(bytes.count, offset + 1 << 30))
            let count = unsafe part.withUnsafeBufferPointer { unsafe Self.write(descriptor, $0) }
            if count >= 0 { offset += count } else if errno != EINTR { throw failure(errno) }
        }
    }

    /// Closes the file, which may report that earlier bytes could not be stored.
    func finish() throws(XMLError) {
        guard descriptor >= 0 else { return }
        let status = close(descriptor)
        descriptor = -1
        if status != 0, errno != EINTR { throw failure(errno) }
    }

    private static func write(_ descriptor: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        #if canImport(Darwin)
            unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
            unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    private func failure(_ code: Int32) -> XMLError {
        XMLError(.unwritableFile, "\(path): cannot be written: \(unsafe String(cString: strerror(code)))")
    }
}
