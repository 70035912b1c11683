import ArgumentParser
import LibXML

/// Corrects malformed documents in place.
struct Fixing {
    /// How the documents are read.
    let recovery: XMLRecoveryMode
    /// Whether to make repairs that are guesses.
    let includesGuesses: Bool

    init(repair: RepairOptions, includesGuesses: Bool) {
        var rules = repair.rules
        // A replacement would have to be corrected again.
        if repair.invalidCharacters == nil { rules.invalidCharacters = .drop }
        recovery = .repair(rules)
        self.includesGuesses = includesGuesses
    }

    /// A correction may reveal other faults.
    private static let passes = 8

    /// Applies the fixes of a document, and replaces the file.
    ///
    /// - Returns: the faults that are left.
    /// - Throws: ``Failure`` if the document cannot be read or written; the file is then as it was.
    func fix(_ input: Input) throws -> Findings {
        do {
            let replacement = try FileReplacement(editing: input.file)
            var (bytes, count) = (replacement.bytes, 0)
            var findings = try findings(in: bytes, input)
            for _ in 0..<Self.passes {
                let fixes = findings.diagnostics.compactMap(\.fix).filter { includesGuesses || $0.isCertain }
                let fixed = fixes.applied(to: bytes)
                if fixed == bytes { break }
                (bytes, count) = (fixed, count + fixes.count)
                findings = try self.findings(in: bytes, input)
            }
            if count > 0 {
                try replacement.write(bytes)
                Report.standard.write("\(input.file): \(count) fixed\n")
            }
            return findings
        } catch let error as XMLError {
            throw Failure(error, keepsWarnings: true) { [] }
        }
    }

    private func findings(in bytes: [UInt8], _ input: Input) throws -> Findings {
        var input = input
        input.contents = bytes
        return try input.load().1
    }
}
