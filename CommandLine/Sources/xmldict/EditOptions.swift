import ArgumentParser
import LibXML

/// The arguments of commands that change one place of a document.
struct EditOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Replace the file instead of writing the result to standard output.")
    var inPlace = false

    @OptionGroup var input: InputOptions

    /// Edits a document, and writes the result.
    ///
    /// - Throws: the exit status for the error: 3 if there is nothing at the path.
    func edit(_ file: FileName?, _ change: (inout XMLEdit) throws(XMLError) -> Void) throws(ExitCode) {
        var input = Input(file ?? .standardInput, input, nil)
        guard inPlace else {
            let tree = try input.parse()
            return try writeOutput(Self.reporting(input) { () throws(XMLError) in try Self.edited(tree, change) })
        }
        let replacement = try Self.reporting(input) { () throws(XMLError) in try Self.replacement(of: input.file) }
        input.contents = replacement.bytes
        let tree = try input.parse()
        try Self.reporting(input) { () throws(XMLError) in try replacement.write(Self.edited(tree, change)) }
    }

    private static func edited(
        _ tree: XMLTree, _ change: (inout XMLEdit) throws(XMLError) -> Void
    ) throws(XMLError) -> [UInt8] {
        var edit = XMLEdit(tree)
        try change(&edit)
        return try edit.bytes()
    }

    private static func replacement(of file: FileName) throws(XMLError) -> FileReplacement {
        let replacement = try FileReplacement(of: file)
        guard replacement.bytes.starts(with: Gunzip.mark) else { return replacement }
        throw XMLError(
            XMLDiagnostic(
                .unwritableFile, "\(file): a compressed file cannot be edited in place",
                help: "decompress it first, or write the result to another file"))
    }

    /// Calls `body`, and reports its errors.
    private static func reporting<Result>(
        _ input: Input, _ body: () throws(XMLError) -> Result
    ) throws(ExitCode) -> Result {
        do throws(XMLError) {
            return try body()
        } catch {
            let failure = Failure(error, keepsWarnings: false) { [] }
            input.report(failure.findings)
            switch error.code {
            case .missingElement, .missingAttribute: throw .notFound
            case .unwritableFile: throw .unwritable
            default: throw failure.status
            }
        }
    }

    /// Parses a path, and checks that a file is given if it is to be replaced.
    func validate(_ path: String, _ file: FileName?) throws {
        do { _ = try XMLPath(parsing: path) } catch { throw ValidationError(error.message) }
        guard inPlace, file == nil || file == .standardInput else { return }
        throw ValidationError("“--in-place” requires a file")
    }
}
