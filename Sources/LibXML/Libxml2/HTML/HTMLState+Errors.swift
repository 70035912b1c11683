import CLibXML2
import CLibXML2Shims

extension HTMLState {
    /// `serror`. libxml2 reports an error and continues.
    @inline(never)
    mutating func libxml2Error(_ error: xmlError) {
        // If memory is exhausted, an error has no message.
        if unsafe error.code == XML_ERR_NO_MEMORY.rawValue || error.message == nil { return failForMemory() }
        // Elements that HTML 4.01 does not define are not faults of a page.
        guard !isFailed, unsafe error.code != XML_HTML_UNKNOWN_TAG.rawValue else { return }
        let cursor = max(cursor, position)
        // The search for the place of a fault is skipped for faults that are not reported.
        guard !faults.isFull else {
            if unsafe error.code == XML_ERR_TAG_NAME_MISMATCH.rawValue { position = cursor }
            return
        }
        let report = unsafe Libxml2Report(error, at: cursor, isInEntity: false)
        let (code, place) = culprit(report, before: cursor)
        var fault = Fault(code, message(for: report, code, at: place), at: place)
        fault.setCause(report)
        self.report(fault)
        // A stray end tag that has been reported is not searched.
        if code == .mismatchedEndTag { position = cursor }
    }

    private mutating func failForMemory() {
        if !isFailed { unsafe lx_restore_open_names(cContext, cOpenNames) }
        failure = .outOfMemory.at(sourceStart(position))
        unsafe lx_stop_reading(cContext)
    }

    /// The meaning of libxml2's code, and the place of the fault, which is before libxml2's position.
    ///
    /// libxml2 reports the faults of elements, and of document types. The tokenizer has reported the others, which the
    /// HTML Standard allows from 2.14 on.
    private mutating func culprit(_ report: Libxml2Report, before end: Int) -> (XMLError.Code, Int) {
        switch xmlParserErrors(rawValue: UInt32(report.code)) {
        case XML_ERR_TAG_NAME_MISMATCH:
            return (.mismatchedEndTag, find("</", before: end))
        case XML_ERR_DOCTYPE_NOT_FINISHED, XML_ERR_LITERAL_NOT_STARTED, XML_ERR_LITERAL_NOT_FINISHED,
            XML_ERR_URI_REQUIRED, XML_ERR_PUBID_REQUIRED, XML_ERR_NAME_REQUIRED:
            return (.malformedDocumentType, find("<!", before: end))
        case XML_HTML_STRUCURE_ERROR:
            return (.misplacedElement, find("<", before: end))
        default:
            return (Libxml2Message.htmlMessage(for: report).code, min(position, end))
        }
    }

    private mutating func message(for report: Libxml2Report, _ code: XMLError.Code, at place: Int) -> String {
        var report = report
        if code == .mismatchedEndTag {
            // If libxml2 reports only one name, it may be that of the open element.
            var name = endTagName(at: place) ?? report.strings.1.flatMap { _ in report.strings.0 }
            if let written = name { name = originalName(written) }
            report.strings = (name, nil, nil)
        }
        return Libxml2Message.htmlMessage(for: report).text
    }

    /// The name of an element in the page, which another name may stand for.
    private func originalName(_ name: String) -> String {
        guard let original = translation?.name(for: Array(name.utf8).contiguous.span) else { return name }
        return String(decoding: original, as: UTF8.self)
    }

    /// The name in the end tag that begins at `start`; nil if no end tag begins there.
    private mutating func endTagName(at start: Int) -> String? {
        let text = unsafe text.span
        guard text.has("</", at: start) else { return nil }
        let end = text.index(from: start + 2) { $0.isXMLSpace || [UInt8(ascii: ">"), UInt8(ascii: "/")].contains($0) }
        return text.string(start + 2..<min(end, start + 82))
    }

    /// The first `mark` after the last event; the last event if there is no mark before `end`.
    private mutating func find(_ mark: StaticString, before end: Int) -> Int {
        let found = unsafe text.end(of: mark, from: position) - mark.utf8CodeUnitCount
        return found < end && found >= position ? found : min(position, end)
    }
}
