import ArgumentParser
import LibXML

/// What is wrong with a document, and what is needed to show it.
struct Findings {
    var diagnostics: [XMLDiagnostic] = []
    /// How many there are, also of those that were not kept.
    var count = 0
    /// How many elements follow the root element that were not read with it.
    var furtherRoots = 0
    /// The document, for excerpts; empty where it is not at hand.
    var source: [UInt8] = []

    /// - Parameter source: gives the document, which is only asked for when there is something to show of it.
    init(_ diagnostics: [XMLDiagnostic] = [], count: Int? = nil, furtherRoots: Int = 0, source: () -> [UInt8] = { [] })
    {
        self.diagnostics = diagnostics.map(\.forCommand)
        self.count = count ?? diagnostics.count
        self.furtherRoots = furtherRoots
        if diagnostics.contains(where: { $0.location != nil }) { self.source = source() }
    }
}

/// Why a document was not read, and the exit status that goes with it.
struct Failure: Error {
    var findings: Findings
    var status: ExitCode

    /// - Parameter keepsWarnings: whether everything is reported, and not only what is an error.
    init(_ error: XMLError, keepsWarnings: Bool, source: () -> [UInt8]) {
        var diagnostics = error.diagnostics.filter { keepsWarnings || $0.severity != .warning }
        // A fault that was repaired in vain is there with its repair.
        let isThere = diagnostics.contains {
            ($0.code, $0.message) == (error.code, error.message) && $0.location == error.location
        }
        if !isThere { diagnostics.append(error.diagnostic) }
        findings = Findings(diagnostics, source: source)
        status =
            switch error.code {
            // What could not be read, and what was read and is no XML.
            case .fileNotFound, .fileIsDirectory, .unreadableFile, .unsupportedURL: ExitCode(2)
            default: ExitCode(1)
            }
    }
}

extension XMLDiagnostic {
    /// This with advice for who uses the command: its options instead of the properties of the library, or nothing where it
    /// has no such option.
    fileprivate var forCommand: Self {
        var diagnostic = self
        if help?.contains("XMLParsingLimits.") == true {
            diagnostic.help = code == .recordTooLarge ? "use “--skip-oversized” to omit such elements" : nil
        }
        diagnostic.help = diagnostic.help?
            .replacing("give it when parsing", with: "give it with “--encoding”")
            .replacing("give the encoding when parsing", with: "give the encoding with “--encoding”")
        return diagnostic
    }
}
