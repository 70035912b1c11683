import CLibXML2
import CLibXML2Shims

/// Parses a document that arrives in pieces of any size, with libxml2's push parser, into a tape.
///
/// The tape becomes a tree at the end; or, for records, elements are cut from it while it grows, and text that has been
/// read is discarded.
@safe
struct StreamParser: ~Copyable {
    let window: StreamWindow
    /// Nil until enough bytes have arrived to determine the encoding.
    var state: UnsafeMutablePointer<SAXState>?
    private var feed = PushFeed(from: 0)
    var prologue = PrologueText()
    var options: XMLParsingOptions { window.options }
    private var matcher: RecordMatcher
    var progress = StreamProgress()
    var names = SharedNames()
    var scopes = NamespaceScopes()
    var faults: StreamFaults
    /// The error that has ended the parse.
    var error: XMLError?
    private(set) var isFinished = false
    /// How many bytes have been fed that are not part of the input.
    private var addedCount = 0

    /// The number of bytes of text that are kept although they are no longer needed, so that discarding takes little
    /// time.
    private static let discardThreshold = 64 << 10

    /// Creates a parser that keeps only the elements that match a path, until they are taken.
    init(options: XMLParsingOptions, records path: RecordPath) {
        faults = StreamFaults(options)
        window = StreamWindow(options: options, check: SAXParser.check)
        matcher = RecordMatcher(path)
        retention = StreamRetention(keepsTags: true, keepsAll: false)
        unsafe observer = nil
        error = Self.unsupportedRecovery(options)
    }

    var retention: StreamRetention
    /// Whether to continue after an error that leaves the document well-formed.
    private var findsAll = false
    private unowned(unsafe) let observer: EventObserver?

    deinit {
        guard let state = unsafe state else { return }
        Libxml2.isolated { unsafe state.pointee.free() }
        unsafe state.deinitialize(count: 1)
        unsafe state.freeOne()
    }

    /// Creates a parser that delivers events to an observer, or collects entries. The observer must live as long as the
    /// parser is fed. Entries are all kept if `keepsAll` is true; otherwise, feeding more input discards those that
    /// have been passed.
    init(options: XMLParsingOptions, observer: EventObserver? = nil, keepsAll: Bool = false) {
        unsafe self.observer = observer
        faults = StreamFaults(options)
        window = StreamWindow(options: options, check: SAXParser.check)
        matcher = RecordMatcher(RecordPath())
        retention = StreamRetention(keepsTags: false, keepsAll: keepsAll)
        error = Self.unsupportedRecovery(options)
    }

    /// Creates a parser that only checks a document, and reports all errors that libxml2 finds in it.
    ///
    /// - Parameter keepsText: whether to collect the text of the document in ``output``.
    init(checking options: XMLParsingOptions, keepsText: Bool) {
        self.init(options: options)
        findsAll = true
        retention.output = keepsText ? [] : nil
    }

    private static func unsupportedRecovery(_ options: XMLParsingOptions) -> XMLError? {
        guard options.recovery == .libxml2 else { return nil }
        return XMLError(
            .unsupportedRecovery, "libxml2's recovery needs the whole document, and cannot recover a stream",
            help: "use the recovery .repair, or parse a tree")
    }

    // MARK: Feeding

    /// Parses the bytes that have arrived.
    mutating func feed(_ bytes: some Sequence<UInt8>) {
        let isDone: Void? = bytes.withContiguousStorageIfAvailable { unsafe feed($0) }
        if isDone == nil { unsafe Array(bytes).withUnsafeBufferPointer { unsafe feed($0) } }
    }

    /// Parses the bytes that have arrived. An error that ends the parse is kept in ``error``, so that earlier records
    /// can still be taken.
    mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !hasError, !isFinished, !isStopped(), !isCancelled() else { return }
        discard()
        guard unsafe add(bytes, isLast: false) else { return }
        guard unsafe window.stop != nil || feed.isReady(window.text.elements, for: state) else { return }
        parse(isLast: false)
    }

    /// Adds bytes to the text. Returns false for an error, which is then in ``error``.
    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) -> Bool {
        let start = window.text.count
        do throws(XMLError) {
            defer { updateSource() }
            unsafe try window.append(bytes, isLast: isLast)
            takeRepairs()
            unsafe retention.output?.append(contentsOf: window.text.elements[start...])
            try checkSize()
        } catch {
            self.error = error
            return false
        }
        return true
    }

    /// The text may have moved. The state also reads it between two pieces, and after an error has ended the parse.
    private func updateSource() {
        if let state = unsafe state { unsafe state.pointee.builder.replaceSource(window.text.elements) }
    }

    /// Ends the document.
    mutating func finish() { unsafe finish(with: UnsafeBufferPointer(start: nil, count: 0)) }

    /// Parses the last bytes of the document.
    mutating func finish(with bytes: UnsafeBufferPointer<UInt8>) {
        guard !hasError, !isFinished, bytes.isEmpty || !isStopped(), !isCancelled() else { return }
        isFinished = true
        if !bytes.isEmpty { discard() }
        if unsafe add(bytes, isLast: true) { parse(isLast: true) }
    }

    /// Whether the task was canceled, so that the piece is not parsed.
    ///
    /// In a canceled task, a document does not count as complete, because an asynchronous loop over its pieces may have
    /// ended early without an error.
    private mutating func isCancelled() -> Bool {
        guard Task.isCancelled else { return false }
        error = XMLError(.cancelled)
        return true
    }

    /// Ends the input, though not the document: text that is being collected is complete.
    func endText() {
        guard let state = unsafe state, unsafe !state.pointee.isFailed else { return }
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
            } else if !isLast, !prologue.hasMisleadingFault {
                count = prologue.readyCount(of: count)
                guard count > feed.position else { return }
            }
        }
        // Up to 2.13, libxml2's push engine reports little about a document type declaration whose end it does
        // not find. The fault of misplaced markup is in the text that has arrived.
        let isUnreadable = prologue.hasMisleadingFault || prologue.end == nil && isLast && window.stop == nil
        let isPulled = unsafe state == nil && isUnreadable && pull()
        guard let state = unsafe state ?? start() else {
            error = XMLError(.outOfMemory, "out of memory")
            return
        }
        let text = unsafe window.text.elements
        unsafe state.pointee.end.cause = window.stop
        if options.repairRules != nil { unsafe state.pointee.impliedDeclarations.add(window.takeImpliedDeclarations()) }
        if unsafe !isPulled && !state.pointee.isFailed {
            unsafe feed.push(UnsafeBufferPointer(rebasing: text[..<count]), to: state, isLast: isLast)
        }
        unsafe state.pointee.settleError(isLast: isLast)
        if isLast { unsafe state.pointee.checkEnd() }
        unsafe state.pointee.checkMemory()
        unsafe takeFaults(from: state)
        unsafe checkOpenRecord(of: state)
    }

    private mutating func start() -> UnsafeMutablePointer<SAXState>? {
        let state = unsafe UnsafeMutablePointer<SAXState>.allocateOne()
        // Nothing more of the document arrives.
        let isReusable = isFinished && window.text.count <= PushFeed.slice
        guard let cContext = unsafe isReusable ? SAXParser.usedContext(state) : SAXParser.newContext(state) else {
            unsafe state.freeOne()
            return nil
        }
        unsafe SAXParser.prepare(
            cContext, state, window.text.elements, 0, options, length: isFinished ? window.text.count : .max)
        unsafe state.pointee.isContextReusable = isReusable
        unsafe begin(state)
        return unsafe state
    }

    /// Parses the text with the engine that requests its input. Returns false if a construct is longer than this engine
    /// reads.
    private mutating func pull() -> Bool {
        // If this engine were unsuitable after some events, the other one would report them again.
        guard unsafe observer == nil || window.text.count + PushFeed.slice < SAXState.largestPiece else { return false }
        let state = unsafe UnsafeMutablePointer<SAXState>.allocateOne()
        let outcome = unsafe SAXParser.pull(window.text.elements, into: state, from: 0, options) { unsafe begin($0) }
        if outcome == .parsed { return true }
        unsafe self.state = nil
        unsafe state.freeOne()
        return false
    }

    private mutating func begin(_ state: UnsafeMutablePointer<SAXState>) {
        unsafe state.pointee.end.isWithError = true
        unsafe state.pointee.end.findsAll = findsAll
        if let observer = unsafe observer {
            unsafe state.pointee.observer = Unmanaged.passUnretained(observer)
            unsafe state.pointee.isObserved = true
        }
        unsafe observer?.window = window
        unsafe swap(&matcher, &state.pointee.records)
        unsafe self.state = state
    }

    private mutating func checkSize() throws(XMLError) {
        let limit = options.limits.inputSize
        let isTooLarge =
            window.text.count > XMLParsingLimits.addressableSize
            || window.inputCount > limit && (retention.keepsAll || limit < XMLParsingLimits.addressableSize)
        guard isTooLarge else { return }
        throw options.limits.inputTooLarge(options.sourceName)
    }

    /// Whether an observer has ended the parse.
    private mutating func isStopped() -> Bool {
        guard let state = unsafe state else { return false }
        return unsafe state.pointee.isFailed && state.pointee.end.unsettled == nil
    }

    /// Returns whether the part of a document that was fed consists of complete markup and text, with `depth` elements
    /// open. If so, libxml2 has also read the text at the end, and has reported its faults.
    mutating func isWhole(depth: Int) -> Bool {
        guard !hasError, let state = unsafe state, unsafe state.pointee.end.unsettled == nil else { return false }
        let text = unsafe window.text.elements
        // From 2.14 on, libxml2 reports a CDATA section before it has passed its end.
        let isInCDATA = unsafe state.pointee.builder.run.kind == .cdata
        guard unsafe state.pointee.builder.depth == depth,
            let position = unsafe isInCDATA ? state.pointee.cdataEnd() : state.pointee.position,
            unsafe text.firstIndex(of: UInt8(ascii: "<"), from: position) == text.count
        else { return false }
        // libxml2 holds back the end of a text until it sees markup, and an unfinished reference until it sees a
        // semicolon.
        let count = window.inputCount
        feed("<!--;-->".utf8)
        addedCount = window.inputCount - count
        return true
    }

    /// How many bytes of the input have been fed or skipped.
    var inputCount: Int { window.inputCount - addedCount }

    // MARK: Faults

    /// Whether an error has ended the parse.
    var hasError: Bool { error != nil }

    /// Throws the error that has ended the parse, if there is one.
    func check() throws(XMLError) {
        if let error { throw error }
    }

    private mutating func takeRepairs() {
        guard options.repairRules != nil else { return }
        let (repairs, count) = window.takeRepairs()
        for repair in repairs { faults.found.add(repair, isKept: true) }
        faults.found.countSkipped(count - repairs.count)
    }

    /// The faults and repairs, in the order of the document.
    var diagnostics: [XMLDiagnostic] { faults.diagnostics(isRepaired: options.repairRules != nil) }

    private mutating func takeFaults(from state: UnsafeMutablePointer<SAXState>) {
        unsafe takeViolations(from: state)
        let (found, skippedCount) = unsafe state.pointee.faults.take()
        faults.found.countSkipped(skippedCount)
        for fault in found {
            var diagnostic = diagnostic(fault)
            // Repairs have no extracts, because there may be many.
            if findsAll, options.repairRules == nil { diagnostic.extract = extract(around: fault) }
            faults.found.add(diagnostic, isKept: fault.isFatal)
        }
        guard findsAll ? isFinished || isStopped() : !found.isEmpty else { return }
        guard var first = faults.found.kept.first(where: { $0.severity == .error && $0.appliedRepair == nil }) else {
            return
        }
        if options.repairRules == nil, !findsAll, let fault = found.first(where: \.isFatal) {
            first.extract = extract(around: fault)
        }
        error = XMLError(first, diagnostics: diagnostics).afterRepair
        if let fault = found.first(where: { $0.severity == .error && $0.appliedRepair == nil }) {
            unsafe state.pointee.endRun(beforeFaultAt: fault.offset)
        }
    }

    func extract(around fault: Fault) -> SourceExtract? {
        var extract = unsafe SourceExtract(
            window.text.elements.span, at: fault.offset, noteAt: fault.note.map { max($0.offset, -1) })
        extract?.length = fault.end.map { $0 - fault.offset }
        return extract
    }

    func diagnostic(_ fault: Fault) -> XMLDiagnostic {
        fault.diagnostic { location(at: $0) }
    }

    /// The location of an offset in the window. A negative offset represents the discarded open element of that depth.
    private func location(at offset: Int) -> XMLLocation {
        guard offset < 0, -offset <= progress.discardedElements.count else { return window.location(at: offset) }
        return progress.discardedElements[-offset - 1].location(options.sourceName)
    }

    /// The location of the start tag of an open element, or of one whose end has been read since text was discarded
    /// last.
    func startTagLocation(ofElement entry: Int, depth: Int) -> XMLLocation {
        guard entry < progress.firstNewWord, depth <= progress.discardedElements.count else {
            return window.location(at: entries.builder.start(ofElement: entry))
        }
        return progress.discardedElements[depth - 1].location(options.sourceName)
    }

    // MARK: Discarding

    /// Discards everything that is no longer needed, if this is at least as large as the rest. Removes all entries
    /// except those of open elements, and moves these.
    mutating func discard() {
        guard !retention.keepsAll, !retention.isHolding, let state = unsafe state,
            unsafe !state.pointee.records.hasRecords,
            unsafe !state.pointee.isFailed
        else { return }
        // Checkpoints contain all of the text before the root element.
        if retention.keepsTags, unsafe !state.pointee.builder.hasRoot { return }
        let count = unsafe state.pointee.firstNeeded()
        // The kept parts of open elements are moved.
        let discardThreshold = unsafe max(Self.discardThreshold, 64 * state.pointee.builder.depth)
        guard count >= discardThreshold, count >= window.text.count - count else { return }
        unsafe discard(count, state)
    }

    mutating func discard(_ count: Int, _ state: UnsafeMutablePointer<SAXState>) {
        if retention.keepsTags { unsafe keepPrologue(to: Int(state.pointee.builder.current), state) }
        progress.lastCheckpoint = checkpoint
        progress.lastRecord = nil
        let elements = unsafe state.pointee.discardedStarts(count)
        unsafe progress.discardedElements.removeLast(
            max(0, progress.discardedElements.count - state.pointee.builder.discardedDepth))
        for start in elements { progress.discardedElements.append(ancestor(at: start)) }
        unsafe observer?.discardedElements = progress.discardedElements
        unsafe progress.firstNewWord = state.pointee.discard(count, elements: elements.count)
        // Entries have been moved.
        scopes = NamespaceScopes()
        feed.discard(count)
        prologue.discard(count)
        window.drop(count)
        updateSource()
    }
}
