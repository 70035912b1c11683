import ArgumentParser
import LibXML

struct Lint: ParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Report the errors and warnings in documents.",
        discussion: """
            Reading stops at the first error; with “--recover” it continues to the end of the document, and every error is \
            reported with its repair. The exit status is 1 in both cases. Warnings concern well-formed documents, such as a \
            reference to an entity that may be declared in a DTD that is not read: the exit status is 0.

            Reading continues after a namespace error, and later errors are reported, too. “--engine reader” and \
            “--engine chunks”, which read the document piece by piece, stop at the tag with the first error.

            “--format json” writes an array to standard output, with one object per line for each error or warning: file, \
            line, column (from 1, in characters), byteOffset, severity (warning, error or fatal), code, message, \
            repair, help, and note with message, line, column and byteOffset. All keys are always present; the value of a \
            key that does not apply is null.
            """)

    @Option(help: "The output format: text with excerpts on standard error, or JSON on standard output.")
    var format = Format.text

    @OptionGroup(title: "Malformed input") var recovery: RecoveryOptions

    @OptionGroup var input: InputOptions

    @Argument(help: "The files to read; standard input if omitted, or for “-”.")
    var files: [String] = []

    func validate() throws {
        guard recovery.recover == .libxml2, input.engine == .reader || input.engine == .chunks else { return }
        throw ValidationError(
            "“--engine \(input.engine == .reader ? "reader" : "chunks")” and “--recover=libxml2” cannot be used together"
        )
    }

    func run() throws {
        var status = ExitCode.success
        var output = JSONReport()
        for file in files.isEmpty ? ["-"] : files {
            var input = Input(file, input, recovery.recovery?.withAllDiagnostics)
            input.keepsWarnings = true
            let outcome = try findings(in: input)
            switch format {
            case .text: input.tell(outcome.findings)
            case .json: for finding in outcome.findings.diagnostics { output.add(finding, file: input.name) }
            }
            status = ExitCode(max(status.rawValue, outcome.status.rawValue))
        }
        if format == .json { try output.finish() }
        if status != .success { throw status }
    }

    private func findings(in input: Input) throws -> (findings: Findings, status: ExitCode) {
        do {
            let findings =
                switch self.input.engine {
                case .reader: try input.read { _ in }
                case .chunks: try input.push(chunkSize: 7)
                case .tree, .pull, .push, nil: try input.load().1
                }
            // Warnings are about well-formed documents.
            let isMalformed = findings.diagnostics.contains { $0.severity != .warning }
            return (findings, isMalformed ? ExitCode(1) : .success)
        } catch let failure as Failure {
            return (failure.findings, failure.status)
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
