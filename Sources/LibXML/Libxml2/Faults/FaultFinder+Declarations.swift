import CLibXML2

// Faults in the XML declaration, in namespace declarations and in the document type.

extension FaultFinder {
    func xmlDeclarationFault(_ code: xmlParserErrors, _ report: Libxml2Report) -> Fault {
        let offset = report.offset
        let found = character(at: offset)
        // libxml2 does not report which of the three it was reading.
        let name = lastDeclared(before: offset).map { "“\($0)”" } ?? "a name"
        if code == XML_ERR_SPACE_REQUIRED { return .missingSpaceInXMLDeclaration(before: found).at(offset) }
        let reason =
            switch code {
            case XML_ERR_VERSION_MISSING: "the version is missing"
            case XML_ERR_EQUAL_REQUIRED: "“=” is missing after \(name)"
            case XML_ERR_STRING_NOT_STARTED, XML_ERR_ATTRIBUTE_NOT_STARTED: "the value of \(name) is not in quotes"
            case XML_ERR_STRING_NOT_CLOSED, XML_ERR_ATTRIBUTE_NOT_FINISHED, XML_ERR_ENCODING_NAME:
                "\(found) is not allowed here in the value of \(name)"
            case XML_ERR_XMLDECL_NOT_FINISHED: "expected “?>”, found \(found)"
            default: report.message
            }
        return .malformedXMLDeclaration(reason).at(offset)
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
        let name = ReservedNamespaces.described(prefix)
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

    // MARK: Document type

    func documentTypeFault(_ code: xmlParserErrors, _ report: Libxml2Report) -> Fault {
        let start = documentTypeStart ?? markup
        let scan = unsafe DeclarationScan(text.span, from: min(start + 9, count), to: min(report.offset, count))
        func malformed(_ message: String, at offset: Int = report.offset) -> Fault {
            Fault(.malformedDocumentType, message, at: offset)
        }
        switch scan.unclosed {
        case (.comment, let start)?: return .unclosedComment.at(start)
        case (.instruction, let start)?: return .unclosedProcessingInstruction.at(start)
        case (.literal, let start)?: return malformed("a value in a declaration is not closed", at: start)
        case nil: break
        }
        switch code {
        case XML_ERR_DOCUMENT_END, XML_ERR_DOCUMENT_EMPTY: return .unclosedDocumentType.at(start)
        case XML_ERR_INTERNAL_ERROR where report.offset - start > PrologueText.longest:
            return Fault(.textTooLong, "the document type declaration is longer than libxml2 allows", at: start)
        case XML_ERR_INTERNAL_ERROR: return expectedDeclaration(at: scan.unknownDeclaration ?? report.offset)
        case XML_ERR_ENTITY_LOOP: return entityLoop(report, at: report.offset)
        case XML_ERR_LT_IN_ATTRIBUTE: return malformed("“<” is not allowed in a default value")
        case XML_ERR_ENTITY_PE_INTERNAL: return .parameterEntityInDeclaration.at(report.offset)
        case XML_ERR_UNDECLARED_ENTITY:
            return malformed(Fault.undeclaredEntity(report.strings.0 ?? "").message)
        case XML_ERR_URI_FRAGMENT:
            let mark = (start..<report.offset).last { byte($0) == UInt8(ascii: "#") } ?? report.offset
            return malformed("the URI of an entity must not have a fragment", at: mark)
        default:
            if let value = scan.declaration.flatMap({ valueFault($0.keyword, at: $0.start, to: report.offset) }) {
                return value
            }
            let found = character(at: report.offset)
            if let start = scan.runaway {
                return malformed("a value in a declaration is not closed", at: start)
            }
            // Newer versions of libxml2 read a part of an unknown keyword.
            if let start = scan.unknownDeclaration { return expectedDeclaration(at: start) }
            guard let (keyword, start) = scan.declaration else {
                return malformed("\(found) is not expected in the document type declaration")
            }
            return Fault(
                .malformedDocumentType, "\(found) is not expected in the <!\(keyword) declaration", at: report.offset,
                note: .init(message: "<!\(keyword) begins here", offset: start))
        }
    }

    private func expectedDeclaration(at offset: Int) -> Fault {
        Fault(.malformedDocumentType, "expected a declaration, found \(character(at: offset))", at: offset)
    }

    /// The first malformed reference in the values of a markup declaration, before an offset or around it. libxml2
    /// reads the value of an entity as a whole before its references.
    private func valueFault(_ keyword: String, at start: Int, to offset: Int) -> Fault? {
        let beginning = string(start..<offset).prefix { $0 != "\"" && $0 != "'" }
        // `<!ENTITY name "…"` or `<!ENTITY % name "…"`; the values after `SYSTEM` and `PUBLIC` have no references.
        let isEntity = keyword == "ENTITY" && beginning.split(whereSeparator: \.isWhitespace).count { $0 != "%" } == 2
        guard isEntity || keyword == "ATTLIST" else { return nil }
        var position = start
        while position < offset {
            defer { position += 1 }
            guard let quote = byte(position), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                continue
            }
            let end = unsafe text.firstIndex(of: quote, from: position + 1)
            for index in position + 1..<end {
                if byte(index) == UInt8(ascii: "&"), let fault = unsafe text.span.referenceFault(at: index, to: end) {
                    return fault
                }
                if isEntity, byte(index) == UInt8(ascii: "%"), case let name = index + 1,
                    case let nameEnd = unsafe text.span.endOfXMLName(from: name),
                    nameEnd == name || !has(";", at: nameEnd)
                {
                    return Fault(
                        .malformedReference, "“%” does not begin a reference", at: index,
                        help: "write &#37; for a literal “%”")
                }
            }
            position = end
        }
        return nil
    }
}
