import ArgumentParser
import LibXML
import Synchronization

struct Lint: InputCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Report the errors and warnings in documents.",
        discussion: """
            Reading stops at the first error; with “--recover” it continues to the end of the document, and every \
            error is reported with its repair. The exit status is 1 in both cases. Warnings concern well-formed \
            documents, such as a reference to an entity that may be declared in a DTD that is not read: the exit \
            status is 0.

            Reading continues after a namespace error, and later errors are reported, too. Documents of any size are \
            checked in constant memory, except with “--recover=libxml2”.

            “--format json” writes an array to standard output, with one object per line for each error or warning: \
            file, line, column (from 1, in characters), byteOffset, severity (warning, error or fatal), code, message, \
            repair, help, and note with message, line, column and byteOffset. All keys are always present; the value \
            of a key that does not apply is null.
            """)

    @Option(help: "The output format: text with excerpts on standard error, or JSON on standard output.")
    var format = Format.text

    @OptionGroup(title: "Malformed input") var recovery: RecoveryOptions

    @OptionGroup var input: InputOptions

    @OptionGroup var files: FileOptions

    func validate() throws {
        guard recovery.recover == .libxml2, input.engine == .reader || input.engine == .chunks else { return }
        let engine = input.engine == .reader ? "reader" : "chunks"
        throw ValidationError("“--engine \(engine)” and “--recover=libxml2” cannot be used together")
    }

    func run() throws {
        let report = Mutex<[FileName: [XMLDiagnostic]]>([:])
        let names = try files.all()
        let (options, recovery, format) = (input, recovery.recovery?.withAllDiagnostics, format)
        var status: ExitCode?
        do {
            try FileRun.run(names, jobs: files.jobs) { file in
                var input = Input(file, options, recovery)
                input.keepsWarnings = true
                // Nothing is written while a document is read.
                input.progress = Progress(isShown: !options.quiet && Output.file == nil)
                let outcome = try Self.findings(in: input, options.engine)
                switch format {
                case .text: input.report(outcome.findings)
                case .json: report.withLock { $0[file] = outcome.findings.diagnostics }
                }
                if outcome.status != .success { throw outcome.status }
            }
        } catch let error as ExitCode {
            status = error
        }
        if format == .json {
            var output = JSONReport()
            for file in names {
                for finding in report.withLock({ $0[file] ?? [] }) {
                    output.add(finding, file: file.text)
                }
            }
            try output.finish()
        }
        if let status { throw status }
    }

    private static func findings(
        in input: Input, _ engine: InputOptions.Engine?
    ) throws -> (findings: Findings, status: ExitCode) {
        do {
            let findings =
                switch engine {
                case .reader: try input.read { _ in }
                case .chunks: try input.check(pieceSize: 7)
                case .tree, .pull, .push: try input.load().1
                case nil: try input.options.recovery == .libxml2 ? input.load().1 : input.check()
                }
            // Warnings are about well-formed documents.
            let isMalformed = findings.diagnostics.contains { $0.severity != .warning }
            return (findings, isMalformed ? .malformed : .success)
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
