import ArgumentParser
@_spi(Checks) import LibXML
import SystemPackage

/// The arguments that determine the input.
struct InputOptions: ParsableArguments {
    @Option(help: "The encoding of the input; overrides the declared encoding.")
    var encoding: String?

    /// The reader of a document. All produce the same output; the option is for checks that they do.
    enum Engine: String, ExpressibleByArgument, CaseIterable {
        /// The whole document: an engine chosen by its size, or a specific engine of libxml2.
        case tree, pull, push
        /// In pieces, if the command can: the reader, or the push parser with small chunks.
        case reader, chunks
    }

    @Option(help: .hidden)
    var engine: Engine?

    var parsing: XMLParsingOptions {
        var options = XMLParsingOptions()
        options.encoding = encoding
        options.engine = engine.flatMap { XMLParsingOptions.Engine(rawValue: $0.rawValue) }
        return options
    }
}

/// The arguments that determine how a document is read: as HTML, or as malformed XML.
struct DocumentOptions: ParsableArguments {
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
    /// The path of the file; nil for standard input.
    let path: String?
    var options: XMLParsingOptions
    /// How malformed input is read; nil if it is an error.
    let recovery: XMLRecoveryMode?

    /// Whether it is read as HTML, in which no fault is an error.
    let isHTML: Bool

    /// Whether to report the warnings of a document that is not read to its end.
    var keepsWarnings: Bool

    init(_ path: String?, _ options: InputOptions, _ document: DocumentOptions) {
        self.init(path, options, document.recovery.recovery, isHTML: document.html)
    }

    init(_ path: String?, _ options: InputOptions, _ recovery: XMLRecoveryMode?, isHTML: Bool = false) {
        self.isHTML = isHTML
        self.path = path == "-" ? nil : path
        self.options = options.parsing
        self.recovery = recovery
        keepsWarnings = recovery != nil
        self.options.sourceName = name
    }

    /// The name in locations.
    var name: String { path ?? "<stdin>" }

    // MARK: Whole documents

    /// Parses the document, or as much of it as can be recovered. Reports its faults on standard error.
    ///
    /// - Throws: the exit status for the error.
    func parse() throws(ExitCode) -> XMLTree {
        do {
            let (tree, findings) = try load()
            tell(findings)
            return tree
        } catch {
            tell(error.findings)
            throw error.status
        }
    }

    /// Parses the document, or as much of it as can be recovered.
    func load() throws(Failure) -> (XMLTree, Findings) {
        var bytes: [UInt8]?
        do throws(XMLError) {
            if path == nil { bytes = try Self.standardInput() }
            guard let recovery else {
                let tree = try parse(bytes)
                return (tree, Findings(tree.diagnostics) { bytes ?? contents() })
            }
            let recovered = try recover(bytes, recovery)
            let findings = Findings(
                recovered.diagnostics, count: recovered.diagnosticCount, furtherRoots: recovered.furtherRoots.count,
                source: { bytes ?? contents() })
            return (recovered.value, findings)
        } catch {
            throw Failure(error, keepsWarnings: keepsWarnings) { bytes ?? contents() }
        }
    }

    private func parse(_ bytes: [UInt8]?) throws(XMLError) -> XMLTree {
        if isHTML { return try parseHTML(bytes) }
        if let bytes { return try XMLTree(parsing: bytes, options: options) }
        return try XMLTree(contentsOfFile: path ?? "", options: options)
    }

    private func parseHTML(_ bytes: [UInt8]?) throws(XMLError) -> XMLTree {
        var html = XMLHTMLOptions()
        html.encoding = options.encoding
        html.limits = options.limits
        html.sourceName = name
        if let bytes { return try XMLTree(html: bytes, options: html) }
        return try XMLTree(htmlContentsOfFile: path ?? "", options: html)
    }

    private func recover(_ bytes: [UInt8]?, _ mode: XMLRecoveryMode) throws(XMLError) -> XMLRecovered<XMLTree> {
        if let bytes { return try XMLTree.recovering(bytes, mode: mode, options: options) }
        return try XMLTree.recovering(contentsOfFile: path ?? "", mode: mode, options: options)
    }

    private static func standardInput() throws(XMLError) -> [UInt8] {
        do {
            return try FileDescriptor.standardInput.readToEnd()
        } catch {
            throw XMLError(XMLDiagnostic(.unreadableFile, "<stdin>: cannot be read"))
        }
    }

    // MARK: In pieces

    /// The path of the file, or one that stands for standard input.
    var file: String { path ?? "/dev/stdin" }

    /// The options for reading a document in pieces.
    var streaming: XMLParsingOptions {
        var options = options
        if case .repair(let rules)? = recovery { options.repair = rules }
        return options
    }

    /// The records of the document, or of a part of it.
    func records(at recordPath: XMLPath, part: XMLCheckpoint? = nil) throws(XMLError) -> XMLRecords<XMLError> {
        if let part {
            return try XMLRecords(contentsOfFile: file, at: recordPath, part: part, options: streaming)
        }
        if let path { return try XMLRecords(contentsOfFile: path, at: recordPath, options: streaming) }
        return try XMLRecords(fileDescriptor: FileDescriptor.standardInput.rawValue, at: recordPath, options: streaming)
    }

    /// Feeds the document to a push parser in pieces.
    ///
    /// - Returns: the faults that did not end the parse.
    func push(chunkSize: Int) throws -> Findings {
        do {
            // The reader reports the errors of a file.
            if path != nil { _ = try makeReader() }
            var parser = XMLPushParser(options: streaming)
            let file = try path.map { try FileDescriptor.open(forReading: $0) } ?? .standardInput
            while case let chunk = try file.read(upTo: chunkSize), !chunk.isEmpty { try parser.feed(chunk) }
            let count = parser.diagnosticCount
            let diagnostics = try parser.finish().diagnostics
            return findings(diagnostics, count: max(count, diagnostics.count))
        } catch let error as XMLError {
            throw failure(error)
        }
    }

    /// Reads the document with the pull reader, and calls `body` at each node.
    ///
    /// - Returns: the faults that did not end the parse.
    /// - Throws: ``Failure`` for the document; the errors of `body`.
    func read(_ body: (borrowing XMLReader) throws -> Void) throws -> Findings {
        var reader = try reading { () throws(XMLError) in try makeReader() }
        while try reading({ () throws(XMLError) in try reader.next() }) != nil { try body(reader) }
        return findings(reader.diagnostics, count: reader.diagnosticCount)
    }

    private func reading<Result: ~Copyable>(_ body: () throws(XMLError) -> Result) throws(Failure) -> Result {
        do throws(XMLError) { return try body() } catch { throw failure(error) }
    }

    private func makeReader() throws(XMLError) -> XMLReader {
        if let path { return try XMLReader(contentsOfFile: path, options: streaming) }
        return try XMLReader(fileDescriptor: FileDescriptor.standardInput.rawValue, options: streaming)
    }

    // MARK: Faults

    /// The faults of a document that is not in memory.
    func findings(_ diagnostics: [XMLDiagnostic], count: Int) -> Findings {
        Findings(diagnostics, count: count) { contentsOfSmallFile() }
    }

    /// The failure of a document that is not in memory and was not read to its end.
    func failure(_ error: XMLError) -> Failure {
        Failure(error, keepsWarnings: keepsWarnings) { contentsOfSmallFile() }
    }

    /// The bytes of the file, for excerpts; empty for standard input, which can be read only once.
    private func contents() -> [UInt8] {
        contents(upTo: .max)
    }

    /// The same for a file that is not too large, because input that is read in pieces may be of any size.
    private func contentsOfSmallFile() -> [UInt8] {
        contents(upTo: 64 << 20)
    }

    private func contents(upTo limit: Int) -> [UInt8] {
        guard let path, let file = try? FileDescriptor.open(forReading: path) else { return [] }
        return (try? file.closeAfter { try file.readToEnd(limit: limit) }) ?? []
    }

    /// Reports faults on standard error.
    func tell(_ findings: Findings) {
        let report = Report(isColored: isTerminal(.standardError))
        var snippets = XMLSnippets(of: findings.source, encoding: options.encoding)
        for diagnostic in findings.diagnostics { report.write(diagnostic, &snippets) }
        if findings.count > findings.diagnostics.count {
            report.write("\(name): \(findings.count - findings.diagnostics.count) more are not listed\n")
        }
        if findings.furtherRoots > 0 {
            let what =
                findings.furtherRoots == 1 ? "1 further root element" : "\(findings.furtherRoots) further root elements"
            report.write("\(name): warning: omitted \(what)\n")
        }
        if findings.diagnostics.contains(where: { $0.code == .contentAfterRootElement && $0.appliedRepair != nil }) {
            report.write("help: use “--wrap NAME” to put all of them into a root element with that name\n")
        }
    }
}
