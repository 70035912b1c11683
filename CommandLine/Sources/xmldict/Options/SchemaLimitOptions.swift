import ArgumentParser
import LibXMLValidation

/// The limits of ``XMLSchemaOptions``.
struct SchemaLimitOptions: ParsableArguments {
    @Option(help: .limit("The size of all files of the schema together, in bytes", \.size))
    var maximumSize: Int?

    @Option(help: .limit("The number of elements in one group of the schema", \.groupMembers))
    var maximumGroupMembers: Int?

    @Option(help: .limit("The number of values of one type of the schema", \.enumerationValues))
    var maximumEnumerationValues: Int?

    @Option(help: .limit("The size of content that RELAX NG needs as a whole, in bytes", \.collectedSize))
    var maximumCollectedSize: Int?

    @Option(help: .limit("The number of elements in such content", \.collectedChildren))
    var maximumCollectedChildren: Int?

    private var all: [(value: Int?, path: WritableKeyPath<XMLSchemaOptions, Int>)] {
        [
            (maximumSize, \.size), (maximumGroupMembers, \.groupMembers),
            (maximumEnumerationValues, \.enumerationValues), (maximumCollectedSize, \.collectedSize),
            (maximumCollectedChildren, \.collectedChildren),
        ]
    }

    func validate() throws {
        if all.contains(where: { $0.value ?? 0 < 0 }) { throw ValidationError("A limit must not be negative") }
    }

    func apply(to options: inout XMLSchemaOptions) {
        for case (let value?, let path) in all { options[keyPath: path] = value }
    }
}

extension ArgumentHelp {
    fileprivate static func limit(_ text: String, _ property: KeyPath<XMLSchemaOptions, Int>) -> Self {
        Self("\(text). Default: \(XMLSchemaOptions()[keyPath: property]).", valueName: "n")
    }
}
