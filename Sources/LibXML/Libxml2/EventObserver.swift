import CLibXML2

/// Is told of events while a document is parsed. A class, because callbacks cannot be generic.
class EventObserver {
    /// Whether the parse is to end, without an error of its own.
    var isStopped = false
    /// The part of the stream that is being parsed.
    var window: StreamWindow?
    /// The open elements that begin before that part, from the root in.
    var forgottenElements: [XMLCheckpoint.Ancestor] = []

    /// An element begins.
    func startElement(_ event: EventView) {}
    /// An element has ended.
    func endElement(_ event: EventView) {}
    /// Character data, a CDATA section, a comment, an instruction or an unresolved reference.
    func data(_ event: EventView, _ kind: TapeKind) {}
}

/// An event that an observer is being told of; not valid afterwards.
///
/// It reads the parser's state through its pointer. Whoever tells of an event changes nothing between making one and the
/// end of the call.
@safe
struct EventView {
    private let state: UnsafeMutablePointer<SAXState>
    /// The entry.
    private var index: Int

    fileprivate init(_ state: UnsafeMutablePointer<SAXState>, _ index: Int) {
        unsafe self.state = unsafe state
        self.index = index
    }

    private var head: TapeHead { unsafe TapeHead(word: state.pointee.builder.words[index]) }

    private func word(_ offset: Int) -> Int { unsafe Int(state.pointee.builder.words[index + offset]) }

    private var names: NameTable.View { unsafe state.pointee.builder.names.view }

    /// How many elements are open, that of the event included.
    var depth: Int { unsafe state.pointee.builder.depth }

    // MARK: Names

    /// The name of the element as strings of the table.
    var name: (local: Int, prefix: Int, uri: Int) { names.name(Int(head.payload)) }

    /// The name of the element as it is written.
    var qualifiedName: String {
        let name = name
        let local = string(name.local) ?? ""
        return string(name.prefix).map { "\($0):\(local)" } ?? local
    }

    /// The target of an instruction; nil for anything else.
    var target: String? { head.kind == .processingInstruction ? string(Int(head.payload)) : nil }

    /// A string of the table; nil for `TapeHead.none`.
    func string(_ number: Int) -> String? {
        guard number != Int(TapeHead.none) else { return nil }
        return names.withString(number) { $0.string(0..<$0.count) }
    }

    /// Whether a string of the table is `text`; nil is no string.
    func isString(_ number: Int, _ text: String?) -> Bool {
        guard let text else { return number == Int(TapeHead.none) }
        return number != Int(TapeHead.none) && names.withString(number) { $0.equals(text) }
    }

    /// Whether the name of the element is written so.
    func isWritten(_ text: String) -> Bool {
        let name = name
        guard name.prefix != Int(TapeHead.none) else { return isString(name.local, text) }
        return qualifiedName == text
    }

    // MARK: Data

    /// Calls `body` with the data of the event.
    func withData<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        let isPlain = !head.isWide && head.kind != .processingInstruction
        let start = isPlain ? word(1) : word(3)
        let count = isPlain ? Int(head.payload) : word(4)
        return withBytes(start..<start + count, isInArena: head.isInArena, body)
    }

    private func withBytes<Result>(
        _ range: Range<Int>, isInArena: Bool, _ body: (Span<UInt8>) -> Result
    ) -> Result {
        let bytes = unsafe isInArena ? state.pointee.builder.arena.elements : state.pointee.builder.source
        return unsafe body(UnsafeBufferPointer(rebasing: bytes[range]).span)
    }

    // MARK: Attributes

    /// Calls `body` with each attribute of the element that begins: its name, and its value.
    func forEachAttribute(_ body: (_ name: EventView, _ value: Span<UInt8>) -> Bool) {
        var entry = index + 5
        while unsafe entry < state.pointee.builder.words.count {
            var attribute = self
            attribute.index = entry
            let head = attribute.head
            if head.kind == .attribute {
                let start = attribute.word(1)
                let range = start..<start + attribute.word(2)
                guard withBytes(range, isInArena: head.isInArena, { body(attribute, $0) }) else { return }
            }
            entry += head.kind.length(head)
        }
    }

    // MARK: Places

    /// Where the event begins.
    var location: XMLLocation {
        if head.kind == .element, unsafe depth <= state.pointee.builder.forgottenDepth,
            let element = unsafe state.pointee.observer?.takeUnretainedValue().forgottenElements[depth - 1]
        {
            return XMLLocation(
                line: element.line, column: element.column, byteOffset: element.byteOffset,
                sourceName: unsafe state.pointee.observer?.takeUnretainedValue().window?.name)
        }
        // Events are told of while there is a window.
        return unsafe state.pointee.observer?.takeUnretainedValue().window?.location(at: start)
            ?? XMLLocation(line: 1, column: 1, byteOffset: 0)
    }

    /// Ends the parse, without an error, after this event.
    func stop() { unsafe state.pointee.observer?.takeUnretainedValue().isStopped = true }

    private var start: Int {
        switch head.kind {
        case .comment where !head.isWide: word(1) - 4
        case .cdata where !head.isWide: word(1) - 9
        default: word(1)
        }
    }
}

extension SAXState {
    private var pointer: UnsafeMutablePointer<SAXState> { unsafe SAXState.from(cContext.pointee.userData) }

    /// Tells of character data and the like that has been added.
    @inline(__always)
    mutating func tellOfEntries() {
        if toldWords < builder.words.count { tellOfNewEntries() }
    }

    @inline(never)
    private mutating func tellOfNewEntries() {
        guard let observer = unsafe observer else { return }
        let start = toldWords
        var index = start
        while index < builder.words.count, !isFailed {
            let head = TapeHead(word: builder.words[index])
            if head.kind != .documentType {
                let event = unsafe EventView(pointer, index)
                let isStopped = unsafe observer._withUnsafeGuaranteedRef {
                    $0.data(event, head.kind)
                    return $0.isStopped
                }
                if isStopped { endEvents() }
            }
            index += head.kind.length(head)
        }
        builder.forgetEntries(from: start)
    }

    /// Tells of the element that has just begun.
    @inline(never)
    mutating func tellOfStart() {
        guard !isFailed, let observer = unsafe observer else { return }
        let event = unsafe EventView(pointer, Int(builder.current))
        let isStopped = unsafe observer._withUnsafeGuaranteedRef {
            $0.startElement(event)
            return $0.isStopped
        }
        if isStopped { endEvents() }
        toldWords = builder.words.count
        builder.forgetEntries(from: toldWords)
    }

    /// Tells of the end of the innermost element.
    @inline(never)
    mutating func tellOfEnd(_ place: Place) {
        tellOfEntries()
        guard !isFailed, let observer = unsafe observer else { return }
        let element = Int(builder.current)
        let event = unsafe EventView(pointer, element)
        let isStopped = unsafe observer._withUnsafeGuaranteedRef {
            $0.endElement(event)
            return $0.isStopped
        }
        if isStopped { endEvents() }
        builder.endElement(end: UInt32(truncatingIfNeeded: place.end))
        builder.forgetEntries(from: element)
        toldWords = element
        position = place.end
    }

    private mutating func endEvents() {
        isFailed = true
        unsafe xmlStopParser(cContext)
    }
}
