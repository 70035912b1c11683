import ArgumentParser
import LibXML
import SystemPackage

/// The arguments of commands that read several files.
struct FileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the names of files, one on each line, from this file, or from standard input for “-”.",
            discussion:
                "Only a line feed ends a line. Names may contain all other bytes, and “-” is the name of a file.",
            valueName: "list"))
    var filesFrom: FileName?

    @Flag(name: [.customShort("0"), .long], help: "The names of “--files-from” end with NUL instead of a line feed.")
    var null = false

    @Option(help: ArgumentHelp("Read this many files at the same time. The output keeps their order.", valueName: "n"))
    var jobs = 1

    @OptionGroup var folders: FolderOptions

    @Argument(help: "The files or folders to read; standard input if omitted, or for “-”.")
    var files: [FileName] = []

    func validate() throws {
        if jobs < 1 { throw ValidationError("“--jobs” must be at least 1") }
        if null, filesFrom == nil { throw ValidationError("“--null” requires “--files-from”") }
        if filesFrom == .standardInput, files.contains(.standardInput) {
            throw ValidationError("“--files-from -” and the file “-” both read standard input")
        }
    }

    /// Returns the names of all files: that of standard input if there are no arguments.
    ///
    /// - Throws: the exit status if the list cannot be read.
    func all(isHTML: Bool) throws(ExitCode) -> [FileName] {
        guard let filesFrom else {
            return files.isEmpty ? [.standardInput] : folders.expanded(files, isHTML: isHTML)
        }
        let list: [UInt8]
        do { list = try FileDescriptor.readAll(of: filesFrom) } catch {
            Report.standard.write("error: \(filesFrom): cannot be read: \(error)\n")
            throw .unreadable
        }
        if !null, let offset = list.firstIndex(of: 0) {
            Report.standard.write("error: \(filesFrom): a name contains NUL at byte \(offset)\n")
            Report.standard.write("help: use “--null” if NUL separates the names\n")
            throw .unreadable
        }
        return folders.expanded(files + FileName.list(list, separator: null ? 0 : 0x0A), isHTML: isHTML)
    }
}

extension ExitCode {
    /// The document is not well-formed.
    static let malformed = ExitCode(1)
    /// A file cannot be read.
    static let unreadable = ExitCode(2)
    /// Nothing was found at a path.
    static let notFound = ExitCode(3)
    /// The output cannot be written.
    static let unwritable = ExitCode(4)
    /// The input is not in the encoding that was given with `--encoding`.
    static let wrongEncoding = ExitCode(5)
}
