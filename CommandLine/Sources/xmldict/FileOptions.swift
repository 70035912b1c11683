import ArgumentParser
import LibXML
import SystemPackage

/// The arguments of commands that read several files.
struct FileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the names of files, one on each line, from this file, or from standard input for “-”.",
            valueName: "list"))
    var filesFrom: String?

    @Option(help: ArgumentHelp("Read this many files at the same time. The output keeps their order.", valueName: "n"))
    var jobs = 1

    @Argument(help: "The files to read; standard input if omitted, or for “-”.")
    var files: [String] = []

    func validate() throws {
        if jobs < 1 { throw ValidationError("“--jobs” must be at least 1") }
        if filesFrom == "-", files.contains("-") {
            throw ValidationError("“--files-from -” and the file “-” both read standard input")
        }
    }

    /// Returns the names of all files: “-” if there are no arguments.
    ///
    /// - Throws: the exit status if the list cannot be read.
    func all() throws(ExitCode) -> [String] {
        guard let filesFrom else { return files.isEmpty ? ["-"] : files }
        do {
            let file = filesFrom == "-" ? FileDescriptor.standardInput : try .open(forReading: filesFrom)
            let list = String(decoding: try file.readToEnd(), as: UTF8.self)
            return files + list.split(whereSeparator: \.isNewline).map(String.init)
        } catch {
            Report.plain.write("error: \(filesFrom): cannot be read: \(error)\n")
            throw .unreadable
        }
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
