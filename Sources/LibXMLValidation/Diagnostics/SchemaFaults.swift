import LibXML

/// Explains the reports of libxml2 about a document or a schema.
enum SchemaFaults {
    /// The faults of one event: one for each fault of the document, for which libxml2 may have several reports.
    static func faults(of reports: [ValidatorReport], _ declarations: SchemaDeclarations) -> [ValidationFault] {
        if reports.contains(where: \.isOutOfMemory) { return [.outOfMemory] }
        return distinct(reports).map { SchemaExplanation(message: $0, declarations: declarations).fault }
    }

    /// The number of faults that these reports concern.
    static func count(of reports: [ValidatorReport]) -> Int { distinct(reports).count }

    /// After a violation of one rule of a type, libxml2 reports that the value is not of the type.
    private static func distinct(_ reports: [ValidatorReport]) -> [SchemaMessage] {
        var places: Set<String> = []
        return reports.map(SchemaMessage.init).filter { message in
            !message.isAboutValue || places.insert(message.attribute ?? "").inserted
        }
    }

    /// The diagnostics of the errors and warnings of a schema.
    static func diagnostics(of reports: [ValidatorReport], in documents: [SchemaDocument]) -> [XMLDiagnostic] {
        reports.filter { !$0.isWarning }.map { report in
            let number = report.file.flatMap(SchemaDocument.number) ?? 0
            let tree = documents.indices.contains(number) ? documents[number].tree : documents[0].tree
            let message = plain(report.message, documents)
            if let diagnostic = unknownEscape(message, in: tree) { return diagnostic }
            // libxml2 knows the line of an element, which is that of the end of its tag.
            let element = report.line == 0 ? nil : tree.element(endingTagInLine: report.line)
            return (element ?? tree.root).error(message, code: .invalidSchema).diagnostic
        }
    }

    /// The first escape in the pattern of a message that XML Schema does not define (part 2, appendix F.1.1).
    private static func unknownEscape(_ message: String, in tree: XMLTree) -> XMLDiagnostic? {
        for element in tree.root.descendants where element.localName == "pattern" {
            guard let pattern = element.attributes.first(where: { $0.qualifiedName == "value" }),
                message.contains("The value '\(pattern.value)' of the facet 'pattern'")
            else { continue }
            let bytes = Array(pattern.value.utf8)
            var start = 0
            while let escape = bytes[start...].firstIndex(of: UInt8(ascii: "\\")), escape + 1 < bytes.count {
                start = escape + 2
                if "nrt\\|.-^?*+{}()[]pPsSiIcCdDwW".utf8.contains(bytes[escape + 1]) { continue }
                let text = String(decoding: bytes[escape...], as: UTF8.self).prefix(2)
                return pattern.error(
                    "“\(text)” is not an escape in patterns of XML Schema", code: .invalidSchema,
                    at: pattern.location(ofValueOffset: escape), help: "write the character without a backslash"
                ).diagnostic
            }
        }
        return nil
    }

    /// A message of libxml2 about a schema, with the names of files, and without a full stop.
    private static func plain(_ message: String, _ documents: [SchemaDocument]) -> String {
        var message = message
        for number in documents.indices.reversed() {
            let name = documents[number].tree.sourceName ?? "the schema"
            message = message.replacing(SchemaDocument.name(number), with: name)
        }
        return message.hasSuffix(".") ? String(message.dropLast()) : message
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
