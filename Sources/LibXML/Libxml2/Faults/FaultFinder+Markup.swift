import CLibXML2

// Faults in tags and other markup.

extension FaultFinder {
    func markupFault(_ code: xmlParserErrors, _ report: Libxml2Report) -> Fault {
        let start = markup
        if code == XML_ERR_INTERNAL_ERROR || code == .resourceLimit, count - start > 1_000_000 {
            let isTag = scalar(at: start + 1)?.mayBeginName ?? false
            let construct: StaticString = isTag ? "a tag" : PendingConstruct.otherConstruct
            return Fault(isTag ? .tagTooLong : .textTooLong, "\(construct) is longer than libxml2 allows", at: start)
        }
        if has("<!--", at: start) { return commentFault(at: start) }
        if has("<![CDATA[", at: start) {
            if openElements.isEmpty { return outsideFault(at: start) }
            return badCharacter(in: start..<count) ?? .unclosedCDATASection.at(start)
        }
        if has("<!", at: start) { return declarationFault(at: start, code, report) }
        if has("<?", at: start) { return instructionFault(at: start, report) }
        if has("</", at: start) { return endTagFault(at: start, report) }
        if scalar(at: start + 1)?.mayBeginName == true { return startTagFault(at: start, code, report) }
        return unsafe text.span.lessThanFault(at: start)
    }

    private func commentFault(at start: Int) -> Fault {
        let fault = unsafe text.span.commentFault(at: start)
        return fault.code == .unclosedComment ? badCharacter(in: start..<count) ?? fault : fault
    }

    private func declarationFault(at start: Int, _ code: xmlParserErrors, _ report: Libxml2Report) -> Fault {
        if has("<!DOCTYPE", at: start) {
            if !hasRoot, hasDocumentType { return .secondDocumentType.at(start) }
            if openElements.isEmpty { return hasRoot ? outsideFault(at: start) : documentTypeFault(code, report) }
            return .documentTypeInRoot.at(start)
        }
        if openElements.isEmpty, isHTMLPage {
            return Fault(.notXML, "this is an HTML page, not XML", at: start)
        }
        return unsafe text.span.declarationFault(at: start)
    }

    private func instructionFault(at start: Int, _ report: Libxml2Report) -> Fault {
        if start == textStart, has("<?xml", at: start), unsafe text.span.endOfXMLName(from: start + 2) == start + 5 {
            return .missingXMLVersion.at(start + 5)
        }
        let isClosed = unsafe text.span.endIfAny(of: "?>", from: start + 2) != nil
        let fault = unsafe text.span.instructionFault(
            at: start, isClosed: isClosed, isBeforeRoot: openElements.isEmpty && !hasRoot)
        if fault?.code == .unclosedProcessingInstruction, let character = badCharacter(in: start..<count) {
            return character
        }
        return fault ?? Fault(.malformed, "malformed processing instruction: \(report.message)", at: report.offset)
    }

    // MARK: End tags

    private func endTagFault(at start: Int, _ report: Libxml2Report) -> Fault {
        let name = unsafe string(start + 2..<text.span.endOfXMLName(from: start + 2))
        let fault = unsafe text.span.endTagFault(at: start)
        guard let open = openElements.first, !name.isEmpty, fault?.code != .unclosedTag else {
            return openElements.isEmpty && fault?.code != .unclosedTag
                ? outsideFault(at: start) : fault ?? Fault(.malformed, report.message, at: report.offset)
        }
        guard name != open.name else { return fault ?? Fault(.malformed, report.message, at: report.offset) }
        let isOpen = openElements.contains { $0.name == name }
        return .mismatchedEndTag(name, in: open.name, isOpen: isOpen, start: open.start).at(start)
    }

    // MARK: Start tags

    private func startTagFault(at start: Int, _ code: xmlParserErrors, _ report: Libxml2Report) -> Fault {
        // There may be one such fault for each attribute of a long tag.
        if code == XML_NS_ERR_UNDEFINED_NAMESPACE { return undeclaredPrefix(inTagAt: start, report) }
        if [XML_NS_ERR_XML_NAMESPACE, XML_NS_ERR_EMPTY, XML_ERR_NS_DECL_ERROR].contains(code) {
            return namespaceDeclarationFault(code, report)
        }
        let tag = unsafe StartTagFaults(text.span, tagAt: start)
        switch code {
        case XML_NS_ERR_ATTRIBUTE_REDEFINED: return duplicateByNamespace(in: tag, at: start, report)
        case XML_NS_ERR_QNAME, XML_NS_ERR_COLON:
            return invalidColon(in: tag, at: start, report)
        default: break
        }
        if let fault = tag.first { return fault }
        switch code {
        case XML_ERR_LT_IN_ATTRIBUTE:
            return .entityWithLessThan.at(referenceStart(before: report.offset))
        case XML_ERR_ATTRIBUTE_NOT_FINISHED:
            return Fault(.tagTooLong, "an attribute value is longer than libxml2 allows", at: start)
        case _ where byte(before: report.offset) == UInt8(ascii: ";"):
            // From 2.13 on, libxml2 gives no sign that it is expanding a reference in an attribute value.
            return entityFault(code, report, at: referenceStart(before: report.offset))
        default:
            return Fault(.malformedTag, report.message, at: report.offset)
        }
    }

    private func undeclaredPrefix(inTagAt start: Int, _ report: Libxml2Report) -> Fault {
        let prefix = report.strings.0 ?? ""
        var offset = start
        if report.strings.2 != nil {
            let beginning = Array("\(prefix):".utf8)
            unsafe TagScanner.forEachAttribute(in: text.span, tag: start..<count) { attribute in
                let hasPrefix = unsafe beginning.withUnsafeBufferPointer { beginning in
                    unsafe text.matches(beginning, at: attribute.name.lowerBound)
                }
                if hasPrefix { offset = attribute.name.lowerBound }
                return !hasPrefix
            }
        }
        return .undeclaredPrefix(prefix).at(offset)
    }

    /// A name with a colon that does not separate a prefix from a local name.
    private func invalidColon(in tag: StartTagFaults, at start: Int, _ report: Libxml2Report) -> Fault {
        let names = unsafe [start + 1..<text.span.endOfXMLName(from: start + 1)] + tag.attributes
        let invalid = names.filter { unsafe !text.span.extracting($0).isQualifiedName }
        // libxml2 reports one or two parts of the name.
        let beginning = [report.strings.0, report.strings.1].compactMap(\.self).joined(separator: ":")
        guard let name = invalid.first(where: { string($0).hasPrefix(beginning) }) ?? invalid.first else {
            return .misplacedColon.at(start + 1)
        }
        return unsafe text.span.colonFault(in: name, isElement: false) ?? .misplacedColon.at(name.lowerBound)
    }

    private func duplicateByNamespace(in tag: StartTagFaults, at start: Int, _ report: Libxml2Report) -> Fault {
        let local = report.strings.0 ?? ""
        let same = tag.attributes.filter { string($0).hasSuffix(":" + local) }
        return same.count > 1
            ? .duplicateAttribute(byNamespace: local, first: same[0].lowerBound).at(same[1].lowerBound)
            : .duplicateAttribute(byNamespace: local).at(start)
    }
}
