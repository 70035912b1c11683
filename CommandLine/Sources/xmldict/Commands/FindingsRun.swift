import ArgumentParser
import LibXML
import Synchronization

/// Reports the faults of several documents, as text or as JSON.
struct FindingsRun {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
        /// Workflow commands of GitHub Actions.
        case github

        static var help: ArgumentHelp {
            """
            The output format: text with excerpts on standard error, or on standard output JSON, or commands with \
            which GitHub Actions annotates files.
            """
        }
    }

    let files: FileOptions
    let options: InputOptions
    var recovery: XMLRecoveryMode?
    var isHTML = false
    let format: Format
    /// Whether the files are replaced, each once.
    var isInPlace = false

    /// - Parameter find: returns the faults of a document.
    /// - Throws: the exit status: 1 if a document has an error.
    func run(_ find: @escaping @Sendable (Input) throws -> Findings) throws {
        let report = Mutex<[FileName: [XMLDiagnostic]]>([:])
        let all = try files.all(isHTML: isHTML)
        let names = isInPlace ? all.withoutLinks : all
        let (options, recovery, isHTML, format) = (options, recovery, isHTML, format)
        var status: ExitCode?
        do {
            try FileRun.run(names, jobs: files.jobs) { file in
                var input = Input(file, options, recovery, isHTML: isHTML)
                input.keepsWarnings = true
                // Nothing is written while a document is read.
                input.progress = Progress(isShown: !options.quiet && Output.file == nil)
                var (findings, status): (Findings, ExitCode) = (Findings(), .success)
                do {
                    findings = try find(input)
                    // Warnings are about well-formed documents.
                    if findings.diagnostics.contains(where: { $0.severity != .warning }) { status = .malformed }
                } catch let failure as Failure {
                    (findings, status) = (failure.findings, failure.status)
                }
                switch format {
                case .text: input.report(findings)
                case .json: report.withLock { $0[file] = findings.diagnostics }
                case .github where !options.quiet:
                    try writeOutput(findings.diagnostics.flatMap { Array($0.workflowCommand(in: file).utf8) })
                case .github: break
                }
                if status != .success { throw status }
            }
        } catch let error as ExitCode {
            status = error
        }
        if format == .json, !options.quiet {
            var output = JSONReport()
            for file in names {
                for finding in report.withLock({ $0[file] ?? [] }) { output.add(finding, file: file.text) }
            }
            try output.finish()
        }
        if let status { throw status }
    }
}
