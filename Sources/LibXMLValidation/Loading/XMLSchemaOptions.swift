/// Options for reading a schema.
///
/// A schema is trusted: libxml2 may need minutes to compile a malicious one. The limits exclude schemas that are known
/// to take long. A document that is validated need not be trusted.
public struct XMLSchemaOptions: Sendable {
    /// The name of the schema in locations. Default: nil, which means the path of a file, or “schema”.
    public var sourceName: String?

    /// The folder that contains all files which the schema includes or imports. Default: nil, which means the folder of
    /// the schema's file. Links that lead out of the folder are errors.
    public var folder: String?

    /// Returns the schema at a location that is not a file in the folder; nil if it does not know the location.
    ///
    /// Because nothing is loaded from a network, this closure must supply such a schema, for example from a bundle. It
    /// is called once for each location, as written in the schema, or resolved against `xml:base`.
    public var resolve: (@Sendable (_ location: String) throws -> [UInt8]?)?

    /// The maximum size in bytes of all files of the schema together. Default: 16 MiB.
    public var size: Int

    /// The maximum number of elements in one sequence or choice of a schema, in one pattern of RELAX NG, or in the
    /// content of an element of a DTD. Default: 500.
    public var groupMembers: Int

    /// The maximum size in bytes of the content that a validation against RELAX NG keeps in memory. Default: 256 MiB.
    ///
    /// libxml2 validates an element with interleaved content, with lists or with data only when all of it has been
    /// read. Elements that are larger are not validated.
    public var collectedSize: Int

    /// The maximum number of child elements of an element that a validation against RELAX NG holds in memory. Default:
    /// 20,000.
    ///
    /// The time that libxml2 takes for the content of such an element grows with the square of their number: 0.4 s for
    /// 20,000, or 736 if a child may belong to one of two nested repetitions. Elements with more children are not
    /// validated, which is reported as `validationStopped`.
    public var collectedChildren: Int

    /// The maximum number of values that a type of a schema lists. Default: 5,000. The time for each value of a
    /// document is proportional to it.
    public var enumerationValues: Int

    /// Creates options. Each parameter sets the property with the same name.
    public init(
        sourceName: String? = nil, folder: String? = nil, size: Int = 16 << 20, groupMembers: Int = 500,
        enumerationValues: Int = 5_000, collectedSize: Int = 256 << 20,
        collectedChildren: Int = 20_000,
        resolve: (@Sendable (_ location: String) throws -> [UInt8]?)? = nil
    ) {
        self.sourceName = sourceName
        self.folder = folder
        self.size = size
        self.groupMembers = groupMembers
        self.enumerationValues = enumerationValues
        self.collectedSize = collectedSize
        self.collectedChildren = collectedChildren
        self.resolve = resolve
    }
}
