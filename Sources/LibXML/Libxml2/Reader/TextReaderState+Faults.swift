import CLibXML2
import CLibXML2Shims

/// A fault as it was found, in the middle of parsing, before what follows in the text has been looked at.
struct PendingFault {
    /// What libxml2 says; its offset is one of the stream.
    var report: Libxml2Report?
    /// What we say ourselves; its offset is one of the stream.
    var fault: Fault?
    /// Whether the parser has been stopped.
    var isFatal: Bool
    /// The end of the last thing that was reported before.
    var position: Int
    var openElements: [(name: String, start: Int)]
    var hasRoot: Bool
    var cdataStart: Int?
    var documentTypeStart: Int?
}

extension TextReaderState {
    /// `serror`, through xmlTextReader: libxml2 reports something.
    @inline(never)
    mutating func libxml2Error(_ error: xmlError) {
        if unsafe cContext == nil, let cContext = unsafe error.ctxt {
            unsafe install(cContext.assumingMemoryBound(to: xmlParserCtxt.self))
        }
        // Its number ends the reading even where a document may be well-formed all the same.
        if unsafe error.level != XML_ERR_FATAL { unsafe cContext?.pointee.errNo = 0 }
        if unsafe feed.prelude.isReport(error) { return }
        guard unsafe cContext != nil, !isFailed, feed.spaceCount == 0, input.error == nil else { return }
        if unsafe error.code == Int32(XML_NS_ERR_UNDEFINED_NAMESPACE.rawValue), let cContext = unsafe cContext,
            unsafe current.isInsideEntity != 0 && lx_declares_prefix(cContext, error.str1) != 0
        {
            // The walk through the entity finds it.
            return
        }
        // Of a namespace whose URI has references libxml2 judges what is written, and not what it stands for.
        if unsafe Libxml2Report.isOfURI(error) && String(cString: error.message).contains("&") { return }
        let isFatal = unsafe error.level == XML_ERR_FATAL
        let isWarning = unsafe Libxml2Report.isWarning(error) || isMended && error.level != XML_ERR_FATAL
        if isWarning, warnings.isFull { return warnings.addUntold() }
        guard isWarning || pendingFault == nil else { return }
        let current = unsafe current
        // Of an external entity in an attribute value libxml2 tells with its name, wherever it is.
        let isInEntity =
            unsafe !isInDocumentType && current.isInsideEntity != 0
            && error.code != Int32(XML_ERR_ENTITY_IS_EXTERNAL.rawValue)
        var (start, end) = (position, position)
        if let pointer = unsafe current.current, unsafe current.begin != nil {
            end = unsafe min(offset(of: pointer, in: current), text.end)
            start = isInEntity ? references.start(before: end, in: text) : end
        }
        var report = unsafe Libxml2Report(error, at: start, isInEntity: isInEntity)
        report.isTolerated = isWarning && !report.isWarning
        let code = xmlParserErrors(rawValue: UInt32(report.code))
        if code == XML_ERR_ENTITY_LOOP || code == .resourceLimit { report.isRecursion = isRecursion(before: end) }
        if isWarning {
            let found = pending(report, nil, isFatal: false)
            guard let fault = resolve(found) else { return }
            warnings.add(fault)
        } else {
            let found = pending(report, nil, isFatal: isFatal)
            // Of what comes of an end before the document's, that end is the fault.
            report.offset -= text.base
            if input.window.stop == nil || !finder(found).comesOfEnd(report) { pendingFault = found }
        }
        if isFatal { isFailed = true }
    }

    /// Ends the parse with a fault of our own: libxml2 is stopped at the end of the callback, or fed nothing more.
    @inline(never)
    mutating func fail(_ fault: Fault) {
        guard !isFailed else { return }
        if pendingFault == nil { pendingFault = pending(nil, fault, isFatal: true) }
        isFailed = true
    }

    private func pending(_ report: Libxml2Report?, _ fault: Fault?, isFatal: Bool) -> PendingFault {
        var (cdataStart, position): (Int?, Int) = (unsafe cdata.cNode == nil ? nil : cdata.start, position)
        if cdataStart != nil, let sourceEnd = cdata.sourceEnd {
            // The last piece of a section may have come with its end.
            let end = text.end(of: "]]>", from: sourceEnd)
            if text.has("]]>", at: end - 3) { (cdataStart, position) = (nil, max(position, end)) }
        }
        return PendingFault(
            report: report, fault: fault, isFatal: isFatal, position: position, openElements: openElements,
            hasRoot: hasRoot, cdataStart: cdataStart, documentTypeStart: documentTypeStart)
    }

    /// The names and starts of the open elements, the innermost first. Complexity: O(depth).
    private var openElements: [(name: String, start: Int)] {
        var elements: [(name: String, start: Int)] = []
        var ancestor = unsafe cContext?.pointee.node
        while let cNode = unsafe ancestor, unsafe cNode.pointee.type == XML_ELEMENT_NODE {
            let prefix = unsafe cNode.pointee.ns?.pointee.prefix.map { unsafe String(cXML: $0) + ":" } ?? ""
            unsafe elements.append(
                (unsafe prefix + String(cXML: cNode.pointee.name), NodePlace.start(cNode) ?? position))
            unsafe ancestor = cNode.pointee.parent
        }
        return elements
    }

    /// Whether the entity whose reference ends at `end`, or one of those declared up to there, refers to itself.
    private mutating func isRecursion(before end: Int) -> Bool {
        let graph = unsafe EntityGraph(cDocument: cContext?.pointee.myDoc)
        guard let documentTypeStart else {
            let start = references.start(before: end, in: text)
            return graph.isRecursive(from: [text.string(start..<max(start, end - 1))[...]])
        }
        return graph.isRecursive(from: EntityGraph.declared(in: text.string(documentTypeStart..<end)))
    }

    // MARK: What they are

    /// How much of the text after a fault is looked at to tell what it is.
    private static let lookahead = 64 << 10

    /// The error that ends the document, once it is known; reads on in the source where that helps to tell.
    mutating func takeError() -> XMLError? {
        if let found = pendingFault {
            if found.fault == nil, let report = found.report {
                while !input.isComplete, text.end < report.offset + Self.lookahead {
                    input.read(&warnings)
                }
            }
            if found.documentTypeStart != nil, let error = declarationError() { return error }
            if let diagnostic = resolve(found) {
                return XMLError(diagnostic, diagnostics: warnings.kept + [diagnostic])
            }
        }
        if let stop = input.window.stop {
            let before =
                pendingFault == nil && !isFailed ? finder(pending(nil, nil, isFatal: true)).faultBeforeEnd() : nil
            let diagnostic = diagnostic(before ?? stop, base: text.base)
            return XMLError(diagnostic, diagnostics: warnings.kept + [diagnostic])
        }
        guard let error = input.error else { return nil }
        return error as? XMLError ?? XMLError(.sourceFailed, "the source of the document failed: \(error)")
    }

    /// What is wrong with a document type declaration.
    private func declarationError() -> XMLError? {
        guard pendingFault?.fault == nil,
            let diagnostics = SAXParser.declarationDiagnostics(in: input.window, options, isWhole: input.isComplete),
            let first = diagnostics.first(where: { $0.severity == .error })
        else { return nil }
        return XMLError(first, diagnostics: diagnostics)
    }

    /// What is wrong with the end of a document of which libxml2 has said nothing bad.
    mutating func endError() -> XMLError? {
        if let error = takeError() { return error }
        let found = pending(nil, nil, isFatal: true)
        guard let fault = finder(found).endFault() else { return nil }
        let diagnostic = diagnostic(fault, base: text.base)
        return XMLError(diagnostic, diagnostics: warnings.kept + [diagnostic])
    }

    private func resolve(_ found: PendingFault) -> XMLDiagnostic? {
        if let fault = found.fault { return diagnostic(fault, base: 0) }
        guard var report = found.report else { return nil }
        let base = text.base
        report.offset -= base
        guard var fault = finder(found).fault(for: report) else { return nil }
        fault.libxml2Code = report.code
        return diagnostic(fault, base: base)
    }

    private func finder(_ found: PendingFault) -> FaultFinder {
        let base = text.base
        return unsafe FaultFinder(
            text: text.bytes, textStart: 0, position: max(found.position - base, 0),
            openElements: found.openElements.map { ($0.name, $0.start - base) }, hasRoot: found.hasRoot,
            cdataStart: found.cdataStart.map { $0 - base }, documentTypeStart: found.documentTypeStart.map { $0 - base }
        )
    }

    /// - Parameter base: what the fault's offsets count from.
    func diagnostic(_ fault: Fault, base: Int) -> XMLDiagnostic {
        fault.diagnostic { input.location(at: base + $0) }
    }
}

extension String {
    /// The string that a C string of libxml2 is; empty for none.
    @inline(__always)
    init(cXML cString: UnsafePointer<UInt8>?) {
        guard let cString = unsafe cString else {
            self = ""
            return
        }
        self = unsafe String(
            decoding: UnsafeBufferPointer(start: cString, count: UnsafePointer<UInt8>.length(cString)), as: UTF8.self)
    }
}
