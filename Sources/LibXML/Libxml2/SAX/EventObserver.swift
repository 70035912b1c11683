import CLibXML2

/// Receives the events of a parse. A class, because callbacks cannot be generic.
class EventObserver {
    /// Whether to end the parse, without an error of its own.
    final var isStopped: Bool {
        @inline(__always) get { unsafe uncheckedIsStopped }
        @inline(__always) set { unsafe uncheckedIsStopped = newValue }
    }

    /// Checking for overlapping accesses would take longer than an access.
    @exclusivity(unchecked) private final var uncheckedIsStopped = false
    /// The part of the stream that is being parsed.
    var window: StreamWindow?
    /// The open elements that begin before that part, from the root inward.
    var discardedElements: [XMLCheckpoint.Ancestor] = []

    /// Called after an element begins.
    func startElement(_ element: ElementView) {}
    /// Called after an element ends.
    func endElement(_ element: ElementView) {}
    /// Called for character data, a CDATA section, a comment, an instruction or an unresolved reference.
    func data(_ data: DataView, _ kind: TapeKind) {}
}

/// The element of an event, in libxml2's memory; not valid after the event.
@safe
struct ElementView {
    private let state: UnsafeMutablePointer<SAXState>
    let name: CName
    /// Five pointers for each attribute: local name, prefix, URI, begin and end of the value.
    private let cAttributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    private let attributeCount: Int
    /// The end of the tag in the source.
    private let end: Int

    fileprivate init(
        _ state: UnsafeMutablePointer<SAXState>, _ name: CName, end: Int,
        _ cAttributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>? = nil, _ attributeCount: Int = 0
    ) {
        unsafe self.state = unsafe state
        self.name = name
        unsafe self.cAttributes = unsafe cAttributes
        self.attributeCount = attributeCount
        self.end = end
    }

    /// How many elements are open, including this one.
    var depth: Int { unsafe state.pointee.builder.depth }

    /// Whether a name that is a string matches the element: as ``matches(_:)``, without a test for most names.
    @inline(__always)
    func isNamed(_ text: String) -> Bool {
        if name.isWritten(text) { return true }
        return (name.hasPrefix || NameTest.isSpecial(text)) && matches(NameTest(text))
    }

    /// Whether a test matches the element.
    func matches(_ test: NameTest) -> Bool {
        unsafe state.pointee.builder.matchesElement(Int(state.pointee.builder.current), test)
    }

    /// Calls `body` with each attribute of an element that begins, until it returns false.
    func forEachAttribute(_ body: (_ name: CName, _ value: Span<UInt8>) -> Bool) {
        guard let cAttributes = unsafe cAttributes else { return }
        for index in 0..<attributeCount {
            let cAttribute = unsafe cAttributes + 5 * index
            guard let begin = unsafe cAttribute[3], let end = unsafe cAttribute[4] else { continue }
            let name = unsafe CName(cAttribute[0], cAttribute[1], cAttribute[2])
            guard unsafe body(name, UnsafeBufferPointer(start: begin, count: end - begin).span) else { return }
        }
    }

    /// Where the tag begins.
    var location: XMLLocation {
        let text = unsafe state.pointee.text.bytes.span
        return unsafe state.pointee.observedLocation(at: text.startOfTag(endingAt: end))
    }

    /// Where the element begins.
    var startTagLocation: XMLLocation {
        let depth = depth
        guard unsafe depth <= state.pointee.builder.discardedDepth,
            let observer = unsafe state.pointee.observer?.takeUnretainedValue()
        else {
            let element = unsafe Int(state.pointee.builder.current)
            return unsafe state.pointee.observedLocation(at: state.pointee.builder.start(ofElement: element))
        }
        return observer.discardedElements[depth - 1].location(observer.window?.options.sourceName)
    }

    /// Ends the parse, without an error, after this event.
    func stop() { unsafe state.pointee.stopObserving() }
}

/// The data of an event; not valid after the event.
@safe
struct DataView {
    private let state: UnsafeMutablePointer<SAXState>
    private let kind: TapeKind
    private let start: Int
    private let offset: Int
    private let count: Int
    private let isInArena: Bool
    /// The target of an instruction, as a string of the table.
    private let targetNumber: UInt32

    fileprivate init(
        _ state: UnsafeMutablePointer<SAXState>, _ kind: TapeKind, start: Int, _ data: Range<Int>, isInArena: Bool,
        target: UInt32
    ) {
        unsafe self.state = unsafe state
        self.kind = kind
        self.start = start
        offset = data.lowerBound
        count = data.count
        self.isInArena = isInArena
        targetNumber = target
    }

    /// How many elements are open.
    var depth: Int { unsafe state.pointee.builder.depth }

    /// The target of an instruction; nil for anything else.
    var target: String? {
        guard kind == .processingInstruction else { return nil }
        return unsafe state.pointee.builder.names.withString(Int(targetNumber)) { $0.string(0..<$0.count) }
    }

    /// Calls `body` with the data.
    func withData<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        let bytes = unsafe isInArena ? state.pointee.builder.arena.elements : state.pointee.builder.source
        return unsafe body(UnsafeBufferPointer(rebasing: bytes[offset..<offset + count]).span)
    }

    /// Where the data begins.
    var location: XMLLocation {
        // The carriage return of a line ending is part of the text, but not of its data.
        let startsInLineEnd = unsafe kind == .text && state.pointee.builder.source.span.has("\r\n", at: start - 1)
        return unsafe state.pointee.observedLocation(at: startsInLineEnd ? start - 1 : start)
    }

    /// Ends the parse, without an error, after this event.
    func stop() { unsafe state.pointee.stopObserving() }
}

extension SAXState {
    fileprivate func observedLocation(at offset: Int) -> XMLLocation {
        // Events are delivered only while there is a window.
        unsafe observer?.takeUnretainedValue().window?.location(at: offset)
            ?? XMLLocation(line: 1, column: 1, byteOffset: 0)
    }

    fileprivate func stopObserving() { unsafe observer?.takeUnretainedValue().isStopped = true }

    // MARK: Delivering

    /// Calls `deliver` with the observer and a pointer to this state that is valid during the call.
    @inline(__always)
    private mutating func observe(_ deliver: (UnsafeMutablePointer<SAXState>, EventObserver) -> Void) {
        guard let observer = unsafe observer else { return }
        let isStopped = unsafe withUnsafeMutablePointer(to: &self) { state in
            unsafe observer._withUnsafeGuaranteedRef {
                unsafe deliver(state, $0)
                return $0.isStopped
            }
        }
        if isStopped { isFailed = true }
    }

    /// Ends the character data or CDATA section that is being collected, if any, at `end` of the source. Adds it as an
    /// entry, or delivers it as an event.
    @inline(__always)
    mutating func writeRun(end: Int) {
        guard isObserved else { return builder.flushRun(end: end) }
        if builder.run.kind != nil { deliverRun() }
    }

    @inline(never)
    private mutating func deliverRun() {
        let run = builder.run
        builder.run.kind = nil
        deliver(
            run.kind ?? .text, start: run.start, run.offset..<run.offset &+ run.length, isInArena: run.isInArena,
            target: 0)
    }

    /// Adds data that is in the source unchanged, or in the arena, as an entry, or delivers it as an event.
    mutating func write(_ kind: TapeKind, start: Int, end: Int, data: Range<Int>, isInArena: Bool, target: UInt32 = 0) {
        if isObserved {
            deliver(kind, start: start, data, isInArena: isInArena, target: target)
        } else if kind == .processingInstruction {
            builder.addProcessingInstruction(target: target, start: start, end: end, data: data, isInArena: isInArena)
        } else {
            builder.addData(kind, start: start, end: end, data: data, isInArena: isInArena)
        }
    }

    @inline(__always)
    private mutating func deliver(_ kind: TapeKind, start: Int, _ data: Range<Int>, isInArena: Bool, target: UInt32) {
        guard !isFailed else { return }
        unsafe observe { (state, observer) in
            observer.data(
                unsafe DataView(state, kind, start: start, data, isInArena: isInArena, target: target), kind)
        }
        builder.discardData()
    }

    /// Delivers the start of the element that has just begun.
    @inline(__always)
    mutating func deliverStart(_ name: CName, _ parts: TagParts, _ place: Place) {
        let hasUncheckedParts = parts.namespaceCount > 0 || parts.defaultedCount > 0
        if hasUncheckedParts || parts.attributeCount > 0 && hasNewNames() { checkParts(parts, place) }
        position = place.end
        guard !isFailed else { return }
        unsafe observe { (state, observer) in
            observer.startElement(
                unsafe ElementView(state, name, end: place.end, parts.cAttributes, parts.attributeCount))
        }
    }

    /// Whether libxml2 may have read names since the last call that are not in the table of names.
    @inline(__always)
    private mutating func hasNewNames() -> Bool {
        // The dictionary may contain names of earlier documents, and of declarations.
        if isContextReusable || entities.hasDocumentType { return true }
        // A prefix and a local name that are known may be a new name, which may be too long if one of them is long.
        // libxml2 knows “apos” from the start.
        if max(4, builder.names.longestString) >= limits.nameLength / 2 { return true }
        let known = dictionarySize
        dictionarySize = unsafe xmlDictSize(cContext.pointee.dict)
        return dictionarySize != known
    }

    /// Delivers the end of the innermost element.
    @inline(__always)
    mutating func deliverEnd(_ name: CName, _ place: Place) {
        guard !isFailed else { return }
        let element = Int(builder.current)
        unsafe observe { (state, observer) in
            observer.endElement(unsafe ElementView(state, name, end: place.end))
        }
        builder.endElement(end: UInt32(truncatingIfNeeded: place.end))
        builder.discardEntries(from: element)
        position = place.end
    }
}
