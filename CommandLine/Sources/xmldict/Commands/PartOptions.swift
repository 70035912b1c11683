import ArgumentParser
import LibXML
import SystemPackage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The arguments that divide a file, or select a part of it.
struct PartOptions: ParsableArguments {
    /// The maximum number of parts. Each has a checkpoint, which contains the document before the root element.
    private static let mostParts = 100_000

    /// One of a number of parts, such as 3/16.
    struct Number: ExpressibleByArgument {
        /// From 1.
        var number: Int
        var count: Int

        init?(argument: String) {
            let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
            guard numbers.count == 2, let number = numbers[0], let count = numbers[1], number > 0, number <= count
            else { return nil }
            (self.number, self.count) = (number, count)
        }
    }

    @Option(
        help: ArgumentHelp(
            """
            Divide the file into this many parts, at most 100000, and write a checkpoint for each as JSON, one per \
            line.
            """,
            valueName: "n"))
    var split: Int?

    @Option(
        help: ArgumentHelp(
            """
            Read the part of the file that begins at this checkpoint: JSON, the name of a file with it, or “-” for \
            standard input.
            """,
            valueName: "checkpoint"))
    var range: FileName?

    @Option(help: ArgumentHelp("Divide the file into n parts, and read part k, from 1.", valueName: "k/n"))
    var part: Number?

    /// The argument that is present; nil if the whole file is read.
    var given: String? {
        if split != nil { return "--split" }
        if range != nil { return "--range" }
        return part == nil ? nil : "--part"
    }

    func validate() throws {
        if [split != nil, range != nil, part != nil].count(where: { $0 }) > 1 {
            throw ValidationError("“--split”, “--range” and “--part” cannot be used together")
        }
        let count = split ?? part?.count ?? 1
        guard 1...Self.mostParts ~= count else {
            throw ValidationError("the number of parts must be from 1 to \(Self.mostParts)")
        }
    }

    /// The part to read; nil for the whole file.
    ///
    /// - Parameter isRegular: whether the file can be read again; if not, it is not opened.
    func checkpoint(of input: Input, isRegular: Bool, at path: XMLPath) throws -> XMLCheckpoint? {
        if let part {
            // All parts of a pipe except the first are empty, as are the parts of an empty file.
            if !isRegular {
                return part.number == 1 ? nil : try XMLRecords.part(1, of: 2, in: .file("/dev/null"), at: path)
            }
            return try XMLRecords.part(
                part.number - 1, of: part.count, in: .file(input.libraryPath()), at: path, options: input.options)
        }
        guard let range else { return nil }
        do {
            return try JSONDecoder().decode(XMLCheckpoint.self, from: Data(Self.text(of: range)))
        } catch is DecodingError {
            throw XMLError(
                XMLDiagnostic(
                    .checkpointMismatch, "“--range” is not a checkpoint", help: "“--split” writes checkpoints"))
        }
    }

    private static func text(of range: FileName) throws -> [UInt8] {
        if range.text.isEmpty || range.text.hasPrefix("{") { return Array(range.text.utf8) }
        do { return try FileDescriptor.readAll(of: range) } catch {
            throw XMLError(XMLDiagnostic(.unreadableFile, "\(range): cannot be read: \(error)"))
        }
    }

    /// Writes the checkpoints of all parts.
    func writeCheckpoints(of input: Input, at path: XMLPath) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let parts = try XMLRecords.parts(
            in: .file(input.libraryPath()), at: path, count: split ?? 1, options: input.options)
        for part in parts { try writeOutput(encoder.encode(part) + [0x0A]) }
    }
}
