/// How a document is read. The defaults are right for XML 1.0 from any source.
public struct XMLParsingOptions: Hashable, Sendable {
    /// What becomes of a reference to an entity that this package does not read: an external one, or one that only a
    /// DTD outside the document could declare.
    public enum UnresolvedEntities: Hashable, Sendable {
        /// It stays as written: as a node of its own, or as `&name;` in an attribute value; and a warning is kept in
        /// ``XMLTree/diagnostics``.
        case keep
        /// It is an error (``XMLError/Code/unresolvedEntity``).
        case error
    }

    /// The name that places and messages give for the document. Reading a file sets it to the path when it is nil.
    public var sourceName: String?

    /// The encoding of the bytes, from a source that overrides the document's own declaration, such as the `charset`
    /// of an HTTP header. A byte order mark still wins (RFC 7303, section 3). Ignored for a `String`.
    ///
    /// Any name that libxml2 knows. Default: nil, which means the byte order mark, the XML declaration, or UTF-8.
    public var encoding: String?

    /// What becomes of references to entities from outside the document. Default: they are kept.
    public var unresolvedEntities: UnresolvedEntities

    /// What becomes of a record that is larger than ``XMLParsingLimits/recordSize``.
    public enum OversizedRecords: Hashable, Sendable {
        /// It is an error (``XMLError/Code/recordTooLarge``).
        case error
        /// It is left out, with everything in it, and a warning is kept.
        case skip
    }

    /// What becomes of records that are larger than a limit. Default: they are errors.
    public var oversizedRecords: OversizedRecords

    /// How malformed input is repaired before it is read; nil, the default, for strict parsing, where the first fault is an
    /// error.
    ///
    /// What was repaired is told of in the diagnostics of the tree, reader or handler, or by
    /// ``XMLTree/recovering(_:mode:options:)-(Sequence<UInt8>,_,_)``. Limits hold all the same. The encoding of a stream is
    /// guessed from its first 4 KiB.
    public var repair: XMLRepairOptions?

    /// Which of libxml2's engines reads the document; nil leaves it to size and limits. All say the same of a document;
    /// this is for checks that they do.
    @_spi(Checks) public var engine: Engine?

    /// An engine of libxml2.
    @_spi(Checks) public enum Engine: String, Hashable, Sendable, CaseIterable {
        case pull, push
    }

    /// How much of anything a document may hold.
    public var limits: XMLParsingLimits

    /// - Parameters: the properties of these names.
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
