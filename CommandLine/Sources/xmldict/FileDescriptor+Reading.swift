import SystemPackage

extension FileDescriptor {
    /// Opens a file.
    static func open(forReading path: String) throws -> FileDescriptor {
        try open(FilePath(path), .readOnly, options: .closeOnExec)
    }

    /// The next bytes, as many as are available; none at the end of the file.
    func read(upTo count: Int) throws -> [UInt8] {
        try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            initializedCount = try unsafe read(into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    /// The rest of the file; nothing if it is larger than a limit, in bytes.
    func readToEnd(limit: Int = .max) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while case let chunk = try read(upTo: 1 << 20), !chunk.isEmpty {
            guard chunk.count <= limit - bytes.count else { return [] }
            bytes += chunk
        }
        return bytes
    }
}
