import ArgumentParser
@_spi(Checks) import LibXML
import SystemPackage

/// A subcommand that reads documents.
protocol InputCommand: ParsableCommand {
    var input: InputOptions { get }
    /// Whether it reads HTML.
    var isHTML: Bool { get }
}

extension InputCommand {
    var isHTML: Bool { false }
}

/// A subcommand that reads XML or HTML.
protocol DocumentCommand: InputCommand {
    var document: DocumentOptions { get }
}

extension DocumentCommand {
    var isHTML: Bool { document.html }
}

/// The arguments that determine the input.
struct InputOptions: ParsableArguments, Sendable {
    @Option(help: "The encoding of the input; overrides the declared encoding.")
    var encoding: String?

    /// The reader of a document. All produce the same output; the option is for checks that they do.
    enum Engine: String, ExpressibleByArgument, CaseIterable, Sendable {
        /// The whole document: an engine chosen by its size, or a specific engine of libxml2.
        case tree, pull, push
        /// In pieces, if the command can: the reader, or the push parser with small chunks.
        case reader, chunks
    }

    @Option(help: .hidden)
    var engine: Engine?

    @Option(help: "Whether to report errors in colors; by default on a terminal, unless NO_COLOR is set.")
    var color = ColorChoice.auto

    @Flag(name: .shortAndLong, help: "Show no progress.")
    var quiet = false

    @OptionGroup(title: "Limits") var limits: LimitOptions

    /// Reports an unknown encoding before a file is opened. Where documents are recovered, the library only warns of
    /// it.
    func check(isHTML: Bool) throws {
        guard let encoding, Self.isUnknown(encoding, isHTML: isHTML) else { return }
        Report(isColored: color.isColored).write(
            "error: libxml2 does not know the encoding “\(encoding)”\n")
        throw ExitCode.wrongEncoding
    }

    /// HTML has further names of encodings.
    private static func isUnknown(_ encoding: String, isHTML: Bool) -> Bool {
        var codes: [XMLError.Code] = []
        do throws(XMLError) {
            if isHTML {
                let page = try XMLTree(html: "<p>".utf8, options: XMLHTMLOptions(encoding: encoding))
                codes = page.diagnostics.map(\.code)
            } else {
                _ = try XMLTree(parsing: "<a/>".utf8, options: XMLParsingOptions(encoding: encoding))
            }
        } catch {
            // These bytes may not be a document in a known encoding.
            codes = [error.code]
        }
        return codes.contains(.unsupportedEncoding)
    }

    var parsing: XMLParsingOptions {
        var options = XMLParsingOptions()
        options.encoding = encoding
        options.limits = limits.limits
        options.engine = engine.flatMap { XMLParsingOptions.Engine(rawValue: $0.rawValue) }
        return options
    }
}

/// The arguments that determine how a document is read: as HTML, or as malformed XML.
struct DocumentOptions: ParsableArguments, Sendable {
    @Flag(help: "Read HTML, and report its errors on standard error.")
    var html = false

    @OptionGroup(title: "Malformed input") var recovery: RecoveryOptions

    /// Whether the document must be read as a whole: HTML and libxml2's recovery produce only trees.
    var isReadWhole: Bool { html || recovery.recover == .libxml2 }

    func validate() throws {
        // HTML is always read, whatever its faults.
        guard html, recovery.recover != nil else { return }
        throw ValidationError("“--html” and “--recover” cannot be used together")
    }
}

/// The document to read: a file, or standard input.
struct Input {
    let file: FileName
    /// The bytes of the file, if they have been read already.
    var contents: [UInt8]?
    var options: XMLParsingOptions

    /// Whether it is read as HTML, in which no fault is an error.
    let isHTML: Bool

    /// Whether to report the warnings of a document that is not read to its end.
    var keepsWarnings: Bool

    private let isColored: Bool
    private let decompressionLimit: Int
    var progress: Progress

    init(_ file: FileName, _ options: InputOptions, _ document: DocumentOptions) {
        self.init(file, options, document.recovery.recovery, isHTML: document.html)
    }

    init(_ file: FileName, _ options: InputOptions, _ recovery: XMLRecoveryMode?, isHTML: Bool = false) {
        self.isHTML = isHTML
        self.file = file
        self.options = options.parsing
        self.options.recovery = recovery
        keepsWarnings = recovery != nil
        isColored = options.color.isColored
        decompressionLimit = options.limits.limitDecompression ?? LimitOptions.decompression
        // Output on the same terminal would begin in the line of the progress.
        progress = Progress(isShown: !options.quiet && Output.file == nil && !isTerminal(.standardOutput))
        self.options.sourceName = name
    }

    /// The name in locations.
    var name: String { file.text }

    // MARK: Whole documents

    /// Parses the document, or as much of it as can be recovered. Reports its faults on standard error.
    ///
    /// - Throws: the exit status for the error.
    func parse() throws(ExitCode) -> XMLTree {
        do {
            let (tree, findings) = try load()
            report(findings)
            return tree
        } catch {
            report(error.findings)
            throw error.status
        }
    }

    /// Parses the document, or as much of it as can be recovered.
    func load() throws(Failure) -> (XMLTree, Findings) {
        var bytes: [UInt8]?
        defer { progress.finish() }
        do throws(XMLError) {
            let isPushed =
                progress.isShown && contents == nil && options.recovery == nil && !isHTML && options.engine == nil
            if !isPushed { bytes = try inputBytes() }
            let tree = try isPushed ? pushed() : parse(bytes)
            let findings = Findings(
                tree.diagnostics, count: tree.diagnosticCount, furtherRoots: tree.furtherRoots.count,
                source: { bytes ?? storedBytes() })
            return (tree, findings)
        } catch {
            throw failure(error) { bytes ?? storedBytes() }
        }
    }

    /// Returns the bytes of standard input or of a compressed file; nil for a file that the library reads.
    private func inputBytes() throws(XMLError) -> [UInt8]? {
        if let contents { return contents }
        let input = try open()
        // A pipe can be read only once.
        return file.string == nil || input.isCompressed || !input.isRegular ? try input.readToEnd() : nil
    }

    /// Parses the document in pieces, so that progress can be shown.
    private func pushed() throws(XMLError) -> XMLTree {
        let input = try open()
        var parser = XMLPushParser(options: options)
        while let bytes = try input.piece() { try parser.feed(bytes) }
        return try parser.finish()
    }

    /// Opens the input, which is then read in pieces.
    func open() throws(XMLError) -> InputBytes {
        try InputBytes(file, expansionLimit: decompressionLimit, progress: progress)
    }

    private func parse(_ bytes: [UInt8]?) throws(XMLError) -> XMLTree {
        if isHTML { return try parseHTML(bytes) }
        if let bytes { return try XMLTree(parsing: bytes, options: options) }
        return try XMLTree(parsing: .file(file.string ?? ""), options: options)
    }

    private func parseHTML(_ bytes: [UInt8]?) throws(XMLError) -> XMLTree {
        var html = XMLHTMLOptions()
        html.encoding = options.encoding
        html.limits = options.limits
        html.sourceName = name
        if let bytes { return try XMLTree(html: bytes, options: html) }
        return try XMLTree(html: .file(file.string ?? ""), options: html)
    }

    // MARK: In pieces

    /// Returns a path for functions of the library that read parts of a file. There is one also for standard input, and
    /// for a file whose name is not UTF-8, which stays open.
    func libraryPath() throws(XMLError) -> String {
        if let string = file.string { return string }
        guard let path = file.path else { return "/dev/stdin" }
        do {
            let file = try FileDescriptor.open(path, .readOnly, options: [.nonBlocking, .closeOnExec])
            guard try Stat(file).type == .regular else { throw Errno.illegalSeek }
            return "/dev/fd/\(file.rawValue)"
        } catch {
            throw InputBytes.failure(file, toOpen: error)
        }
    }

    /// Calls `body` with the records of the document.
    ///
    /// - Parameter willWait: called before a read that has to wait for input.
    func withRecords<Result>(
        of input: InputBytes, at recordPath: XMLPath, willWait: @escaping () throws -> Void,
        _ body: (inout XMLRecords) throws -> Result
    ) throws -> Result {
        input.willWait = willWait
        defer { progress.finish() }
        do {
            var records = try XMLRecords(parsing: .chunks { try input.next() }, at: recordPath, options: options)
            return try body(&records)
        } catch let error as XMLError {
            throw error.underlyingError ?? error
        }
    }

    /// Checks the document in pieces of any size.
    ///
    /// - Returns: the faults that did not end the check.
    func check(pieceSize: Int? = nil) throws -> Findings {
        defer { progress.finish() }
        do {
            let input = try open()
            var checker = XMLChecker(options: options)
            while let bytes = try input.next() {
                for start in stride(from: 0, to: bytes.count, by: pieceSize ?? bytes.count) {
                    try checker.feed(bytes[start..<min(start + (pieceSize ?? bytes.count), bytes.count)])
                }
            }
            return findings(try checker.finish(), count: checker.diagnosticCount)
        } catch let error as XMLError {
            throw failure(error)
        }
    }

    /// Calls `write` with the text of the document, repaired if it shall be recovered.
    ///
    /// - Returns: the faults that did not end the document.
    func repair(write: ([UInt8]) throws -> Void) throws -> Findings {
        defer { progress.finish() }
        do {
            var repairer = XMLRepairer(options: options)
            try forEachPiece { bytes in
                try repairer.feed(bytes)
                try write(repairer.takeText())
            }
            try write(repairer.finish())
            return findings(repairer.diagnostics, count: repairer.diagnosticCount)
        } catch let error as XMLError {
            throw failure(error)
        }
    }

    /// Reads the document with the pull reader, and calls `body` at each node.
    ///
    /// - Returns: the faults that did not end the parse.
    /// - Throws: ``Failure`` for the document; the errors of `body`.
    func read(_ body: (borrowing XMLReader) throws -> Void) throws -> Findings {
        try withReader { reader in
            while try reader.next() != nil { try body(reader) }
        }
    }

    /// Does the same for a function that reads the document to its end.
    func withReader(_ body: (inout XMLReader) throws -> Void) throws -> Findings {
        defer { progress.finish() }
        do {
            var reader = try makeReader()
            try body(&reader)
            return findings(reader.diagnostics, count: reader.diagnosticCount)
        } catch let error as XMLError {
            throw error.underlyingError ?? failure(error)
        }
    }

    /// Calls `body` with the bytes of the file, or those that have been read already.
    private func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
        if let contents { return try body(contents) }
        let input = try open()
        while let bytes = try input.next() { try body(bytes) }
    }

    private func makeReader() throws(XMLError) -> XMLReader {
        if let contents { return XMLReader(parsing: contents, options: options) }
        let input = try open()
        // The library reads a file without copying each piece, but shows no progress.
        if let path = file.string, input.isRegular, !input.isCompressed, !progress.isShown {
            return try XMLReader(parsing: .file(path), options: options)
        }
        return try XMLReader(parsing: .chunks { try input.next() }, options: options)
    }

    // MARK: Faults

    /// The faults of a document that is not in memory.
    func findings(_ diagnostics: [XMLDiagnostic], count: Int) -> Findings {
        Findings(diagnostics, count: count) { contentsOfSmallFile() }
    }

    /// The failure of a document that is not in memory and was not read to its end.
    func failure(_ error: XMLError) -> Failure {
        failure(error) { contentsOfSmallFile() }
    }

    private func failure(_ error: XMLError, source: () -> [UInt8]) -> Failure {
        var failure = Failure(error, keepsWarnings: keepsWarnings, source: source)
        let isOfEncoding = [.unsupportedEncoding, .contradictoryEncoding, .invalidEncoding].contains(error.code)
        if isOfEncoding, options.encoding != nil { failure.status = .wrongEncoding }
        return failure
    }

    /// The bytes of the file, for excerpts; empty for standard input and pipes, which can be read only once.
    private func storedBytes() -> [UInt8] {
        storedBytes(upTo: .max)
    }

    /// The same for a file that is not too large, because input that is read in pieces may be of any size.
    private func contentsOfSmallFile() -> [UInt8] {
        storedBytes(upTo: 64 << 20)
    }

    /// The lines of the file as they are written; none for standard input and pipes.
    var storedSnippets: XMLSnippets { XMLSnippets(of: storedBytes(), encoding: options.encoding) }

    private func storedBytes(upTo limit: Int) -> [UInt8] {
        // Opening a pipe again waits for another writer.
        guard let path = file.path,
            let file = try? FileDescriptor.open(path, .readOnly, options: [.nonBlocking, .closeOnExec])
        else { return [] }
        let isRegular = (try? Stat(file))?.type == .regular
        let bytes = (try? file.closeAfter { isRegular ? try file.readToEnd(limit: limit) : [] }) ?? []
        // The diagnostics of compressed documents have excerpts of their own.
        return bytes.starts(with: Gunzip.mark) ? [] : bytes
    }

    /// Reports faults on standard error.
    func report(_ findings: Findings) {
        progress.finish()
        let report = Report(isColored: isColored)
        var snippets = XMLSnippets(of: findings.source, encoding: options.encoding)
        for diagnostic in findings.diagnostics { report.write(diagnostic, &snippets) }
        if findings.count > findings.diagnostics.count {
            report.write("\(file): \(findings.count - findings.diagnostics.count) more are not listed\n")
        }
        if findings.furtherRoots > 0 {
            let what =
                findings.furtherRoots == 1 ? "1 further root element" : "\(findings.furtherRoots) further root elements"
            report.write("\(file): warning: omitted \(what)\n")
        }
        if findings.diagnostics.contains(where: { $0.code == .contentAfterRootElement && $0.appliedRepair != nil }) {
            report.write("help: use “--wrap NAME” to put all of them into a root element with that name\n")
        }
    }
}
