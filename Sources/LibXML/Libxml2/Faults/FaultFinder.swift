import CLibXML2

/// Determines the faults of a document, and their places, from libxml2's reports and from the text itself.
///
/// libxml2 reports where its reading stopped, which for most kinds of faults is after the cause, and its codes differ
/// between its engines and versions. The text after the last event provides the rest.
@safe
struct FaultFinder {
    let text: UnsafeBufferPointer<UInt8>
    let textStart: Int
    /// The end of the last construct that was reported as an event.
    let position: Int
    /// The open elements, the innermost first.
    let openElements: [(name: String, start: Int)]
    let hasRoot: Bool
    /// Where a CDATA section begins that has been reported in part.
    let cdataStart: Int?
    /// Where the document type declaration that is being read begins.
    let documentTypeStart: Int?
    /// Whether a document type declaration has been read or is being read.
    let hasDocumentType: Bool

    /// The fault behind a report of libxml2, at the place of its cause; nil for a warning that users cannot act on.
    func fault(for report: Libxml2Report) -> Fault? {
        if report.isWarning { return warning(report) }
        // For libxml2 2.12, all undeclared prefixes have the same namespace.
        if xmlParserErrors(rawValue: UInt32(report.code)) == XML_NS_ERR_ATTRIBUTE_REDEFINED, report.strings.1 == nil {
            return nil
        }
        if textStart >= 0, skipSpace(from: textStart) == count { return .emptyDocument.at(textStart) }
        var fault = cause(of: report)
        if isHTMLPage {
            let help = "use the HTML parser if the document is an HTML page"
            fault.help = fault.help.map { "\($0); \(help)" } ?? help
        }
        if report.isTolerated { fault.appliedRepair = "kept as written" }
        return fault
    }

    private func cause(of report: Libxml2Report) -> Fault {
        let code = xmlParserErrors(rawValue: UInt32(report.code))
        if report.isInEntity { return entityFault(code, report, at: report.offset) }
        if let fault = characterFault(code, report) { return fault }
        if documentTypeStart != nil { return documentTypeFault(code, report) }
        if !hasRoot, isInDeclaration(report.offset) {
            return xmlDeclarationFault(code, report)
        }
        if let fault = referenceFault(code, report) { return duplicate(before: fault.offset) ?? fault }
        if code == XML_ERR_NAME_TOO_LONG {
            return .nameTooLong.at(markup < report.offset ? markup : referenceStart(before: report.offset))
        }
        let isInMarkup = report.offset > markup || report.offset == markup && code == XML_ERR_INTERNAL_ERROR
        let isEnd = code == XML_ERR_DOCUMENT_END || code == XML_ERR_TAG_NOT_FINISHED || code == XML_ERR_DOCUMENT_EMPTY
        let mayHaveMarkup = !openElements.isEmpty || !hasRoot && skipSpace(from: position) == markup
        let isUnfinished = isEnd && markup < count && mayHaveMarkup
        if cdataStart != nil || isInMarkup || isUnfinished { return markupFault(code, report) }
        return contentFault(report)
    }

    /// A duplicate attribute in the current tag. libxml2 checks for duplicates only at the end of a tag.
    private func duplicate(before offset: Int) -> Fault? {
        guard offset > markup, scalar(at: markup + 1)?.mayBeginName == true else { return nil }
        let fault = unsafe StartTagFaults(text.span, tagAt: markup).first
        return fault.flatMap { $0.code == .duplicateAttribute && $0.offset < offset ? $0 : nil }
    }

    /// Whether an offset is in the XML declaration, or where it should end.
    private func isInDeclaration(_ offset: Int) -> Bool {
        guard has("<?xml", at: textStart), byte(textStart + 5)?.isXMLSpace ?? true else { return false }
        let end = end(of: "?>", from: textStart)
        return offset < end || offset == end && !has("?>", at: end - 2)
    }

    // MARK: Texts that end before the document

    /// Whether a report would not be a fault if the text continued.
    func isCausedByEnd(_ report: Libxml2Report) -> Bool {
        if report.isInEntity { return false }
        let rest = string(min(markup, count)..<count)
        if !rest.isEmpty, ["<!--", "<![CDATA[", "<!DOCTYPE"].contains(where: { $0.hasPrefix(rest) }) { return true }
        let code = xmlParserErrors(rawValue: UInt32(report.code))
        if code == XML_ERR_DOCUMENT_END || code == XML_ERR_DOCUMENT_EMPTY {
            if badCharacter(in: min(position, report.offset)..<min(report.offset + 1, count)) != nil { return false }
            return !openElements.isEmpty || documentTypeStart != nil || mayBegin(at: report.offset)
        }
        return report.offset >= count && !concernsWhole(code, report.offset)
    }

    /// Whether libxml2 reports a fault in an end tag or a reference only after it has read all of it, up to `offset`.
    func concernsWhole(_ code: xmlParserErrors, _ offset: Int) -> Bool {
        switch code {
        case XML_ERR_TAG_NAME_MISMATCH: byte(before: offset) == UInt8(ascii: ">")
        case XML_ERR_INVALID_CHAR: endsBadReference(at: offset)
        case XML_ERR_UNDECLARED_ENTITY, XML_ERR_ENTITY_LOOP, XML_ERR_UNPARSED_ENTITY, XML_ERR_ENTITY_IS_EXTERNAL:
            byte(before: offset) == UInt8(ascii: ";")
        default: false
        }
    }

    /// The fault outside of the root element in a text that ends before the document, if libxml2 reported none.
    func faultBeforeEnd() -> Fault? {
        guard openElements.isEmpty, let fault = endFault(), !mayBegin(at: fault.offset) else { return nil }
        return fault
    }

    /// Whether a construct that is allowed outside of the root element may begin at an offset.
    private func mayBegin(at offset: Int) -> Bool {
        guard let first = byte(offset), let second = byte(offset + 1) else {
            return byte(offset).map { $0 == UInt8(ascii: "<") } ?? true
        }
        let isInstruction = second == UInt8(ascii: "!") || second == UInt8(ascii: "?")
        return first == UInt8(ascii: "<") && (!hasRoot || isInstruction)
    }

    // MARK: The text

    /// Where the construct that was being read begins: everything between the last event and it is character data.
    var markup: Int { unsafe cdataStart ?? text.firstIndex(of: UInt8(ascii: "<"), from: position) }

    var count: Int { unsafe text.count }

    func byte(_ offset: Int) -> UInt8? {
        offset >= 0 && offset < count ? unsafe text[offset] : nil
    }

    func byte(before offset: Int) -> UInt8? { byte(offset - 1) }

    func has(_ word: StaticString, at offset: Int) -> Bool {
        unsafe text.span.has(word, at: offset)
    }

    func skipSpace(from offset: Int) -> Int {
        unsafe text.span.skipSpace(from: offset)
    }

    /// The offset after the next `mark`; the end of the text if there is no mark.
    func end(of mark: StaticString, from offset: Int) -> Int {
        unsafe text.end(of: mark, from: offset)
    }

    func string(_ range: Range<Int>) -> String {
        unsafe text.span.string(range)
    }

    /// The character at an offset, for a message.
    func character(at offset: Int) -> String { unsafe text.span.described(at: offset) }

    /// The scalar at an offset; nil at the end and if the bytes are not UTF-8.
    func scalar(at offset: Int) -> Unicode.Scalar? {
        offset >= 0 && offset < count ? unsafe text.span.scalar(at: offset) : nil
    }

    /// The first character in a range that is malformed, or that XML does not allow.
    func badCharacter(in range: Range<Int>) -> Fault? { unsafe text.span.badCharacter(in: range) }
}
