import ArgumentParser
import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A folder for one file for each input.
struct OutputFolder: Sendable {
    private let path: FilePath

    /// Creates the folder, and checks that no two files have the same name.
    ///
    /// - Throws: the exit status for the error.
    init(_ path: String, for files: [String]) throws(ExitCode) {
        self.path = FilePath(path)
        var names: [String: String] = [:]
        for file in files {
            if let other = names.updateValue(file, forKey: try output(for: file).string) {
                throw Self.failure("\(file): its output would have the same name as that of \(other)")
            }
        }
        do {
            let isThere = (try? Stat(self.path))?.type == .directory
            let result = isThere ? 0 : unsafe self.path.withPlatformString { unsafe mkdir($0, 0o777) }
            if result != 0 { throw Errno(rawValue: errno) }
        } catch {
            throw Self.failure("\(path): cannot be created: \(error)")
        }
    }

    private func output(for file: String) throws(ExitCode) -> FilePath {
        guard let name = FilePath(file).lastComponent else { throw Self.failure("\(file): is not the name of a file") }
        // The output is not compressed.
        return path.appending(name.extension == "gz" ? name.stem : name.string)
    }

    /// Writes the output for a file, which must not exist. If `body` throws, it is removed.
    func write(_ file: String, _ body: (_ write: @escaping ([UInt8]) throws -> Void) throws -> Void) throws {
        let path = try output(for: file)
        let output = try Self.writing(path) {
            // An input is never overwritten.
            try FileDescriptor.open(
                path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
        }
        do {
            try body { bytes in _ = try Self.writing(path) { try output.writeAll(bytes) } }
            try Self.writing(path) { try output.close() }
        } catch {
            try? output.close()
            _ = unsafe path.withPlatformString { unsafe unlink($0) }
            throw error
        }
    }

    private static func writing<Result>(_ path: FilePath, _ body: () throws -> Result) throws(ExitCode) -> Result {
        do { return try body() } catch { throw failure("\(path): cannot be written: \(error)") }
    }

    private static func failure(_ message: String) -> ExitCode {
        Report.plain.write("error: \(message)\n")
        return .unwritable
    }
}
