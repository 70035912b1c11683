import ArgumentParser
import LibXML
import SystemPackage

struct Records: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "records",
        abstract: "Write the elements at a path as JSON, one per line, from a document of any size.",
        discussion: """
            The path consists of names, “*” and “//”, from the root element inwards: orders/order, //item. Each element is \
            written as “xmldict json” writes it as a document; “--unwrap-root” omits its name. Little more than one \
            element is in memory at a time; with “--html” or “--recover=libxml2”, the whole document is.

            Parts of a file can be read by several processes or machines: “--split 16” writes 16 checkpoints, and “--range” reads \
            the elements of one. Each element belongs to one part. Parts have about the same size, and some may be empty. A file \
            in another encoding than UTF-8, a pipe, and with “--recover” every file, are one part.
            """)

    @OptionGroup(title: "Mapping") var mapping: MappingOptions

    @Option(help: ArgumentHelp("Stop after this many elements.", valueName: "n"))
    var limit: Int?

    @Option(help: ArgumentHelp("Read a file with this many parallel tasks.", valueName: "n"))
    var jobs = 1

    @Flag(help: "Omit elements larger than 64 MiB instead of ending with an error.")
    var skipOversized = false

    @OptionGroup(title: "Parts of a file") var parts: PartOptions

    @OptionGroup var document: DocumentOptions

    @OptionGroup var input: InputOptions

    @Argument(help: "The path of the elements.")
    var path: String

    @Argument(help: "The file to read; standard input if omitted or “-”.")
    var file: String?

    func validate() throws {
        // Where a part of a malformed document begins can only be determined by reading from the beginning.
        if jobs > 1, document.html || document.recovery.recover != nil {
            throw ValidationError("“--jobs” and “\(document.html ? "--html" : "--recover")” cannot be used together")
        }
        if skipOversized, document.isReadWhole {
            let option = document.html ? "--html" : "--recover=libxml2"
            throw ValidationError("“--skip-oversized” and “\(option)” cannot be used together")
        }
        if let option = parts.given {
            if jobs > 1 { throw ValidationError("“\(option)” and “--jobs” cannot be used together") }
            if document.isReadWhole {
                throw ValidationError(
                    "“\(option)” and “\(document.html ? "--html" : "--recover=libxml2")” cannot be used together")
            }
            if parts.range == "-", file == nil || file == "-" {
                throw ValidationError("“--range -” reads the checkpoint from standard input, and requires a file")
            }
        }
        if jobs < 1 { throw ValidationError("“--jobs” must be at least 1") }
        if let limit, limit < 0 { throw ValidationError("“--limit” must not be negative") }
        do {
            _ = try XMLRecords(parsing: "<r/>", at: XMLPath(parsing: path))
        } catch {
            throw ValidationError(error.message)
        }
    }

    func run() async throws {
        var input = Input(file, input, document)
        if skipOversized { input.options.oversizedRecords = .skip }
        let path = try XMLPath(parsing: path)
        let missing =
            try document.isReadWhole ? write(input.parse(), path) : await writeStream(path, input)
        guard let missing, limit != 0 else { return }
        let report = Report(isColored: false)
        report.write("error: \(file ?? "<stdin>"): no element found at “\(self.path)”: \(missing.message)\n")
        if let help = missing.help { report.write("help: \(help)\n") }
        throw ExitCode(3)
    }

    /// Returns why there are no records; nil if there are any.
    private func write(_ tree: XMLTree, _ path: XMLPath) throws -> XMLError? {
        let records = try tree.records(at: path)
        var lines = Lines(mapping: mapping.rules)
        for record in records.prefix(limit ?? .max) {
            lines.add(record)
            if lines.isFull { try lines.write() }
        }
        try lines.write()
        guard records.isEmpty else { return nil }
        do throws(XMLError) {
            _ = try tree.require(path: path)
            return nil
        } catch {
            return error
        }
    }

    /// Writes the elements of a document that is read in pieces, and reports its faults. Returns why there are no
    /// records; nil if there are any.
    private func writeStream(_ path: XMLPath, _ input: Input) async throws -> XMLError? {
        do {
            if parts.split != nil {
                try parts.writeCheckpoints(of: input, at: path)
                return nil
            }
            if jobs > 1, limit == nil, let file = input.path { return try await writeParallel(file, path, input) }
            let part = try parts.checkpoint(of: input, at: path)
            var records = try input.records(at: path, part: part)
            try write(&records)
            input.tell(input.findings(records.diagnostics, count: records.diagnosticCount))
            // A part may be empty.
            return part == nil ? records.notFound : nil
        } catch let error as XMLError {
            let failure = input.failure(error)
            input.tell(failure.findings)
            throw failure.status
        }
    }

    private func write(_ records: inout XMLRecords<XMLError>) throws {
        var lines = Lines(mapping: mapping.rules)
        var progress = Progress(of: records.size)
        var left = limit ?? .max
        defer { progress.finish() }
        do {
            while left > 0, let record = try records.next() {
                left -= 1
                lines.add(record)
                guard lines.isFull else { continue }
                try lines.write()
                progress.show(records.bytesRead)
            }
        } catch let error as XMLError {
            // Writes the elements before the fault.
            try lines.write()
            throw error
        }
        try lines.write()
    }

    /// Returns why there are no records; nil if there are any.
    private func writeParallel(_ file: String, _ path: XMLPath, _ input: Input) async throws -> XMLError? {
        let rules = mapping.rules
        var progress = Progress(of: (try? Stat(FilePath(file))).map { Int($0.size) })
        var hasRecords = false
        defer { progress.finish() }
        try await XMLRecords.parallel(contentsOfFile: file, at: path, jobs: jobs, options: input.options) { records in
            Part(of: &records, mapping: rules)
        } forEachPart: { part in
            try writeOutput(part.bytes)
            hasRecords = hasRecords || !part.bytes.isEmpty
            if let failure = part.failure { throw failure }
            input.tell(input.findings(part.diagnostics, count: part.diagnostics.count))
            progress.show(part.position)
        }
        guard !hasRecords else { return nil }
        // Only a reading from the beginning to the end knows which elements there are.
        var records = try input.records(at: path)
        while try records.next() != nil {}
        return records.notFound
    }
}

/// The output of one task for a part of a file.
private struct Part {
    var bytes: [UInt8]
    var diagnostics: [XMLDiagnostic]
    var position: Int
    var failure: XMLError?

    init(of records: inout XMLRecords<XMLError>, mapping: XMLMapping) {
        var lines = Lines(mapping: mapping)
        do throws(XMLError) {
            while let record = try records.next() { lines.add(record) }
        } catch {
            failure = error
        }
        bytes = lines.bytes
        diagnostics = records.diagnostics
        position = records.bytesRead
    }
}

/// Elements as JSON, one on each line.
private struct Lines {
    let mapping: XMLMapping
    var bytes: [UInt8] = []

    mutating func add(_ record: XMLTree.Element) {
        XMLValue(record, mapping: mapping).writeJSON { bytes += $0 }
        bytes.append(0x0A)
    }

    /// Whether there is enough text to write.
    var isFull: Bool { bytes.count >= 64 << 10 }

    /// Writes the lines, and removes them.
    mutating func write() throws(ExitCode) {
        try writeOutput(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}

/// A progress bar on standard error, if that is a terminal.
private struct Progress {
    private let size: Int?
    private let report = Report(isColored: false)
    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant?

    init(of size: Int?) {
        self.size = isTerminal(.standardError) ? size : nil
    }

    /// Shows the bar at most ten times a second.
    mutating func show(_ count: Int) {
        let now = ContinuousClock.now
        guard let size, size > 0, now - (last ?? start) > .milliseconds(100) else { return }
        last = now
        let part = min(1, Double(count) / Double(size))
        let seconds = (now - start) / .seconds(1)
        let filled = Int(part * 30)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
        let left = Int(seconds / max(part, 0.001) * (1 - part))
        let time = "\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60)"
        let rate = Int((Double(count) / seconds / 1e6).rounded())
        report.write("\r\(bar) \(Int(part * 100)) %  \(rate) MB/s  \(time) left\u{1B}[K")
    }

    /// Removes the bar.
    mutating func finish() {
        if last != nil { report.write("\r\u{1B}[K") }
    }
}
