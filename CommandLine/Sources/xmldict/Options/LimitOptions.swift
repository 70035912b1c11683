import ArgumentParser
import LibXML

/// The limits of the library, and that of decompression.
struct LimitOptions: ParsableArguments {
    @Flag(name: .customLong("no-document-type"), help: "Reject documents with a document type declaration.")
    var rejectsDocumentType = false

    @Option(help: .limit("The size of a document, in bytes", \.inputSize, " if it is read as a whole; otherwise none"))
    var limitInputSize: Int?

    @Option(help: .limit("The depth to which elements may nest", \.depth))
    var limitDepth: Int?

    @Option(help: .limit("The number of attributes of one element", \.attributesPerElement))
    var limitAttributesPerElement: Int?

    @Option(help: .limit("The number of namespace declarations in scope", \.namespacesInScope))
    var limitNamespacesInScope: Int?

    @Option(help: .limit("The size of one start tag, in bytes", \.tagSize))
    var limitTagSize: Int?

    @Option(help: .limit("The length of one name, in bytes", \.nameLength))
    var limitNameLength: Int?

    @Option(help: .limit("The number of distinct names", \.distinctNames))
    var limitDistinctNames: Int?

    @Option(help: .limit("The size of the document type declaration, in bytes", \.documentTypeSize))
    var limitDocumentTypeSize: Int?

    @Option(help: .limit("The number of elements with declared attributes", \.declaredElements))
    var limitDeclaredElements: Int?

    @Option(
        help: ArgumentHelp("The number of declared entities. Default: the limit of distinct names.", valueName: "n"))
    var limitDeclaredEntities: Int?

    @Option(help: .limit("The number of values declared for one attribute", \.declaredValues))
    var limitDeclaredValues: Int?

    @Option(help: .limit("The length of one text, in bytes", \.textLength))
    var limitTextLength: Int?

    @Option(help: .limit("The number of bytes that entities may add", \.entityExpansion))
    var limitEntityExpansion: Int?

    @Option(help: .limit("The size of one element of “records”, in bytes", \.recordSize))
    var limitRecordSize: Int?

    @Option(
        help: ArgumentHelp(
            "How many times the size of a .gz file its content may have, in addition to 64 MiB. Default: 200.",
            valueName: "n"))
    var limitDecompression: Int?

    /// The default of ``limitDecompression``. Documents with many records are often compressed to a twentieth of their
    /// size.
    static let decompression = 200

    /// The given limits, and the properties that they set.
    private var all: [(value: Int?, path: WritableKeyPath<XMLParsingLimits, Int>)] {
        [
            (limitInputSize, \.inputSize), (limitDepth, \.depth),
            (limitAttributesPerElement, \.attributesPerElement),
            (limitNamespacesInScope, \.namespacesInScope), (limitTagSize, \.tagSize),
            (limitNameLength, \.nameLength), (limitDistinctNames, \.distinctNames),
            (limitDocumentTypeSize, \.documentTypeSize),
            (limitDeclaredElements, \.declaredElements),
            (limitDeclaredEntities, \.declaredEntities),
            (limitDeclaredValues, \.declaredValues), (limitTextLength, \.textLength),
            (limitEntityExpansion, \.entityExpansion), (limitRecordSize, \.recordSize),
        ]
    }

    /// Returns the name of the option for a property of ``XMLParsingLimits``.
    static func name(of property: some StringProtocol) -> String {
        property.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
    }

    func validate() throws {
        let values = all.map(\.value) + [limitDecompression]
        if values.contains(where: { $0 ?? 0 < 0 }) { throw ValidationError("A limit must not be negative") }
    }

    var limits: XMLParsingLimits {
        var limits = XMLParsingLimits()
        for case (let value?, let path) in all { limits[keyPath: path] = value }
        limits.allowsDocumentType = !rejectsDocumentType
        return limits
    }
}

extension ArgumentHelp {
    /// The help of the option for a limit.
    fileprivate static func limit(
        _ text: String, _ property: KeyPath<XMLParsingLimits, Int>, _ condition: String = ""
    ) -> Self {
        Self("\(text). Default: \(XMLParsingLimits()[keyPath: property])\(condition).", valueName: "n")
    }
}
