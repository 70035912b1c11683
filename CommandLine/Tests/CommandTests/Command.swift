import Foundation
import Synchronization

/// What a run of the command left.
struct Outcome: Equatable {
    var status: Int32
    var output: String
    var errors: String
}

/// The command that the tests run.
enum Command {
    /// The folder of the whole package.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The folder with what was built beside the tests.
    static var products: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        return bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    }

    /// The one that the environment variable `XMLDICT` names, otherwise the release that `Scripts/xmldict` builds.
    static let executable =
        ProcessInfo.processInfo.environment["XMLDICT"].map { URL(fileURLWithPath: $0) }
        ?? root.appending(path: "CommandLine/.build/release/xmldict")

    /// Whether a command can be run on a terminal of its own, which `script` opens.
    static let hasTerminal = (try? run(through: "script -qec true /dev/null </dev/null"))?.status == 0

    /// Runs the command in the folder of the package.
    ///
    /// - Parameter input: what it reads from standard input.
    static func run(_ arguments: String..., input: String = "") throws -> Outcome {
        try run(arguments, input: Data(input.utf8))
    }

    /// Runs a line of the shell, in which `$0` is the command.
    static func run(through line: String, _ arguments: String...) throws -> Outcome {
        try run(
            ["-c", line, executable.path] + arguments, executable: URL(fileURLWithPath: "/bin/sh"))
    }

    /// Starts the command, without input and output.
    static func start(_ arguments: String..., executable: URL = executable) throws -> Process {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = root
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try run(process)
        return process
    }

    /// Starts a process with the default actions of signals. The tests may run with some ignored, under nohup or in the
    /// background of a script, and a process inherits that.
    private static func run(_ process: Process) throws {
        guard FileManager.default.isExecutableFile(atPath: executable.path) else { throw MissingCommand() }
        try spawning.withLock { _ in
            let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]
            // An action without members is the default.
            let actions = signals.map { number in
                var (standard, action) = (sigaction(), sigaction())
                unsafe sigaction(number, &standard, &action)
                return action
            }
            defer {
                for (number, action) in zip(signals, actions) {
                    var action = action
                    unsafe sigaction(number, &action, nil)
                }
            }
            try process.run()
        }
    }

    private static let spawning = Mutex(())

    static func run(
        _ arguments: [String], input: Data = Data(), output: URL? = nil, executable: URL = executable
    ) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files, unlike pipes, are never full.
        let streams = ["input", "output", "errors"].map { folder.appending(path: $0) }
        try input.write(to: streams[0])
        try Data().write(to: streams[1])
        try Data().write(to: streams[2])

        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = root
        process.standardInput = try FileHandle(forReadingFrom: streams[0])
        process.standardOutput = try FileHandle(forWritingTo: output ?? streams[1])
        process.standardError = try FileHandle(forWritingTo: streams[2])
        try run(process)
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: try String(contentsOf: streams[1], encoding: .utf8),
            errors: try String(contentsOf: streams[2], encoding: .utf8))
    }
}

/// The command was not built.
struct MissingCommand: Error, CustomStringConvertible {
    var description: String {
        "There is no command at \(Command.executable.path): Scripts/xmldict builds it, and XMLDICT may name another one."
    }
}

/// A folder that is removed with this object.
final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file, and returns its path.
    func file(_ text: String, named name: String = "a.xml") throws -> String {
        let file = url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}
