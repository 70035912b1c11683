public import LibXML

/// The result of a validation.
public struct XMLValidationReport: Hashable, Sendable {
    /// The violations of the schema, in the order of the document: the first ones, if there are more than the limit.
    /// Also warnings about parts that could not be checked.
    public let diagnostics: [XMLDiagnostic]

    /// The number of violations, including those that are not kept.
    public let diagnosticCount: Int

    init(_ found: (diagnostics: [XMLDiagnostic], count: Int)) {
        diagnostics = found.diagnostics
        diagnosticCount = found.count
    }

    /// Whether the document conforms to the schema.
    public var isValid: Bool { diagnosticCount == 0 }

    /// Throws the first violation, with all others in `XMLError.diagnostics`; does nothing for a valid document.
    public func requireValid() throws(XMLError) {
        if let first = diagnostics.first(where: { $0.severity != .warning }) {
            throw XMLError(first, diagnostics: diagnostics)
        }
    }
}
