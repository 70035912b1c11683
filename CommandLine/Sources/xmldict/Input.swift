import ArgumentParser
import Foundation
@_spi(Checks) import LibXML

/// The arguments that say what to read.
struct InputOptions: ParsableArguments {
    @Option(help: "The encoding of the input, which overrides what it says of itself.")
    var encoding: String?

    @Option(help: .hidden)
    var engine: String?

    var parsing: XMLParsingOptions {
        var options = XMLParsingOptions()
        options.encoding = encoding
        options.engine = engine.flatMap(XMLParsingOptions.Engine.init)
        return options
    }
}

/// A document on its way in: a file, or standard input.
struct Input {
    /// The path of the file; nil for standard input.
    let path: String?
    var options: XMLParsingOptions

    init(_ path: String?, _ options: InputOptions) {
        self.path = path == "-" ? nil : path
        self.options = options.parsing
    }

    /// Parses the document. What is wrong with it is reported on standard error.
    ///
    /// - Throws: the exit status that goes with it.
    func parse() throws(ExitCode) -> XMLTree {
        guard let path else { return try parseStandardInput() }
        do {
            return try XMLTree(contentsOfFile: path, options: options)
        } catch {
            Report(isColored: isTerminal(.error)).write(error, encoding: options.encoding) {
                FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? []
            }
            throw error.exitCode
        }
    }

    /// Parses the document and tells on standard error what was not read of it, such as external entities.
    ///
    /// - Throws: as ``parse()`` does.
    func parseWithWarnings() throws(ExitCode) -> XMLTree {
        let tree = try parse()
        Report(isColored: false).write(warnings: tree.diagnostics)
        return tree
    }

    /// The records of the document.
    func records(at recordPath: XMLPath) throws(XMLError) -> XMLRecords<XMLError> {
        if let path { return try XMLRecords(contentsOfFile: path, at: recordPath, options: options) }
        var options = options
        options.sourceName = "<stdin>"
        return try XMLRecords(fileDescriptor: FileHandle.standardInput.fileDescriptor, at: recordPath, options: options)
    }

    /// Reports what is wrong with a document that is not in memory, with an excerpt where the file is not too large.
    ///
    /// - Returns: the exit status that goes with it.
    func report(_ error: XMLError) -> ExitCode {
        let largest = 64 << 20
        Report(isColored: isTerminal(.error)).write(error, encoding: options.encoding) {
            guard let path, let file = FileHandle(forReadingAtPath: path) else { return [] }
            let bytes = (try? file.read(upToCount: largest + 1)) ?? Data()
            return bytes.count > largest ? [] : [UInt8](bytes)
        }
        return error.exitCode
    }

    /// Parses a file in pieces. What is wrong with it is reported on standard error.
    ///
    /// - Throws: the exit status that goes with it.
    func push(chunkSize: Int) throws {
        var options = options
        options.sourceName = path
        var parser = XMLPushParser(options: options)
        let file = try path.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) } ?? .standardInput
        do {
            while let chunk = try file.read(upToCount: chunkSize), !chunk.isEmpty { try parser.feed(chunk) }
            _ = try parser.finish()
        } catch let error as XMLError {
            throw report(error)
        }
    }

    /// Reads the document with the pull reader, and calls `body` at each node. What is wrong with it is reported on standard
    /// error.
    ///
    /// - Returns: the exit status that goes with a fault, after what comes before it has been given to `body`.
    func read(_ body: (borrowing XMLReader) throws -> Void) throws -> ExitCode? {
        do {
            var reader = try makeReader()
            while try reader.next() != nil { try body(reader) }
            return nil
        } catch let error as XMLError {
            return report(error)
        }
    }

    private func makeReader() throws(XMLError) -> XMLReader {
        var options = options
        guard let path else {
            options.sourceName = "<stdin>"
            return try XMLReader(fileDescriptor: STDIN_FILENO, options: options)
        }
        return try XMLReader(contentsOfFile: path, options: options)
    }

    func readStandardInput() throws(ExitCode) -> [UInt8] {
        do {
            return try [UInt8](FileHandle.standardInput.readToEnd() ?? Data())
        } catch {
            Report(isColored: isTerminal(.error)).write("error: <stdin>: cannot be read\n")
            throw ExitCode(2)
        }
    }

    private func parseStandardInput() throws(ExitCode) -> XMLTree {
        let bytes = try readStandardInput()
        var options = options
        options.sourceName = "<stdin>"
        do {
            return try XMLTree(parsing: bytes, options: options)
        } catch {
            Report(isColored: isTerminal(.error)).write(error, encoding: options.encoding) { bytes }
            throw error.exitCode
        }
    }
}

extension XMLError {
    /// 2 when the input cannot be read, 1 when what was read is no XML.
    var exitCode: ExitCode {
        switch code {
        case .fileNotFound, .isDirectory, .unreadableFile, .unsupportedURL: ExitCode(2)
        default: ExitCode(1)
        }
    }
}
