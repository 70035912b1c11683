/// Options for reading a document. The defaults suit XML 1.0 from any source.
public struct XMLParsingOptions: Hashable, Sendable {
    /// How to treat a reference to an entity that this package does not read: an external entity, or one that only a
    /// DTD outside the document can declare.
    public enum UnresolvedEntities: Hashable, Sendable {
        /// Keeps the reference as written, as a node or as `&name;` in an attribute value, and adds a warning to
        /// ``XMLTree/diagnostics``. Only from a default value that the document type declares, libxml2 omits it.
        case keep
        /// Throws ``XMLError/Code/unresolvedEntity``.
        case error
    }

    /// The name of the document in locations and messages. If nil, reading a file sets it to the path.
    public var sourceName: String?

    /// The encoding of the bytes, from a source that overrides the document's own declaration, such as the `charset` of
    /// an HTTP header. A byte order mark takes precedence (RFC 7303, section 3). Ignored for a `String`.
    ///
    /// Any name that libxml2 knows. Default: nil, which means the encoding of the byte order mark or of the XML
    /// declaration, or UTF-8.
    public var encoding: String?

    /// How to treat references to entities outside the document. Default: they are kept.
    public var unresolvedEntities: UnresolvedEntities

    /// How to treat a record that is larger than ``XMLParsingLimits/recordSize``.
    public enum OversizedRecords: Hashable, Sendable {
        /// Throws ``XMLError/Code/recordTooLarge``.
        case error
        /// Omits the record and its content, and adds a warning.
        case skip
    }

    /// How to treat records that are larger than the limit. Default: they are errors.
    public var oversizedRecords: OversizedRecords

    /// How to recover as much as possible from malformed input. The default, nil, means strict parsing: the first fault
    /// is an error.
    ///
    /// Each repair is reported in the diagnostics of the tree, dictionary, reader, records or handler, and to
    /// ``XMLDecoder/diagnosticHandler``; ``XMLTree/Element/isComplete`` says whether an element has its end. An error
    /// is thrown only if nothing is left: if the input contains no element, exceeds a limit, or cannot be decoded. A
    /// well-formed document is read as without recovery, with two exceptions that the article <doc:Repairing>
    /// describes. If it is read as a whole, it also takes the same time. The encoding of a stream is detected from its
    /// first 4 KiB.
    ///
    /// ``XMLRecoveryMode/libxml2`` needs the whole document: streams throw ``XMLError/Code/unsupportedRecovery``.
    public var recovery: XMLRecoveryMode?

    /// The libxml2 engine that reads the document. If nil, the size and the limits decide. All engines give the same
    /// result; this option exists for tests that verify it.
    @_spi(Checks) @_spi(Command) public var engine: Engine?

    /// An engine of libxml2.
    @_spi(Checks) @_spi(Command) public enum Engine: String, Hashable, Sendable, CaseIterable {
        /// The engine that requests its input.
        case pull
        /// The engine that is fed its input in pieces.
        case push
    }

    /// Limits on the size and complexity of the document.
    public var limits: XMLParsingLimits

    /// A schema that the document must conform to, which is checked in the same pass; nil for none.
    ///
    /// Pages of HTML, fragments, and libxml2's own recovery are not validated.
    public var validation: Validation?

    /// Creates options for parsing. Each parameter sets the property with the same name.
    public init(
        sourceName: String? = nil, encoding: String? = nil, unresolvedEntities: UnresolvedEntities = .keep,
        oversizedRecords: OversizedRecords = .error, recovery: XMLRecoveryMode? = nil,
        limits: XMLParsingLimits = .init(), validation: Validation? = nil
    ) {
        self.sourceName = sourceName
        self.encoding = encoding
        self.unresolvedEntities = unresolvedEntities
        self.oversizedRecords = oversizedRecords
        self.recovery = recovery
        self.limits = limits
        self.validation = validation
    }

    /// Options that recover as much as possible from malformed input, by the default rules of ``XMLRepairOptions``.
    ///
    /// ```swift
    /// let feed = try XMLTree(parsing: "<title>Bob & Co<br></title>", options: .recovering)
    /// print(feed.root.text, feed.diagnostics.count)  // Bob & Co 2
    /// ```
    public static let recovering = Self(recovery: .repair)

    /// The rules of the repair, if malformed input is repaired.
    var repairRules: XMLRepairOptions? { if case .repair(let rules)? = recovery { rules } else { nil } }
}
