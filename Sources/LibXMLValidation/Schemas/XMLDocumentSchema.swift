public import LibXML

/// A compiled schema: an ``XMLSchema``, an ``XMLRelaxNGSchema`` or an ``XMLDTDSchema``.
public protocol XMLDocumentSchema: Sendable {
    /// Describes a validation against this schema, for `XMLParsingOptions.validation`.
    ///
    /// - Parameter action: what happens when the document violates the schema.
    func validation(onError action: XMLParsingOptions.Validation.ErrorAction) -> XMLParsingOptions.Validation
}

extension XMLDocumentSchema {
    /// Validates a document.
    ///
    /// - Parameters:
    ///   - tree: the document.
    ///   - limit: the maximum number of diagnostics that are kept.
    /// - Complexity: O(*n*) in the size of the document; with keys or IDs, also in memory.
    public func validate(_ tree: XMLTree, limit: Int = 1_000) -> XMLValidationReport {
        XMLValidationReport(tree.validate(validation(onError: .collect(limit: limit))))
    }

    /// Validates an element with its content. Its names have the namespaces that they have in the document. A DTD does
    /// not require it to be the root element.
    public func validate(_ element: XMLTree.Element, limit: Int = 1_000) -> XMLValidationReport {
        XMLValidationReport(element.validate(validation(onError: .collect(limit: limit))))
    }

    /// Throws the first violation of a document, with all others.
    public func requireValid(_ tree: XMLTree) throws(XMLError) {
        try validate(tree).requireValid()
    }
}

extension XMLParsingOptions.Validation {
    /// Creates a validation.
    ///
    /// - Parameters:
    ///   - schema: the schema.
    ///   - action: what happens when the document violates the schema.
    public init(_ schema: some XMLDocumentSchema, onError action: ErrorAction = .stop) {
        self = schema.validation(onError: action)
    }
}
