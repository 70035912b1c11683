import CLibXML2

// Faults outside of tags and other markup.

extension FaultFinder {
    /// The fault for a warning of libxml2; nil if users cannot act on it.
    func warning(_ report: Libxml2Report) -> Fault? {
        var fault: Fault
        let code = xmlParserErrors(rawValue: UInt32(report.code))
        switch code {
        case XML_WAR_NS_URI, XML_WAR_NS_URI_RELATIVE:
            fault = namespaceDeclarationFault(code, report)
        case XML_WAR_UNKNOWN_VERSION:
            fault = Fault(.malformedXMLDeclaration, report.message, at: report.offset)
        default:
            return nil
        }
        fault.severity = .warning
        return fault
    }

    // MARK: Characters

    /// The first character, from the last event up to libxml2's position, that is malformed or that XML does not allow.
    func characterFault(_ code: xmlParserErrors, _ report: Libxml2Report) -> Fault? {
        switch code {
        case _ where concernsWhole(code, report.offset): nil
        case XML_ERR_INVALID_CHAR, XML_ERR_INVALID_ENCODING:
            badCharacter(in: min(position, report.offset)..<min(report.offset + 4, count))
        case XML_ERR_INTERNAL_ERROR, XML_ERR_DOCUMENT_END, XML_ERR_DOCUMENT_EMPTY, XML_ERR_TAG_NOT_FINISHED:
            badCharacter(in: min(position, report.offset)..<min(report.offset + 1, count))
        default: badCharacter(in: report.offset..<min(report.offset + 1, count))
        }
    }

    /// Whether a reference to a character that XML does not allow ends at `offset`.
    func endsBadReference(at offset: Int) -> Bool {
        guard byte(before: offset) == UInt8(ascii: ";"), case let start = referenceStart(before: offset),
            has("&#", at: start), !isLiteral(at: start)
        else { return false }
        let reference = unsafe Reference(in: text.span, at: start, before: offset)
        return unsafe reference.end < offset || reference.character(in: text.span)?.isXMLCharacter != true
    }

    /// Whether an offset is in a comment, a CDATA section or a processing instruction, where there are no references.
    private func isLiteral(at offset: Int) -> Bool {
        guard let start = documentTypeStart else {
            return cdataStart != nil || markup < offset && (has("<!", at: markup) || has("<?", at: markup))
        }
        let declarations = unsafe text.span.extracting(..<offset)
        let scan = DeclarationScan(declarations, from: min(start + 9, offset), to: offset)
        return scan.unclosed.map { $0.construct != .literal } ?? false
    }

    // MARK: References

    func referenceFault(_ code: xmlParserErrors, _ report: Libxml2Report) -> Fault? {
        let start = referenceStart(before: report.offset)
        let name = report.strings.0 ?? ""
        switch code {
        case XML_ERR_UNDECLARED_ENTITY: return .undeclaredEntity(name).at(start)
        case XML_ERR_UNPARSED_ENTITY: return .unparsedEntity(name).at(start)
        case XML_ERR_ENTITY_IS_EXTERNAL: return .externalEntityInValue(name).at(start)
        case XML_ERR_ENTITY_LOOP: return entityLoop(report, at: start)
        case .resourceLimit where byte(before: report.offset) == UInt8(ascii: ";"): return entityLoop(report, at: start)
        case XML_ERR_INVALID_CHAR, XML_ERR_INVALID_HEX_CHARREF, XML_ERR_INVALID_DEC_CHARREF, XML_ERR_INVALID_CHARREF,
            XML_ERR_NAME_REQUIRED where byte(before: report.offset) == UInt8(ascii: "&"),
            XML_ERR_ENTITYREF_SEMICOL_MISSING:
            return unsafe text.span.referenceFault(at: referenceStart(before: report.offset), to: count)
        default:
            return nil
        }
    }

    /// A fault in the replacement text of an entity. Its place is the reference in the document.
    func entityFault(_ code: xmlParserErrors, _ report: Libxml2Report, at offset: Int) -> Fault {
        let name = report.strings.0 ?? ""
        switch code {
        case XML_ERR_UNDECLARED_ENTITY:
            let message = "this entity refers to the undeclared entity “\(name)”"
            return Fault(.undeclaredEntity, message, at: offset)
        case XML_ERR_ENTITY_LOOP, .resourceLimit: return entityLoop(report, at: offset)
        case XML_ERR_LT_IN_ATTRIBUTE: return .entityWithLessThan.at(offset)
        default:
            let message = "the replacement text of this entity is not well-formed: \(report.message)"
            return Fault(.malformedEntity, message, at: offset)
        }
    }

    func entityLoop(_ report: Libxml2Report, at offset: Int) -> Fault {
        report.isRecursion
            ? .recursiveEntity.at(offset)
            : Fault(
                .entityExpansionTooLarge, "entities expand to more text, or nest deeper, than libxml2 allows",
                at: offset)
    }

    /// The offset of the `&` of the reference that ends at `end`.
    func referenceStart(before end: Int) -> Int {
        var start = min(end, count) - 1
        while start > position, byte(start) != UInt8(ascii: "&") { start -= 1 }
        return max(start, 0)
    }

    // MARK: Text, and the ends of the document

    /// The fault at the end of a document in which libxml2 reported none, because it treats a zero byte as the end.
    func endFault() -> Fault? {
        if !openElements.isEmpty { return unclosedElement() }
        let rest = skipSpace(from: position)
        if hasRoot, rest == count { return nil }
        return rest < count ? badCharacter(in: rest..<rest + 1) ?? outsideFault(at: rest) : outsideFault(at: rest)
    }

    func contentFault(_ report: Libxml2Report) -> Fault {
        let start = skipSpace(from: position)
        if openElements.isEmpty { return outsideFault(at: start) }
        let cdataEnd = end(of: "]]>", from: position)
        if has("]]>", at: cdataEnd - 3), cdataEnd - 3 >= position, cdataEnd <= markup {
            return .cdataEndInText.at(cdataEnd - 3)
        }
        let reference = referenceStart(before: count)
        if markup == count, byte(reference) == UInt8(ascii: "&"), end(of: ";", from: reference) == count {
            return .unclosedReference.at(reference)
        }
        if markup == count { return unclosedElement() }
        return Fault(Libxml2Message.message(for: report).code, report.message, at: report.offset)
    }

    private func unclosedElement() -> Fault {
        .unclosedElement(openElements[0].name, start: openElements[0].start).at(count)
    }

    /// The fault of content that is not allowed outside of the root element.
    func outsideFault(at start: Int) -> Fault {
        unsafe hasRoot ? text.span.contentAfterRoot(at: start) : text.span.missingRoot(at: start)
    }

    /// Whether the document begins like a web page, and without the namespace of XHTML.
    var isHTMLPage: Bool {
        guard textStart >= 0 else { return false }
        let start = skipSpace(from: textStart)
        let beginning = string(start..<min(start + 512, count)).lowercased()
        return (beginning.hasPrefix("<!doctype html") || beginning.hasPrefix("<html"))
            && beginning.firstRange(of: "xhtml") == nil
    }
}
