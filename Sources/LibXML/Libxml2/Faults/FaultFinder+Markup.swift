import CLibXML2

// Faults in tags and other markup.

extension FaultFinder {
    func markupFault(_ code: xmlParserErrors, _ report: Libxml2Report) -> Fault {
        let start = markup
        if code == XML_ERR_INTERNAL_ERROR || code == .resourceLimit, count - start > 1_000_000 {
            let isTag = scalar(at: start + 1)?.mayBeginName ?? false
            let message = "\(isTag ? "a tag" : "a comment, CDATA section or the like") is longer than libxml2 allows"
            return Fault(isTag ? .tagTooLong : .textTooLong, message, at: start)
        }
        if has("<!--", at: start) { return commentFault(at: start) }
        if has("<![CDATA[", at: start) {
            return badCharacter(in: start..<count)
                ?? Fault(.unclosedCDATASection, "the document ends inside a CDATA section", at: start)
        }
        if has("<!", at: start) { return declarationFault(at: start, code, report) }
        if has("<?", at: start) { return instructionFault(at: start, report) }
        if has("</", at: start) { return endTagFault(at: start, report) }
        if start + 1 < count, let fault = badCharacter(in: start + 1..<start + 2) { return fault }
        guard let first = scalar(at: start + 1) else {
            return Fault(.unclosedTag, "the document ends after “<”", at: start)
        }
        if first.mayBeginName { return startTagFault(at: start, code, report) }
        if first.mayContinueName {
            return Fault(.invalidName, "a name cannot begin with \(character(at: start + 1))", at: start + 1)
        }
        return Fault(
            .malformedTag, "“<” begins no tag", at: start + 1, help: "write &lt; for the character itself")
    }

    private func commentFault(at start: Int) -> Fault {
        let hyphens = end(of: "--", from: start + 4) - 2
        if has("--", at: hyphens), !has("-->", at: hyphens) || end(of: "-->", from: start + 4) > hyphens + 3 {
            return Fault(.doubleHyphenInComment, "“--” in a comment", at: hyphens)
        }
        return badCharacter(in: start..<count)
            ?? Fault(.unclosedComment, "the document ends inside a comment", at: start)
    }

    private func declarationFault(at start: Int, _ code: xmlParserErrors, _ report: Libxml2Report) -> Fault {
        if has("<!DOCTYPE", at: start) {
            if openElements.isEmpty { return hasRoot ? contentAfterRoot(at: start) : documentTypeFault(code, report) }
            return Fault(.misplacedDocumentType, "a document type declaration inside the root element", at: start)
        }
        if openElements.isEmpty, isHTMLPage {
            return Fault(.notXML, "this is an HTML page, not XML", at: start)
        }
        return Fault(.malformedTag, "“<!” begins neither a comment nor a CDATA section", at: start)
    }

    private func instructionFault(at start: Int, _ report: Libxml2Report) -> Fault {
        let target = nameRange(from: start + 2)
        let name = string(target)
        if name.lowercased() == "xml" {
            guard name == "xml" else {
                let message = "the target “\(name)” of a processing instruction is reserved"
                return Fault(.reservedProcessingInstruction, message, at: start)
            }
            if start == textStart {
                return Fault(.malformedXMLDeclaration, "an XML declaration without a version", at: target.upperBound)
            }
            return Fault(
                .misplacedXMLDeclaration, "an XML declaration that is not at the start of the document", at: start,
                help: openElements.isEmpty && !hasRoot ? "remove what stands before it" : nil)
        }
        if unsafe text.span.endIfAny(of: "?>", from: start + 2) == nil {
            return badCharacter(in: start..<count)
                ?? Fault(.unclosedProcessingInstruction, "the document ends inside a processing instruction", at: start)
        }
        if target.isEmpty {
            let message = "\(character(at: start + 2)) cannot begin the target of a processing instruction"
            return Fault(.invalidName, message, at: start + 2)
        }
        if name.contains(":") {
            return Fault(.invalidName, "a colon in the target “\(name)” of a processing instruction", at: start + 2)
        }
        if report.offset == target.upperBound {
            let message = "\(character(at: report.offset)) follows the target “\(name)” without white space"
            return Fault(.malformed, message, at: report.offset)
        }
        return Fault(.malformed, "malformed processing instruction: \(report.message)", at: report.offset)
    }

    // MARK: End tags

    private func endTagFault(at start: Int, _ report: Libxml2Report) -> Fault {
        let range = nameRange(from: start + 2)
        let close = skipSpace(from: range.upperBound)
        if close == count { return Fault(.unclosedTag, "the document ends inside an end tag", at: start) }
        if range.isEmpty {
            return Fault(
                .malformedTag, "\(character(at: start + 2)) where the name of an end tag should be", at: start + 2)
        }
        guard let open = openElements.first else { return contentAfterRoot(at: start) }
        let name = string(range)
        if name != open.name { return mismatchFault(at: start, name: name, open: open) }
        if byte(close) != UInt8(ascii: ">") {
            return Fault(.malformedTag, "\(character(at: close)) where the end tag should end", at: close)
        }
        return Fault(.malformed, report.message, at: report.offset)
    }

    private func mismatchFault(at start: Int, name: String, open: (name: String, start: Int)) -> Fault {
        let isOpen = openElements.contains { $0.name == name }
        let message =
            isOpen
            ? "<\(open.name)> is not closed before </\(name)>"
            : "the end tag </\(name)> does not match <\(open.name)>"
        let isVoid = ["br", "hr", "img", "input", "link", "meta", "col", "wbr"].contains(open.name.lowercased())
        return Fault(
            .mismatchedEndTag, message, at: start,
            note: .init(message: "<\(open.name)> begins here", offset: open.start),
            help: isOpen && isVoid ? "in XML an element without content is written <\(open.name)/>" : nil)
    }

    // MARK: Start tags

    private func startTagFault(at start: Int, _ code: xmlParserErrors, _ report: Libxml2Report) -> Fault {
        // There may be one for each attribute of a long tag.
        if code == XML_NS_ERR_UNDEFINED_NAMESPACE { return undeclaredPrefix(inTagAt: start, report) }
        if [XML_NS_ERR_XML_NAMESPACE, XML_NS_ERR_EMPTY, XML_ERR_NS_DECL_ERROR].contains(code) {
            return namespaceDeclarationFault(code, report)
        }
        let tag = TagReader(self, start: start)
        switch code {
        case XML_NS_ERR_ATTRIBUTE_REDEFINED: return duplicateByNamespace(in: tag, report)
        case XML_NS_ERR_QNAME, XML_NS_ERR_COLON:
            return invalidColon(in: tag, report)
        default: break
        }
        if let fault = tag.fault { return fault }
        switch code {
        case XML_ERR_LT_IN_ATTRIBUTE:
            let reference = referenceStart(before: report.offset)
            return Fault(.lessThanInAttributeValue, "an entity with “<” in an attribute value", at: reference)
        case XML_ERR_ATTRIBUTE_NOT_FINISHED:
            return Fault(.tagTooLong, "an attribute value is longer than libxml2 allows", at: start)
        case _ where byte(before: report.offset) == UInt8(ascii: ";"):
            // From 2.13 on, references in attribute values are expanded without a sign of it.
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
                let isMeant = unsafe beginning.withUnsafeBufferPointer { beginning in
                    unsafe text.matches(beginning, at: attribute.name.lowerBound)
                }
                if isMeant { offset = attribute.name.lowerBound }
                return !isMeant
            }
        }
        return Fault(
            .undeclaredPrefix, "no namespace is declared for the prefix “\(prefix)”", at: offset,
            help: WellKnownNamespaces.hint(for: prefix))
    }

    /// A name in which colons do not stand between a prefix and a local name.
    private func invalidColon(in tag: TagReader, _ report: Libxml2Report) -> Fault {
        let names = [nameRange(from: tag.start + 1)] + tag.attributes
        let invalid = names.filter { range in
            let parts = string(range).split(separator: ":", omittingEmptySubsequences: false)
            return parts.count > 2 || parts.contains { $0.unicodeScalars.first?.mayBeginName != true }
        }
        // libxml2 tells one or two parts of the name.
        let beginning = [report.strings.0, report.strings.1].compactMap(\.self).joined(separator: ":")
        guard let name = invalid.first(where: { string($0).hasPrefix(beginning) }) ?? invalid.first else {
            return Fault(.invalidName, "a name with a misplaced colon", at: tag.start)
        }
        let offset = name == names[0] ? tag.start : name.lowerBound
        return Fault(.invalidName, "the colons in “\(string(name))” do not separate a prefix from a name", at: offset)
    }

    private func duplicateByNamespace(in tag: TagReader, _ report: Libxml2Report) -> Fault {
        let local = report.strings.0 ?? ""
        let same = tag.attributes.filter { string($0).hasSuffix(":" + local) }
        let message = "the attribute “\(local)” stands twice, with two prefixes for one namespace"
        guard same.count > 1 else { return Fault(.duplicateAttribute, message, at: tag.start) }
        return Fault(
            .duplicateAttribute, message, at: same[1].lowerBound,
            note: .init(message: "first here", offset: same[0].lowerBound))
    }

    /// The characters of a name from `start` on; empty when none begins there.
    func nameRange(from start: Int) -> Range<Int> {
        guard let first = scalar(at: start), first.mayBeginName else { return start..<start }
        var end = start
        while let scalar = scalar(at: end), scalar.mayContinueName { end += UTF8.width(scalar) }
        return start..<end
    }
}
