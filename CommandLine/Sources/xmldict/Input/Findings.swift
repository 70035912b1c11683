import ArgumentParser
import LibXML

/// The faults of a document, and the data needed to show them.
struct Findings {
    var diagnostics: [XMLDiagnostic] = []
    /// How many faults there are, including those that were not kept.
    var count = 0
    /// How many elements after the root element have not been read.
    var furtherRoots = 0
    /// The document, for excerpts; empty if it is not available.
    var source: [UInt8] = []

    /// The suffix of files with Swift code, and the advice for such files.
    static let swiftSuffix = ".swift"
    static let helpForSwift =
        "xmldict reads XML, not Swift code: “xmldict swift FILE.xml” writes Swift types for XML documents"

    /// - Parameter source: returns the document. Called only if there is a location to show.
    init(_ diagnostics: [XMLDiagnostic] = [], count: Int? = nil, furtherRoots: Int = 0, source: () -> [UInt8] = { [] })
    {
        self.diagnostics = diagnostics.map(\.forCommand)
        self.count = count ?? diagnostics.count
        self.furtherRoots = furtherRoots
        if diagnostics.contains(where: { $0.location != nil }) { self.source = source() }
    }
}

/// The faults that prevented the reading of a document, and the exit status for them.
struct Failure: Error {
    var findings: Findings
    var status: ExitCode

    /// - Parameter keepsWarnings: whether to report warnings as well as errors.
    init(_ error: XMLError, keepsWarnings: Bool, source: () -> [UInt8]) {
        var diagnostics = error.diagnostics.filter { keepsWarnings || $0.severity != .warning }
        // A fault whose repair did not succeed is already included, with its repair.
        let exists = diagnostics.contains {
            ($0.code, $0.message) == (error.code, error.message) && $0.location == error.location
        }
        if !exists { diagnostics.append(error.diagnostic) }
        findings = Findings(diagnostics, source: source)
        status =
            switch error.code {
            // Input that cannot be read is distinguished from input that is not XML.
            case .fileNotFound, .fileIsDirectory, .unreadableFile, .unsupportedURL: .unreadable
            case .unwritableFile: .unwritable
            case .checkpointMismatch: .validationFailure
            default: .malformed
            }
    }
}

extension XMLDiagnostic {
    /// This diagnostic with advice for users of the command: names options instead of properties of the library. Omits
    /// the advice if there is no such option.
    fileprivate var forCommand: Self {
        var diagnostic = self
        if code == .recordTooLarge {
            diagnostic.help = "use “--skip-oversized” to omit such elements, or “--limit-record-size”"
        }
        if let limit = diagnostic.help?.split(separator: "increase XMLParsingLimits.").first,
            limit != diagnostic.help ?? ""
        {
            diagnostic.help = "use “--limit-\(LimitOptions.name(of: limit))” to increase the limit"
        }
        let schemaOption = "raise XMLSchemaOptions."
        if let help = diagnostic.help, let start = help.firstRange(of: schemaOption) {
            let option = LimitOptions.name(of: help[start.upperBound...])
            diagnostic.help = help[..<start.lowerBound] + "use “--maximum-\(option)” to increase the limit"
        }
        // Other commands check their paths before they read.
        if code == .invalidPath { diagnostic.help = "“xmldict set” adds an attribute, or changes it" }
        if code == .missingRootElement {
            let isSwift = location?.sourceName?.hasSuffix(Findings.swiftSuffix) ?? false
            if isSwift { diagnostic.help = Findings.helpForSwift }
        }
        diagnostic.help = diagnostic.help?
            .replacing(
                "a string is the text of a document: for a file, pass .file(path)",
                with: "this looks like the name of a file: give it as an argument"
            )
            .replacing("; for others, pass resolve: and return the schema", with: "")
            .replacing("pass resolve: and return the schema", with: "save it as a file, and refer to that")
            .replacing("pass a folder: that contains both", with: "use “--schema-folder” with one that contains both")
            .replacing(
                "name the folder that contains it, with XMLSchemaOptions(folder:)",
                with: "name the folder that contains it with “--schema-folder”"
            )
            .replacing(
                "or use XMLDTDSchema(of:) with the folder of its DTD",
                with: "or validate with “--schema-folder”, the folder of its DTD, and without “--dtd”"
            )
            .replacing(
                "use the HTML parser if the document is an HTML page",
                with: "if the document is an HTML page, use “--html”, or convert it: “xmldict format --html --to xml”"
            )
            .replacing("give it when parsing", with: "give it with “--encoding”")
            .replacing("give the encoding when parsing", with: "give the encoding with “--encoding” and “--force”")
        return diagnostic
    }
}
