import ArgumentParser
@_spi(Command) import LibXML

/// A subcommand that reads documents.
protocol InputCommand: ParsableCommand {
    var input: InputOptions { get }
    /// Whether it reads HTML.
    var isHTML: Bool { get }
    /// Reports arguments that only the library understands, before a file is opened.
    func checkArguments() throws
}

extension InputCommand {
    var isHTML: Bool { false }

    func checkArguments() throws { try input.check(isHTML: isHTML) }
}

/// A subcommand that reads XML or HTML.
protocol DocumentCommand: InputCommand {
    var document: DocumentOptions { get }
}

extension DocumentCommand {
    var isHTML: Bool { document.html }
}

/// The arguments that determine the input.
struct InputOptions: ParsableArguments, Sendable {
    @Option(help: ArgumentHelp("The encoding of the input, if the input does not say it.", valueName: "name"))
    var encoding: String?

    @Flag(
        help: """
            Read the input in the encoding of “--encoding” even if it declares another one. A byte order mark still \
            decides.
            """)
    var force = false

    /// The reader of a document. All produce the same output; the option is for checks that they do.
    enum Engine: String, ExpressibleByArgument, CaseIterable, Sendable {
        /// The whole document: an engine chosen by its size, or a specific engine of libxml2.
        case tree, pull, push
        /// In pieces, if the command can: the reader, or the push parser with small chunks.
        case reader, chunks
    }

    @Option(help: .hidden)
    var engine: Engine?

    @Option(help: "Whether to report errors in colors; by default on a terminal, unless NO_COLOR is set.")
    var color = ColorChoice.auto

    @Flag(
        name: .shortAndLong,
        help: """
            Write no messages except errors of use, and no progress. What “lint”, “validate”, “diff” and “format \
            --check” find is not written either; only the exit status shows it.
            """)
    var quiet = false

    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws {
        if force, encoding == nil { throw ValidationError("“--force” requires “--encoding”") }
    }

    /// Reports an unknown encoding before a file is opened. Where documents are recovered, the library only warns of
    /// it.
    func check(isHTML: Bool) throws {
        guard let encoding, Self.isUnknown(encoding, isHTML: isHTML) else { return }
        Report(isColored: color.isColored).write(
            "error: libxml2 does not know the encoding “\(encoding)”\n")
        throw ExitCode.wrongEncoding
    }

    /// HTML has further names of encodings.
    static func isUnknown(_ encoding: String, isHTML: Bool) -> Bool {
        var codes: [XMLError.Code] = []
        do throws(XMLError) {
            if isHTML {
                let page = try XMLTree(html: "<p>".utf8, options: XMLHTMLOptions(encoding: encoding))
                codes = page.diagnostics.map(\.code)
            } else {
                _ = try XMLTree(parsing: "<a/>".utf8, options: XMLParsingOptions(encoding: encoding))
            }
        } catch {
            // These bytes may not be a document in a known encoding.
            codes = [error.code]
        }
        return codes.contains(.unsupportedEncoding)
    }

    var parsing: XMLParsingOptions {
        var options = XMLParsingOptions()
        options.encoding = encoding
        options.limits = limits.limits
        options.engine = engine.flatMap { XMLParsingOptions.Engine(rawValue: $0.rawValue) }
        return options
    }
}

/// The arguments that determine how a document is read: as HTML, or as malformed XML.
struct DocumentOptions: ParsableArguments, Sendable {
    @Flag(help: "Read HTML, and report its errors on standard error.")
    var html = false

    @OptionGroup(title: "Malformed input") var recovery: RecoveryOptions

    /// Whether the document must be read as a whole: HTML and libxml2's recovery produce only trees.
    var isReadWhole: Bool { html || recovery.recover == .libxml2 }

    func validate() throws {
        // HTML is always read, regardless of its faults.
        guard html, recovery.recover != nil else { return }
        throw ValidationError("“--html” and “--recover” cannot be used together")
    }
}
