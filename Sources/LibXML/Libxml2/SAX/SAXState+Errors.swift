import CLibXML2
import CLibXML2Shims

extension SAXState {
    /// `serror`. Handles an error or warning of libxml2.
    @inline(never)
    mutating func libxml2Error(_ error: xmlError) {
        // If memory is exhausted, an error has no message.
        if unsafe error.code == XML_ERR_NO_MEMORY.rawValue || error.message == nil { return failForMemory() }
        guard !isFailed else { return }
        let isTolerated = unsafe isRepaired && error.level != XML_ERR_FATAL
        if unsafe isTolerated || Libxml2Report.isWarning(error), faults.isFull {
            return faults.countSkipped()
        }
        let current = unsafe lx_current_position(cContext)
        // In declarations, libxml2 counts values as a level of depth too; the place is libxml2's position.
        let isInEntity = unsafe !entities.isInDocumentType && current.isInsideEntity != 0
        var place = Place(start: position, end: position, isInEntity: isInEntity)
        if let pointer = unsafe current.current, unsafe current.begin != nil {
            place.end = unsafe min(unsafe offset(of: pointer, in: current), builder.source.count)
            // When libxml2 looks at a CRLF, it moves to the line feed.
            if place.end > 0, unsafe text.bytes.span.has("\r\n", at: place.end - 1) { place.end -= 1 }
            place.start = place.isInEntity ? references.start(before: place.end, in: text) : place.end
        }
        var report = unsafe Libxml2Report(error, at: place.start, isInEntity: place.isInEntity)
        report.isTolerated = isTolerated && !report.isWarning
        let code = xmlParserErrors(rawValue: UInt32(report.code))
        if code == XML_ERR_ENTITY_LOOP || code == .resourceLimit { report.isRecursion = isRecursion(before: place.end) }
        if let cause = end.cause, !report.isWarning, !report.isTolerated, finder().isCausedByEnd(report) {
            self.report(cause)
            isFailed = true
            return
        }
        let isOfTag = unsafe error.level != XML_ERR_FATAL && isInTag(report)
        let isPassed = unsafe end.findsAll && error.level != XML_ERR_FATAL
        if end.isWithError, !report.isWarning, !report.isTolerated, !isOfTag, !isPassed {
            end.unsettled = report
            isFailed = true
            return
        }
        if var fault = finder().fault(for: report) {
            fault.setCause(report)
            isOfTag ? reportInTag(fault) : self.report(fault)
        }
        if unsafe error.level == XML_ERR_FATAL { isFailed = true }
    }

    /// Whether libxml2 reports a fault in the names of a start tag that it has read, before the event for that element.
    private mutating func isInTag(_ report: Libxml2Report) -> Bool {
        unsafe !report.isInEntity && !report.isWarning
            && text.bytes.span.mayBeginName(at: text.markup(from: position) + 1)
    }

    /// Reports a fault in the names of a tag. libxml2 reports faults of attributes before that of the element, and its
    /// versions differ. This function reports each fault once, in the order of the text.
    private mutating func reportInTag(_ fault: Fault) {
        if fault.isFatal, faults.isFull { return report(fault) }
        let position = position
        let isKnown = faults.kept.reversed().prefix { $0.offset >= position }.contains { known in
            // An invalid qualified name is one fault. For an element, it is reported after the “<” of its tag.
            known.code == .invalidName && fault.code == .undeclaredPrefix
                && (0...1).contains(known.offset - fault.offset)
                || (known.code, known.offset, known.message) == (fault.code, fault.offset, fault.message)
        }
        if isKnown { return }
        faults.insert(fault) { $0.offset >= position && $0.offset > fault.offset }
        if fault.isFatal, faults.isFull { isFailed = true }
    }

    /// Ends the parse of a stream before an element whose tag contains an invalid name.
    @inline(never)
    mutating func endWithFaultOfTag() {
        if end.isWithError, !end.findsAll, faults.kept.contains(where: \.isFatal) { isFailed = true }
    }

    /// Determines the fault behind the error of a stream, which may depend on the text after it. The fault is
    /// determined once the construct around the error seems complete, once 4,096 bytes follow the error, or at the end
    /// of the document.
    mutating func settleError(isLast: Bool) {
        guard let report = end.unsettled else { return }
        let text = unsafe builder.source
        let length = text.count
        let start = min(position, report.offset)
        let markup = unsafe text.firstIndex(of: UInt8(ascii: "<"), from: start)
        let exists =
            unsafe text.span.has("<?", at: markup)
            ? text.span.endIfAny(of: "?>", from: markup + 2) != nil
            : text.firstIndex(of: UInt8(ascii: ">"), from: start) < length
        guard isLast || exists || length - report.offset > 4096 else { return }
        end.unsettled = nil
        guard var fault = finder().fault(for: report) else { return }
        fault.setCause(report)
        faults.add(fault, isKept: true)
    }

    /// Whether the entity whose reference ends at `end`, or one of those declared before it, refers to itself.
    private mutating func isRecursion(before end: Int) -> Bool {
        let graph = unsafe EntityGraph(cDocument: cContext.pointee.myDoc)
        guard entities.isInDocumentType else {
            let start = references.start(before: end, in: text)
            return graph.isRecursive(from: [text.string(start..<max(start, end - 1))])
        }
        return graph.isRecursive(from: EntityGraph.declared(in: text.string(builder.documentTypeStart..<end)))
    }

    /// Checks the end of a document in which libxml2 has found no fatal error. From 2.14 on, it does not check the end
    /// itself after an error of namespaces.
    mutating func checkEnd() {
        guard !isFailed else { return }
        // Most documents.
        if builder.depth == 0, builder.hasRoot, end.cause == nil,
            case let text = unsafe builder.source.span, text.skipSpace(from: position) == text.count
        {
            return
        }
        if let fault = end.cause == nil ? finder().endFault() : finder().faultBeforeEnd() ?? end.cause { report(fault) }
    }

    // MARK: Memory

    /// Ends the parse because libxml2 could not allocate memory. Earlier faults may result from this.
    @inline(never)
    mutating func failForMemory() {
        end.unsettled = nil
        end.cause = nil
        faults = FaultLog(limit: faults.limit)
        faults.add(.outOfMemory.at(max(position, 0)), isKept: true)
        isFailed = true
        if let cEntity = unsafe entities.cParameterEntity { unsafe lx_refuse_entity(cContext, cEntity) }
    }

    /// Ends the parse if libxml2 has reported a failed allocation to any handler.
    mutating func checkMemory() {
        if unsafe lx_lacks_memory() != 0 || cContext.pointee.errNo == XML_ERR_NO_MEMORY.rawValue { failForMemory() }
    }

    private mutating func finder() -> FaultFinder {
        var (cdataStart, position) = (builder.run.kind == .cdata ? builder.run.start : nil, position)
        // The last piece of a section may have arrived together with its end.
        if cdataStart != nil, let end = cdataEnd() { (cdataStart, position) = (nil, max(position, end)) }
        return unsafe FaultFinder(
            text: builder.source, textStart: textStart, position: position, openElements: builder.openElements,
            hasRoot: builder.hasRoot, cdataStart: cdataStart,
            documentTypeStart: entities.isInDocumentType ? builder.documentTypeStart : nil,
            hasDocumentType: entities.hasDocumentType)
    }
}
