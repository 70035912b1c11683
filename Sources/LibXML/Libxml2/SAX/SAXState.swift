import CLibXML2
import CLibXML2Shims

/// When a parse ends before its document does.
struct ParseEnd {
    /// Whether it ends with the first error, even one after which libxml2 continues.
    var isWithError = false
    /// Whether such a parse continues after an error that leaves the document well-formed, such as that of a namespace.
    var findsAll = false
    /// Why the text ends before the document does. It replaces faults that result from that end.
    @Rare var cause: Fault?
    /// The error that has ended the parse of a stream, until the fault behind it is known.
    @Rare var unsettled: Libxml2Report?
}

/// The state that the SAX callbacks of one parse use.
///
/// Nothing here is allocated, retained or looked up per event: state in a class costs a third of the speed, and a
/// `String` per name half of it.
@safe
struct SAXState: ~Copyable, CallbackState {
    var builder: TapeBuilder
    let limits: XMLParsingLimits
    var cContext: xmlParserCtxtPtr
    /// Whether the context may be used for another document if this one has no fault.
    var isContextReusable = false

    /// Where the text begins in the source: libxml2 does not see a byte order mark. Negative if that part of a stream
    /// is no longer in memory.
    private(set) var textStart: Int
    /// Matches the records of a stream.
    var records = RecordMatcher(RecordPath())
    /// Receives the events, if set. Then only the open elements are kept.
    var observer: Unmanaged<EventObserver>?
    /// Whether there is an observer. Reading ``observer`` instead would retain it.
    var isObserved = false
    /// The number of strings in libxml2's dictionary when names were last checked.
    var dictionarySize: Int32 = -1
    /// Whether the text was repaired. If so, namespace faults, which remain in it, do not end the parse.
    let isRepaired: Bool
    var end = ParseEnd()
    /// The end of the last construct that was reported. The next one in the source begins here, or after character data
    /// that begins here.
    var position: Int

    /// The offset of a name in the XML declaration without white space before it.
    let unspacedName: Int?

    /// The faults found so far. None are added after the first fatal fault, because later errors of libxml2 result from
    /// it.
    var faults: FaultLog<Fault>
    /// Whether the parse has ended early. libxml2 may still call back a few times.
    var isFailed = false
    var entities: EntityPolicy
    var references = ReferencePlaces()
    /// The namespace declarations that the repair has added and that have not been parsed yet.
    var impliedDeclarations = ImpliedDeclarations()
    /// A reference that is kept, while its stand-in is being delivered.
    @Rare var pending: PendingReference?
    var validation = SAXValidation()

    init(
        source: UnsafeBufferPointer<UInt8>, textStart: Int, options: borrowing XMLParsingOptions,
        cContext: xmlParserCtxtPtr
    ) {
        unsafe builder = TapeBuilder(source: source)
        limits = options.limits
        isRepaired = options.repairRules != nil
        faults = FaultLog(limit: options.faultLimit)
        entities = EntityPolicy(options)
        unsafe self.cContext = cContext
        self.textStart = textStart
        // No callback reports the XML declaration.
        let declaration = DeclarationText(scanning: unsafe source.span, from: textStart)
        position = declaration?.end ?? textStart
        unspacedName = declaration?.unspaced
    }

    /// Prepares for the removal of the first `count` bytes of the source.
    mutating func discardSource(_ count: Int) {
        textStart -= count
        entities.discarded += count
        position -= count
        references = ReferencePlaces()
        pending?.start -= count
        pending?.end -= count
        validation.deferred?.start -= count
    }
}

// MARK: Places

extension SAXState {
    typealias Place = ParsedPlace

    var text: ParsedText {
        @inline(__always) get { unsafe ParsedText(builder.source) }
    }

    /// The place of a construct that begins with `<` and that libxml2 has just read up to its current position.
    @inline(__always)
    mutating func place(_ current: lx_position) -> Place {
        let end = unsafe offset(of: unsafe current.current.unsafelyUnwrapped, in: current)
        return references.place(
            ofMarkupFrom: position, to: end, isInEntity: unsafe current.isInsideEntity != 0, in: text)
    }

    /// libxml2's current offset in the source.
    var cursor: Int {
        let current = unsafe lx_current_position(cContext)
        return unsafe offset(of: unsafe current.current.unsafelyUnwrapped, in: current)
    }
}

// MARK: Faults

extension SAXState {
    /// Ends the parse with a fault that libxml2 did not report.
    @inline(never)
    mutating func fail(_ fault: Fault) {
        guard !isFailed else { return }
        report(fault)
        isFailed = true
    }

    /// Stops libxml2 if the parse has ended early or the tape is full. Must be the last statement of a callback.
    @inline(__always)
    mutating func stopIfFailed() {
        if isFailed || builder.isFull { stopParser() }
    }

    mutating func report(_ fault: Fault) {
        guard !isFailed else { return }
        faults.add(fault, isKept: fault.isFatal)
        if fault.isFatal, end.isWithError && !end.findsAll || faults.isFull { isFailed = true }
    }
}
