// The output of a stream: entries, records, or the whole document.

extension StreamParser {
    /// The entries that have been parsed and not been discarded.
    var entries: StreamEntries { unsafe StreamEntries(state, window) }

    /// How far the document has been parsed.
    var location: XMLLocation { window.location(at: unsafe state?.pointee.position ?? 0) }

    /// A tape of an element that has ended.
    ///
    /// - Parameter arena: the part of the arena that it refers to, if known.
    /// - Complexity: O(*n*) in the size of the element.
    mutating func tape(ofElement element: Int, arena: Range<Int>? = nil) -> Tape? {
        guard let state = unsafe state else { return nil }
        let words = unsafe element..<Int(state.pointee.builder.words[element, .next])
        let arena = unsafe arena ?? state.pointee.builder.words.arenaRange(ofElement: element)
        // If each element has new names, copying all names for each element would take quadratic time.
        let shared = unsafe names.names(of: state.pointee.builder.names, limit: max(64, words.count))
        let scope = unsafe state.pointee.builder.scope(around: element, &scopes)
        let source = unsafe window.source(state.pointee.builder.sourceRange(ofElement: element))
        return unsafe state.pointee.builder.cut(
            words, arena: arena, names: shared, scope: scope, source: source)
    }

    /// The error of a document that has ended without an element at the path; nil otherwise, and after a checkpoint.
    var notFound: XMLError? {
        guard isFinished, !hasError, progress.resumedFingerprint == nil, let state = unsafe state else { return nil }
        return unsafe state.pointee.records.notFound(state.pointee.builder.names)
    }

    /// The next record that has ended, as a tape of its own; nil if all of them have been taken.
    ///
    /// Complexity: O(*n*) in the size of the record.
    mutating func nextRecord() -> Tape? {
        guard let state = unsafe state else { return nil }
        while let record = unsafe state.pointee.records.takeRecord() {
            let range = unsafe state.pointee.builder.sourceRange(ofElement: record.words.lowerBound)
            if range.count > options.limits.recordSize {
                guard options.oversizedRecords == .skip else {
                    failForRecord(at: range.lowerBound)
                    unsafe state.pointee.records.dropRecords()
                    return nil
                }
                warnAboutRecord(at: range.lowerBound)
                continue
            }
            unsafe noteRecord(record.words.lowerBound, state)
            if progress.skippedRecords > 0 {
                progress.skippedRecords -= 1
                continue
            }
            return tape(ofElement: record.words.lowerBound, arena: record.arena)
        }
        return nil
    }

    /// Checks the size of a record that has not ended.
    mutating func checkOpenRecord(of state: UnsafeMutablePointer<SAXState>) {
        guard !hasError, let word = unsafe state.pointee.records.start?.word else { return }
        let start = unsafe state.pointee.builder.start(ofElement: word)
        guard unsafe state.pointee.position - start > options.limits.recordSize else { return }
        if options.oversizedRecords == .skip {
            warnAboutRecord(at: start)
            unsafe state.pointee.records.skipRecord(depth: state.pointee.builder.depth)
        } else {
            failForRecord(at: start)
        }
    }

    private mutating func failForRecord(at start: Int) {
        let found = diagnostic(options.limits.fault(.recordSize, at: start))
        faults.found.add(found, isKept: true)
        error = XMLError(found, diagnostics: diagnostics)
    }

    private mutating func warnAboutRecord(at start: Int) {
        var fault = options.limits.fault(.recordSize, at: start)
        (fault.severity, fault.help) = (.warning, nil)
        fault.message += ", and is omitted"
        faults.found.add(diagnostic(fault))
    }

    /// Takes the violations of the schema.
    mutating func takeViolations(from state: UnsafeMutablePointer<SAXState>) {
        guard unsafe state.pointee.validation.isActive else { return }
        let (found, skippedCount) = unsafe state.pointee.validation.violations.take()
        faults.violations.countSkipped(skippedCount)
        for fault in found {
            var diagnostic = diagnostic(fault)
            if options.repairRules == nil { diagnostic.extract = extract(around: fault) }
            faults.violations.add(diagnostic)
        }
    }

    /// Adds the diagnostics that were found in records.
    mutating func note(_ diagnostics: [XMLDiagnostic]) {
        for diagnostic in diagnostics { faults.omitted.add(diagnostic) }
    }

    /// The whole document. Call it after ``finish()`` has succeeded.
    ///
    /// - Throws: if the document has no content.
    consuming func tape() throws(XMLError) -> Tape {
        guard let state = unsafe state else { throw XMLError(.internalFailure, "no document was parsed") }
        Libxml2.isolated { unsafe state.pointee.free() }
        let builder = unsafe state.move().builder
        unsafe state.freeOne()
        unsafe self.state = nil
        return builder.finish(window.takeSource())
    }
}

/// The entries that have been parsed; valid as long as the parser.
@safe
struct StreamEntries {
    private let state: UnsafeMutablePointer<SAXState>?
    let window: StreamWindow

    init(_ state: UnsafeMutablePointer<SAXState>?, _ window: StreamWindow) {
        unsafe self.state = unsafe state
        self.window = window
    }

    /// Whether parsing had begun when these entries were requested. If not, no other member may be used.
    var hasBegun: Bool {
        @inline(__always) get { unsafe state != nil }
    }

    var builder: TapeBuilder {
        @inline(__always) _read {
            guard let state = unsafe state else { preconditionFailure("nothing has been parsed") }
            yield unsafe state.pointee.builder
        }
    }
}
