import ArgumentParser
import LibXML

struct Lint: InputCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Report the errors and warnings in documents.",
        discussion: """
            Reading stops at the first error; with “--recover” it continues to the end of the document, and every \
            error is reported with its repair. The exit status is 1 in both cases. Warnings concern well-formed \
            documents, such as a reference to an entity that may be declared in a DTD that is not read, and with \
            “--recover” characters that the declared encoding lacks, but browsers read: the exit status is 0.

            With “--fix”, the files are corrected in place where it is certain what was meant, and what is left is \
            reported. With “--unsafe” as well, repairs that are guesses are made too, such as a missing end tag. \
            Nothing else in the files changes. A file is read as a whole, replaced as “set --in-place” does it, and \
            stays as it is if there is nothing to fix. With “--dry-run”, nothing is written; the errors that would be \
            fixed are reported with their repair, and those that would stay without one.

            Reading continues after a namespace error, and later errors are reported, too. Documents of any size are \
            checked in constant memory, except with “--fix”, with “--recover=libxml2”, and with “--recover” as JSON, \
            which has fixes.

            “--format json” writes an array to standard output, with one object per line for each error or warning: \
            file, line, column (from 1, in characters), byteOffset, endLine, endColumn, endByteOffset, path, severity \
            (warning, error or fatal), code, message, repair, help, note with message, file, line, column and \
            byteOffset, and fix with certain (true or false) and edits: line, column, byteOffset, endLine, endColumn, \
            endByteOffset and replacement. All keys are always present; the value of a key that does not apply is \
            null. There are fixes only with “--recover” and “--fix”; repair is null if nothing was repaired.

            “--format github” writes a line for each error or warning, with which GitHub Actions shows it beside the \
            line of the file.
            """)

    @Option(help: FindingsRun.Format.help)
    var format = FindingsRun.Format.text

    @Flag(help: "Read HTML, and report its errors, at most 100.")
    var html = false

    @Flag(help: "Correct the files in place where it is certain what was meant, and report what is left.")
    var fix = false

    @Flag(help: "With “--fix”, report what would be fixed, and leave the files as they are.")
    var dryRun = false

    @Flag(name: .customLong("unsafe"), help: "With “--fix”, make repairs that are guesses, too.")
    var includesGuesses = false

    @OptionGroup(title: "Malformed input") var recovery: RecoveryOptions

    @OptionGroup var input: InputOptions

    @OptionGroup var files: FileOptions

    var isHTML: Bool { html }

    func validate() throws {
        if html, recovery.recover != nil {
            throw ValidationError("“--html” and “--recover” cannot be used together")
        }
        try validateFix()
        guard recovery.recover == .libxml2, input.engine == .reader || input.engine == .chunks else { return }
        let engine = input.engine == .reader ? "reader" : "chunks"
        throw ValidationError("“--engine \(engine)” and “--recover=libxml2” cannot be used together")
    }

    private func validateFix() throws {
        if dryRun, !fix { throw ValidationError("“--dry-run” requires “--fix”") }
        if includesGuesses, !fix { throw ValidationError("“--unsafe” requires “--fix”") }
        guard fix else { return }
        if html { throw ValidationError("“--fix” and “--html” cannot be used together") }
        if recovery.recover == .libxml2 || recovery.repair.wrap != nil || input.engine != nil {
            throw ValidationError("“--fix” cannot be used with this way to read documents")
        }
        if files.files.contains(.standardInput) || files.files.isEmpty && files.filesFrom == nil {
            throw ValidationError("“--fix” requires the names of files")
        }
    }

    func run() throws {
        if fix {
            let fixing = Fixing(repair: recovery.repair, includesGuesses: includesGuesses, isDryRun: dryRun)
            let run = FindingsRun(
                files: files, options: input, recovery: fixing.recovery.withAllDiagnostics, format: format,
                isInPlace: true)
            return try run.run { input in try fixing.fix(input) }
        }
        let (recovery, engine) = (recovery.recovery?.withAllDiagnostics, input.engine)
        // Only documents that are read as a whole have fixes.
        let isReadWhole = recovery == .libxml2 || recovery != nil && format == .json
        let run = FindingsRun(files: files, options: input, recovery: recovery, isHTML: html, format: format)
        try run.run { input in try input.isHTML ? input.load().1 : Self.findings(in: input, engine, isReadWhole) }
    }

    private static func findings(
        in input: Input, _ engine: InputOptions.Engine?, _ isReadWhole: Bool
    ) throws -> Findings {
        switch engine {
        case .reader: try input.read { _ in }
        case .chunks: try input.check(pieceSize: 7)
        case .tree, .pull, .push: try input.load().1
        case nil: try isReadWhole ? input.load().1 : input.check()
        }
    }
}

extension XMLRecoveryMode {
    /// The same mode, with as many diagnostics as could be useful.
    fileprivate var withAllDiagnostics: Self {
        guard case .repair(var rules) = self else { return self }
        rules.diagnosticLimit = 100_000
        return .repair(rules)
    }
}
