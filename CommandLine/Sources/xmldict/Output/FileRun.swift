import ArgumentParser
import Dispatch
@_spi(Command) import LibXML
import Synchronization

/// Runs a command on several files, and continues after a file that cannot be processed.
///
/// With several jobs, the output for a file is kept until all output for the files before it is written.
final class FileRun: Sendable {
    private struct State {
        /// The first file that has not been taken.
        var next = 0
        /// The file that writes to the standard streams.
        var turn = 0
        /// The output of files that were processed before it was their turn.
        var finished: [Int: FileOutput] = [:]
        /// The size of that output in bytes.
        var keptCount = 0
        var waiting: [Int: DispatchSemaphore] = [:]
        var status = ExitCode.success
    }

    private let state = Mutex(State())
    private let files: [FileName]
    /// How much output of files may be kept after they are processed, in bytes.
    private static let room = 64 << 20

    /// Calls `body` with each file, in `jobs` threads.
    ///
    /// - Throws: the largest exit status that `body` throws. A failed write ends the command.
    static func run(_ files: [FileName], jobs: Int, _ body: @Sendable (FileName) throws -> Void) throws {
        let run = FileRun(files)
        if jobs == 1 || files.count == 1 {
            for file in files { run.note(run.process(file, body)) }
        } else {
            DispatchQueue.concurrentPerform(iterations: min(jobs, files.count)) { _ in run.work(body) }
        }
        let status = run.state.withLock { $0.status }
        if status != .success { throw status }
    }

    private init(_ files: [FileName]) { self.files = files }

    private func process(_ file: FileName, _ body: (FileName) throws -> Void) -> ExitCode {
        guard !Output.isFailed else { return .unwritable }
        if let patterns = file.unmatchedPatterns {
            let shown = patterns.map { "“\($0.escapedForDisplay)”" }.joined(separator: " or ")
            Report.standard.write("error: \(file): the folder contains no file that matches \(shown)\n")
            return .unreadable
        }
        do {
            try body(file)
            return .success
        } catch let status as ExitCode {
            return status
        } catch {
            Report.standard.write("error: \(file): \(error)\n")
            return .malformed
        }
    }

    private func note(_ status: ExitCode) {
        state.withLock { state in
            if status.rawValue > state.status.rawValue { state.status = status }
        }
    }

    // MARK: Threads

    /// Processes files until none is left.
    private func work(_ body: (FileName) throws -> Void) {
        while true {
            let index = state.withLock { state in
                state.next += 1
                return state.next - 1
            }
            guard index < files.count else { return }
            let output = FileOutput { self.waitForTurn(of: index) }
            let status = Output.$file.withValue(output) { process(files[index], body) }
            note(status)
            finish(index, output)
        }
    }

    private func waitForTurn(of index: Int) {
        let semaphore: DispatchSemaphore? = state.withLock { state in
            guard state.turn < index else { return nil }
            let semaphore = DispatchSemaphore(value: 0)
            state.waiting[index] = semaphore
            return semaphore
        }
        semaphore?.wait()
    }

    /// If it is the turn of a file, writes its remaining output, and that of finished files after it. Otherwise, this
    /// is done for an earlier file.
    private func finish(_ index: Int, _ output: FileOutput) {
        let isNow = state.withLock { state in
            if state.turn < index, state.keptCount < Self.room {
                state.finished[index] = output
                state.keptCount += output.count
                return false
            }
            return true
        }
        guard isNow else { return }
        waitForTurn(of: index)
        var next: FileOutput? = output
        while let output = next {
            do { try output.flush() } catch { note(error) }
            next = state.withLock { state in
                state.turn += 1
                state.waiting.removeValue(forKey: state.turn)?.signal()
                let output = state.finished.removeValue(forKey: state.turn)
                state.keptCount -= output?.count ?? 0
                return output
            }
        }
    }
}

/// The output for one of several files, until it is its turn to be written.
final class FileOutput: Sendable {
    private struct State {
        var pieces: [(bytes: [UInt8], isError: Bool)] = []
        var count = 0
        /// Whether it is the turn of the file.
        var isDirect = false
    }

    private static let limit = 8 << 20

    private let state = Mutex(State())
    private let waitForTurn: @Sendable () -> Void

    /// - Parameter waitForTurn: returns when it is the turn of the file.
    init(waitForTurn: @escaping @Sendable () -> Void) { self.waitForTurn = waitForTurn }

    /// The size of the kept output, in bytes.
    var count: Int { state.withLock { $0.count } }

    /// Keeps or writes bytes.
    func write(_ bytes: [UInt8], isError: Bool = false) throws(ExitCode) {
        let isFull = state.withLock { state in
            state.pieces.append((bytes, isError))
            state.count += bytes.count
            return state.isDirect || state.count > Self.limit
        }
        guard isFull else { return }
        waitForTurn()
        state.withLock { $0.isDirect = true }
        try flush()
    }

    /// Writes the kept output.
    func flush() throws(ExitCode) {
        let pieces = state.withLock { state in
            defer { (state.pieces, state.count) = ([], 0) }
            return state.pieces
        }
        for piece in pieces { try Output.write(piece.bytes, isError: piece.isError) }
    }
}
