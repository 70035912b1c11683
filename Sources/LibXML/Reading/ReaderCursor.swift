/// Goes through the entries of a document while they are parsed. When all of them have been passed the next piece is
/// parsed, and what has passed is forgotten.
struct ReaderCursor: ~Copyable {
    typealias Event = XMLReader.Event

    private var parser: StreamParser
    private var source: ChunkSource

    /// What the reader stands at; nil before the first event, and after the last.
    private(set) var event: Event?
    /// Its entry; that of the element at an end.
    private var entry = 0
    /// The entry after it in the document's order.
    private var next = TapeHead.elementLength
    /// The innermost element that is open there, or the document.
    private var element = Tape.document
    /// How many elements are open there.
    private var openCount = 0

    /// Whether the source has given all it has.
    private var isComplete = false
    /// Why there is nothing more, if that is not the end of the document.
    private(set) var failure: XMLError?
    /// What the source threw, if that was no error of ours.
    private(set) var sourceError: (any Error)?

    /// - Parameter isText: whether what an XML declaration says of an encoding does not matter.
    init(_ source: consuming ChunkSource, _ options: XMLParsingOptions, isText: Bool) {
        var options = options
        if isText { options.encoding = "UTF-8" }
        self.source = source
        parser = StreamParser(options: options)
    }

    // MARK: Going on

    /// Goes on to the next event; nil at the end of the document.
    @inline(__always)
    mutating func goOn() throws(XMLError) -> Event? {
        repeat {
            event = step()
            if event != nil { return event }
        } while try fill()
        return nil
    }

    /// Goes on in what has been parsed; nil when all of it has passed.
    @inline(__always)
    private mutating func step() -> Event? {
        guard parser.hasBegun else { return nil }
        if Int(parser.builder.words[element, .next]) == next {
            entry = element
            element = parser.builder.parent(ofElement: element)
            openCount -= 1
            return .endElement
        }
        guard next < parser.builder.words.count else { return nil }
        entry = next
        let head = parser.builder.words.head(entry)
        guard head.kind == .element else {
            next += head.length
            return event(of: head)
        }
        if head.isOneTag {
            next = Int(parser.builder.words[entry, .next])
        } else {
            next = parser.builder.words.firstChild(entry)
            element = entry
            openCount += 1
        }
        return .startElement
    }

    private func event(of head: TapeHead) -> Event {
        switch head.kind {
        case .document, .element, .attribute, .namespace, .text:
            withData { $0.skipSpace(from: 0) == $0.count } ? .whiteSpace : .text
        case .cdata: .cdata
        case .comment: .comment
        case .entityReference: .entityReference
        case .processingInstruction: .processingInstruction
        case .documentType: .documentType
        }
    }

    /// Parses the next piece; false at the end of the document.
    @inline(never)
    private mutating func fill() throws(XMLError) -> Bool {
        if let error = failure ?? parser.error { throw fail(error) }
        if isComplete { return false }
        if !parser.isHolding, parser.hasBegun {
            parser.forget()
            next = parser.builder.words.count
            element = Int(parser.builder.current)
        }
        do {
            isComplete = try !source.feedNext(to: &parser)
            if isComplete { parser.finish() }
        } catch let error as XMLError {
            throw fail(error)
        } catch {
            sourceError = error
            throw fail(XMLError(.sourceFailed, "what supplies the document failed: \(error)"))
        }
        return true
    }

    private mutating func fail(_ error: XMLError) -> XMLError {
        failure = error
        event = nil
        return error
    }

    // MARK: Elements as wholes

    /// An element, to see when its end has come. What is inside of it is passed before anything after it.
    struct Scope {
        fileprivate let depth: Int
        fileprivate let isEmpty: Bool
    }

    /// The element that the reader stands at the start of; nil elsewhere.
    var currentElement: Scope? { event == .startElement ? Scope(depth: depth, isEmpty: isEmptyElement) : nil }

    /// Whether the reader stands at the end of an element in which it has stood.
    func isAtEnd(of scope: Scope) -> Bool {
        scope.isEmpty || event == nil || event == .endElement && openCount == scope.depth
    }

    /// Passes over the rest of an element in which the reader stands, which then stands at its end.
    mutating func skip(to scope: Scope) throws(XMLError) {
        while !isAtEnd(of: scope) {
            let end = Int(parser.builder.words[element, .next])
            if end > 0 {
                next = end
            } else {
                // It has not ended, and so nothing of what has been parsed comes after it.
                next = parser.builder.words.count
                element = Int(parser.builder.current)
                openCount = parser.builder.depth
            }
            _ = try goOn()
        }
    }

    /// Reads the current element into a tape of its own, so that the reader stands at its end; nil where it stands at no
    /// start.
    mutating func readElement() throws(XMLError) -> Tape? {
        guard event == .startElement else { return nil }
        parser.isHolding = true
        defer { parser.isHolding = false }
        while parser.builder.words[entry, .next] == 0 {
            guard try fill() else { return nil }
        }
        let tape = parser.tape(ofElement: entry)
        guard !isEmptyElement else { return tape }
        element = parser.builder.parent(ofElement: entry)
        next = Int(parser.builder.words[entry, .next])
        openCount -= 1
        event = .endElement
        return tape
    }
}

// MARK: What the reader stands at

extension ReaderCursor {
    private var head: TapeHead { parser.builder.words.head(entry) }

    /// How many elements are around the current event.
    var depth: Int {
        guard event != nil else { return 0 }
        return event == .startElement && !head.isOneTag ? openCount - 1 : openCount
    }

    /// Whether the current element is written as one tag, `<a/>`.
    var isEmptyElement: Bool { event == .startElement && head.isOneTag }

    /// Whether this is a tag of an element whose name is written so.
    func isAt(_ name: String) -> Bool { isAtTag && parser.builder.names.isWritten(head.name, as: name) }

    /// Whether this is a tag of an element that has this expanded name.
    func isAt(_ name: XMLName) -> Bool { isAtTag && parser.builder.names.isExpanded(head.name, name) }

    private var isAtTag: Bool { event == .startElement || event == .endElement }

    /// The name as it is written; empty for what has none.
    var qualifiedName: String {
        switch event {
        case .startElement, .endElement: parser.builder.names.qualifiedName(head.name)
        case .processingInstruction: parser.builder.names.text(head.payload) ?? ""
        case .documentType: parser.builder.names.text(parser.builder.words[entry, .name]) ?? ""
        case .entityReference: withData { $0.string(1..<$0.count - 1) }
        case .text, .whiteSpace, .cdata, .comment, nil: ""
        }
    }

    /// The expanded name of the element, or of an attribute of it.
    private func expandedName(_ number: Int) -> XMLName {
        let (local, _, uri) = parser.builder.names.name(number)
        return XMLName(string(local) ?? "", namespaceURI: string(uri))
    }

    private func string(_ number: Int) -> String? {
        parser.builder.names.text(UInt32(truncatingIfNeeded: number))
    }

    var name: XMLName { isAtTag ? expandedName(head.name) : XMLName(qualifiedName) }

    var prefix: String? { isAtTag ? string(parser.builder.names.name(head.name).prefix) : nil }

    /// The text of the current event; nil for one that has none.
    var value: String? {
        switch event {
        case .startElement, .endElement, .documentType, nil: nil
        case .text, .whiteSpace, .cdata, .comment, .processingInstruction, .entityReference:
            withData { $0.string(0..<$0.count) }
        }
    }

    private func withData<Result>(_ body: (Span<UInt8>) -> Result) -> Result { withData(of: entry, body) }

    @inline(__always)
    private func withData<Result>(of entry: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let (range, isInArena) = parser.builder.words.data(entry)
        return isInArena ? parser.builder.arena.withSpan(range, body) : parser.window.text.withSpan(range, body)
    }

    /// Where the current event begins; how far the document has been read where there is none.
    var location: XMLLocation {
        guard event != nil else { return parser.location }
        let start = parser.window.text.withSpan(0..<parser.window.text.count) { text in
            switch event {
            case .startElement: parser.builder.start(ofElement: entry)
            // Where an element began that was long ago means nothing any more.
            case .endElement: text.startOfTag(endingAt: Int(parser.builder.words[entry, .end]))
            default: parser.builder.words.sourceRange(entry, in: text).lowerBound
            }
        }
        return parser.window.location(at: start)
    }

    var diagnostics: [XMLDiagnostic] { parser.diagnostics }

    var diagnosticCount: Int { parser.diagnosticCount }

    // MARK: Attributes

    /// Calls `body` with the entry and the name of each attribute of the current element, until it returns false.
    private func forEachAttribute(_ body: (_ attribute: Int, _ name: Int) -> Bool) {
        guard event == .startElement else { return }
        var index = entry + TapeHead.elementLength
        while let head = parser.builder.words.tagHead(index) {
            if head.kind == .attribute, !body(index, head.name) { return }
            index += head.length
        }
    }

    /// The value of the attribute that is written so; of the one that has this local name, where none is written so and
    /// all that have it are of one namespace; nil when there is none.
    func attribute(_ name: String) -> String? {
        var exact: Int?
        var local: (attribute: Int, uri: Int)?
        var isAmbiguous = false
        forEachAttribute { attribute, number in
            if parser.builder.names.isWritten(number, as: name) {
                exact = attribute
                return false
            }
            if parser.builder.names.isLocal(number, name) {
                let uri = parser.builder.names.name(number).uri
                if let local, local.uri != uri { isAmbiguous = true }
                local = local ?? (attribute, uri)
            }
            return true
        }
        return (exact ?? (isAmbiguous ? nil : local?.attribute)).map { withData(of: $0) { $0.string(0..<$0.count) } }
    }

    /// The value of the attribute that has this expanded name; nil when there is none.
    func attribute(_ name: XMLName) -> String? {
        var found: Int?
        forEachAttribute { attribute, number in
            guard parser.builder.names.isExpanded(number, name) else { return true }
            found = attribute
            return false
        }
        return found.map { withData(of: $0) { $0.string(0..<$0.count) } }
    }

    /// The attributes of the current element, in order.
    var attributes: [XMLReader.Attribute] {
        var attributes: [XMLReader.Attribute] = []
        forEachAttribute { attribute, number in
            attributes.append(
                XMLReader.Attribute(
                    qualifiedName: parser.builder.names.qualifiedName(number), name: expandedName(number),
                    value: withData(of: attribute) { $0.string(0..<$0.count) }))
            return true
        }
        return attributes
    }
}

extension Span<UInt8> {
    /// Where the end tag, or the reference to an entity, begins that ends at an offset.
    fileprivate func startOfTag(endingAt end: Int) -> Int {
        let mark = UInt8(ascii: has(";", at: end - 1) ? "&" : "<")
        var start = end - 1
        while start > 0, self[start] != mark { start -= 1 }
        return start
    }
}
