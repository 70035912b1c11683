import Foundation

/// Runs a worker, and starts another one if it dies, so that a crash of the process is also a finding.
struct Supervisor {
    private let arguments: Arguments
    private let stateFile: URL

    init(_ arguments: Arguments) {
        self.arguments = arguments
        stateFile = FileManager.default.temporaryDirectory
            .appendingPathComponent("libxml-agreement-\(ProcessInfo.processInfo.processIdentifier)")
    }

    /// Returns whether there was an unknown difference, or a document that ended the worker.
    func run() throws -> Bool {
        defer { try? FileManager.default.removeItem(at: stateFile) }
        let end = Date(timeIntervalSinceNow: Double(arguments.seconds))
        var seed = arguments.firstSeed
        var isFailure = false
        while true {
            let left = Int(end.timeIntervalSinceNow.rounded())
            guard left > 0 || seed == arguments.firstSeed else { return isFailure }
            try Data().write(to: stateFile)
            let worker = Process()
            worker.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            worker.arguments =
                [
                    "--worker", "--state", stateFile.path, "--seconds", "\(max(1, left))", "--first-seed", "\(seed)",
                    "--examples", "\(arguments.examples)",
                ] + (arguments.showsKinds ? ["--kinds"] : []) + arguments.paths
            try worker.run()
            worker.waitUntilExit()
            if worker.terminationReason == .exit, worker.terminationStatus <= 1 {
                return isFailure || worker.terminationStatus == 1
            }
            isFailure = true
            let text = try String(contentsOf: stateFile, encoding: .utf8)
            guard let last = UInt64(text.prefix { $0.isNumber }) else { return true }
            let isSlow = worker.terminationReason == .uncaughtSignal && worker.terminationStatus == SIGPROF
            let cause = worker.terminationReason == .exit ? "exit status" : "signal"
            say("seed \(last) \(isSlow ? "takes too long" : "ended the process: \(cause) \(worker.terminationStatus)")")
            seed = last + 1
        }
    }
}
