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
    init(_ folder: FileName, for files: [FileName]) throws(ExitCode) {
        path = folder.path ?? ""
        var names: [FilePath: FileName] = [:]
        for file in files {
            if let other = names.updateValue(file, forKey: try output(for: file)) {
                throw Self.failure("\(file): its output would have the same name as that of \(other)")
            }
        }
        do {
            let exists = (try? Stat(path))?.type == .directory
            let result = exists ? 0 : unsafe path.withPlatformString { unsafe mkdir($0, 0o777) }
            try TemporaryFile.check(result)
        } catch {
            throw Self.failure("\(folder): cannot be created: \(error)")
        }
        TemporaryFile.prepare()
    }

    private func output(for file: FileName) throws(ExitCode) -> FilePath {
        guard let name = file.path?.lastComponent, name.kind == .regular else {
            throw Self.failure("\(file): is not the name of a file")
        }
        var output = path.appending(name)
        // The output is not compressed.
        if output.extension == "gz" { output.extension = nil }
        return output
    }

    /// Writes the output for a file, which must not exist. It gets its name when it is complete, and not if `body`
    /// throws.
    func write(_ file: FileName, _ body: (_ write: @escaping ([UInt8]) throws -> Void) throws -> Void) throws {
        let path = try output(for: file)
        let output = try Self.writing(path) {
            // An input is never overwritten.
            if (try? Stat(path, followTargetSymlink: false)) != nil { throw Errno.fileExists }
            return try TemporaryFile(
                in: self.path, permissions: [.ownerReadWrite, .groupRead, .otherRead], isStored: false)
        }
        try body { bytes in _ = try Self.writing(path) { try output.descriptor.writeAll(bytes) } }
        try Self.writing(path) {
            try output.finish()
            try output.name(path)
        }
    }

    private static func writing<Result>(_ path: FilePath, _ body: () throws -> Result) throws(ExitCode) -> Result {
        do { return try body() } catch { throw failure("\(FileName(path)): cannot be written: \(error)") }
    }

    private static func failure(_ message: String) -> ExitCode {
        Report.standard.write("error: \(message)\n")
        return .unwritable
    }
}
