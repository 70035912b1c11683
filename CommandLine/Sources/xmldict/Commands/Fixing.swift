import ArgumentParser
@_spi(Command) import LibXML

/// Corrects malformed documents in place.
struct Fixing {
    /// How the documents are read.
    let recovery: XMLRecoveryMode
    /// Whether to make repairs that are guesses.
    let includesGuesses: Bool
    /// Whether to leave the files unchanged.
    let isDryRun: Bool

    init(repair: RepairOptions, includesGuesses: Bool, isDryRun: Bool) {
        var rules = repair.rules
        // A replacement would have to be corrected again.
        if repair.invalidCharacters == nil { rules.invalidCharacters = .drop }
        recovery = .repair(rules)
        self.includesGuesses = includesGuesses
        self.isDryRun = isDryRun
    }

    /// A correction may reveal other faults.
    private static let passes = 8

    /// Applies the fixes of a document, and replaces the file.
    ///
    /// - Returns: the faults that are left; in a dry run, all of them.
    /// - Throws: ``Failure`` if the document cannot be read or written; the file is then unchanged.
    func fix(_ input: Input) throws -> Findings {
        do {
            if isDryRun { return try listed(input) }
            let replacement = try FileReplacement(editing: input.file)
            let (bytes, count, findings) = try corrected(replacement.bytes, input)
            if count > 0 {
                try replacement.write(bytes)
                Report.standard.write("\(input.file): \(count) fixed\n")
            }
            return findings.withoutRepairs { _ in true }
        } catch let error as XMLError {
            throw Failure(error, keepsWarnings: true) { [] }
        }
    }

    /// Reports how many faults would be fixed.
    ///
    /// - Returns: the faults of the unchanged document, with the repairs of those that would be fixed.
    private func listed(_ input: Input) throws -> Findings {
        let original = try input.open()
        if original.isCompressed { throw FileReplacement.compressed(input.file) }
        let bytes = try original.readToEnd()
        let all = try findings(in: bytes, input)
        let fixes = fixes(of: all, in: bytes)
        let count = fixes.isEmpty ? 0 : try corrected(bytes, input).count
        if count > 0 { Report.standard.write("\(input.file): \(count) would be fixed\n") }
        if count > fixes.count {
            Report.standard.write("\(input.file): \(count - fixes.count) of these are found only after the others\n")
        }
        let fixed = Set(fixes)
        return all.withoutRepairs { fault in !(fault.fix.map(fixed.contains) ?? false) }
    }

    /// Returns a document with its fixes, their number, and the faults that are left.
    private func corrected(_ original: [UInt8], _ input: Input) throws -> ([UInt8], count: Int, Findings) {
        var (bytes, count) = (original, 0)
        var findings = try findings(in: bytes, input)
        for _ in 0..<Self.passes {
            let fixes = fixes(of: findings, in: bytes)
            let fixed = fixes.applied(to: bytes)
            if fixed == bytes { break }
            (bytes, count) = (fixed, count + fixes.count)
            findings = try self.findings(in: bytes, input)
        }
        return (bytes, count, findings)
    }

    /// The fixes to make, which can all be made together.
    private func fixes(of findings: Findings, in bytes: [UInt8]) -> [XMLDiagnostic.Fix] {
        findings.diagnostics.compactMap(\.fix).filter { includesGuesses || $0.isCertain }.applicable(to: bytes.count)
    }

    private func findings(in bytes: [UInt8], _ input: Input) throws -> Findings {
        var input = input
        input.contents = bytes
        return try input.load().1
    }
}

extension Findings {
    /// The same faults without some of the repairs: those that were made only for reading, and not in the file.
    fileprivate func withoutRepairs(_ isLeft: (XMLDiagnostic) -> Bool) -> Self {
        var findings = self
        for index in diagnostics.indices where isLeft(diagnostics[index]) {
            findings.diagnostics[index].appliedRepair = nil
        }
        findings.furtherRoots = 0
        return findings
    }
}
