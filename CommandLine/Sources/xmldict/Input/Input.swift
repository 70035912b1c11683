import ArgumentParser
@_spi(Command) import LibXML
import SystemPackage

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
    /// Whether the encoding that was given must not contradict the document.
    private let checksEncoding: Bool
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
        // For a page, the encoding that was given is that of an HTTP header, which overrides the declaration of the
        // page.
        checksEncoding = options.encoding != nil && !options.force && !isHTML
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
        if let contents = try checkedContents() { return contents }
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
        let input = try InputBytes(file, expansionLimit: decompressionLimit, progress: progress)
        if checksEncoding {
            try checkEncoding(input.beginning(until: DocumentLabel.isComplete))
        }
        return input
    }

    /// Returns the bytes of the document. Reports that they cannot be read.
    func readAll() throws(ExitCode) -> [UInt8] {
        do throws(XMLError) {
            return try open().readToEnd()
        } catch {
            let failure = failure(error)
            report(failure.findings)
            throw failure.status
        }
    }

    private func checkedContents() throws(XMLError) -> [UInt8]? {
        if checksEncoding, let contents { try checkEncoding(contents) }
        return contents
    }

    /// Checks that the encoding that was given does not contradict the beginning of the document.
    private func checkEncoding(_ beginning: [UInt8]) throws(XMLError) {
        guard let encoding = options.encoding, let label = DocumentLabel(of: beginning), label.contradicts(encoding)
        else { return }
        throw XMLError(label.diagnostic(for: encoding, in: name))
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
        if checksEncoding, let path = file.path, (try? Stat(path))?.type == .regular { _ = try open() }
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
            var checker = XMLRepairer(options: options, returnsText: false)
            while let bytes = try input.next() {
                for start in stride(from: 0, to: bytes.count, by: pieceSize ?? bytes.count) {
                    try checker.feed(bytes[start..<min(start + (pieceSize ?? bytes.count), bytes.count)])
                }
            }
            try checker.finish()
            return findings(checker.diagnostics, count: checker.diagnosticCount)
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
                try write(repairer.takeBytes())
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
        if let contents = try checkedContents() { return try body(contents) }
        let input = try open()
        while let bytes = try input.next() { try body(bytes) }
    }

    private func makeReader() throws(XMLError) -> XMLReader {
        if let contents = try checkedContents() { return XMLReader(parsing: contents, options: options) }
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
