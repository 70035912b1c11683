/// Calls the methods of a handler for events.
final class HandlerObserver<Handler: XMLHandler>: EventObserver {
    var handler: Handler { cell.value }

    /// Only the methods below modify it, and their calls do not overlap. A check for that would take a seventh of a
    /// parse.
    private let cell: UncheckedCell<Handler>

    /// The error that the handler threw.
    var error: (any Error)?

    init(_ cell: UncheckedCell<Handler>) {
        self.cell = cell
    }

    override func startElement(_ element: ElementView) {
        call { try $0.startElement(XMLElementEvent(element)) }
    }

    override func endElement(_ element: ElementView) {
        call { try $0.endElement(XMLElementEvent(element)) }
    }

    override func data(_ data: DataView, _ kind: TapeKind) {
        let data = XMLTextEvent(data)
        switch kind {
        case .text: call { try $0.text(data) }
        case .cdata: call { try $0.cdata(data) }
        case .comment: call { try $0.comment(data) }
        case .processingInstruction: call { try $0.processingInstruction(data) }
        case .entityReference: call { try $0.entityReference(data) }
        case .document, .element, .attribute, .namespace, .documentType: break
        }
    }

    // MARK: Parsing

    /// Begins a document, and returns the parser whose events the handler receives.
    func start(_ options: XMLParsingOptions) -> StreamParser {
        deliver { try $0.startDocument() }
        return StreamParser(options: options, observer: self)
    }

    /// Delivers the warnings that the parser has found.
    ///
    /// - Throws: the error of the handler, or of the document.
    func check(_ parser: inout StreamParser) throws {
        for diagnostic in parser.faults.takeWarnings() { deliver { try $0.diagnostic(diagnostic) } }
        if let error { throw error }
        if !isStopped { try parser.check() }
    }

    /// Ends the document.
    ///
    /// - Throws: the same errors as ``check(_:)``.
    func finish(_ parser: inout StreamParser) throws {
        try check(&parser)
        if !isStopped { parser.finish() }
        try check(&parser)
        deliver { try $0.endDocument() }
        try check(&parser)
    }

    /// Calls the handler for something that is not an event of the parser.
    private func deliver(_ body: (inout Handler) throws -> Void) {
        guard !isStopped else { return }
        call(body)
    }

    /// Inlined into each method: calling a closure would take 30 instructions for each event.
    @inline(__always)
    private func call(_ body: (inout Handler) throws -> Void) {
        do {
            try Libxml2.suspended { try cell.modify(body) }
        } catch {
            stop(with: error)
        }
    }

    @inline(never)
    private func stop(with error: any Error) {
        self.error = error
        isStopped = true
    }
}
