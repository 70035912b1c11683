import ArgumentParser
import LibXML

/// The arguments of commands that change places of documents.
struct EditOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Replace the files instead of writing the result to standard output.")
    var inPlace = false

    @OptionGroup var input: InputOptions

    @Argument(help: "The file to read; standard input if omitted or “-”. With “--in-place”, several files or folders.")
    var files: [FileName] = []

    @OptionGroup var folders: FolderOptions

    /// Edits the documents, and writes the results.
    ///
    /// - Parameter hasAll: whether the command has the option “--all”.
    /// - Throws: the largest exit status for the errors: 3 if there is nothing at the path.
    func edit(
        hasAll: Bool = true, _ change: @escaping @Sendable (inout XMLEdit) throws(XMLError) -> Void
    ) throws {
        let change: @Sendable (inout XMLEdit) throws(XMLError) -> Void = { (edit) throws(XMLError) in
            do throws(XMLError) {
                try change(&edit)
            } catch {
                guard hasAll, error.code == .ambiguousPath else { throw error }
                var diagnostic = error.diagnostic
                diagnostic.help = diagnostic.help.map { "\($0); or use “--all” for all of them" }
                throw XMLError(diagnostic)
            }
        }
        guard inPlace else { return try edit(files.first ?? .standardInput, change) }
        let names = folders.expanded(files, isHTML: false).withoutLinks
        try FileRun.run(names, jobs: 1) { try edit($0, change) }
    }

    private func edit(
        _ file: FileName, _ change: (inout XMLEdit) throws(XMLError) -> Void
    ) throws(ExitCode) {
        var input = Input(file, input, nil)
        guard inPlace else {
            let tree = try input.parse()
            return try writeOutput(Self.reporting(input) { () throws(XMLError) in try Self.edited(tree, change) })
        }
        let replacement = try Self.reporting(input) { () throws(XMLError) in try FileReplacement(editing: input.file) }
        input.contents = replacement.bytes
        let tree = try input.parse()
        try Self.reporting(input) { () throws(XMLError) in try replacement.write(Self.edited(tree, change)) }
    }

    private static func edited(
        _ tree: XMLTree, _ change: (inout XMLEdit) throws(XMLError) -> Void
    ) throws(XMLError) -> [UInt8] {
        var edit = XMLEdit(tree)
        try change(&edit)
        return try edit.xmlBytes()
    }

    /// Calls `body`, and reports its errors.
    static func reporting<Result>(
        _ input: Input, _ body: () throws(XMLError) -> Result
    ) throws(ExitCode) -> Result {
        do throws(XMLError) {
            return try body()
        } catch {
            let failure = Failure(error, keepsWarnings: false) { [] }
            input.report(failure.findings)
            switch error.code {
            case .missingElement, .missingAttribute: throw .notFound
            default: throw failure.status
            }
        }
    }

    /// Parses a path, and checks the files.
    func validate(_ path: String) throws {
        try Expressions.check {
            _ = try XMLPath(parsing: path)
            if path.hasSuffix("#text") { throw ValidationError("“#text” has no place: use the path of the element") }
            if path.contains(/@xmlns(:[^\]\/]*)?$/) { throw ValidationError("namespace declarations cannot be edited") }
        }
        try Self.validate(files, inPlace: inPlace)
    }

    /// Checks that there are files if they are to be replaced, and one document otherwise.
    static func validate(_ files: [FileName], inPlace: Bool) throws {
        try Expressions.check {
            if inPlace, files.isEmpty || files.contains(.standardInput) {
                throw ValidationError("“--in-place” requires a file")
            }
            if !inPlace, files.count > 1 { throw ValidationError("several files require “--in-place”") }
        }
    }
}

extension FileReplacement {
    /// Locks and reads a document.
    ///
    /// - Throws: ``XMLError/Code/unwritableFile`` for a compressed file; the errors of ``init(of:)``.
    convenience init(editing file: FileName) throws(XMLError) {
        try self.init(of: file)
        if bytes.starts(with: Gunzip.mark) { throw Self.compressed(file) }
    }

    static func compressed(_ file: FileName) -> XMLError {
        XMLError(
            XMLDiagnostic(
                .unwritableFile, "\(file): a compressed file cannot be edited in place",
                help: "decompress it first, or write the result to another file"))
    }
}
