/// The limits of ``XMLParsingLimits`` that are numbers. Each has the name of its property.
///
/// A new limit needs a case here. Faults are created from it, and tests compare it with the properties, their
/// documentation, the options of the command, and the examples of documents that exceed a limit.
enum ParsingLimit: String, CaseIterable {
    case inputSize, depth, attributesPerElement, namespacesInScope, tagSize, nameLength, distinctNames,
        documentTypeSize, declaredElements, declaredEntities, declaredValues, textLength, entityExpansion, recordSize

    /// The property, the code of a document that exceeds the limit, and the message, in which `#` stands for the limit.
    typealias Row = (
        property: any WritableKeyPath<XMLParsingLimits, Int> & Sendable, code: XMLError.Code, message: String
    )

    var row: Row {
        switch self {
        case .inputSize: (\.inputSize, .inputTooLarge, "larger than the limit of # bytes")
        case .depth: (\.depth, .tooDeep, "elements nest deeper than the limit of #")
        case .attributesPerElement:
            (\.attributesPerElement, .tooManyAttributes, "an element has more attributes than the limit of #")
        case .namespacesInScope:
            (\.namespacesInScope, .tooManyNamespaces, "more namespace declarations are in scope than the limit of #")
        case .tagSize: (\.tagSize, .tagTooLong, "a tag is longer than the limit of # bytes")
        case .nameLength: (\.nameLength, .nameTooLong, "a name is longer than the limit of # bytes")
        case .distinctNames:
            (\.distinctNames, .tooManyNames, "the document has more distinct names than the limit of #")
        case .documentTypeSize:
            (
                \.documentTypeSize, .tooManyDeclarations,
                "a document type declaration is longer than the limit of # bytes"
            )
        case .declaredElements:
            (
                \.declaredElements, .tooManyDeclarations,
                "attributes are declared for more elements than the limit of #"
            )
        case .declaredEntities:
            (\.declaredEntities, .tooManyDeclarations, "more entities are declared than the limit of #")
        case .declaredValues:
            (\.declaredValues, .tooManyDeclarations, "more values are declared for one attribute than the limit of #")
        case .textLength: (\.textLength, .textTooLong, "text is longer than the limit of # bytes")
        case .entityExpansion:
            (
                \.entityExpansion, .entityExpansionTooLarge,
                "entities expand to more than ten times the document plus the limit of # bytes"
            )
        case .recordSize: (\.recordSize, .recordTooLarge, "a record is larger than the limit of # bytes")
        }
    }

    /// The largest value that has an effect, which is then the default.
    var maximum: Int {
        switch self {
        case .inputSize: XMLParsingLimits.addressableSize
        case .documentTypeSize: XMLParsingLimits.longestDocumentType
        default: .max
        }
    }

    /// Whether the error advises to increase the limit.
    var hasHelp: Bool { self == .depth || self == .recordSize }
}

// MARK: Faults

extension XMLParsingLimits {
    /// Returns the fault of a document that exceeds a limit. All engines report the same faults.
    ///
    /// - Parameter message: replaces the message of the limit.
    @inline(never)
    func fault(_ limit: ParsingLimit, _ message: String? = nil, at offset: Int) -> Fault {
        Fault(
            limit.row.code, self.message(limit, message), at: offset,
            help: limit.hasHelp ? "increase XMLParsingLimits.\(limit.rawValue)" : nil)
    }

    private func message(_ limit: ParsingLimit, _ message: String? = nil) -> String {
        let value = min(self[keyPath: limit.row.property], limit.maximum)
        return (message ?? limit.row.message).replacing("#", with: String(value))
    }

    /// - Parameter what: the construct that contains the text, such as “a comment”.
    @inline(never)
    func textFault(_ what: StaticString, at offset: Int) -> Fault {
        fault(.textLength, "\(what) is longer than the limit of # bytes", at: offset)
    }

    /// - Parameter name: the name of the input, since the error has no location.
    func inputTooLarge(_ name: String?) -> XMLError {
        XMLError(.inputTooLarge, "\(name.map { "\($0): " } ?? "")\(message(.inputSize))")
    }

    /// Returns the fault of a document whose tape would be too large.
    static func inputTooLarge(at offset: Int) -> Fault {
        Fault(.inputTooLarge, "the document is larger than a tree can address", at: offset)
    }
}

extension XMLError.Code {
    /// Whether the code means that a document exceeds one of ``XMLParsingLimits``.
    var isLimit: Bool { self == .documentTypeNotAllowed || ParsingLimit.allCases.contains { $0.row.code == self } }
}

extension XMLParsingOptions {
    /// The maximum number of faults that are kept. Strict parsing stops when a document has more.
    var faultLimit: Int { repairRules?.diagnosticLimit ?? 100 }

    /// The maximum number of diagnostics of a document: of its faults, and of violations of its schema.
    var diagnosticLimit: Int { faultLimit + (validation?.onError.limit ?? 0) }
}
