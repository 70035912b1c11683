import CLibXML2
import CLibXML2Shims

/// What the SAX callbacks of one parse of HTML work on: they receive a pointer to it and touch nothing else.
@safe
struct HTMLState: ~Copyable, FaultReporter {
    var builder: TapeBuilder
    let limits: XMLParsingLimits
    let form: HTMLParser.Form
    let cContext: xmlParserCtxtPtr
    /// Where the text begins in the source: libxml2 does not see a byte order mark.
    private let textStart: Int

    /// The end in the source of the last thing that was reported. What comes next begins here, or after white space and
    /// markup of which libxml2 says nothing.
    var position: Int
    var faults = FaultLog<Fault>(limit: 100)
    /// Why the parse has ended early. libxml2 may call back a few times more.
    private(set) var failure: Fault?
    /// The entry of the root element, once there is one.
    var root: UInt32?
    /// Whether a paragraph is open that libxml2 up to 2.13 has made up around text at the top of a fragment.
    var isInMadeUpParagraph = false

    var isFailed: Bool { failure != nil }
    /// How many elements are open that are not from the source, but for implied ones.
    var baseDepth: Int { form == .fragment ? 1 : 0 }

    init(
        source: UnsafeBufferPointer<UInt8>, textStart: Int, _ form: HTMLParser.Form, _ limits: XMLParsingLimits,
        _ cContext: xmlParserCtxtPtr
    ) {
        unsafe builder = TapeBuilder(source: source)
        self.textStart = textStart
        self.form = form
        self.limits = limits
        unsafe self.cContext = unsafe cContext
        position = textStart
        guard form == .fragment else { return }
        let name = unsafe builder.names.name(
            local: xmlDictLookup(cContext.pointee.dict, "body", -1), prefix: nil, uri: nil)
        root = UInt32(truncatingIfNeeded: builder.words.count)
        builder.beginElement(name: name, start: UInt32(truncatingIfNeeded: textStart))
        // libxml2 drops the white space at the beginning.
        let start = unsafe source.span.index(from: textStart) { !$0.isHTMLSpace }
        if start > textStart { builder.appendText(at: textStart, length: start - textStart) }
        position = start
    }

    /// The state behind the pointer that a callback receives.
    static func from(_ userData: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<HTMLState> {
        // libxml2 passes on what HTMLParser gave it, which is never nil.
        unsafe userData.unsafelyUnwrapped.assumingMemoryBound(to: HTMLState.self)
    }

    /// Ends the parse with a fault of our own.
    @inline(never)
    mutating func fail(_ fault: Fault) { failure = failure ?? fault }

    /// Calls `body` with the state behind the pointer that a callback of an event receives, and stops libxml2 when the parse
    /// has ended early: that frees the buffer that the callback's arguments point into.
    static func callback(
        _ userData: UnsafeMutableRawPointer?, _ body: (UnsafeMutablePointer<HTMLState>) -> Void
    ) {
        let state = unsafe from(userData)
        unsafe body(state)
        if unsafe state.pointee.builder.isFull {
            let position = unsafe state.pointee.position
            unsafe state.pointee.fail(XMLParsingLimits.inputTooLarge(at: position))
        }
        if unsafe state.pointee.isFailed { unsafe xmlStopParser(state.pointee.cContext) }
    }

    mutating func report(_ fault: Fault) {
        if !isFailed { faults.add(fault) }
    }

    /// Ends the parse before it has begun if a tag has too many attributes: libxml2 up to 2.13 compares each with all before
    /// it. Newer versions cut off long names and report nothing, but every version must report the same error.
    mutating func checkAttributeCounts() {
        let limit = limits.attributesPerElement
        guard let tag = HTMLTagScanner.crowdedTag(in: unsafe builder.source.span, limit: limit) else { return }
        let isName = tag.nameLength > limits.nameLength
        fail(isName ? limits.nameTooLong(at: tag.start) : limits.tooManyAttributes(at: tag.start))
    }
}

// MARK: Places

extension HTMLState {
    /// The offset in the source of where libxml2 stands.
    var cursor: Int {
        let current = unsafe lx_current_position(cContext)
        guard let pointer = unsafe current.current, let begin = unsafe current.begin else { return position }
        return unsafe min(textStart + Int(current.consumed) + (pointer - begin), builder.source.count)
    }

    /// The offset in the source of bytes that libxml2 hands out, if they are in its buffer.
    func offset(of bytes: UnsafePointer<UInt8>) -> Int? {
        let current = unsafe lx_current_position(cContext)
        guard let begin = unsafe current.begin, let end = unsafe current.end, unsafe bytes >= begin && bytes < end
        else {
            return nil
        }
        return unsafe textStart + Int(current.consumed) + (bytes - begin)
    }

    /// The first `<` from the last event on, before `end`, that begins a start tag of this name, or an end tag.
    ///
    /// There is none for an element that the source does not spell out.
    func tag(_ cName: UnsafePointer<UInt8>, isEnd: Bool, before end: Int) -> Int? {
        var start = position
        while true {
            start = unsafe builder.source.firstIndex(of: UInt8(ascii: "<"), from: start)
            guard start < end else { return nil }
            let name = start + (isEnd ? 2 : 1)
            let hasSlash = unsafe start + 1 < builder.source.count && builder.byte(at: start + 1) == UInt8(ascii: "/")
            if unsafe hasSlash == isEnd && spells(cName, at: name) { return start }
            start += 1
        }
    }

    /// Whether the source has this name at an offset, in any case.
    private func spells(_ cName: UnsafePointer<UInt8>, at offset: Int) -> Bool {
        let length = unsafe UnsafePointer<UInt8>.length(cName)
        let end = offset + length
        guard unsafe end <= builder.source.count else { return false }
        for index in 0..<length
        where unsafe builder.byte(at: offset + index).asciiLowercased != cName[index].asciiLowercased {
            return false
        }
        // libxml2 up to 2.13 cuts names off after 99 bytes.
        guard unsafe end < builder.source.count, length < HTMLTagScanner.longestName else { return true }
        let next = builder.byte(at: end)
        return !next.isASCIILetter && !(0x30...0x39).contains(next) && next != UInt8(ascii: "-")
            && next != UInt8(ascii: "_") && next != UInt8(ascii: ":") && next != UInt8(ascii: ".")
    }

    /// Where that begins because of which an element is implied.
    func impliedStart(before end: Int) -> Int {
        min(unsafe builder.source.span.index(from: position) { !$0.isHTMLSpace }, max(end, position))
    }
}
