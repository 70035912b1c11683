// Validating trees that were parsed, for the module that has the schemas.

extension XMLTree {
    /// Returns the first violations of a schema and the warnings, and how many violations there are.
    package func validate(_ validation: XMLParsingOptions.Validation) -> (diagnostics: [XMLDiagnostic], count: Int) {
        let codes: [XMLError.Code] = [.unresolvedEntity, .undeclaredEntity]
        let mayHaveUnread = diagnosticCount > diagnostics.count || diagnostics.contains { codes.contains($0.code) }
        guard mayHaveUnread, validation.sinkMaker.declaresEntities else { return root.validate(validation) }
        // Its entities are known now. The document has passed the other limits.
        var options = XMLParsingOptions(limits: tape.passedLimits, validation: validation)
        if tape.source.repaired != nil { options.recovery = .repair }
        let result = SAXParser.parse(tape.source, options: options)
        let count = result.violationCount + result.faults.count { $0.severity == .error && $0.appliedRepair == nil }
        return (result.faults.map(tape.source.thrown).inDocumentOrder, count)
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

extension Tape {
    /// Limits that the document does not exceed, with the default ones for what entities add.
    fileprivate var passedLimits: XMLParsingLimits {
        var limits = XMLParsingLimits()
        var (depth, ends): (Int, [Int]) = (1, [])
        for element in XMLTree(tape: self, diagnostics: []).root.descendants {
            while let end = ends.last, end <= element.entry { ends.removeLast() }
            ends.append(end(element.entry))
            depth = max(depth, ends.count + 1)
        }
        limits.depth += depth
        limits.inputSize = .max
        limits.attributesPerElement = .max
        limits.namespacesInScope = .max
        limits.tagSize = .max
        limits.nameLength = .max
        limits.distinctNames = .max
        limits.documentTypeSize = .max
        limits.declaredElements = .max
        limits.declaredEntities = .max
        limits.declaredValues = .max
        limits.textLength = .max
        return limits
    }
}
