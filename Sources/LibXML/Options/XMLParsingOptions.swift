/// Options for reading a document. The defaults suit XML 1.0 from any source.
public struct XMLParsingOptions: Hashable, Sendable {
    /// How to treat a reference to an entity that this package does not read: an external entity, or one that only a
    /// DTD outside the document can declare.
    public enum UnresolvedEntities: Hashable, Sendable {
        /// Keeps the reference as written, as a node or as `&name;` in an attribute value, and adds a warning to
        /// ``XMLTree/diagnostics``.
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

    /// How malformed input is repaired before it is read. The default, nil, means strict parsing, where the first fault
    /// is an error.
    ///
    /// Repairs are reported in the diagnostics of the tree, reader or handler, or by
    /// ``XMLTree/recovering(_:mode:options:)-(Sequence<UInt8>,_,_)``. All limits still apply. The encoding of a stream
    /// is detected from its first 4 KiB.
    public var repair: XMLRepairOptions?

    /// The libxml2 engine that reads the document. If nil, the size and the limits decide. All engines give the same
    /// result; this option exists for tests that verify it.
    @_spi(Checks) public var engine: Engine?

    /// An engine of libxml2.
    @_spi(Checks) public enum Engine: String, Hashable, Sendable, CaseIterable {
        case pull, push
    }

    /// Limits on the size and complexity of the document.
    public var limits: XMLParsingLimits

    /// Creates options for parsing. Each parameter sets the property of its name.
    public init(
        sourceName: String? = nil, encoding: String? = nil, unresolvedEntities: UnresolvedEntities = .keep,
        oversizedRecords: OversizedRecords = .error, repair: XMLRepairOptions? = nil, limits: XMLParsingLimits = .init()
    ) {
        self.sourceName = sourceName
        self.encoding = encoding
        self.unresolvedEntities = unresolvedEntities
        self.oversizedRecords = oversizedRecords
        self.repair = repair
        self.limits = limits
    }
}
