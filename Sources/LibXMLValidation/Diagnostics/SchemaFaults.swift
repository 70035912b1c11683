import LibXML

/// Explains what libxml2 reports about a document or a schema.
enum SchemaFaults {
    /// The faults of one event: one for each fault of the document, for which libxml2 may have several reports.
    static func faults(
        of reports: [ValidatorReport], _ element: ReportedElement, _ declarations: SchemaDeclarations
    ) -> [ValidationFault] {
        var faults: [ValidationFault] = []
        var places: Set<String> = []
        for report in reports {
            if report.isOutOfMemory { return [ValidationFault(.outOfMemory, "out of memory", .startTag)] }
            let message = SchemaMessage(report)
            if message.isFollowOn { continue }
            // After a violation of one rule of a type, libxml2 reports that the value is not of the type.
            if message.isAboutValue, !places.insert(message.attribute ?? "").inserted { continue }
            faults.append(SchemaExplanation(message, element, declarations).fault)
        }
        return faults
    }

    /// The diagnostics of the errors and warnings of a schema.
    static func diagnostics(of reports: [ValidatorReport], in documents: [SchemaDocument]) -> [XMLDiagnostic] {
        reports.filter { !$0.isWarning }.map { report in
            let number = report.file.flatMap { Int($0.split(separator: ":").last ?? "") } ?? 0
            let tree = documents.indices.contains(number) ? documents[number].tree : documents[0].tree
            let message = report.plainMessage
            // libxml2 knows the line of an element, which is that of the end of its tag.
            let element = report.line == 0 ? nil : tree.element(endingTagInLine: report.line)
            let error = (element ?? tree.root).error(message, code: .invalidSchema)
            return error.diagnostic
        }
    }
}

extension XMLTree {
    /// The last element whose start tag begins in a line, or before it if none does.
    fileprivate func element(endingTagInLine line: Int) -> Element? {
        var found: Element? = root
        for element in root.descendants {
            let start = element.location.line
            if start > line { break }
            found = element
        }
        return found
    }
}
