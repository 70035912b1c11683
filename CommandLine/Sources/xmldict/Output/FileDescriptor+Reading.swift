import SystemPackage

extension FileDescriptor {
    /// The bytes of a file, or of standard input.
    static func readAll(of file: FileName) throws -> [UInt8] {
        guard let path = file.path else { return try standardInput.readToEnd() }
        let file = try open(path, .readOnly, options: .closeOnExec)
        return try file.closeAfter { try file.readToEnd() }
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
