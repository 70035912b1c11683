// Validating trees that were parsed, for the module that has the schemas.

extension XMLTree {
    /// Returns the first violations of a schema and the warnings, and how many violations there are.
    package func validate(_ validation: XMLParsingOptions.Validation) -> (diagnostics: [XMLDiagnostic], count: Int) {
        let mayHaveUnread =
            diagnosticCount > diagnostics.count || diagnostics.contains { $0.code == .unresolvedEntity }
        guard mayHaveUnread, validation.sinkMaker.declaresEntities else { return root.validate(validation) }
        // Its entities are known now.
        var options = XMLParsingOptions(validation: validation)
        if tape.source.repaired != nil { options.recovery = .repair }
        let result = SAXParser.parse(tape.source, options: options)
        return (
            result.faults.map(tape.source.thrown).inDocumentOrder,
            result.faultCount - result.faults.count { $0.severity == .warning }
        )
    }
}

extension XMLTree.Element {
    /// Returns the first violations of a schema and the warnings, and how many violations there are.
    package func validate(_ validation: XMLParsingOptions.Validation) -> (diagnostics: [XMLDiagnostic], count: Int) {
        let found = TapeEvents.validate(entry, of: tape, validation)
        return (
            (found.violations.kept + found.warnings).map(tape.source.thrown).inDocumentOrder, found.violations.count
        )
    }
}
