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
    func edit(_ file: String?, _ change: (inout XMLEdit) throws(XMLError) -> Void) throws(ExitCode) {
        let input = Input(file, input, nil)
        let tree = try input.parse()
        let bytes: [UInt8]
        do throws(XMLError) {
            var edit = XMLEdit(tree)
            try change(&edit)
            bytes = try edit.bytes()
            if inPlace { return try replace(input, with: bytes) }
        } catch {
            input.tell(Failure(error, keepsWarnings: false) { [] }.findings)
            switch error.code {
            case .missingElement, .missingAttribute: throw .notFound
            case .unwritableFile: throw .unwritable
            default: throw .malformed
            }
        }
        try writeOutput(bytes)
    }

    private func replace(_ input: Input, with bytes: [UInt8]) throws(XMLError) {
        if try input.open().isCompressed {
            throw XMLError(
                XMLDiagnostic(
                    .unwritableFile, "\(input.name): a compressed file cannot be edited in place",
                    help: "decompress it first, or write the result to another file"))
        }
        try FileReplacement(of: input.name).write(bytes)
    }

    /// Parses a path, and checks that a file is given if it is to be replaced.
    func validate(_ path: String, _ file: String?) throws {
        do { _ = try XMLPath(parsing: path) } catch { throw ValidationError(error.message) }
        guard inPlace, file == nil || file == "-" else { return }
        throw ValidationError("“--in-place” requires a file")
    }
}
