#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Reads whole files.
enum FileInput {
    /// The bytes of the file at `path`, read into one buffer, or mapped if that is requested and possible.
    ///
    /// - Throws: ``XMLError/Code/fileNotFound``, ``XMLError/Code/fileIsDirectory``, ``XMLError/Code/unreadableFile``,
    ///   ``XMLError/Code/unsupportedURL``; ``XMLError/Code/inputTooLarge`` if there are more than `limit` bytes.
    static func read(path: String, mapped: Bool, limit: Int) throws(XMLError) -> SourceBytes {
        try rejectURL(path)
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno, path) }
        defer { close(descriptor) }
        return try read(descriptor: descriptor, name: path, mapped: mapped, limit: limit)
    }

    /// The remaining bytes of an open descriptor, which stays open.
    static func read(
        descriptor: Int32, name: String, mapped: Bool, limit: Int
    ) throws(XMLError) -> SourceBytes {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure(errno, name) }
        let isFile = status.st_mode & S_IFMT == S_IFREG
        if status.st_mode & S_IFMT == S_IFDIR { throw failure(EISDIR, name) }
        let position = isFile ? max(0, Int(lseek(descriptor, 0, SEEK_CUR))) : 0
        let size = isFile ? max(0, Int(status.st_size) - position) : 0
        if size > limit { throw tooLarge(name, limit: limit) }
        if mapped, isFile, let file = MappedFile(descriptor: descriptor, count: size) { return .mapped(file) }
        return .array(try readAll(descriptor, name: name, expecting: size, limit: limit))
    }

    /// Reads until the end, which may differ from the reported size: files in `/proc` report none, and others may grow.
    private static func readAll(
        _ descriptor: Int32, name: String, expecting size: Int, limit: Int
    ) throws(XMLError) -> [UInt8] {
        var bytes: [UInt8] = []
        // One byte more than expected, so that the end of the file is found without growing the array.
        var room = size + 1
        while true {
            let (part, code) = readPart(descriptor, room: room)
            if code != 0 { throw failure(code, name) }
            if bytes.isEmpty { bytes = part } else { bytes += part }
            if bytes.count > limit { throw tooLarge(name, limit: limit) }
            if part.count < room { return bytes }
            room = max(64 << 10, bytes.count)
        }
    }

    /// Reads up to `room` bytes, fewer only at the end. Also returns the error number of the system, 0 for success.
    private static func readPart(_ descriptor: Int32, room: Int) -> (part: [UInt8], code: Int32) {
        var code: Int32 = 0
        let part = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            while count < buffer.count {
                let got = unsafe Self.read(
                    descriptor,
                    into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]))
                if got == 0 { return }
                if got < 0 {
                    if errno == EINTR { continue }
                    code = errno
                    return
                }
                count += got
            }
        }
        return (part, code)
    }

    fileprivate static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        // Linux transfers at most 2,147,479,552 bytes in one call, and Darwin rejects more than Int32.max.
        #if canImport(Darwin)
            unsafe Darwin.read(descriptor, buffer.baseAddress, min(buffer.count, 1 << 30))
        #elseif canImport(Musl)
            unsafe Musl.read(descriptor, buffer.baseAddress, min(buffer.count, 1 << 30))
        #else
            unsafe Glibc.read(descriptor, buffer.baseAddress, min(buffer.count, 1 << 30))
        #endif
    }

    fileprivate static func rejectURL(_ path: String) throws(XMLError) {
        guard let colon = path.firstIndex(of: ":"), path[colon...].hasPrefix("://") else { return }
        let scheme = path[..<colon]
        guard scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }) else { return }
        let help =
            scheme.lowercased() == "file"
            ? "pass the path of the file, without “file://”"
            : "fetch the document first, and parse its bytes: nothing is loaded from the network"
        throw XMLError(.unsupportedURL, "“\(path)” is a URL, not the path of a file", help: help)
    }

    static func tooLarge(_ name: String, limit: Int) -> XMLError {
        XMLError(.inputTooLarge, "\(name): larger than the limit of \(limit) bytes")
    }

    fileprivate static func failure(_ code: Int32, _ name: String) -> XMLError {
        switch code {
        case ENOENT, ENOTDIR: XMLError(.fileNotFound, "\(name): no such file")
        case EISDIR: XMLError(.fileIsDirectory, "\(name): is a directory")
        default: XMLError(.unreadableFile, "\(name): cannot be read: \(unsafe String(cString: strerror(code)))")
        }
    }
}

/// A file or other descriptor that is read in pieces.
final class OpenFile: Sendable {
    let descriptor: Int32
    let name: String
    private let isOwned: Bool
    /// The size in bytes of a regular file, from where reading begins.
    let size: Int?

    /// Opens the file at `path`. Deinitialization closes it.
    ///
    /// - Throws: as ``FileInput/read(path:mapped:limit:)``.
    init(path: String) throws(XMLError) {
        try FileInput.rejectURL(path)
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileInput.failure(errno, path) }
        name = path
        isOwned = true
        let status = Self.status(descriptor)
        size = status.size
        guard status.code == 0 else { throw FileInput.failure(status.code, path) }
    }

    /// - Parameter descriptor: read from its current position; stays open.
    init(descriptor: Int32, name: String) throws(XMLError) {
        self.descriptor = descriptor
        self.name = name
        isOwned = false
        let status = Self.status(descriptor)
        size = status.size.map { max(0, $0 - max(0, Int(lseek(descriptor, 0, SEEK_CUR)))) }
        guard status.code == 0 else { throw FileInput.failure(status.code, name) }
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    private static func status(_ descriptor: Int32) -> (size: Int?, code: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return (nil, errno) }
        if status.st_mode & S_IFMT == S_IFDIR { return (nil, EISDIR) }
        return (status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil, 0)
    }

    /// Reads the available bytes, up to the size of the buffer. Returns 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(XMLError) -> Int {
        while true {
            let count = unsafe FileInput.read(descriptor, into: buffer)
            if count >= 0 { return count }
            if errno != EINTR { throw FileInput.failure(errno, name) }
        }
    }

    /// Continues to read at an offset of the file. Throws if the descriptor has no offsets, like that of a pipe.
    func seek(to offset: Int) throws(XMLError) {
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw FileInput.failure(errno, name) }
    }
}
