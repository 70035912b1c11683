/// Repairs malformed XML before libxml2 reads it: copies what is well-formed, and replaces what is not.
///
/// The text arrives in pieces of any size, in UTF-8. Each call looks at what has arrived as far as it is clear what that
/// is; the rest waits for more. The grammar is that of the article <doc:Repairing>.
struct RepairScanner: ~Copyable {
    let options: XMLRepairOptions
    let parsingOptions: XMLParsingOptions
    let check: StrictCheck
    var document = RepairedDocument()
    var open: OpenElements
    var piece: RepairPiece
    var output: RepairOutput
    var log: RepairLog
    /// The names of the attributes of the tag that is being looked at.
    var attributes = AttributeNames()
    var prefixes = BoundPrefixes()
    /// The ends of the namespace declarations that were added to the repaired text, since these were taken last.
    var impliedDeclarations: [Int] = []
    /// Up to which offset of the whole text no `?>` is, and whether no end of a document type declaration is in the text any
    /// more: then nothing looks for it again.
    var instructionEndSearched = 0
    var hasNoDocumentTypeEnd = false
    /// How many document type declarations there were.
    var triedDocumentTypes = 0

    /// Whether the text is left where an element begins after the root element has ended.
    var endsAtFurtherRoot = false
    /// Where that is.
    private(set) var furtherRoot: Position?
    /// How much text what does not end may wait for its end.
    var longestWait = Int.max

    /// What has arrived and has not been looked at.
    private var input = RawBuffer<UInt8>(capacity: 0)
    /// How much must be there before it is worth looking again.
    private var wanted = 1

    init(_ options: XMLRepairOptions, _ parsingOptions: XMLParsingOptions, check: StrictCheck) {
        self.check = check
        self.options = options
        self.parsingOptions = parsingOptions
        let start = Position(offset: 0, line: 1, column: 1)
        open = OpenElements(ignoringCase: options.ignoresCase || options.isHTML)
        piece = RepairPiece(at: start)
        output = RepairOutput(from: start)
        log = RepairLog(limit: options.diagnosticLimit)
    }

    /// Notes where an element begins after the root element, if that is to end the text. Returns whether it does.
    @inline(__always)
    mutating func endsHere(_ text: Span<UInt8>, at index: Int) -> Bool {
        guard endsAtFurtherRoot, document.part == .epilog else { return false }
        output.copy(text, to: index)
        furtherRoot = piece.position(at: index, text)
        return true
    }

    // MARK: Going on

    /// What is looked at next begins here, with the elements of these tags open, or after the root element where there are none; nil
    /// where a document begins.
    ///
    /// - Parameter prologue: what comes before the root element.
    mutating func goOn(at place: Position, _ elements: [(tag: String, place: Position)]?, prologue: String) {
        var text = RawBuffer<UInt8>(capacity: 0)
        repair(Array(prologue.utf8).span, isLast: false, into: &text)
        input.truncate(to: 0)
        log = RepairLog(limit: options.diagnosticLimit)
        piece = RepairPiece(at: place)
        output = RepairOutput(from: place)
        instructionEndSearched = 0
        guard let elements else { return }
        document.part = elements.isEmpty ? .epilog : .content
        for element in elements {
            let text = Array(element.tag.utf8)
            let reader = MalformedTagReader(isHTML: options.isHTML, isWellFormed: true)
            let nameEnd = text.span.endOfTagName(from: min(1, text.count))
            guard let tag = reader.tag(text.span, named: min(1, text.count)..<nameEnd) else { continue }
            bind(names(of: tag, text.span))
            open.push(text.span.extracting(tag.name), at: element.place.offset, place: element.place)
        }
    }

    // MARK: Looking

    /// Looks at what comes next of the text, and adds to the repaired text.
    ///
    /// Complexity: O(*n*) in the length of the text, all calls taken together.
    mutating func repair(_ bytes: Span<UInt8>, isLast: Bool, into repaired: inout RawBuffer<UInt8>) {
        output.exchange(with: &repaired)
        if input.count == 0 {
            let end = pass(bytes, isLast)
            bytes.extracting(end..<bytes.count).append(to: &input)
        } else {
            var text = RawBuffer<UInt8>(capacity: 0)
            swap(&text, &input)
            bytes.append(to: &text)
            if isLast || text.count >= wanted {
                let end = text.withSpan(0..<text.count) { pass($0, isLast) }
                text.remove(0..<end)
            }
            swap(&text, &input)
        }
        output.exchange(with: &repaired)
    }

    /// Looks at text as far as it is clear what that is. Returns the end of that.
    private mutating func pass(_ bytes: Span<UInt8>, _ isLast: Bool) -> Int {
        let text = bytes.extracting(0..<bytes.whole(isLast))
        piece.isLast = isLast
        let end = scan(text)
        if furtherRoot == nil { output.copy(text, to: end) }
        output.beginPiece()
        piece.advance(to: end, text, &open)
        // What is long is not looked at for each byte.
        let rest = text.count - end
        wanted = rest < 4096 ? 1 : rest * 2
        return end
    }

    /// Looks at text from its beginning on. Returns the end of what was clear.
    private mutating func scan(_ text: Span<UInt8>) -> Int {
        // A further root, once found, ends the text.
        var index = furtherRoot == nil ? 0 : text.count
        // What is deeper than the limit is an error to the parser, whatever comes after it.
        while index < text.count, open.count - 1 <= parsingOptions.limits.depth {
            guard let next = step(text, at: index) else { break }
            index = next
        }
        if furtherRoot != nil || open.count - 1 > parsingOptions.limits.depth { return text.count }
        if piece.isLast { finish(text) }
        return piece.isLast ? text.count : index
    }

    /// Goes past one thing; nil where more of the text is needed to know what it is.
    @inline(__always)
    private mutating func step(_ text: Span<UInt8>, at index: Int) -> Int? {
        switch document.part {
        case .beginning: return beginning(text, at: index)
        case .content where text[index] != UInt8(ascii: "<"): return characters(text, from: index)
        case .content: return markup(text, at: index)
        case .prolog, .epilog:
            return text[index] == UInt8(ascii: "<") ? markup(text, at: index) : extraText(text, from: index)
        case .comment: return section(text, from: index, isComment: true)
        case .cdata: return section(text, from: index, isComment: false)
        case .rawText: return rawText(text, from: index)
        case .extraText: return moreExtraText(text, from: index)
        }
    }

    /// Closes what is open at the end of the text.
    private mutating func finish(_ text: Span<UInt8>) {
        let end = text.count
        output.copy(text, to: end)
        switch document.part {
        case .comment:
            let mark = output.ends(with: UInt8(ascii: "-")) ? " -->" : "-->"
            replace(
                end..<end, text, mark, .unclosedComment, "the document ends inside a comment", "closed here",
                at: document.sectionStart)
        case .cdata:
            replace(
                end..<end, text, "]]>", .unclosedCDATASection, "the document ends inside a CDATA section",
                "closed here",
                at: document.sectionStart)
        default: break
        }
        while !open.isEmpty { insertEndTag(at: end, text, before: nil) }
    }

    // MARK: Writing

    /// Replaces a part of the text, and notes why.
    ///
    /// - Parameter start: where what is wrong begins; nil for where the part does.
    mutating func replace(
        _ range: Range<Int>, _ text: Span<UInt8>, _ replacement: String, _ code: XMLError.Code,
        _ message: @autoclosure () -> String, _ repair: @autoclosure () -> String, at start: Position? = nil,
        note: (message: String, place: Position)? = nil, help: String? = nil,
        severity: XMLDiagnostic.Severity = .error
    ) {
        let place = edit(range, text, replacement.utf8)
        log.add(
            Repair(
                code: code, message: message(), repair: repair(), severity: severity, place: start ?? place, note: note,
                help: help))
    }

    /// Replaces a part of the text because of a fault in this piece.
    mutating func replace(
        _ range: Range<Int>, _ text: Span<UInt8>, _ replacement: String, _ fault: Fault, _ repair: String,
        stage: Repair.Stage = .syntax
    ) {
        let place = piece.anyPosition(at: fault.offset, text)
        let note = fault.note.map { (message: $0.message, place: piece.anyPosition(at: $0.offset, text)) }
        edit(range, text, replacement.utf8)
        log.add(
            Repair(
                code: fault.code, message: fault.message, repair: repair, severity: fault.severity, place: place,
                note: note, help: fault.help, stage: stage))
    }

    /// Leaves a part of the text out because of a fault in this piece.
    mutating func leaveOut(_ range: Range<Int>, _ text: Span<UInt8>, _ fault: Fault, _ repair: String = "omitted") {
        replace(range, text, "", fault, repair)
    }

    /// Leaves a part of the text out, and notes why.
    mutating func leaveOut(
        _ range: Range<Int>, _ text: Span<UInt8>, _ code: XMLError.Code, _ message: @autoclosure () -> String,
        _ repair: String = "omitted"
    ) {
        replace(range, text, "", code, message(), repair)
    }

    /// Replaces a part of the text. Returns where it begins.
    @discardableResult
    mutating func edit(_ range: Range<Int>, _ text: Span<UInt8>, _ replacement: some Sequence<UInt8>) -> Position {
        let start = piece.position(at: range.lowerBound, text)
        output.replace(range, text, replacement, start, piece.position(at: range.upperBound, text))
        return start
    }
}

extension Span<UInt8> {
    /// The length without a carriage return at the end, of which what comes after it tells whether it ends a line.
    fileprivate func whole(_ isLast: Bool) -> Int {
        !isLast && count > 0 && self[count - 1] == UInt8(ascii: "\r") ? count - 1 : count
    }
}
