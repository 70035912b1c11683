import LibXML
import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that is read and then replaced, without a moment at which it is incomplete.
///
/// The file is locked from the reading to the replacement. A second process thus waits, and reads what the first one
/// has written. The new contents are written to a temporary file in the same folder, which is then renamed. After any
/// failure, the file is unchanged. A symbolic link is kept, and the file to which it leads is replaced. Owner,
/// permissions, access control lists and extended attributes are kept.
final class FileReplacement {
    /// The contents when they were read.
    let bytes: [UInt8]
    /// The path of the file, without symbolic links.
    private let path: FilePath
    private let file: FileName
    /// Closing it removes the lock.
    private let descriptor: FileDescriptor
    /// The status before the contents were read.
    private let status: Stat

    /// Locks and reads a file.
    ///
    /// - Throws: ``XMLError/Code/unwritableFile`` unless there is a regular file that may be written; the errors of
    ///   reading.
    init(of file: FileName) throws(XMLError) {
        TemporaryFile.prepare()
        self.file = file
        do {
            (path, descriptor, status) = try Self.lock(file)
        } catch let error as XMLError {
            throw error
        } catch {
            throw Self.failure(file, "written", error)
        }
        do {
            bytes = try descriptor.readToEnd()
        } catch {
            try? descriptor.close()
            throw XMLError(XMLDiagnostic(.unreadableFile, "\(file): cannot be read: \(error)"))
        }
    }

    deinit { try? descriptor.close() }

    /// Opens a file, and locks it. Waits while another process has locked it.
    private static func lock(_ file: FileName) throws -> (FilePath, FileDescriptor, Stat) {
        while true {
            let path: FilePath
            do { path = try (file.path ?? "").resolvingSymbolicLinks() } catch {
                throw InputBytes.failure(file, toOpen: error)
            }
            // Opening a pipe waits for its other end, and opening a device may have effects.
            let status = try Stat(path)
            let isReadable = unsafe path.withPlatformString { unsafe access($0, R_OK) } == 0
            if status.type == .directory, !isReadable {
                throw InputBytes.failure(file, toOpen: Errno(rawValue: errno))
            }
            try checkType(status, file)
            // Some file systems lock only files that may be written.
            let descriptor: FileDescriptor
            do {
                descriptor = try .open(path, .readWrite, options: [.nonBlocking, .noFollow, .closeOnExec])
            } catch {
                throw isReadable ? error : InputBytes.failure(file, toOpen: error)
            }
            do {
                try checkType(Stat(descriptor), file)
                // Without locks, a change is still noticed.
                if flock(descriptor.rawValue, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
                    if isTerminal(.standardError) {
                        Report.standard.write("\(file): waiting for another process, which has locked the file\n")
                    }
                    while flock(descriptor.rawValue, LOCK_EX) != 0, errno == EINTR {}
                }
                let status = try Stat(descriptor)
                // The process that held the lock may have replaced the file.
                if let current = try? Stat(path, followTargetSymlink: false), current.isFile(of: status) {
                    return (path, descriptor, status)
                }
            } catch {
                try? descriptor.close()
                throw error
            }
            try descriptor.close()
        }
    }

    private static func checkType(_ status: Stat, _ file: FileName) throws(XMLError) {
        switch status.type {
        case .regular: return
        case .directory: throw InputBytes.failure(file, toOpen: Errno.isDirectory)
        default: throw failure(file, "edited in place", "not a regular file")
        }
    }

    /// Replaces the contents.
    ///
    /// - Throws: ``XMLError/Code/unwritableFile``, also if the file was changed after it was read.
    func write(_ bytes: [UInt8]) throws(XMLError) {
        do {
            let new = try TemporaryFile(in: path.removingLastComponent(), permissions: .ownerReadWrite, isStored: true)
            try new.descriptor.writeAll(bytes)
            try new.descriptor.copyAttributes(from: descriptor, status)
            try new.finish()
            guard try Stat(descriptor).isUnchanged(since: status),
                let current = try? Stat(path, followTargetSymlink: false), current.isFile(of: status)
            else {
                throw XMLError(
                    XMLDiagnostic(
                        .unwritableFile,
                        "\(file): another program has changed the file, which stays as that has left it",
                        help: "run the command again"))
            }
            try new.replace(path)
        } catch let error as XMLError {
            throw error
        } catch {
            throw Self.failure(file, "written", error)
        }
    }

    private static func failure(_ file: FileName, _ action: String, _ reason: Any) -> XMLError {
        XMLError(XMLDiagnostic(.unwritableFile, "\(file): cannot be \(action): \(reason)"))
    }
}

extension Stat {
    /// Whether this is the status of the same file, perhaps with other contents.
    fileprivate func isFile(of other: Stat) -> Bool {
        deviceID == other.deviceID && inode == other.inode
    }

    /// Whether neither the contents nor the attributes have changed, as far as times can tell.
    fileprivate func isUnchanged(since other: Stat) -> Bool {
        size == other.size && st_mtim.isEqual(to: other.st_mtim) && st_ctim.isEqual(to: other.st_ctim)
    }
}

extension timespec {
    fileprivate func isEqual(to other: timespec) -> Bool { tv_sec == other.tv_sec && tv_nsec == other.tv_nsec }
}

extension [FileName] {
    /// The files without links to other files of the list, so that each is replaced once.
    var withoutLinks: Self {
        var known: Set<FilePath> = []
        return filter { file in
            guard let path = try? (file.path ?? "").resolvingSymbolicLinks() else { return true }
            return known.insert(path).inserted
        }
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
