import Foundation
import LibXML

/// Replaces the contents of a file without a moment at which the file is incomplete.
///
/// The contents are written to a temporary file in the same folder, which is then renamed. After any failure the file is
/// as it was. A symbolic link stays, and the file that it leads to is replaced. Permissions stay, and the owner if the
/// user may set it.
struct FileReplacement {
    /// The path of the file, without symbolic links.
    private let path: String
    /// The path for messages.
    private let name: String
    private let status: stat

    /// - Throws: ``XMLError/Code/unwritableFile`` unless there is a regular file at the path.
    init(of path: String) throws(XMLError) {
        name = path
        self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        var status = stat()
        guard unsafe stat(self.path, &status) == 0 else { throw Self.failure(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw XMLError(.init(.unwritableFile, "\(path): cannot be edited in place: not a regular file"))
        }
        self.status = status
        guard unsafe access(self.path, W_OK) == 0 else { throw Self.failure(path, errno) }
    }

    /// Replaces the contents.
    ///
    /// - Throws: ``XMLError/Code/unwritableFile``.
    func write(_ bytes: [UInt8]) throws(XMLError) {
        let temporary = URL(fileURLWithPath: path).deletingLastPathComponent()
            .appending(path: ".xmldict-\(UUID().uuidString)").path
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(name, errno) }
        do {
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
            try file.write(contentsOf: bytes)
            // Only the superuser may give a file away, and others need not.
            if fchown(descriptor, status.st_uid, status.st_gid) != 0 {
                _ = fchown(descriptor, uid_t.max, status.st_gid)
            }
            try check(fchmod(descriptor, status.st_mode & 0o7777))
            try check(fsync(descriptor))
        } catch {
            close(descriptor)
            _ = unsafe unlink(temporary)
            throw XMLError(.init(.unwritableFile, "\(name): cannot be written: \(error.localizedDescription)"))
        }
        guard close(descriptor) == 0, unsafe rename(temporary, path) == 0 else {
            let code = errno
            _ = unsafe unlink(temporary)
            throw Self.failure(name, code)
        }
    }

    private func check(_ status: Int32) throws {
        if status != 0 { throw CocoaError(.fileWriteUnknown) }
    }

    private static func failure(_ path: String, _ code: Int32) -> XMLError {
        let reason = unsafe String(cString: strerror(code))
        return XMLError(.init(.unwritableFile, "\(path): cannot be written: \(reason)"))
    }
}
