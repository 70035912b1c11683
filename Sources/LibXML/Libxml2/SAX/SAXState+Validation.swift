import CLibXML2
import CLibXML2Shims

/// What a parse that is validated needs.
struct SAXValidation {
    var request: XMLParsingOptions.Validation?
    /// Receives the events, if set.
    var sink: ValidationSink?
    /// Whether there is a sink. Reading ``sink`` instead would take longer.
    var isActive = false
    /// The violations of the schema.
    var violations = FaultLog<Fault>(limit: 1)
    /// Where the element began whose faults are found at its end, and its depth.
    var deferred: (start: Int, depth: Int)?
    /// Whether it was reported that records are omitted because libxml2 does not validate the element that contains
    /// them.
    var hasReportedUnchecked = false
}

// Passing the events of a parse to a schema.

extension SAXState {
    /// Begins to validate.
    mutating func beginValidation(_ request: XMLParsingOptions.Validation?) {
        guard let request else { return }
        validation.request = request
        validation.violations = FaultLog(limit: request.onError.limit)
        guard let sink = request.sinkMaker.makeSink(ofPart: false) else { return failForMemory() }
        validation.sink = sink
        validation.isActive = true
    }

    /// Passes the start of the element that has just begun.
    @inline(never)
    mutating func validateStart(
        local: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?, uri: UnsafePointer<UInt8>?, _ parts: TagParts,
        _ place: Place
    ) {
        guard !isFailed, let sink = validation.sink else { return }
        let result = unsafe sink.startElement(
            sink.context, place.start + entities.discarded, local, prefix, uri, Int32(parts.namespaceCount),
            parts.cNamespaces, Int32(parts.attributeCount), Int32(parts.defaultedCount), parts.cAttributes)
        let outcome = ValidationSink.Outcome(rawValue: result)
        if outcome == .passed {
            validation.hasReportedUnchecked = false
            return
        }
        if outcome.contains(.hasFaults) { reportInvalid(place.start..<place.end, isInEntity: place.isInEntity) }
        if !outcome.contains(.isDeferred) {
            validation.deferred = nil
        } else if validation.deferred == nil {
            validation.deferred = (place.start, builder.depth)
        }
        if !outcome.contains(.isUnchecked) {
            validation.hasReportedUnchecked = false
        } else if !isFailed {
            omitUnchecked(at: place, isDeferred: outcome.contains(.isDeferred))
        }
    }

    /// Passes the end of the innermost element, before it ends.
    @inline(never)
    mutating func validateEnd(_ place: Place) {
        guard !isFailed, let sink = validation.sink else { return }
        defer { if let depth = validation.deferred?.depth, builder.depth <= depth { validation.deferred = nil } }
        // A place in an entity is that of the reference.
        let isSilent = position < place.start && place.start < place.end && !place.isInEntity
        if unsafe sink.endElement(sink.context, isSilent) {
            // An empty-element tag has no end tag.
            reportInvalid(min(place.start, place.end)..<place.end, isInEntity: place.isInEntity, isEnd: true)
        }
    }

    /// `characters` and `ignorableWhitespace` of a parse that is validated.
    @inline(never)
    mutating func validatedCharacters(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        // The stand-in of an entity that is not read.
        let unread = pending
        unsafe characters(bytes, length)
        guard let unread else { return unsafe validateText(bytes, length) }
        if pending == nil { validateOther(unread.start..<unread.end, entity: unread) }
    }

    /// Passes character data that was just read, or a CDATA section.
    @inline(never)
    mutating func validateText(_ bytes: UnsafePointer<UInt8>, _ length: Int, isSection: Bool = false) {
        guard !isFailed, length > 0 || isSection, let sink = validation.sink else { return }
        let start = builder.run.kind == nil ? position : builder.run.start
        guard
            unsafe sink.text(
                sink.context, start + entities.discarded, bytes, Int32(truncatingIfNeeded: length), isSection)
        else { return }
        let isInEntity = unsafe lx_current_position(cContext).isInsideEntity != 0
        let end = builder.run.kind == .cdata ? cdataEnd() ?? position : position
        reportInvalid(start..<max(start, end), isInEntity: isInEntity)
    }

    /// Passes a comment or a processing instruction, or a reference to an entity that is not read.
    @inline(never)
    mutating func validateOther(_ range: Range<Int>, isInEntity: Bool = true, entity: PendingReference? = nil) {
        guard !isFailed, let sink = validation.sink else { return }
        if unsafe sink.other(sink.context, entity?.name, entity?.externalName != nil) {
            reportInvalid(range, isInEntity: isInEntity)
        }
    }

    /// Declares the entities of the DTD that the document refers to.
    mutating func declareEntities() {
        guard let sink = validation.sink, let declare = unsafe sink.declare else { return }
        if unsafe !declare(sink.context, UnsafeMutableRawPointer(cContext)) { failForMemory() }
    }

    /// Reports an entity in an attribute value that this DTD does not declare.
    mutating func addUndeclared(_ reference: PendingReference) {
        let undeclared = ValidationFault.undeclaredEntity(reference.name)
        var fault = Fault(undeclared.code, undeclared.message, at: reference.start)
        fault.end = reference.end
        addViolation(fault)
    }

    /// Reports the faults of an event.
    @inline(never)
    private mutating func reportInvalid(_ range: Range<Int>, isInEntity: Bool, isEnd: Bool = false) {
        guard let sink = validation.sink, let request = validation.request else { return }
        let element = Int(builder.current)
        let isDiscarded = builder.depth <= builder.discardedDepth
        let place = ValidationPlace(
            range: range, elementStart: isDiscarded || builder.depth == 0 ? -1 : builder.start(ofElement: element),
            isInEntity: isInEntity, isEnd: isEnd, discarded: entities.discarded)
        if validation.violations.isFull, request.onError.kind != .stop {
            validation.violations.countSkipped(unsafe request.sinkMaker.dropFaults(sink.context))
            return omitRecord()
        }
        let cDocument = unsafe cContext.pointee.myDoc
        var isOfRecord = false
        for item in unsafe request.sinkMaker.takeFaults(sink.context) {
            if item.code == .outOfMemory { return failForMemory() }
            let fault = unsafe item.fault(in: builder.source.span, place) { name in
                unsafe !EntityGraph(cDocument: cDocument).undeclared(from: name).isEmpty
            }
            if fault.severity == .warning {
                // If entities are not declared, the reference is the violation.
                if !request.sinkMaker.declaresEntities { report(fault) }
                continue
            }
            addViolation(fault)
            if isFailed { return }
            // Text before a record is not a part of it.
            if !item.isBeforeElement { isOfRecord = true }
        }
        if isOfRecord { omitRecord() }
    }

    private mutating func addViolation(_ fault: Fault) {
        var fault = fault
        guard validation.request?.onError.kind == .stop else {
            fault.severity = .violation
            return validation.violations.add(fault)
        }
        fault.severity = .error
        report(fault)
        isFailed = true
    }

    /// Omits the open record, if there is one, because it violates the schema.
    private mutating func omitRecord() {
        guard validation.request?.onError.kind == .skipRecord, records.start != nil else { return }
        records.skipRecord(depth: builder.depth)
    }

    /// Omits a record that has just begun, because libxml2 does not validate what follows an element that its parent
    /// may not contain, or validates it only at the end of its parent.
    private mutating func omitUnchecked(at place: Place, isDeferred: Bool) {
        guard validation.request?.onError.kind == .skipRecord, let start = records.start,
            start.word == Int(builder.current)
        else { return }
        omitRecord()
        guard !validation.hasReportedUnchecked else { return }
        validation.hasReportedUnchecked = true
        var fault = Fault(
            XMLError.Code(rawValue: "validationStopped"),
            isDeferred
                ? "this record is omitted, as are the records after it: their parent is validated only at its end"
                : "this record is not validated, and is omitted, as are the records after it in this element",
            at: place.start,
            help: isDeferred
                ? "validate each record as a document of its own"
                : "libxml2 does not validate what follows an unexpected element, or an entity that is not read")
        fault.severity = .violation
        validation.violations.add(fault)
    }
}
