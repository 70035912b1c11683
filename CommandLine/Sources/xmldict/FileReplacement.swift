import LibXML
import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Replaces the contents of a file without a moment at which the file is incomplete.
///
/// The contents are written to a temporary file in the same folder, which is then renamed. After any failure the file is
/// as it was. A symbolic link stays, and the file that it leads to is replaced. Permissions stay, and the owner if the
/// user may set it.
struct FileReplacement {
    /// The path of the file, without symbolic links.
    private let path: FilePath
    /// The path for messages.
    private let name: String
    private let status: Stat

    /// - Throws: ``XMLError/Code/unwritableFile`` unless there is a regular file at the path.
    init(of path: String) throws(XMLError) {
        name = path
        do {
            self.path = try FilePath(path).resolvingSymbolicLinks()
            status = try Stat(self.path)
        } catch {
            throw Self.failure(path, "written", error)
        }
        guard status.type == .regular else {
            throw Self.failure(path, "edited in place", "not a regular file")
        }
        do { try Self.check(unsafe self.path.withPlatformString { unsafe access($0, W_OK) }) } catch {
            throw Self.failure(path, "written", error)
        }
    }

    /// Replaces the contents.
    ///
    /// - Throws: ``XMLError/Code/unwritableFile``.
    func write(_ bytes: [UInt8]) throws(XMLError) {
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        let temporary = path.removingLastComponent().appending(".xmldict-\(number)")
        do {
            let file = try FileDescriptor.open(
                temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
            do {
                try file.closeAfter { try fill(file, bytes) }
                try Self.check(
                    unsafe temporary.withPlatformString { source in
                        unsafe path.withPlatformString { unsafe rename(source, $0) }
                    })
            } catch {
                _ = unsafe temporary.withPlatformString { unsafe unlink($0) }
                throw error
            }
        } catch {
            throw Self.failure(name, "written", error)
        }
    }

    /// Writes the contents, the owner and the permissions to a file, and waits until they are stored.
    private func fill(_ file: FileDescriptor, _ bytes: [UInt8]) throws {
        try file.writeAll(bytes)
        // Only the superuser may give a file away, and others need not.
        if fchown(file.rawValue, status.userID.rawValue, status.groupID.rawValue) != 0 {
            _ = fchown(file.rawValue, uid_t.max, status.groupID.rawValue)
        }
        try Self.check(fchmod(file.rawValue, status.permissions.rawValue))
        try Self.check(fsync(file.rawValue))
    }

    /// Throws the error that a function of the system has set, unless it has succeeded.
    private static func check(_ status: Int32) throws(Errno) {
        if status != 0 { throw Errno(rawValue: errno) }
    }

    private static func failure(_ name: String, _ action: String, _ reason: Any) -> XMLError {
        XMLError(.init(.unwritableFile, "\(name): cannot be \(action): \(reason)"))
    }
}

extension FilePath {
    /// The absolute path of an existing file, without symbolic links.
    fileprivate func resolvingSymbolicLinks() throws(Errno) -> FilePath {
        let resolved = unsafe withPlatformString { unsafe realpath($0, nil) }
        guard let resolved = unsafe resolved else { throw Errno(rawValue: errno) }
        defer { unsafe free(resolved) }
        return unsafe FilePath(platformString: resolved)
    }
}
