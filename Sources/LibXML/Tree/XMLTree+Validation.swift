// Validating trees that were parsed, for the module that has the schemas.

extension XMLTree {
    /// Returns the first violations of a schema, and how many there are.
    package func validate(_ validation: XMLParsingOptions.Validation) -> (diagnostics: [XMLDiagnostic], count: Int) {
        root.validate(validation)
    }
}

extension XMLTree.Element {
    /// Returns the first violations of a schema, and how many there are.
    package func validate(_ validation: XMLParsingOptions.Validation) -> (diagnostics: [XMLDiagnostic], count: Int) {
        let found = TapeEvents.validate(entry, of: tape, validation)
        return (found.kept.map(tape.source.thrown).inDocumentOrder, found.count)
    }
}
