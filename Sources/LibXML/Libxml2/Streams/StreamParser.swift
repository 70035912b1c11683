import CLibXML2
import CLibXML2Shims

/// Parses a document that arrives in pieces of any size, with libxml2's push parser, into a tape.
///
/// The tape becomes a tree at the end; or records are cut out of it as they come by, and what has passed is forgotten.
@safe
struct StreamParser: ~Copyable {
    let window: StreamWindow
    /// Nil until enough has arrived to know the encoding.
    var state: UnsafeMutablePointer<SAXState>?
    private var feed = PushFeed(from: 0)
    var prologue = PrologueText()
    let options: XMLParsingOptions
    private var matcher: RecordMatcher
    var progress = StreamProgress()
    var names = SharedNames()
    var scopes = NamespaceScopes()
    /// What has been reported and repaired, with what ended the parse last.
    var faults: FaultLog<XMLDiagnostic>
    /// The error that has ended the parse.
    var error: XMLError?
    private var isFinished = false
    private var takenWarnings = 0
    /// How many bytes have been fed that are none of the input.
    private var addedCount = 0

    /// As much text as this is kept without need, so that forgetting costs little.
    private static let slack = 64 << 10

    /// A parser of a document of which only the elements at a path are kept, until they are taken.
    ///
    /// - Throws: ``XMLError/Code/invalidPath``.
    init(options: XMLParsingOptions, records path: XMLPath) throws(XMLError) {
        self.options = options
        faults = FaultLog(limit: options.faultLimit)
        window = StreamWindow(options: options, check: SAXParser.check)
        matcher = try RecordMatcher(path)
        keepsTags = true
        keepsAll = false
        unsafe observer = nil
    }

    /// Whether the tags of open elements are kept, and what comes before the root element, because a checkpoint needs them.
    let keepsTags: Bool
    private let keepsAll: Bool
    /// Whether nothing is forgotten for now.
    var isHolding = false
    private unowned(unsafe) let observer: EventObserver?

    deinit {
        guard let state = unsafe state else { return }
        Libxml2.isolated { unsafe state.pointee.free() }
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// A parser that tells an observer, which must live as long as it is fed, or one of entries, of which it keeps all, or
    /// those that have not been passed when it is fed.
    init(options: XMLParsingOptions, observer: EventObserver? = nil, keepsAll: Bool = false) {
        unsafe self.observer = observer
        self.options = options
        faults = FaultLog(limit: options.faultLimit)
        window = StreamWindow(options: options, check: SAXParser.check)
        matcher = RecordMatcher()
        keepsTags = false
        self.keepsAll = keepsAll
    }

    // MARK: Feeding

    /// Parses what has arrived.
    mutating func feed(_ bytes: some Sequence<UInt8>) {
        let isDone: Void? = bytes.withContiguousStorageIfAvailable { unsafe feed($0) }
        if isDone == nil { unsafe Array(bytes).withUnsafeBufferPointer { unsafe feed($0) } }
    }

    /// Parses what has arrived. What ends the parse is kept in ``error``, so that records before it can still be taken.
    mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard error == nil, !isFinished, !isStopped else { return }
        forget()
        do {
            if !progress.isResumed { unsafe progress.fingerprint.add(bytes.span) }
            unsafe try window.append(bytes)
            takeRepairs()
            try checkSize()
        } catch {
            self.error = error
            return
        }
        guard unsafe window.stop != nil || feed.isReady(window.text.elements, for: state) else { return }
        parse(isLast: false)
    }

    /// The document ends here.
    mutating func finish() {
        guard error == nil, !isFinished else { return }
        isFinished = true
        do {
            unsafe try window.append(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
            takeRepairs()
        } catch {
            self.error = error
            return
        }
        parse(isLast: true)
    }

    /// Nothing more comes, though this is not the end of the document: text that has ended is complete.
    func endText() {
        guard let state = unsafe state, unsafe !state.pointee.isFailed else { return }
        unsafe state.pointee.builder.replaceSource(window.text.elements)
        unsafe state.pointee.endRun(beforeFaultAt: window.text.count)
    }

    mutating func parse(isLast: Bool) {
        Libxml2.isolated { parseArrived(isLast: isLast) }
    }

    private mutating func parseArrived(isLast: Bool) {
        let isLast = isLast || window.stop != nil
        var count = window.text.count
        if unsafe state == nil || prologue.end == nil {
            unsafe prologue.scan(window.text.elements.span)
            if let end = prologue.end {
                feed.take(atOnce: end, as: unsafe prologue.readable(window.text.elements.span))
            } else if !isLast {
                count = prologue.readyCount(of: count)
                guard count > feed.position else { return }
            }
        }
        // Of a document type that does not end libxml2's pushing engine says little up to 2.13.
        let isPulled = unsafe isLast && state == nil && prologue.end == nil && window.stop == nil
        guard let state = unsafe state ?? (isPulled ? pull() : start()) else {
            error = XMLError(.internalFailure, "out of memory")
            return
        }
        let text = unsafe window.text.elements
        unsafe state.pointee.builder.replaceSource(text)
        unsafe state.pointee.stop = window.stop
        if options.repair != nil { unsafe state.pointee.impliedDeclarations.add(window.takeImpliedDeclarations()) }
        if unsafe !isPulled && !state.pointee.isFailed {
            unsafe feed.push(UnsafeBufferPointer(rebasing: text[..<count]), to: state, isLast: isLast)
        }
        unsafe state.pointee.settleError(isLast: isLast)
        if isLast { unsafe state.pointee.checkEnd() }
        unsafe takeFaults(from: state)
        unsafe checkOpenRecord(of: state)
    }

    private mutating func start() -> UnsafeMutablePointer<SAXState>? {
        let state = UnsafeMutablePointer<SAXState>.allocate(capacity: 1)
        var handler = unsafe SAXState.makeHandler()
        guard let cContext = unsafe xmlCreatePushParserCtxt(&handler, state, nil, 0, nil) else {
            unsafe state.deallocate()
            return nil
        }
        unsafe SAXParser.prepare(cContext, state, window.text.elements, 0, options)
        unsafe begin(state)
        return unsafe state
    }

    /// Parses the whole document with the engine that asks for input, which reads constructs of the length of a prologue.
    private mutating func pull() -> UnsafeMutablePointer<SAXState>? {
        let state = UnsafeMutablePointer<SAXState>.allocate(capacity: 1)
        let outcome = unsafe SAXParser.pull(window.text.elements, into: state, from: 0, options) { unsafe begin($0) }
        if outcome == .parsed { return unsafe state }
        unsafe self.state = nil
        unsafe state.deallocate()
        return nil
    }

    private mutating func begin(_ state: UnsafeMutablePointer<SAXState>) {
        unsafe state.pointee.endsWithError = true
        if let observer = unsafe observer {
            unsafe state.pointee.observer = Unmanaged.passUnretained(observer)
            unsafe state.pointee.isObserved = true
        }
        unsafe observer?.window = window
        unsafe swap(&matcher, &state.pointee.records)
        unsafe self.state = state
    }

    private func checkSize() throws(XMLError) {
        let limit = options.limits.inputSize
        let isTooLarge =
            window.text.count > XMLParsingLimits.addressableSize
            || window.inputCount > limit && (keepsAll || limit < XMLParsingLimits.addressableSize)
        guard isTooLarge else { return }
        throw options.limits.inputTooLarge(options.sourceName)
    }

    /// Whether an observer has ended the parse.
    private var isStopped: Bool {
        guard let state = unsafe state else { return false }
        return unsafe state.pointee.isFailed && state.pointee.unsettled == nil
    }

    /// Whether all that was fed of a part of a document is markup that has been read, and text, with this many elements
    /// open. Then the text has been read as well, with what is wrong with it.
    mutating func isWhole(depth: Int) -> Bool {
        guard error == nil, let state = unsafe state, unsafe state.pointee.unsettled == nil else { return false }
        let text = unsafe window.text.elements
        let next = unsafe text.firstIndex(of: UInt8(ascii: "<"), from: state.pointee.position)
        guard unsafe state.pointee.builder.depth == depth && next == text.count else { return false }
        // libxml2 leaves the end of a text until it sees markup, and a reference until it sees a semicolon.
        let count = window.inputCount
        feed("<!--;-->".utf8)
        addedCount = window.inputCount - count
        return true
    }

    /// How many bytes of the input have come in, or been passed over.
    var inputCount: Int { window.inputCount - addedCount }

    // MARK: Faults

    private mutating func takeRepairs() {
        guard options.repair != nil else { return }
        let (repairs, count) = window.takeRepairs()
        for repair in repairs { faults.add(repair, isKept: true) }
        faults.addUntold(count - repairs.count)
    }

    /// What was reported and repaired, in the order of the document.
    var diagnostics: [XMLDiagnostic] {
        guard options.repair != nil else { return faults.kept }
        return faults.kept.filter { $0.appliedRepair != nil }.merged(
            with: faults.kept.filter { $0.appliedRepair == nil })
    }

    /// How many diagnostics there have been, also of those that are not kept.
    var diagnosticCount: Int { faults.count }

    private mutating func takeFaults(from state: UnsafeMutablePointer<SAXState>) {
        let (found, untoldCount) = unsafe state.pointee.faults.take()
        faults.addUntold(untoldCount)
        guard !found.isEmpty else { return }
        for fault in found { faults.add(diagnostic(fault), isKept: fault.isFatal) }
        guard var first = faults.kept.first(where: { $0.severity == .error && $0.appliedRepair == nil }) else { return }
        if options.repair == nil, let fault = found.first(where: \.isFatal) {
            first.extract = unsafe SourceExtract(
                window.text.elements.span, at: fault.offset, noteAt: fault.note.map { max($0.offset, -1) })
        }
        error = XMLError(first, diagnostics: diagnostics).afterRepair
        if let fault = found.first(where: { $0.severity == .error && $0.appliedRepair == nil }) {
            unsafe state.pointee.endRun(beforeFaultAt: fault.offset)
        }
    }

    func diagnostic(_ fault: Fault) -> XMLDiagnostic {
        fault.diagnostic { location(at: $0) }
    }

    /// The place at an offset of the window, or of the open element whose depth is the negative.
    private func location(at offset: Int) -> XMLLocation {
        guard offset < 0, -offset <= progress.forgottenElements.count else { return window.location(at: offset) }
        let element = progress.forgottenElements[-offset - 1]
        return XMLLocation(
            line: element.line, column: element.column, byteOffset: element.byteOffset, sourceName: options.sourceName)
    }

    /// The warnings that have not been taken.
    mutating func takeWarnings() -> [XMLDiagnostic] {
        defer { takenWarnings = faults.kept.count }
        // In the order in which they were found, which stays.
        return faults.kept.dropFirst(takenWarnings).filter { $0.severity != .error || $0.appliedRepair != nil }
    }

    // MARK: Forgetting

    /// Forgets what nobody will ask for any more, when that is at least as much as what stays. Entries are then in other
    /// places, the open elements and what comes after them excepted.
    mutating func forget() {
        guard !keepsAll, !isHolding, let state = unsafe state, unsafe !state.pointee.records.hasRecords,
            unsafe !state.pointee.isFailed
        else { return }
        let count = unsafe state.pointee.firstNeeded
        // What is kept of open elements is moved.
        let slack = unsafe max(Self.slack, 64 * state.pointee.builder.depth)
        guard count >= slack, count >= window.text.count - count else { return }
        unsafe forget(count, state)
    }

    mutating func forget(_ count: Int, _ state: UnsafeMutablePointer<SAXState>) {
        progress.lastCheckpoint = checkpoint
        progress.lastRecord = nil
        let elements = unsafe state.pointee.startsToForget(count)
        if keepsTags, progress.keptPrologue == nil, let root = elements.first {
            progress.keptPrologue = prologueText(before: root)
        }
        unsafe progress.forgottenElements.removeLast(
            max(0, progress.forgottenElements.count - state.pointee.builder.forgottenDepth))
        for start in elements { progress.forgottenElements.append(ancestor(at: start)) }
        unsafe observer?.forgottenElements = progress.forgottenElements
        unsafe progress.firstNewWord = state.pointee.forget(count, elements: elements.count)
        // Entries have moved.
        scopes = NamespaceScopes()
        feed.forget(count)
        prologue.forget(count)
        window.drop(count)
    }
}

extension ChunkSource {
    /// Feeds the next piece to a parser. Returns false at the end.
    mutating func feedNext(to parser: inout StreamParser) throws -> Bool {
        try unsafe next { unsafe parser.feed($0) } != nil
    }
}
