import ArgumentParser
import Foundation
import LibXML

enum Stream {
    case output, error

    var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }
}

/// Whether a stream goes to a terminal that may be written to in colour (no-color.org).
func isTerminal(_ stream: Stream) -> Bool {
    isatty(stream.descriptor) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
}

/// Writes bytes to standard output.
///
/// - Throws: an exit status when they cannot be written, as on a full disk.
func writeOutput(_ bytes: [UInt8]) throws(ExitCode) {
    do {
        try FileHandle.standardOutput.write(contentsOf: bytes)
    } catch {
        Report(isColored: false).write("error: cannot write to standard output: \(error.localizedDescription)\n")
        throw ExitCode(1)
    }
}

/// Standard output as a stream of text, in large pieces.
struct OutputText: TextOutputStream {
    private var bytes: [UInt8] = []
    private var failure: ExitCode?

    mutating func write(_ text: String) {
        bytes += text.utf8
        if bytes.count > 64 << 10 { flush() }
    }

    /// Writes what is left.
    mutating func finish() throws(ExitCode) {
        flush()
        if let failure { throw failure }
    }

    private mutating func flush() {
        guard failure == nil else { return }
        do { try writeOutput(bytes) } catch { failure = error }
        bytes.removeAll(keepingCapacity: true)
    }
}

/// Tells on standard error what is wrong.
struct Report {
    let isColored: Bool

    /// Writes everything that is wrong with a document, each with its lines as an excerpt.
    ///
    /// - Parameter bytes: gives the document, which is only asked for when there is something to show of it.
    func write(_ error: XMLError, encoding: String?, bytes: () -> [UInt8]) {
        let source = error.location == nil ? [] : bytes()
        for diagnostic in error.diagnostics where diagnostic.severity == .error {
            write(diagnostic, source, encoding: encoding)
        }
    }

    /// Tells what was not read of a document, such as external entities.
    func write(warnings: [XMLDiagnostic]) {
        for warning in warnings where warning.severity != .error { write(warning.description + "\n") }
    }

    func write(_ diagnostic: XMLDiagnostic, _ source: [UInt8], encoding: String?) {
        let snippet = diagnostic.snippet(in: source, encoding: encoding, isColored: isColored)
        // Without an excerpt the note is told in words, as it is in the description.
        guard !snippet.isEmpty else { return write(diagnostic.description + "\n") }
        write(diagnostic.description.prefix { $0 != "\n" } + "\n" + snippet + "\n")
        if let help = diagnostic.help { write("help: \(help)\n") }
    }

    func write(_ text: some StringProtocol) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
