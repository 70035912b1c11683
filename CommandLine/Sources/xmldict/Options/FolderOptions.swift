import ArgumentParser
@_spi(Command) import LibXML
import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Which files of a folder are read.
struct FolderOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            """
            In a folder, read the files whose names match this pattern; may be repeated. By default “*.xml”, or for \
            HTML “*.html” and “*.htm”.
            """, valueName: "pattern"))
    var include: [String] = []

    /// Returns the files. Each folder is replaced by the files in it and in its subfolders, in the order of their
    /// names. Links to folders are not followed. A file of a folder is listed once. A folder without such files is
    /// listed itself, and is reported when it is its turn.
    func expanded(_ files: [FileName], isHTML: Bool) -> [FileName] {
        let patterns = include.isEmpty ? (isHTML ? ["*.html", "*.htm"] : ["*.xml"]) : include
        var found: [FileName] = []
        let folders = Set(files.filter(\.isFolder))
        var known = Set(files).subtracting(folders)
        for file in files {
            guard folders.contains(file) else {
                found.append(file)
                continue
            }
            let contents = Self.contents(of: file, patterns)
            if contents.isEmpty { found.append(file.withoutFiles(matching: patterns)) }
            found += contents.filter { known.insert($0).inserted }
        }
        return found
    }

    private static func contents(of folder: FileName, _ patterns: [String]) -> [FileName] {
        var found: [FileName] = []
        var open = [folder]
        while let folder = open.popLast() {
            guard let entries = folder.entries else {
                // Reading it reports the error.
                found.append(folder)
                continue
            }
            var folders: [FileName] = []
            for entry in entries {
                guard let path = entry.path else { continue }
                let type = try? Stat(path, followTargetSymlink: false).type
                if type == .directory {
                    folders.append(entry)
                } else if matches(path, patterns), type == nil || (try? Stat(path))?.type == .regular {
                    // Reading a file without a status reports the error.
                    found.append(entry)
                }
            }
            open += folders.reversed()
        }
        return found
    }

    private static func matches(_ path: FilePath, _ patterns: [String]) -> Bool {
        guard let name = path.lastComponent else { return false }
        return patterns.contains { pattern in unsafe name.withPlatformString { unsafe fnmatch(pattern, $0, 0) == 0 } }
    }
}

extension FileName {
    /// Whether this is a folder, or a link to one.
    fileprivate var isFolder: Bool { path.flatMap { try? Stat($0) }?.type == .directory }

    /// The files and folders in the folder, sorted by name; nil if it cannot be read.
    fileprivate var entries: [FileName]? {
        guard let path, let stream = unsafe path.withPlatformString({ unsafe opendir($0) }) else { return nil }
        defer { unsafe closedir(stream) }
        var names: [FilePath.Component] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CInterop.PlatformChar.self, capacity: 256) {
                    unsafe FilePath.Component(platformString: $0)
                }
            }
            if let name, name.kind == .regular { names.append(name) }
        }
        return names.sorted { $0.string < $1.string }.map { FileName(path.appending($0)) }
    }
}
