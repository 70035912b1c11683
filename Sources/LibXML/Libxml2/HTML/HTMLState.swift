import CLibXML2
import CLibXML2Shims

/// The state that the SAX callbacks of one HTML parse use.
@safe
struct HTMLState: ~Copyable, CallbackState {
    /// Whether libxml2 has begun to read. It may not begin if memory is exhausted, and 2.12 does not report that.
    var hasBegun = false
    var hasDocumentType = false
    var builder: TapeBuilder
    let limits: XMLParsingLimits
    let form: HTMLParser.Form
    let cContext: xmlParserCtxtPtr
    let textStart: Int
    /// The text that libxml2 reads: the source, or its translation. All offsets are in it, except those of the builder
    /// and of faults.
    let text: UnsafeBufferPointer<UInt8>
    /// The translation; nil if libxml2 reads the source.
    let translation: HTMLTokenizer.Translation?

    /// The end of the last construct that was reported. The next one begins here, or after white space
    /// and markup that libxml2 does not report.
    var position: Int
    var faults = FaultLog<Fault>(limit: 100)
    /// Why the parse has ended early. libxml2 may still call back a few times.
    var failure: Fault? { didSet { isFailed = failure != nil } }
    /// Stored, because a comparison of ``failure`` takes many instructions.
    private(set) var isFailed = false
    /// The offset at which to check next whether the task was canceled.
    private var nextTaskCheck = 65_536
    /// The entry of the root element; nil before it begins.
    var root: UInt32?
    /// Whether the last text ended with a carriage return.
    var endsWithCR = false
    /// The length of the white space at the beginning of the next text that has been added already.
    var skippedSpace = 0
    /// Whether a paragraph is open that libxml2 up to 2.13 has implied for text in `html` or `body`.
    var isInMadeUpParagraph = false

    /// libxml2's stack of open elements after the last start tag.
    var cOpenNames: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

    /// How many elements are open that are neither in the source nor implied by it: the `body` of a fragment.
    var baseDepth: Int { form == .fragment ? 1 : 0 }

    init(
        source: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>,
        _ translation: HTMLTokenizer.Translation?, textStart: Int, _ form: HTMLParser.Form,
        _ limits: XMLParsingLimits, _ cContext: xmlParserCtxtPtr
    ) {
        unsafe builder = TapeBuilder(source: source)
        unsafe self.text = unsafe text
        self.translation = translation
        self.textStart = textStart
        self.form = form
        self.limits = limits
        unsafe self.cContext = unsafe cContext
        position = textStart
        guard form == .fragment else { return }
        guard let cName = unsafe xmlDictLookup(cContext.pointee.dict, "body", -1) else {
            fail(.outOfMemory.at(textStart))
            return
        }
        let name = unsafe builder.names.name(local: cName, prefix: nil, uri: nil)
        root = UInt32(truncatingIfNeeded: builder.words.count)
        builder.beginElement(name: name, start: UInt32(truncatingIfNeeded: textStart))
        // libxml2 drops leading white space.
        let start = unsafe text.span.index(from: textStart) { !$0.isHTMLSpace }
        if start > textStart { builder.appendText(at: textStart, length: start - textStart) }
        position = start
    }

    /// Ends the parse with a fault that libxml2 did not report, at an offset of the text.
    @inline(never)
    mutating func fail(_ fault: Fault) { failure = failure ?? fault.at(sourceStart(fault.offset)) }

    /// Ends the parse if libxml2 has reported a failed allocation to another handler. Replaces any other reason, which
    /// may result from this.
    mutating func checkMemory() {
        if lx_lacks_memory() != 0 { failure = .outOfMemory.at(sourceStart(position)) }
    }

    /// Calls `body` with the state that a callback receives a pointer to, then stops libxml2 if the parse has ended
    /// early.
    static func callback(
        _ userData: UnsafeMutableRawPointer?, _ body: (UnsafeMutablePointer<HTMLState>) -> Void
    ) {
        let state = unsafe from(userData)
        unsafe body(state)
        if unsafe state.pointee.isFailed || state.pointee.builder.isFull { unsafe state.pointee.stopParser() }
    }

    /// Ends the parse if its task was canceled. Called for each tag, but checks only once for each 64 KiB.
    mutating func checkTask(at offset: Int) {
        guard offset >= nextTaskCheck else { return }
        nextTaskCheck = offset + 65_536
        if Task.isCancelled { fail(.cancelled.at(offset)) }
    }

    /// Records a fault at an offset of the text.
    mutating func report(_ fault: Fault) {
        if !isFailed { faults.add(fault.at(sourceStart(fault.offset))) }
    }
}

// MARK: Places

extension HTMLState {
    /// The offset in the source of what begins at an offset of the text.
    func sourceStart(_ offset: Int) -> Int { translation?.map.original(of: offset) ?? offset }

    /// The offset in the source of what ends at an offset of the text.
    func sourceEnd(_ offset: Int) -> Int { translation?.map.originalEnd(of: offset) ?? offset }

    /// Whether the source contains a range of the text as it is.
    func isVerbatim(_ range: Range<Int>) -> Bool { translation?.map.isChanged(range) != true }

    /// libxml2's current offset in the text.
    var cursor: Int {
        let current = unsafe lx_current_position(cContext)
        guard let pointer = unsafe current.current, unsafe current.begin != nil else { return position }
        return unsafe min(offset(of: pointer, in: current), text.count)
    }

    /// The offset in the text of bytes that libxml2 passes; nil if they are not in its buffer.
    mutating func offset(of bytes: UnsafePointer<UInt8>) -> Int? {
        let current = unsafe lx_current_position(cContext)
        guard let begin = unsafe current.begin, let end = unsafe current.end, unsafe bytes >= begin && bytes < end
        else {
            return nil
        }
        return unsafe offset(of: bytes, in: current)
    }

    /// The first `<` between the last event and `end` that begins a start tag or end tag of this name.
    ///
    /// Nil for an element whose tag is not in the text.
    mutating func tag(_ cName: UnsafePointer<UInt8>, isEnd: Bool, before end: Int) -> Int? {
        var start = position
        while true {
            start = unsafe text.firstIndex(of: UInt8(ascii: "<"), from: start)
            guard start < end else { return nil }
            let name = start + (isEnd ? 2 : 1)
            let hasSlash = unsafe start + 1 < text.count && text[start + 1] == UInt8(ascii: "/")
            if unsafe hasSlash == isEnd && matchesName(cName, at: name) { return start }
            start += 1
        }
    }

    /// Whether the text contains this name at an offset, in any case.
    private mutating func matchesName(_ cName: UnsafePointer<UInt8>, at offset: Int) -> Bool {
        let length = unsafe UnsafePointer<UInt8>.length(cName)
        let end = offset + length
        guard unsafe end <= text.count else { return false }
        for index in 0..<length
        where unsafe text[offset + index].asciiLowercased != cName[index].asciiLowercased {
            return false
        }
        // Longer names are cut.
        guard unsafe end < text.count && length < HTMLTagScanner.longestName else { return true }
        let next = unsafe text[end]
        return !next.isASCIILetter && !(0x30...0x39).contains(next) && next != UInt8(ascii: "-")
            && next != UInt8(ascii: "_") && next != UInt8(ascii: ":") && next != UInt8(ascii: ".")
    }

    /// The start of the construct that implies an element.
    func impliedStart(before end: Int) -> Int {
        min(unsafe text.span.index(from: position) { !$0.isHTMLSpace }, max(end, position))
    }
}
