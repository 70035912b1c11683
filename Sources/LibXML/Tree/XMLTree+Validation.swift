// Validation of parsed trees, for the module with the schemas.

extension XMLTree {
    /// Returns the first violations of a schema and the warnings, and how many violations there are.
    package func validate(_ validation: XMLParsingOptions.Validation) -> (diagnostics: [XMLDiagnostic], count: Int) {
        let codes: [XMLError.Code] = [.unresolvedEntity, .undeclaredEntity]
        let mayHaveUnread = diagnosticCount > diagnostics.count || diagnostics.contains { codes.contains($0.code) }
        guard mayHaveUnread, validation.sinkMaker.declaresEntities else { return root.validate(validation) }
        // Its entities are now known. The document has passed the other limits.
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
        let faults = tape.completed(found.violations.kept, validation) + found.warnings
        return (faults.map(tape.source.thrown).inDocumentOrder, found.violations.count)
    }
}

extension Tape {
    /// Returns the faults of a whole document, completed with what a stream does not know: the numbers in paths, and
    /// the places of references.
    func completed(_ faults: [Fault], _ validation: XMLParsingOptions.Validation?) -> [Fault] {
        guard validation != nil else { return faults }
        var faults = faults
        var numbers = SiblingNumbers()
        for index in faults.indices { faults[index].path = faults[index].path.map { numbers.completed($0, in: self) } }
        let reports = faults.map { Report(code: $0.code, place: $0.offset, message: $0.libxml2Message) }
        for reference in references(in: reports, validation, placeAt: { $0 }) {
            faults[reference.index].offset = reference.offset
            faults[reference.index].end = reference.end
            faults[reference.index].path?.append(reference.path)
        }
        return faults
    }

    /// Returns the diagnostics of a stream that read this document, completed with the numbers in paths and the places
    /// of references.
    func completed(_ diagnostics: [XMLDiagnostic], _ validation: XMLParsingOptions.Validation?) -> [XMLDiagnostic] {
        guard validation != nil else { return diagnostics }
        var diagnostics = diagnostics
        var numbers = SiblingNumbers()
        for index in diagnostics.indices where diagnostics[index].isViolation {
            diagnostics[index].path = diagnostics[index].path.map { numbers.completed($0, in: self) }
        }
        let reports = diagnostics.map {
            Report(code: $0.code, place: $0.location?.byteOffset ?? -1, message: $0.libxml2Message.value)
        }
        let found = references(in: reports, validation, placeAt: source.inputOffset)
        for reference in found {
            var fault = Fault(diagnostics[reference.index].code, "", at: reference.offset)
            fault.end = reference.end
            let place = source.thrown(fault)
            diagnostics[reference.index].location = place.location
            diagnostics[reference.index].endLocation = place.endLocation
            diagnostics[reference.index].extract = place.extract
            diagnostics[reference.index].path?.append(reference.path)
        }
        if found.isEmpty { return diagnostics }
        return diagnostics.filter { $0.appliedRepair != nil }
            .merged(with: diagnostics.filter { $0.appliedRepair == nil }.inDocumentOrder)
    }

    private struct Report {
        let code: XMLError.Code
        let place: Int
        let message: String?
    }

    private struct Reference {
        /// The index of the report.
        let index: Int
        /// The start tag in the source.
        let offset: Int
        let end: Int
        /// The path from the element that declares the reference, with a slash before each step.
        let path: String
    }

    /// Returns the references without a target among reports, which libxml2 reports for the element that declares them.
    ///
    /// - Parameter placeAt: the place of an offset in the source, as the reports have it.
    /// - Complexity: O(*n*) in the size of the document, and of each element that declares reported references.
    private func references(
        in reports: [Report], _ validation: XMLParsingOptions.Validation?, placeAt: (_ offset: Int) -> Int
    ) -> [Reference] {
        guard let program = validation?.program as? any ReferenceFinder else { return [] }
        let code = XMLError.Code(rawValue: "danglingReference")
        let indices = reports.indices.filter { reports[$0].code == code && reports[$0].message != nil }
        var groups = Dictionary(grouping: indices) { reports[$0].place }
        guard !groups.isEmpty else { return [] }
        var found: [Reference] = []
        for scope in XMLTree(tape: self, diagnostics: []).descendants {
            // If several elements come from one entity, this is the first.
            guard let indices = groups.removeValue(forKey: placeAt(sourceRange(scope.entry).lowerBound)) else {
                continue
            }
            let messages = indices.map { reports[$0].message ?? "" }
            var numbers = SiblingNumbers()
            for (index, element) in zip(indices, program.references(of: messages, in: scope)) {
                guard let element, element != scope else { continue }
                let steps = element.ancestors.prefix { $0 != scope }.reversed() + [element]
                let offset = sourceRange(element.entry).lowerBound
                found.append(
                    Reference(
                        index: index, offset: offset, end: source.withText { $0.endOfToken(at: offset) },
                        path: steps.map { "/" + numbers.step(to: $0) }.joined()))
            }
            if groups.isEmpty { break }
        }
        return found
    }

    /// Limits that the document does not exceed, with the default limit for text from entities.
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

/// A schema that finds the references to its keys.
package protocol ReferenceFinder {
    /// Returns the elements of violations that are reported at the end of the element around them. There is one for
    /// each message of libxml2, which contains only their values; nil if it is not known.
    func references(of messages: [String], in element: XMLTree.Element) -> [XMLTree.Element?]
}
