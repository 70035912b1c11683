/// What was found in a document that arrives in pieces.
struct StreamFaults {
    /// The faults and repairs, with the one that ended the parse last.
    var found: FaultLog<XMLDiagnostic>
    /// The violations of the schema.
    var violations: FaultLog<XMLDiagnostic>
    /// The faults of records that were omitted because they cannot be decoded.
    var omitted: FaultLog<XMLDiagnostic>
    /// How many faults and violations have been taken as warnings.
    private var taken = (found: 0, violations: 0)

    init(_ options: XMLParsingOptions) {
        found = FaultLog(limit: options.faultLimit)
        violations = FaultLog(limit: options.validation?.onError.limit ?? 1)
        omitted = FaultLog(limit: options.diagnosticLimit)
    }

    /// Returns the faults and repairs, in the order of the document.
    func diagnostics(isRepaired: Bool) -> [XMLDiagnostic] {
        let others = omitted.kept + violations.kept
        let all = others.isEmpty ? found.kept : (found.kept + others).inDocumentOrder
        guard isRepaired else { return all }
        return all.filter { $0.appliedRepair != nil }.merged(with: all.filter { $0.appliedRepair == nil })
    }

    /// How many diagnostics there have been, including those that are not kept.
    var count: Int { found.count + omitted.count + violations.count }

    /// Takes the warnings and violations of the schema that have not been taken yet.
    mutating func takeWarnings() -> [XMLDiagnostic] {
        guard taken.found < found.kept.count || taken.violations < violations.kept.count else { return [] }
        defer { taken = (found.kept.count, violations.kept.count) }
        // These are in the order in which they were found, which does not change.
        let warnings = found.kept.dropFirst(taken.found).filter { $0.severity != .error || $0.appliedRepair != nil }
        return warnings + violations.kept.dropFirst(taken.violations)
    }
}

/// What a document that arrives in pieces keeps of the text that has been read.
struct StreamRetention {
    /// Whether to keep the tags of open elements, and the text before the root element, because a checkpoint needs
    /// them.
    let keepsTags: Bool
    let keepsAll: Bool
    /// Whether nothing is discarded for now.
    var isHolding = false
    /// The text that was added since it was last taken; nil if it is not wanted.
    var output: [UInt8]?
}
