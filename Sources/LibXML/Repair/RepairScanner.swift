/// Mends malformed XML before libxml2 reads it: copies what is well-formed, and replaces what is not.
///
/// The text arrives in pieces of any size, in UTF-8. Each call looks at what has arrived as far as it is clear what that
/// is; the rest waits for more. The grammar is that of the article <doc:Repairing>.
struct RepairScanner: ~Copyable {
    /// An element that is open.
    struct OpenElement {
        /// Its name in ``names``, as it was written to the mended text.
        var name: Range<Int>
        /// Where it begins in the whole text.
        var offset: Int
        /// Whether it is one that was put around the document.
        var isWrapper = false
    }

    /// What part of the document comes next.
    enum Part {
        case beginning, prolog, content, epilog
        /// The inside of something that may be long, up to its closing mark.
        case comment, cdata
        /// Text of an element of HTML that holds no markup.
        case rawText
    }

    let options: XMLRepair
    let parsingOptions: XMLParsingOptions
    let check: StrictCheck
    var part = Part.beginning
    var open: [OpenElement] = []
    /// The places of open elements, the outer ones, that what is being looked at does not hold any more.
    var places: [Position] = []
    /// The names of open elements, one after the other.
    var names = RawBuffer<UInt8>(capacity: 0)
    /// The names of the attributes of the tag that is being looked at.
    var attributes: [Range<Int>] = []
    /// The same of a tag that has many.
    var attributeNames: Set<[UInt8]> = []
    /// Where the comment or CDATA section begins, and the part of the document that goes on after it.
    var sectionStart = Position(offset: 0, line: 1, column: 1)
    var partAfter = Part.beginning
    var hasRoot = false
    var hasDocumentType = false
    /// Whether text outside of the root element is being left out, of which has been told.
    var isLeavingOut = false
    var isStandalone = false
    /// Up to which offset of the whole text no `?>` is, and whether no end of a document type declaration is in the text any
    /// more: then nothing looks for it again.
    var instructionEndSearched = 0
    var hasNoDocumentTypeEnd = false
    var declarations = DeclaredEntities()

    /// Whether the text is left where an element begins after the root element has ended.
    var endsAtFurtherRoot = false
    /// Where that is.
    private(set) var furtherRoot: Position?
    /// How much text what does not end may wait for its end.
    var longestWait = Int.max

    /// The mended text that has not been taken.
    var output = RawBuffer<UInt8>(capacity: 0)
    /// How the mended text differs from the text as it was.
    var map = RepairMap(from: Position(offset: 0, line: 1, column: 1))

    /// What has arrived and has not been looked at.
    private var input = RawBuffer<UInt8>(capacity: 0)
    /// The offset in the whole text of the first byte that is being looked at.
    var base = 0
    /// Up to where that has been written.
    var copied = 0
    /// The place of the first byte that is being looked at, and one after it that was asked for last.
    private var origin = Position(offset: 0, line: 1, column: 1)
    private var cursor = Position(offset: 0, line: 1, column: 1)
    /// The lines of what is being looked at, once a place was asked for that lies before the last one.
    private var lines: LineIndex?
    /// How much must be there before it is worth looking again.
    private var wanted = 1

    /// What was mended, at most as much as the options allow.
    var repairs: [Repair] = []
    /// How much was mended.
    private(set) var repairCount = 0
    private var takenCount = 0

    /// Something that was mended.
    struct Repair {
        var code: XMLError.Code
        var message: String
        var repair: String
        var severity = XMLDiagnostic.Severity.error
        var place: Position
        var note: (message: String, place: Position)?
        var help: String?
    }

    init(_ options: XMLRepair, _ parsingOptions: XMLParsingOptions, check: @escaping StrictCheck) {
        self.check = check
        self.options = options
        self.parsingOptions = parsingOptions
    }

    /// Notes where an element begins after the root element, if that is to end the text. Returns whether it does.
    @inline(__always)
    mutating func endsHere(_ text: Span<UInt8>, at index: Int) -> Bool {
        guard endsAtFurtherRoot, !part.isInDocument else { return false }
        copy(text, to: index)
        furtherRoot = position(at: index, text)
        return true
    }

    // MARK: Going on

    /// What is looked at next begins here, with these elements open, or after the root element where there are none; nil
    /// where a document begins.
    ///
    /// - Parameter prologue: what comes before the root element.
    mutating func goOn(at place: Position, _ elements: [(name: String, place: Position)]?, prologue: String) {
        var text = RawBuffer<UInt8>(capacity: 0)
        mend(Array(prologue.utf8).span, isLast: false, into: &text)
        input.truncate(to: 0)
        (repairs, repairCount, takenCount) = ([], 0, 0)
        base = place.offset
        origin = place
        cursor = place
        map = RepairMap(from: place)
        instructionEndSearched = 0
        guard let elements else { return }
        part = elements.isEmpty ? .epilog : .content
        hasRoot = true
        for element in elements {
            let start = names.count
            for byte in element.name.utf8 { names.append(byte) }
            open.append(OpenElement(name: start..<names.count, offset: element.place.offset))
            places.append(element.place)
        }
    }

    /// What was mended since the last call, as far as it is told, and how much there was.
    mutating func takeRepairs() -> ([Repair], Int) {
        defer {
            repairs = []
            takenCount = repairCount
        }
        return (repairs, repairCount - takenCount)
    }

    // MARK: Looking

    /// Looks at the next piece of the text, and adds to the mended text.
    mutating func mend(_ piece: Span<UInt8>, isLast: Bool, into text: inout RawBuffer<UInt8>) {
        swap(&text, &output)
        scan(piece, isLast: isLast)
        swap(&text, &output)
    }

    /// Complexity: O(*n*) in the length of the pieces, all calls taken together.
    private mutating func scan(_ piece: Span<UInt8>, isLast: Bool) {
        guard input.count > 0 else {
            let end = pass(piece.extracting(0..<piece.whole(isLast)), isLast)
            return piece.extracting(end..<piece.count).append(to: &input)
        }
        var text = RawBuffer<UInt8>(capacity: 0)
        swap(&text, &input)
        piece.append(to: &text)
        if isLast || text.count >= wanted {
            let end = text.withSpan(0..<text.count) { pass($0.extracting(0..<$0.whole(isLast)), isLast) }
            text.remove(0..<end)
        }
        swap(&text, &input)
    }

    /// Looks at text as far as it is clear what that is. Returns the end of that.
    private mutating func pass(_ text: Span<UInt8>, _ isLast: Bool) -> Int {
        let end = scan(text, isLast)
        if furtherRoot == nil { copy(text, to: end) }
        passElements(text, to: end)
        base += end
        copied = 0
        // What is long is not looked at for each byte.
        let rest = text.count - end
        wanted = rest < 4096 ? 1 : rest * 2
        return end
    }

    /// Looks at text from its beginning on. Returns the end of what was clear.
    private mutating func scan(_ text: Span<UInt8>, _ isLast: Bool) -> Int {
        var index = 0
        // What is deeper than the limit is an error to the parser, whatever comes after it.
        while index < text.count, furtherRoot == nil, open.count - 1 <= parsingOptions.limits.depth {
            guard let next = step(text, at: index, isLast) else { break }
            index = next
        }
        if furtherRoot != nil || open.count - 1 > parsingOptions.limits.depth { return text.count }
        if isLast { finish(text) }
        return isLast ? text.count : index
    }

    /// Goes past one thing; nil where more of the text is needed to know what it is.
    @inline(__always)
    private mutating func step(_ text: Span<UInt8>, at index: Int, _ isLast: Bool) -> Int? {
        switch part {
        case .beginning: return beginning(text, at: index, isLast)
        case .comment: return section(text, from: index, isLast, isComment: true)
        case .cdata: return section(text, from: index, isLast, isComment: false)
        case .rawText: return rawText(text, from: index, isLast)
        case .prolog, .epilog:
            guard text[index] == UInt8(ascii: "<") else { return outsideText(text, from: index) }
            isLeavingOut = false
            return markup(text, at: index, isLast)
        case .content:
            if text[index] == UInt8(ascii: "<") { return markup(text, at: index, isLast) }
            return characters(text, from: index, isLast)
        }
    }

    /// Closes what is open at the end of the text.
    private mutating func finish(_ text: Span<UInt8>) {
        let end = text.count
        copy(text, to: end)
        switch part {
        case .comment:
            let isHyphen = output.count > 0 && output[output.count - 1] == UInt8(ascii: "-")
            replace(
                end..<end, text, isHyphen ? " -->" : "-->", .unclosedComment, "a comment that does not end",
                "ended here", at: sectionStart)
            part = .content
        case .cdata:
            replace(
                end..<end, text, "]]>", .unclosedCDATASection, "a CDATA section that does not end", "ended here",
                at: sectionStart)
            part = .content
        default: break
        }
        while !open.isEmpty { closeInnermost(at: end, text, before: nil) }
    }

    // MARK: Writing

    /// Writes what was looked at up to `end`, as it is.
    mutating func copy(_ text: Span<UInt8>, to end: Int) {
        guard copied < end else { return }
        text.extracting(copied..<end).append(to: &output)
        copied = end
    }

    /// Replaces a part of the text, and notes why.
    ///
    /// - Parameter start: where what is wrong begins; nil for where the part does.
    mutating func replace(
        _ range: Range<Int>, _ text: Span<UInt8>, _ replacement: some Sequence<UInt8>, _ code: XMLError.Code,
        _ message: @autoclosure () -> String, _ repair: @autoclosure () -> String, at start: Position? = nil,
        note: (message: String, place: Position)? = nil, help: String? = nil,
        severity: XMLDiagnostic.Severity = .error
    ) {
        let place = edit(range, text, replacement)
        repairCount += 1
        guard repairCount <= options.diagnosticLimit else { return }
        repairs.append(
            Repair(
                code: code, message: message(), repair: repair(), severity: severity, place: start ?? place, note: note,
                help: help))
    }

    mutating func replace(
        _ range: Range<Int>, _ text: Span<UInt8>, _ replacement: String, _ code: XMLError.Code,
        _ message: @autoclosure () -> String, _ repair: @autoclosure () -> String, at start: Position? = nil,
        note: (message: String, place: Position)? = nil, help: String? = nil,
        severity: XMLDiagnostic.Severity = .error
    ) {
        replace(
            range, text, replacement.utf8, code, message(), repair(), at: start, note: note, help: help,
            severity: severity)
    }

    /// Replaces a part of the text. Returns where it begins.
    @discardableResult
    mutating func edit(_ range: Range<Int>, _ text: Span<UInt8>, _ replacement: some Sequence<UInt8>) -> Position {
        copy(text, to: range.lowerBound)
        let first = output.count
        for byte in replacement { output.append(byte) }
        let start = position(at: range.lowerBound, text)
        let end = position(at: range.upperBound, text)
        map.append(RepairMap.Edit(output: first..<output.count, start: start, end: end))
        copied = range.upperBound
        return start
    }

    // MARK: Places

    /// The place of an offset of what is being looked at, no earlier than the one that was asked for last.
    mutating func position(at index: Int, _ text: Span<UInt8>) -> Position {
        moveCursor(to: index, text)
        return cursor
    }

    /// The place where the innermost element begins.
    mutating func placeOfInnermost(_ text: Span<UInt8>) -> Position {
        if places.count == open.count { return places[places.count - 1] }
        let offset = open[open.count - 1].offset
        let index = offset - base
        let lines =
            lines ?? LineIndex(text, from: Position(offset: 0, line: origin.line, column: origin.column))
        self.lines = lines
        let place = lines.position(at: index, in: text)
        return Position(offset: offset, line: place.line, column: place.column)
    }

    /// Notes the places of open elements before the text that holds them goes.
    private mutating func passElements(_ text: Span<UInt8>, to end: Int) {
        let first = places.count
        let isPast = first < open.count && open[first].offset < cursor.offset
        let start = isPast ? origin : cursor
        var position = Position(offset: start.offset - base, line: start.line, column: start.column)
        for index in first..<open.count {
            position.advance(to: open[index].offset - base, in: text)
            places.append(Position(offset: open[index].offset, line: position.line, column: position.column))
        }
        position.advance(to: end, in: text)
        origin = Position(offset: base + end, line: position.line, column: position.column)
        cursor = origin
        lines = nil
    }

    private mutating func moveCursor(to index: Int, _ text: Span<UInt8>) {
        var position = Position(offset: cursor.offset - base, line: cursor.line, column: cursor.column)
        position.advance(to: index, in: text)
        cursor = Position(offset: position.offset + base, line: position.line, column: position.column)
    }

    /// Forgets the first `count` bytes of the mended text, whose end is at this line and column. Returns where that is in
    /// the text as it was.
    mutating func forget(_ count: Int, _ start: Position) -> Int {
        map = map.cut(to: count..<Int.max, from: start)
        return map.original(of: 0)
    }
}

extension Span<UInt8> {
    /// The length without a carriage return at the end, of which what comes after it tells whether it ends a line.
    fileprivate func whole(_ isLast: Bool) -> Int {
        !isLast && count > 0 && self[count - 1] == UInt8(ascii: "\r") ? count - 1 : count
    }
}
