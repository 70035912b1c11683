import CLibXML2

// Faults in the XML declaration and in namespace declarations.

extension FaultFinder {
    func xmlDeclarationFault(_ code: xmlParserErrors, _ report: Libxml2Report) -> Fault {
        let offset = report.offset
        let found = character(at: offset)
        // libxml2 does not report which of the three it was reading.
        let name = lastDeclared(before: offset).map { "“\($0)”" } ?? "a name"
        let message =
            switch code {
            case XML_ERR_VERSION_MISSING: "the version is missing"
            case XML_ERR_SPACE_REQUIRED: "white space is missing before \(found)"
            case XML_ERR_EQUAL_REQUIRED: "“=” is missing after \(name)"
            case XML_ERR_STRING_NOT_STARTED, XML_ERR_ATTRIBUTE_NOT_STARTED: "the value of \(name) is not in quotes"
            case XML_ERR_STRING_NOT_CLOSED, XML_ERR_ATTRIBUTE_NOT_FINISHED, XML_ERR_ENCODING_NAME:
                "\(found) is not allowed here in the value of \(name)"
            case XML_ERR_XMLDECL_NOT_FINISHED: "expected “?>”, found \(found)"
            default: report.message
            }
        return Fault(.malformedXMLDeclaration, "malformed XML declaration: \(message)", at: offset)
    }

    /// The last attribute name in the XML declaration before an offset.
    private func lastDeclared(before offset: Int) -> String? {
        let text = string(textStart..<max(textStart, min(offset, textStart + 1_024)))
        return ["version", "encoding", "standalone"]
            .compactMap { name in text.ranges(of: name).last.map { (name, $0.lowerBound) } }
            .max { $0.1 < $1.1 }?.0
    }

    /// The fault in a namespace declaration (Namespaces in XML 1.0, section 3).
    ///
    /// libxml2 checks each declaration after it has read its value.
    func namespaceDeclarationFault(_ code: xmlParserErrors, _ report: Libxml2Report) -> Fault {
        func fault(_ message: String, at offset: Int) -> Fault {
            Fault(.invalidNamespaceDeclaration, message, at: offset)
        }
        if report.isInEntity { return fault(report.message, at: report.offset) }
        guard let declaration = lastNamespaceDeclaration(before: report.offset) else {
            return fault(report.message, at: markup)
        }
        let prefix = string(declaration.prefix)
        let name = prefix.isEmpty ? "the default namespace" : "the prefix “\(prefix)”"
        let uri = string(declaration.value)
        let message =
            switch code {
            case XML_WAR_NS_URI: "the URI “\(uri)” of \(name) is not valid"
            case XML_WAR_NS_URI_RELATIVE: "the URI “\(uri)” of \(name) is relative"
            case XML_NS_ERR_EMPTY: ReservedNamespaces.fault(inDeclarationOf: prefix, as: "") ?? report.message
            default: ReservedNamespaces.fault(inDeclarationOf: prefix, as: uri) ?? report.message
            }
        return fault(message, at: declaration.start)
    }

    /// The last namespace declaration in the current tag that ends at or before an offset.
    private func lastNamespaceDeclaration(
        before offset: Int
    ) -> (start: Int, prefix: Range<Int>, value: Range<Int>)? {
        var declaration: (start: Int, prefix: Range<Int>, value: Range<Int>)?
        guard markup < offset else { return nil }
        unsafe TagScanner.forEachAttribute(in: text.span, tag: markup..<min(offset, count)) { attribute in
            guard attribute.end <= offset else { return false }
            if let prefix = unsafe TagScanner.declaredPrefix(text.span, attribute.name) {
                let quote = byte(before: attribute.end)
                let open = unsafe text.span.index(from: attribute.name.upperBound) { $0 == quote }
                declaration = (attribute.name.lowerBound, prefix, open + 1..<max(open + 1, attribute.end - 1))
            }
            return true
        }
        return declaration
    }
}
