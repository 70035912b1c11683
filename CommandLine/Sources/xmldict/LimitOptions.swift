import ArgumentParser
import LibXML

/// The limits of the library, and that of decompression.
struct LimitOptions: ParsableArguments {
    @Flag(name: .customLong("no-document-type"), help: "Reject documents with a document type declaration.")
    var rejectsDocumentType = false

    @Option(
        help: ArgumentHelp(
            "The size of a document, in bytes. Default: 4294967279 if it is read as a whole; otherwise none.",
            valueName: "n"))
    var limitInputSize: Int?

    @Option(help: ArgumentHelp("The depth to which elements may nest. Default: 256.", valueName: "n"))
    var limitDepth: Int?

    @Option(help: ArgumentHelp("The number of attributes of one element. Default: 4096.", valueName: "n"))
    var limitAttributesPerElement: Int?

    @Option(help: ArgumentHelp("The number of namespace declarations in scope. Default: 4096.", valueName: "n"))
    var limitNamespacesInScope: Int?

    @Option(help: ArgumentHelp("The size of one start tag, in bytes. Default: 10000000.", valueName: "n"))
    var limitTagSize: Int?

    @Option(help: ArgumentHelp("The length of one name, in bytes. Default: 50000.", valueName: "n"))
    var limitNameLength: Int?

    @Option(help: ArgumentHelp("The number of distinct names. Default: 20000.", valueName: "n"))
    var limitDistinctNames: Int?

    @Option(
        help: ArgumentHelp("The size of the document type declaration, in bytes. Default: 9500000.", valueName: "n"))
    var limitDocumentTypeSize: Int?

    @Option(help: ArgumentHelp("The number of elements with declared attributes. Default: 2000.", valueName: "n"))
    var limitDeclaredElements: Int?

    @Option(
        help: ArgumentHelp(
            "The number of declared entities. Default: the limit of distinct names.", valueName: "n"))
    var limitDeclaredEntities: Int?

    @Option(help: ArgumentHelp("The number of values declared for one attribute. Default: 1000.", valueName: "n"))
    var limitDeclaredValues: Int?

    @Option(help: ArgumentHelp("The length of one text, in bytes. Default: 1000000000.", valueName: "n"))
    var limitTextLength: Int?

    @Option(help: ArgumentHelp("The number of bytes that entities may add. Default: 8388608.", valueName: "n"))
    var limitEntityExpansion: Int?

    @Option(help: ArgumentHelp("The size of one element of “records”, in bytes. Default: 67108864.", valueName: "n"))
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
