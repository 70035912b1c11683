import CLibXML2
import CLibXML2Shims

/// What the SAX callbacks of one parse work on: they receive a pointer to it and touch nothing else.
///
/// Nothing here is allocated, retained or looked up per event: state in a class costs a third of the speed, and a
/// `String` per name half of it.
@safe
struct SAXState: ~Copyable, FaultReporter {
    var builder: TapeBuilder
    let limits: XMLParsingLimits
    var cContext: xmlParserCtxtPtr

    /// Where the text begins in the source: libxml2 does not see a byte order mark. Negative when that part of a stream
    /// is gone.
    private(set) var textStart: Int
    /// What finds the records of a stream.
    var records = RecordMatcher()
    /// What is told of each event, if anything is: then nothing is kept but the open elements.
    var observer: Unmanaged<EventObserver>?
    /// Whether there is an observer; asking for it would count a reference.
    var isObserved = false
    /// How many strings libxml2 knew when names were looked at last.
    var dictionarySize: Int32 = -1
    /// Whether the text was repaired: then faults of namespaces, which are left in it, end nothing.
    let isRepaired: Bool
    /// Whether the parse ends with the first error, also one that libxml2 goes on after.
    var endsWithError = false
    /// The end of the last thing that was reported. What comes next in the source begins here, or after character
    /// data that begins here.
    var position: Int

    /// What has been found wrong so far. Nothing is added after the first fatal fault, because what libxml2 reports
    /// then are consequences.
    var faults: FaultLog<Fault>
    /// Why the text ends before the document does: it takes the place of faults that come of that end.
    var stop: Fault?
    /// The error that has ended the parse of a stream, until it is known what it means.
    var unsettled: Libxml2Report?
    /// Whether the parse has ended early. libxml2 may call back a few times more.
    var isFailed = false
    /// Whether the document type declaration is being read.
    var isInDocumentType = false
    var entities: EntityPolicy
    var references = ReferencePlaces()
    /// The namespace declarations that the repair has added, up to those that have been parsed.
    var impliedDeclarations = ImpliedDeclarations()
    /// An entity that stays a reference, while its stand-in is being delivered.
    var pending: PendingReference?

    init(
        source: UnsafeBufferPointer<UInt8>, textStart: Int, options: XMLParsingOptions, cContext: xmlParserCtxtPtr
    ) {
        unsafe builder = TapeBuilder(source: source)
        limits = options.limits
        isRepaired = options.repair != nil
        faults = FaultLog(limit: options.faultLimit)
        entities = EntityPolicy(options)
        unsafe self.cContext = cContext
        self.textStart = textStart
        // No callback tells of the XML declaration.
        position = DeclarationText(scanning: unsafe source.span, from: textStart)?.end ?? textStart
    }

    /// The first `count` bytes of the source are about to go.
    mutating func forgetSource(_ count: Int) {
        textStart -= count
        entities.forgotten += count
        position -= count
        references = ReferencePlaces()
        pending?.start -= count
        pending?.end -= count
    }

    /// The state behind the pointer that a callback receives.
    @inline(__always)
    static func from(_ userData: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<SAXState> {
        // libxml2 passes on what SAXParser gave it, which is never nil.
        unsafe userData.unsafelyUnwrapped.assumingMemoryBound(to: SAXState.self)
    }
}

// MARK: Places

extension SAXState {
    typealias Place = ParsedPlace

    var text: ParsedText {
        @inline(__always) get { unsafe ParsedText(builder.source) }
    }

    /// The place of a construct that begins with `<` and has just been read up to where libxml2 stands.
    @inline(__always)
    mutating func place(_ current: lx_position) -> Place {
        let end = unsafe offset(of: unsafe current.current.unsafelyUnwrapped, in: current)
        return references.place(
            ofMarkupFrom: position, to: end, isInEntity: unsafe current.isInsideEntity != 0, in: text)
    }

    /// Where libxml2 stands in the source.
    var cursor: Int {
        let current = unsafe lx_current_position(cContext)
        return unsafe offset(of: unsafe current.current.unsafelyUnwrapped, in: current)
    }

    /// The offset in the source of a byte in libxml2's buffer.
    @inline(__always)
    func offset(of pointer: UnsafePointer<UInt8>, in current: lx_position) -> Int {
        unsafe textStart &+ Int(current.consumed) &+ (pointer - current.begin.unsafelyUnwrapped)
    }
}

// MARK: Faults

extension SAXState {
    /// Ends the parse with a fault of our own.
    @inline(never)
    mutating func fail(_ fault: Fault) {
        guard !isFailed else { return }
        report(fault)
        isFailed = true
    }

    /// Stops libxml2 when the parse has ended early, or the tape is full: as the last act of a callback only, because it frees
    /// the buffer that the callback's arguments point into.
    @inline(__always)
    mutating func stopIfFailed() {
        if isFailed || builder.isFull { stopParser() }
    }

    @inline(never)
    private mutating func stopParser() {
        fail(XMLParsingLimits.inputTooLarge(at: position))
        unsafe xmlStopParser(cContext)
    }

    mutating func report(_ fault: Fault) {
        guard !isFailed else { return }
        faults.add(fault, isKept: fault.isFatal)
        if fault.isFatal, endsWithError || faults.isFull { isFailed = true }
    }
}
