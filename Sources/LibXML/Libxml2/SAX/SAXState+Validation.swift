import CLibXML2Shims

// Passing the events of a parse to a schema.

extension SAXState {
    /// Begins to validate.
    mutating func beginValidation(_ validation: XMLParsingOptions.Validation?) {
        guard let validation else { return }
        self.validation = validation
        guard let sink = validation.sinkMaker.makeSink() else { return failForMemory() }
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
        let hasFaults = unsafe sink.startElement(
            sink.context, local, prefix, uri, Int32(parts.namespaceCount), parts.cNamespaces,
            Int32(parts.attributeCount), Int32(parts.defaultedCount), parts.cAttributes)
        if hasFaults { reportInvalid(place.start..<place.end, isInEntity: place.isInEntity) }
    }

    /// Passes the end of the innermost element, before it ends.
    @inline(never)
    mutating func validateEnd(_ place: Place) {
        guard !isFailed, let sink else { return }
        if unsafe sink.endElement(sink.context) {
            // An empty-element tag has no end tag.
            reportInvalid(min(place.start, place.end)..<place.end, isInEntity: place.isInEntity, isEnd: true)
        }
    }

    /// Passes character data that was just read, or a CDATA section.
    @inline(never)
    mutating func validateText(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        // The content of an entity that was not read is not known.
        guard !isFailed, length > 0, pending == nil, let sink else { return }
        guard unsafe sink.text(sink.context, bytes, Int32(truncatingIfNeeded: length)) else { return }
        let isInEntity = unsafe lx_current_position(cContext).isInsideEntity != 0
        let start = builder.run.kind == nil ? position : builder.run.start
        reportInvalid(start..<max(start, builder.run.kind == .cdata ? position + 3 : position), isInEntity: isInEntity)
    }

    /// Ends the validation of a document that has ended.
    mutating func finishValidation() {
        guard !isFailed, let sink else { return }
        if unsafe sink.finish(sink.context) { reportInvalid(position..<position, isInEntity: false) }
    }

    /// Reports the faults of an event.
    @inline(never)
    private mutating func reportInvalid(_ range: Range<Int>, isInEntity: Bool, isEnd: Bool = false) {
        guard let sink, let validation else { return }
        let element = Int(builder.current)
        let isDiscarded = builder.depth <= builder.discardedDepth
        let place = ValidationPlace(
            range: range, elementStart: isDiscarded || builder.depth == 0 ? -1 : builder.start(ofElement: element),
            isInEntity: isInEntity, isEnd: isEnd)
        let found = unsafe validation.sinkMaker.takeFaults(sink.context)
        for item in found {
            if item.code == .outOfMemory { return failForMemory() }
            var fault = unsafe item.fault(in: builder.source.span, place)
            if validation.onError.kind == .stop { fault.severity = .error }
            invalidCount += 1
            if invalidCount > validation.onError.limit { faults.countSkipped() } else { report(fault) }
            if validation.onError.kind == .stop {
                isFailed = true
                return
            }
        }
        if !found.isEmpty, validation.onError.kind == .skipRecord, records.start != nil {
            records.skipRecord(depth: builder.depth)
        }
    }
}
