/// Visits the entries of a document during the parse. After the last entry the next piece is parsed, and the entries
/// before it are discarded.
///
/// The type is small, since access to a property of a large structure copies it, even if it is noncopyable.
struct ReaderCursor: ~Copyable {
    typealias Event = XMLReader.Event

    private let feed: ReaderFeed
    private(set) var entries: StreamEntries

    /// The current event; nil before the first event, and after the last.
    private(set) var event: Event?
    /// The entry of the event; that of the element at its end.
    private(set) var entry = 0
    /// The entry after it in document order.
    private var next = TapeHead.elementLength
    /// The innermost open element, or the document.
    private var element = Tape.document
    /// The number of open elements.
    private var openCount = 0
    /// The XML declaration.
    private(set) var declaration: XMLTree.Declaration?

    /// - Parameter isText: whether to ignore the encoding in an XML declaration.
    init(_ source: consuming ChunkSource, _ options: XMLParsingOptions, isText: Bool) {
        var options = options
        if isText { options.encoding = "UTF-8" }
        feed = ReaderFeed(source, options)
        entries = feed.parser.entries
    }

    // MARK: Moving

    /// Advances to the next event. Returns nil at the end of the document.
    @inline(__always)
    mutating func advance() throws(XMLError) -> Event? {
        repeat {
            event = step()
            if event != nil { return event }
        } while try fill()
        return nil
    }

    /// Advances within the parsed entries. Returns nil at their end.
    @inline(__always)
    private mutating func step() -> Event? {
        guard entries.hasBegun else { return nil }
        if Int(entries.builder.words[element, .next]) == next {
            entry = element
            element = entries.builder.parent(ofElement: element)
            openCount -= 1
            return .endElement
        }
        guard next < entries.builder.words.count else { return nil }
        entry = next
        let head = entries.builder.words.head(entry)
        guard head.kind == .element else {
            next += head.length
            return event(of: head)
        }
        let end = Int(entries.builder.words[entry, .next])
        if head.isOneTag, end > 0 {
            next = end
        } else {
            next = entries.builder.words.firstChild(entry)
            element = entry
            openCount += 1
        }
        return .startElement
    }

    private func event(of head: TapeHead) -> Event {
        switch head.kind {
        case .text: withData { $0.skipSpace(from: 0) == $0.count } ? .whiteSpace : .text
        case .cdata: .cdata
        case .comment: .comment
        case .entityReference: .entityReference
        case .processingInstruction: .processingInstruction
        case .documentType: .documentType
        case .document, .element, .attribute, .namespace: preconditionFailure("not a content entry")
        }
    }

    /// Parses the next piece. Returns false at the end of the document.
    ///
    /// - Parameter isHolding: whether to keep the entries before it.
    @inline(never)
    private mutating func fill(isHolding: Bool = false) throws(XMLError) -> Bool {
        do throws(XMLError) {
            feed.parser.retention.isHolding = isHolding
            if !isHolding, entries.hasBegun {
                feed.parser.discard()
                passAll()
            }
            let isFirst = !entries.hasBegun
            let isFilled = try feed.fill()
            entries = feed.parser.entries
            if isFirst, entries.hasBegun { declaration = Self.declaration(in: entries.window) }
            return isFilled
        } catch {
            entries = feed.parser.entries
            // The error ends an element that is being read as a whole.
            if isHolding { passAll() }
            event = nil
            throw error
        }
    }

    /// Returns the XML declaration of a document whose text begins in the window.
    private static func declaration(in window: StreamWindow) -> XMLTree.Declaration? {
        window.text.withSpan(0..<window.text.count) { text in
            XMLTree.Declaration(scanning: text, from: text.has("\u{FEFF}", at: 0) ? 3 : 0)
        }
    }

    /// Moves to the end of the parsed entries.
    private mutating func passAll() {
        next = entries.builder.words.count
        element = Int(entries.builder.current)
        openCount = entries.builder.depth
    }

    var failure: XMLError? { feed.failure }

    // MARK: Whole elements

    /// An element, to detect its end. Everything inside it comes before anything after it.
    struct Scope {
        /// The number of elements around it.
        fileprivate let depth: Int
        fileprivate let isEmpty: Bool
    }

    /// The element at whose start tag the reader is; nil elsewhere.
    var currentElement: Scope? {
        event == .startElement ? Scope(depth: depth - 1, isEmpty: isEmptyElement) : nil
    }

    /// Returns whether the reader is at the end of an element that it has entered.
    func isAtEnd(of scope: Scope) -> Bool {
        scope.isEmpty || event == nil || event == .endElement && openCount == scope.depth
    }

    /// Skips the rest of an element that the reader has entered, and moves to its end.
    mutating func skip(to scope: Scope) throws(XMLError) {
        while !isAtEnd(of: scope) {
            let end = Int(entries.builder.words[element, .next])
            if end > 0 {
                next = end
            } else {
                // The element has not ended, so no parsed entry comes after it.
                passAll()
            }
            _ = try advance()
        }
    }

    /// Reads the current element into a separate tape, and moves to its end. Returns nil unless the reader is at a
    /// start tag.
    mutating func readElement() throws(XMLError) -> Tape? {
        guard event == .startElement else { return nil }
        while entries.builder.words[entry, .next] == 0 {
            guard try fill(isHolding: true) else { return nil }
        }
        let tape = feed.parser.tape(ofElement: entry)
        guard !isEmptyElement else { return tape }
        element = entries.builder.parent(ofElement: entry)
        next = Int(entries.builder.words[entry, .next])
        openCount -= 1
        event = .endElement
        return tape
    }
}

// MARK: Current event

extension ReaderCursor {
    var head: TapeHead { entries.builder.words.head(entry) }

    /// The number of open elements at the current event, including the current element.
    var depth: Int {
        switch event {
        case nil: 0
        case .startElement: head.isOneTag ? openCount + 1 : openCount
        case .endElement: openCount + 1
        default: openCount
        }
    }

    /// Whether the current element is written as an empty-element tag, `<a/>`.
    var isEmptyElement: Bool { event == .startElement && head.isOneTag }

    /// Returns whether the reader is at a tag of an element that a test matches.
    func isNamed(_ test: NameTest) -> Bool { isAtTag && entries.builder.matchesElement(entry, test) }

    /// Whether this is a tag of an element that a name matches.
    func isNamed(_ name: String) -> Bool { isAtTag && entries.builder.isElement(entry, named: name) }

    private var isAtTag: Bool { event == .startElement || event == .endElement }

    /// The name as written; empty for an event without a name.
    var qualifiedName: String {
        switch event {
        case .startElement, .endElement: entries.builder.names.qualifiedName(head.name)
        case .processingInstruction: entries.builder.names.text(head.payload) ?? ""
        case .documentType: entries.builder.names.text(entries.builder.words[entry, .name]) ?? ""
        case .entityReference: withData { $0.string(1..<$0.count - 1) }
        case .text, .whiteSpace, .cdata, .comment, nil: ""
        }
    }
    func string(_ number: Int) -> String? {
        entries.builder.names.text(UInt32(truncatingIfNeeded: number))
    }

    var name: XMLName {
        isAtTag ? entries.builder.names.expandedName(head.name) : XMLName(qualifiedName, namespaceURI: nil)
    }

    var prefix: String? { isAtTag ? string(entries.builder.names.name(head.name).prefix) : nil }

    /// The text of the current event; nil for an event without text.
    var value: String? {
        switch event {
        case .startElement, .endElement, .documentType, nil: nil
        case .text, .whiteSpace, .cdata, .comment, .processingInstruction, .entityReference:
            withData { $0.string(0..<$0.count) }
        }
    }

    func withData<Result>(_ body: (Span<UInt8>) -> Result) -> Result { withData(entry, body) }

    func withData<Result>(_ entry: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let (range, isInArena) = entries.builder.words.data(entry)
        return isInArena ? entries.builder.arena.withSpan(range, body) : entries.window.text.withSpan(range, body)
    }

    /// The location of the current event; before and after all events, the end of what was read.
    var location: XMLLocation {
        guard event != nil else { return feed.parser.location }
        let start = entries.window.text.withSpan(0..<entries.window.text.count) { text in
            switch event {
            case .startElement: entries.builder.start(ofElement: entry)
            // The start tag of the element may already be discarded.
            case .endElement: text.startOfTag(endingAt: Int(entries.builder.words[entry, .end]))
            default: entries.builder.words.sourceRange(entry, in: text).lowerBound
            }
        }
        return entries.window.location(at: start)
    }

    /// The location of the start tag of the current element; nil if the event is not one of an element.
    var startTagLocation: XMLLocation? {
        guard event == .startElement || event == .endElement else { return nil }
        return feed.parser.startTagLocation(ofElement: entry, depth: depth)
    }

    var diagnostics: [XMLDiagnostic] { feed.parser.diagnostics }

    var diagnosticCount: Int { feed.parser.faults.count }

    // MARK: Attributes

    /// Calls `body` with the entry and the name of each attribute of the current element, until it returns false.
    private func forEachAttribute(_ body: (_ attribute: Int, _ name: Int) -> Bool) {
        guard event == .startElement else { return }
        var index = entry + TapeHead.elementLength
        while let head = entries.builder.words.tagHead(index) {
            if head.kind == .attribute, !body(index, head.name) { return }
            index += head.length
        }
    }

    /// Returns the value of the first attribute that a test matches; nil if there is no such attribute.
    func attribute(_ test: NameTest) -> String? {
        var found: Int?
        forEachAttribute { attribute, number in
            guard entries.builder.names.matchesAttribute(number, test) else { return true }
            found = attribute
            return false
        }
        return found.map { withData($0) { $0.string(0..<$0.count) } }
    }

    /// The attributes of the current element, in order.
    var attributes: [XMLReader.Attribute] {
        var attributes: [XMLReader.Attribute] = []
        forEachAttribute { attribute, number in
            attributes.append(
                XMLReader.Attribute(
                    entries.builder.names.expandedName(number),
                    prefix: string(entries.builder.names.name(number).prefix),
                    value: withData(attribute) { $0.string(0..<$0.count) }))
            return true
        }
        return attributes
    }
}
