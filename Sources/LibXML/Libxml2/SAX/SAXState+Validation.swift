import CLibXML2Shims

// Passing the events of a parse to a schema.

extension SAXState {
    /// Begins to validate.
    mutating func beginValidation(_ validation: XMLParsingOptions.Validation?) {
        guard let validation else { return }
        self.validation = validation
        violations = FaultLog(limit: validation.onError.limit)
        guard let sink = validation.sinkMaker.makeSink(ofPart: false) else { return failForMemory() }
        self.sink = sink
        isValidated = true
    }

    /// Passes the start of the element that has just begun.
    @inline(never)
    mutating func validateStart(
        local: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?, uri: UnsafePointer<UInt8>?, _ parts: TagParts,
        _ place: Place
    ) {
        guard !isFailed, let sink else { return }
        let result = unsafe sink.startElement(
            sink.context, place.start + entities.discarded, local, prefix, uri, Int32(parts.namespaceCount),
            parts.cNamespaces, Int32(parts.attributeCount), Int32(parts.defaultedCount), parts.cAttributes)
        let outcome = ValidationSink.Outcome(rawValue: result)
        if outcome == .passed {
            hasReportedUnchecked = false
            return
        }
        if outcome.contains(.hasFaults) { reportInvalid(place.start..<place.end, isInEntity: place.isInEntity) }
        if !outcome.contains(.isDeferred) {
            deferred = nil
        } else if deferred == nil {
            deferred = (place.start, builder.depth)
        }
        if !outcome.contains(.isUnchecked) {
            hasReportedUnchecked = false
        } else if !isFailed {
            omitUnchecked(at: place, isDeferred: outcome.contains(.isDeferred))
        }
    }

    /// Passes the end of the innermost element, before it ends.
    @inline(never)
    mutating func validateEnd(_ place: Place) {
        guard !isFailed, let sink else { return }
        defer { if let depth = deferred?.depth, builder.depth <= depth { deferred = nil } }
        if unsafe sink.endElement(sink.context) {
            // An empty-element tag has no end tag.
            reportInvalid(min(place.start, place.end)..<place.end, isInEntity: place.isInEntity, isEnd: true)
        }
    }

    /// Passes character data that was just read, or a CDATA section.
    @inline(never)
    mutating func validateText(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        guard !isFailed, length > 0, let sink else { return }
        let start = builder.run.kind == nil ? position : builder.run.start
        guard
            unsafe sink.text(
                sink.context, start + entities.discarded, bytes, Int32(truncatingIfNeeded: length))
        else { return }
        let isInEntity = unsafe lx_current_position(cContext).isInsideEntity != 0
        reportInvalid(start..<max(start, builder.run.kind == .cdata ? position + 3 : position), isInEntity: isInEntity)
    }

    /// Tells the schema that content of the innermost element is not known, since an entity was not read.
    func passUnread() {
        if let sink { unsafe sink.unread(sink.context) }
    }

    /// Reports the faults of an event.
    @inline(never)
    private mutating func reportInvalid(_ range: Range<Int>, isInEntity: Bool, isEnd: Bool = false) {
        guard let sink, let validation else { return }
        let element = Int(builder.current)
        let isDiscarded = builder.depth <= builder.discardedDepth
        let place = ValidationPlace(
            range: range, elementStart: isDiscarded || builder.depth == 0 ? -1 : builder.start(ofElement: element),
            isInEntity: isInEntity, isEnd: isEnd, discarded: entities.discarded)
        if violations.isFull, validation.onError.kind != .stop {
            violations.countSkipped(unsafe validation.sinkMaker.dropFaults(sink.context))
            return omitRecord()
        }
        let found = unsafe validation.sinkMaker.takeFaults(sink.context)
        for item in found {
            if item.code == .outOfMemory { return failForMemory() }
            var fault = unsafe item.fault(in: builder.source.span, place)
            guard validation.onError.kind == .stop else {
                violations.add(fault)
                continue
            }
            fault.severity = .error
            report(fault)
            isFailed = true
            return
        }
        // Text before a record is not a part of it.
        if found.contains(where: { !$0.isBeforeElement }) { omitRecord() }
    }

    /// Omits the open record, if there is one, because it violates the schema.
    private mutating func omitRecord() {
        guard validation?.onError.kind == .skipRecord, records.start != nil else { return }
        records.skipRecord(depth: builder.depth)
    }

    /// Omits a record that has just begun, because libxml2 does not validate what follows an element that its parent
    /// may not contain, or validates it only at the end of its parent.
    private mutating func omitUnchecked(at place: Place, isDeferred: Bool) {
        guard validation?.onError.kind == .skipRecord, let start = records.start, start.word == Int(builder.current)
        else { return }
        omitRecord()
        guard !hasReportedUnchecked else { return }
        hasReportedUnchecked = true
        var fault = Fault(
            XMLError.Code(rawValue: "validationStopped"),
            isDeferred
                ? "this record is omitted, as are the records after it: their parent is validated only at its end"
                : "this record is not validated, and is omitted, as are the records after it in this element",
            at: place.start,
            help: isDeferred
                ? "validate each record as a document of its own"
                : "libxml2 does not validate what follows an unexpected element, or an entity that is not read")
        fault.severity = .invalid
        violations.add(fault)
    }
}
