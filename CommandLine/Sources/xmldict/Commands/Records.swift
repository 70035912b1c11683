import ArgumentParser
@_spi(Command) import LibXML
import SystemPackage

struct Records: AsyncParsableCommand, DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "records",
        abstract: "Write the elements at a path as JSON, one per line, from a document of any size.",
        discussion: """
            The path consists of names, “*”, “//”, “[@name]” and “[@name='value']”, from the root element inwards: \
            orders/order, // item, //order[@id='8']. Each element is written as “xmldict json” writes it as a \
            document; “--unwrap-root” omits its name. Little more than one element is in memory at a time; with \
            “--html” or “--recover=libxml2”, the whole document is.

            With “--recover”, output begins when 4096 bytes or all have arrived, from which the encoding is guessed, \
            unless “--encoding” specifies it. The JSON of an element without an end tag has a further member, \
            "#incomplete": true.

            “--jobs” reads several files at the same time, or several parts of one file. After a document that cannot \
            be read to its end, the other files are still read.

            Parts of a file can be read by several processes or machines: “--split 16” writes 16 checkpoints, and \
            “--range” reads the elements of one. Each element belongs to one part. Parts have about the same size, and \
            some may be empty. A file in another encoding than UTF-8, a pipe, and with “--recover” or \
            “--skip-oversized” every file, are one part. Parts without elements are not an error. In a malformed file, \
            each part is read up to its own first fault.
            """)

    @OptionGroup(title: "Mapping") var mapping: MappingOptions

    @Option(help: ArgumentHelp("Stop after this many elements of each file, or of the part.", valueName: "n"))
    var limit: Int?

    @Flag(name: .shortAndLong, help: "Write an element that is a string as text, and others without their name.")
    var raw = false

    @Flag(help: "Omit elements larger than “--limit-record-size” instead of ending with an error.")
    var skipOversized = false

    @OptionGroup(title: "Parts of a file") var parts: PartOptions

    @OptionGroup var document: DocumentOptions

    @OptionGroup var input: InputOptions

    @Argument(help: "The path of the elements.")
    var path: String

    @OptionGroup var files: FileOptions

    func validate() throws {
        if let option = parts.given {
            if files.jobs > 1 { throw ValidationError("“\(option)” and “--jobs” cannot be used together") }
            if files.files.count > 1 || files.filesFrom != nil {
                throw ValidationError("“\(option)” requires one file")
            }
            if document.isReadWhole {
                throw ValidationError(
                    "“\(option)” and “\(document.html ? "--html" : "--recover=libxml2")” cannot be used together")
            }
            if parts.range == .standardInput, files.files.isEmpty || files.files == [.standardInput] {
                throw ValidationError("“--range -” reads the checkpoint from standard input, and requires a file")
            }
        }
        if skipOversized, document.isReadWhole {
            let option = document.html ? "--html" : "--recover=libxml2"
            throw ValidationError("“--skip-oversized” and “\(option)” cannot be used together")
        }
        if let limit, limit < 0 { throw ValidationError("“--limit” must not be negative") }
        try Expressions.check { _ = try XMLRecords(parsing: "<r/>", at: XMLPath(parsing: path)) }
    }

    func run() async throws {
        let names = try files.all(isHTML: isHTML)
        if names.count > 1, parts.split != nil || parts.range != nil {
            throw ValidationError("“--split” and “--range” require one file")
        }
        let path = try XMLPath(parsing: path)
        let isRepaired = document.html || document.recovery.recover != nil
        if names.count == 1, names[0] != .standardInput, files.jobs > 1, limit == nil, !isRepaired,
            Self.isDividable(names[0])
        {
            return try await writeInParts(path, input(names[0]))
        }
        let command = self
        try FileRun.run(names, jobs: files.jobs) { file in
            let input = command.input(file)
            let missing =
                try command.document.isReadWhole
                ? command.write(input.parse(), path) : command.reporting(input) { try command.write(path, input) }
            if let missing, command.limit != 0 { throw command.notFound(missing, in: input) }
        }
    }

    /// Whether a file can be read from any offset.
    private static func isDividable(_ file: FileName) -> Bool {
        guard let path = file.path,
            let file = try? FileDescriptor.open(path, .readOnly, options: [.nonBlocking, .closeOnExec])
        else { return false }
        let isRegular = (try? Stat(file))?.type == .regular
        let beginning = try? file.closeAfter { isRegular ? try file.read(upTo: 2) : Gunzip.mark }
        return beginning != Gunzip.mark
    }

    private func input(_ file: FileName) -> Input {
        var input = Input(file, input, document)
        if skipOversized { input.options.oversizedRecords = .skip }
        return input
    }

    /// Reports that there are no records.
    private func notFound(_ reason: XMLError, in input: Input) -> ExitCode {
        Report.standard.write(
            "error: \(input.file): no element found at “\("\(path)".escapedForDisplay)”: \(reason.message)\n")
        if let help = reason.help { Report.standard.write("help: \(help)\n") }
        return .notFound
    }

    /// Calls `body`, and reports its errors.
    private func reporting<Result>(_ input: Input, _ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as XMLError { throw report(error, input) }
    }

    private func report(_ error: XMLError, _ input: Input) -> ExitCode {
        let failure = input.failure(error)
        input.report(failure.findings)
        return failure.status
    }

    private var lines: RecordLines {
        RecordLines(mapping: mapping.rules, isRaw: raw, marksIncomplete: document.recovery.recover == .repair)
    }

    // MARK: Writing

    /// Returns why there are no records; nil if there are any.
    private func write(_ tree: XMLTree, _ path: XMLPath) throws -> XMLError? {
        let records = try tree.records(at: path)
        let lines = lines
        for record in records.prefix(limit ?? .max) {
            lines.add(record)
            if lines.isFull { try lines.write() }
        }
        try lines.write()
        guard records.isEmpty else { return nil }
        do throws(XMLError) {
            _ = try tree.require(at: path)
            return nil
        } catch {
            return error
        }
    }

    /// Writes the elements of a document that is read in pieces, and reports its faults. Returns why there are no
    /// records; nil if there are any.
    private func write(_ path: XMLPath, _ input: Input) throws -> XMLError? {
        if parts.split != nil {
            try parts.writeCheckpoints(of: input, at: path)
            return nil
        }
        let bytes = try input.open()
        if let part = try parts.checkpoint(of: input, isRegular: bytes.isRegular, at: path) {
            let isWhole = part.byteOffset == 0 && part.endByteOffset == nil
            if !bytes.isRegular, part.byteOffset == part.endByteOffset { return nil }
            if bytes.isRegular || !isWhole {
                var records = try XMLRecords(
                    parsing: .file(input.libraryPath()), at: path, from: part, options: input.options)
                // A compressed file is one part, and is decompressed below.
                if !bytes.isCompressed || !isWhole {
                    let end = try write(&records, lines)
                    report(records, upTo: end, input)
                    // A part may be empty.
                    return nil
                }
            }
        }
        let lines = lines
        // Elements are written in blocks, at the latest before a wait for input.
        return try input.withRecords(of: bytes, at: path, willWait: lines.write) { records in
            input.progress.records = 0
            let end = try write(&records, lines) { input.progress.records? += 1 }
            report(records, upTo: end, input)
            return parts.given == nil ? records.notFound : nil
        }
    }

    /// Reports the faults that begin before an offset; nil: all.
    private func report(_ records: borrowing XMLRecords, upTo end: Int?, _ input: Input) {
        guard let end else {
            return input.report(input.findings(records.diagnostics, count: records.diagnosticCount))
        }
        let found = records.diagnostics.filter { $0.location?.byteOffset ?? 0 < end }
        input.report(input.findings(found, count: found.count))
    }

    /// Returns where the last element ends, in bytes, if the limit is reached, and nil at the end of the document.
    private func write(_ records: inout XMLRecords, _ lines: RecordLines, didAdd: () -> Void = {}) throws -> Int? {
        var left = limit ?? .max
        var end = 0
        do {
            while left > 0, let record = try records.next() {
                left -= 1
                // The fault of an element without an end tag is at its end.
                if left == 0 { end = record.sourceRange.upperBound + (record.isComplete ? 0 : 1) }
                lines.add(record)
                didAdd()
                if lines.isFull { try lines.write() }
            }
        } catch let error as XMLError where error.underlyingError == nil {
            // Writes the elements before the fault.
            try lines.write()
            throw error
        }
        try lines.write()
        return left == 0 ? end : nil
    }

    /// Writes the elements of a file that several tasks read.
    private func writeInParts(_ path: XMLPath, _ input: Input) async throws {
        let progress = input.progress
        progress.begin(size: input.file.path.flatMap { try? Stat($0) }.map { Int($0.size) })
        progress.records = 0
        defer { progress.finish() }
        let (rules, isRaw) = (mapping.rules, raw)
        do {
            let file = try input.libraryPath()
            try await XMLRecords.parallel(.file(file), at: path, jobs: files.jobs, options: input.options) { records in
                Part(of: &records, RecordLines(mapping: rules, isRaw: isRaw, marksIncomplete: false))
            } forEachPart: { part in
                try writeOutput(part.bytes)
                progress.records? += part.count
                if let failure = part.failure { throw failure }
                input.report(input.findings(part.diagnostics, count: part.diagnostics.count))
                progress.show(part.position)
            }
            guard progress.records == 0 else { return }
            // Only a pass over the whole file shows which elements exist.
            var records = try XMLRecords(parsing: .file(file), at: path, options: input.options)
            while try records.next() != nil {}
            if let missing = records.notFound { throw notFound(missing, in: input) }
        } catch let error as XMLError {
            throw report(error, input)
        }
    }
}

/// The output of one task for a part of a file.
private struct Part {
    var bytes: [UInt8]
    var count = 0
    var diagnostics: [XMLDiagnostic]
    var position: Int
    var failure: XMLError?

    init(of records: inout XMLRecords, _ lines: RecordLines) {
        do throws(XMLError) {
            while let record = try records.next() {
                lines.add(record)
                count += 1
            }
        } catch {
            failure = error
        }
        bytes = lines.bytes
        diagnostics = records.diagnostics
        position = records.bytesRead
    }
}
