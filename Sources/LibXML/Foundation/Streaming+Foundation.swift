#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension XMLReader {
    /// Creates a reader for the file at a URL: see ``init(contentsOfFile:options:)``.
    ///
    /// - Throws: the errors of ``init(contentsOfFile:options:)``.
    public init(contentsOf url: URL, options: XMLParsingOptions = .init()) throws(XMLError) {
        try self.init(contentsOfFile: url.pathOrText, options: options)
    }
}

extension XMLRecords where Failure == XMLError {
    /// Creates a cursor over the records of the file at a URL: see ``init(contentsOfFile:at:options:)``.
    ///
    /// - Throws: the errors of ``init(contentsOfFile:at:options:)``.
    public init(contentsOf url: URL, at path: XMLPath, options: XMLParsingOptions = .init()) throws(XMLError) {
        try self.init(contentsOfFile: url.pathOrText, at: path, options: options)
    }

    /// Creates a cursor over the records of the file at a URL after a checkpoint.
    ///
    /// See ``init(resuming:in:at:options:)-(_,String,_,_)``.
    ///
    /// - Throws: the errors of ``init(resuming:in:at:options:)-(_,String,_,_)``.
    public init(
        resuming checkpoint: XMLCheckpoint, in url: URL, at path: XMLPath, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        try self.init(resuming: checkpoint, in: url.pathOrText, at: path, options: options)
    }
}

extension XMLRecords where Failure == XMLError {
    /// Reads the records of the file at a URL in several tasks: see
    /// ``parallel(contentsOfFile:at:jobs:partSize:options:_:forEachPart:)``.
    ///
    /// - Throws: as ``parallel(contentsOfFile:at:jobs:partSize:options:_:forEachPart:)``.
    public static func parallel<Result: Sendable>(
        contentsOf url: URL, at path: XMLPath, jobs: Int = 2, partSize: Int = 4 << 20,
        options: XMLParsingOptions = .init(),
        _ read: @escaping @Sendable (inout XMLRecords<XMLError>) throws -> Result,
        forEachPart use: (Result) throws -> Void
    ) async throws {
        try await parallel(
            contentsOfFile: url.pathOrText, at: path, jobs: jobs, partSize: partSize, options: options, read,
            forEachPart: use)
    }
}

extension XMLHandler {
    /// Parses the file at a URL: see ``parse(contentsOfFile:options:)``.
    ///
    /// - Throws: the errors of ``parse(contentsOfFile:options:)``.
    public mutating func parse(contentsOf url: URL, options: XMLParsingOptions = .init()) throws {
        try parse(contentsOfFile: url.pathOrText, options: options)
    }
}
