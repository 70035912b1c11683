import ArgumentParser
@_spi(Checks) import LibXML
import Synchronization
import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Whether a stream is a terminal.
func isTerminal(_ stream: FileDescriptor) -> Bool { isatty(stream.rawValue) == 1 }

/// When to use colors.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    /// Whether to use them on standard error. By default on a terminal that supports them, unless NO_COLOR is set
    /// (no-color.org).
    var isColored: Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            let value = unsafe getenv("NO_COLOR")
            let isDumb = unsafe getenv("TERM").map { unsafe strcmp($0, "dumb") == 0 } ?? false
            return unsafe (value == nil || value?.pointee == 0) && !isDumb && isTerminal(.standardError)
        }
    }
}

/// Where the output of the command goes.
enum Output {
    /// The output of the file that this task processes; nil for the standard streams.
    @TaskLocal static var file: FileOutput?

    private static let failed = Mutex(false)

    /// Whether nothing more can be written to standard output.
    static var isFailed: Bool { failed.withLock { $0 } }

    /// Writes bytes to standard output or standard error.
    ///
    /// - Throws: an exit status if they cannot be written to standard output, as on a full disk.
    static func write(_ bytes: [UInt8], isError: Bool) throws(ExitCode) {
        if isError {
            // There is no place to report that this failed.
            do { try FileDescriptor.standardError.writeAll(bytes) } catch Errno.brokenPipe {
                TemporaryFile.endAtBrokenPipe()
            } catch {}
            return
        }
        do {
            try FileDescriptor.standardOutput.writeAll(bytes)
        } catch {
            let isFirst = failed.withLock { failed in
                defer { failed = true }
                return !failed
            }
            guard isFirst else { throw .unwritable }
            try? write(Array("error: cannot write to standard output: \(error)\n".utf8), isError: true)
            throw .unwritable
        }
    }
}

/// Writes bytes to standard output.
///
/// - Throws: an exit status if they cannot be written, as on a full disk.
func writeOutput(_ bytes: [UInt8]) throws(ExitCode) {
    if let file = Output.file { try file.write(bytes) } else { try Output.write(bytes, isError: false) }
}

/// Standard output as a text stream that is written in large pieces.
struct OutputText: TextOutputStream {
    private var bytes: [UInt8] = []
    private var failure: ExitCode?

    mutating func write(_ text: String) {
        bytes += text.utf8
        if bytes.count > 64 << 10 { flush() }
    }

    /// Writes the text that has not been written.
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

/// Reports faults on standard error. Everything that is written there is escaped here, except the progress, which has
/// no text of others.
struct Report {
    /// Without colors.
    static let plain = Report(isColored: false)

    let isColored: Bool

    /// Writes a diagnostic, with an excerpt of the document.
    ///
    /// - Parameter snippets: the snippets of the document; of an empty text if it is not available.
    func write(_ diagnostic: XMLDiagnostic, _ snippets: inout XMLSnippets) {
        let drawn = snippets.snippet(for: diagnostic, isColored: isColored)
        let snippet = drawn.isEmpty ? diagnostic.snippet(isColored: isColored) ?? "" : drawn
        var lines = diagnostic.description.split(separator: "\n").map(String.init)
        if !snippet.isEmpty {
            if let note = diagnostic.note, snippet.contains(note.message.escapedForDisplay) { lines.remove(at: 1) }
            lines.insert(snippet, at: 1)
        }
        write(lines.joined(separator: "\n") + "\n")
    }

    /// Writes text, in which only line feeds and the colors of excerpts control the terminal.
    func write(_ text: some StringProtocol) {
        Self.write(control: Self.escaped(String(text), isColored: isColored))
    }

    /// Writes text without text of others.
    static func write(control text: String) {
        let bytes = Array(text.utf8)
        // There is no place to report that this failed.
        if let file = Output.file {
            try? file.write(bytes, isError: true)
        } else {
            try? Output.write(bytes, isError: true)
        }
    }

    /// Returns text with all its characters escaped that control a terminal, change the direction of writing or are
    /// invisible, except line feeds, and colors if they are used.
    static func escaped(_ text: String, isColored: Bool) -> String {
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard isColored else { return lines.map(\.escapedForDisplay).joined(separator: "\n") }
        return lines.map { line in
            line.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated().map { index, part in
                let isColor = index > 0 && colors.contains { part.hasPrefix($0) }
                return (index == 0 ? "" : isColor ? "\u{1B}" : "\u{1B}".escapedForDisplay)
                    + String(part).escapedForDisplay
            }.joined()
        }.joined(separator: "\n")
    }

    /// Those of excerpts, without the escape character.
    private static let colors = ["[31;1m", "[34;1m", "[0m"]
}
