import ArgumentParser
@_spi(Command) import LibXML
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

    /// The choice of the arguments of the command, which may not be valid otherwise.
    static let given: Self = {
        var choice = Self.auto
        var arguments = FileName.arguments.prefix { $0 != "--" }
        while let argument = arguments.popFirst() {
            let prefix = "--color="
            let value = argument == "--color" ? arguments.first : nil
            let name = argument.hasPrefix(prefix) ? String(argument.dropFirst(prefix.count)) : value
            choice = name.flatMap { Self(rawValue: $0) } ?? choice
        }
        return choice
    }()

    /// Whether to use them on standard error. By default, they are used on a terminal that supports them, unless
    /// NO_COLOR is set (no-color.org).
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

/// The destination of the output of the command.
enum Output {
    /// The output of the file that this task processes; nil for the standard streams.
    @TaskLocal static var file: FileOutput?

    private static let failed = Mutex(false)
    private static let quiet = Mutex(false)

    /// Whether nothing is written to standard error.
    static var isQuiet: Bool {
        get { quiet.withLock { $0 } }
        set { quiet.withLock { $0 = newValue } }
    }

    /// Whether nothing more can be written to standard output.
    static var isFailed: Bool { failed.withLock { $0 } }

    /// Writes bytes to standard output or standard error.
    ///
    /// - Throws: an exit status if they cannot be written to standard output, as on a full disk.
    static func write(_ bytes: [UInt8], isError: Bool) throws(ExitCode) {
        if isError {
            if isQuiet { return }
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
            let message = Report.standard.painted("error: cannot write to standard output: \(error)\n")
            try? write(Array(message.utf8), isError: true)
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
