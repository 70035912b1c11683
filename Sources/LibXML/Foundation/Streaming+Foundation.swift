public import Foundation

extension XMLReader {
    /// Reads the file at a URL: see ``init(contentsOfFile:options:)``.
    ///
    /// - Throws: as ``init(contentsOfFile:options:)``.
    public init(contentsOf url: URL, options: XMLParsingOptions = .init()) throws(XMLError) {
        try self.init(contentsOfFile: url.pathOrText, options: options)
    }
}

extension XMLRecords where Failure == XMLError {
    /// The records of the file at a URL: see ``init(contentsOfFile:at:options:)``.
    ///
    /// - Throws: as ``init(contentsOfFile:at:options:)``.
    public init(contentsOf url: URL, at path: XMLPath, options: XMLParsingOptions = .init()) throws(XMLError) {
        try self.init(contentsOfFile: url.pathOrText, at: path, options: options)
    }

    /// The records of the file at a URL after a checkpoint: see ``init(resuming:in:at:options:)-(_,String,_,_)``.
    ///
    /// - Throws: as ``init(resuming:in:at:options:)-(_,String,_,_)``.
    public init(
        resuming checkpoint: XMLCheckpoint, in url: URL, at path: XMLPath, options: XMLParsingOptions = .init()
    ) throws(XMLError) {
        try self.init(resuming: checkpoint, in: url.pathOrText, at: path, options: options)
    }
}

extension XMLHandler {
    /// Parses the file at a URL: see ``parse(contentsOfFile:options:)``.
    ///
    /// - Throws: as ``parse(contentsOfFile:options:)``.
    public mutating func parse(contentsOf url: URL, options: XMLParsingOptions = .init()) throws {
        try parse(contentsOfFile: url.pathOrText, options: options)
    }
}
