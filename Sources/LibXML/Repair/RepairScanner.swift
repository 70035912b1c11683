/// Repairs malformed XML before libxml2 reads it: copies well-formed text, and replaces the rest.
///
/// The text arrives in UTF-8, in pieces of any size. Each call scans the constructs that are complete; the rest waits
/// for more text. The article <doc:Repairing> defines the grammar.
struct RepairScanner: ~Copyable {
    let options: XMLRepairOptions
    let parsingOptions: XMLParsingOptions
    let check: StrictCheck
    var document = RepairedDocument()
    var open: OpenElements
    var piece: RepairPiece
    var output: RepairOutput
    var log: RepairLog
    /// The attribute names of the current tag.
    var attributes = AttributeNames()
    var prefixes = BoundPrefixes()
    /// The offsets in the repaired text at which inserted namespace declarations end, since these were last taken.
    var impliedDeclarations: [Int] = []
    /// The results of searches, which are not repeated: the offset in the whole text up to which no `?>` was found, and
    /// whether the rest of the text contains no end of a document type declaration.
    var instructionEndSearched = 0
    var hasNoDocumentTypeEnd = false
    /// The number of open elements at which markup was treated as text, or omitted, by a guess. The rest of the element
    /// may belong to it.
    private var doubtfulLevel = Int.max
    /// The number of document type declarations that were scanned as a whole.
    var triedDocumentTypes = 0
    /// Whether a start tag exceeds the limit, and its end has not arrived.
    var hasTagBeyondLimit = false

    /// Whether scanning ends at an element after the root element.
    var endsAtFurtherRoot = false
    /// The position of that element.
    private(set) var furtherRoot: Position?
    /// The maximum number of bytes in which an unclosed construct waits for its end.
    var lookaheadLimit = Int.max
    /// The encoding of the document, whose declaration a fix may bring to its beginning.
    var encodingName = "UTF-8"

    /// Whether markup may come before the XML declaration, and where it ended.
    private(set) var mayHavePreamble = true
    var preambleEnd: Position?

    /// The text that has arrived and has not been scanned.
    private(set) var input = RawBuffer<UInt8>(capacity: 0)
    /// The number of bytes that ``input`` must contain before it is scanned again.
    private var requiredCount = 1

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

    /// Records the position of an element after the root element, if scanning ends there. Returns whether it does.
    mutating func endsHere(_ text: Span<UInt8>, at index: Int) -> Bool {
        guard endsAtFurtherRoot, document.part == .epilog else { return false }
        output.copy(text, to: index)
        furtherRoot = piece.position(at: index, text)
        return true
    }

    // MARK: Continuing

    /// Continues at a position inside a document.
    ///
    /// - Parameters:
    ///   - elements: the tags of the open elements; empty after the root element, nil at the beginning of a document.
    ///   - prologue: the text before the root element.
    mutating func resume(at place: Position, _ elements: [(tag: String, place: Position)]?, prologue: String) {
        var text = RawBuffer<UInt8>(capacity: 0)
        repair(Array(prologue.utf8).contiguous.span, isLast: false, into: &text)
        input.truncate(to: 0)
        mayHavePreamble = false
        log = RepairLog(limit: options.diagnosticLimit)
        piece = RepairPiece(at: place)
        output = RepairOutput(from: place)
        instructionEndSearched = 0
        guard let elements else { return }
        document.part = elements.isEmpty ? .epilog : .content
        // With this option, the root element is always the one that wraps all content.
        let isWrapped = if case .wrap = options.extraContent { true } else { false }
        for (level, element) in elements.enumerated() {
            let text = Array(element.tag.utf8)
            let reader = MalformedTagReader(isHTML: options.isHTML, isWellFormed: true)
            let nameEnd = text.contiguous.span.endOfTagName(from: min(1, text.count))
            guard let tag = reader.tag(text.contiguous.span, named: min(1, text.count)..<nameEnd) else { continue }
            bind(names(of: tag, text.contiguous.span))
            open.push(
                text.contiguous.span.extracting(tag.name), at: element.place.offset, place: element.place,
                isWrapper: isWrapped && level == 0)
        }
    }

    // MARK: Scanning

    /// Scans the next part of the text, and appends to the repaired text.
    ///
    /// Complexity: O(*n*) in the length of the text, over all calls.
    mutating func repair(_ bytes: Span<UInt8>, isLast: Bool, into repaired: inout RawBuffer<UInt8>) {
        output.exchange(with: &repaired)
        if input.count == 0 {
            let end = pass(bytes, isLast)
            bytes.extracting(end..<bytes.count).append(to: &input)
        } else {
            var text = RawBuffer<UInt8>(capacity: 0)
            swap(&text, &input)
            bytes.append(to: &text)
            if isLast || text.count >= requiredCount {
                let end = text.withSpan(0..<text.count) { pass($0, isLast) }
                text.remove(0..<end)
            }
            swap(&text, &input)
        }
        output.exchange(with: &repaired)
    }

    /// Scans the complete constructs of a text. Returns the end of the last one.
    private mutating func pass(_ bytes: Span<UInt8>, _ isLast: Bool) -> Int {
        let text = bytes.extracting(0..<bytes.whole(isLast))
        piece.isLast = isLast
        let end = scan(text)
        if furtherRoot == nil { output.copy(text, to: end) }
        output.beginPiece()
        piece.advance(to: end, text, &open)
        // Long text is not scanned again for each byte that arrives.
        let rest = text.count - end
        requiredCount = rest < 4096 ? 1 : rest * 2
        return end
    }

    /// Scans a text from its beginning. Returns the end of its last complete construct.
    private mutating func scan(_ text: Span<UInt8>) -> Int {
        // A further root, once found, ends the text.
        var index = furtherRoot == nil ? 0 : text.count
        while index < text.count, !isBeyondLimit {
            guard let next = step(text, at: index) else { break }
            index = next
        }
        if furtherRoot != nil || isBeyondLimit { return text.count }
        if piece.isLast { finish(text) }
        return piece.isLast ? text.count : index
    }

    /// Whether the rest of the text does not matter: for the parser, nesting or a tag beyond the limit is an error.
    private var isBeyondLimit: Bool {
        mutating get { hasTagBeyondLimit || open.count - 1 > parsingOptions.limits.depth }
    }

    /// How many bytes a tag may have before its end has arrived. The text of a whole document is in memory.
    var longestOpenTag: Int { mutating get { endsAtFurtherRoot ? .max : parsingOptions.limits.tagSize } }

    /// Skips one construct. Returns nil if the text ends before the construct is recognized.
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

    /// Closes all constructs that are open at the end of the text.
    private mutating func finish(_ text: Span<UInt8>) {
        let end = text.count
        output.copy(text, to: end)
        switch document.part {
        case .comment:
            let mark = output.ends(with: UInt8(ascii: "-")) ? " -->" : "-->"
            replace(end..<end, text, mark, fault: .unclosedComment, "closed here", at: document.sectionStart)
        case .cdata:
            let fault = Fault.unclosedCDATASection
            replace(end..<end, text, "]]>", fault: fault, "closed here", at: document.sectionStart)
        default: break
        }
        while !open.isEmpty { insertEndTag(at: end, text, before: nil) }
    }

    /// Makes the fixes in the rest of the innermost element guesses.
    mutating func doubtRest() { doubtfulLevel = min(doubtfulLevel, open.count) }

    /// Ends the effect of ``doubtRest()`` with the element.
    mutating func endDoubt() { if open.count < doubtfulLevel { doubtfulLevel = .max } }

    // MARK: Writing

    /// Replaces a range of the text, and records why, unless the log is full.
    ///
    /// - Parameters:
    ///   - fault: its offset and its note are not used.
    ///   - start: the position of the fault; nil if it is at the beginning of the range.
    @inline(never)
    mutating func replace(
        _ range: Range<Int>, _ text: Span<UInt8>, _ replacement: String, fault: @autoclosure () -> Fault,
        _ repair: @autoclosure () -> String, at start: Position? = nil,
        note: (message: String, place: Position)? = nil, _ certainty: Repair.Certainty = .guess
    ) {
        let place = edit(range, text, replacement.utf8)
        let fix = fix(place, replacement, certainty)
        log.add(Repair(fault: fault(), repair: repair(), place: start ?? place.start, note: note, fix: fix))
    }

    /// Replaces a range of the text because of a fault in this piece.
    @inline(never)
    mutating func replace(
        _ range: Range<Int>, _ text: Span<UInt8>, _ replacement: String, _ fault: Fault, _ repair: String,
        stage: Repair.Stage = .syntax, _ certainty: Repair.Certainty = .guess
    ) {
        let place = piece.anyPosition(at: fault.offset, text)
        let note = fault.note.map { (message: $0.message, place: piece.anyPosition(at: $0.offset, text)) }
        let fix = fix(edit(range, text, replacement.utf8), replacement, certainty)
        let end = fault.end.map { piece.anyPosition(at: $0, text) }
        log.add(Repair(fault: fault, repair: repair, place: place, end: end, note: note, stage: stage, fix: fix))
    }

    /// Omits a range of the text because of a fault in this piece.
    mutating func omit(
        _ range: Range<Int>, _ text: Span<UInt8>, _ fault: Fault, _ repair: String = "omitted",
        _ certainty: Repair.Certainty = .guess
    ) {
        replace(range, text, "", fault, repair, mayDecideEncoding(text.extracting(range)) ? .none : certainty)
    }

    /// Returns whether a part of the text contains an XML declaration that may decide the encoding.
    private mutating func mayDecideEncoding(_ part: Span<UInt8>) -> Bool {
        guard log.keepsFixes, part.count > 5, let start = part.declaration(from: 0),
            let name = DeclarationText(scanning: part, from: start)?.encoding
        else { return false }
        return part.string(name).uppercased() != "UTF-8"
    }

    /// Replaces a range of the text. Returns the positions at which the range begins and ends.
    @discardableResult
    mutating func edit(
        _ range: Range<Int>, _ text: Span<UInt8>, _ replacement: some Sequence<UInt8>
    ) -> (start: Position, end: Position) {
        let start = piece.position(at: range.lowerBound, text)
        let end = piece.position(at: range.upperBound, text)
        output.replace(range, text, replacement, start, end)
        return (start, end)
    }

    /// Returns the last change of the text.
    func lastEdit(_ place: (start: Position, end: Position), _ replacement: String) -> Repair.Fix.Edit {
        Repair.Fix.Edit(start: place.start, end: place.end, text: Array(replacement.utf8), order: output.editCount)
    }

    /// Returns the fix that consists of the last change of the text; nil if fixes are not kept.
    private func fix(
        _ place: (start: Position, end: Position), _ replacement: String, _ certainty: Repair.Certainty
    ) -> Repair.Fix? {
        guard log.keepsFixes else { return nil }
        var fix = Repair.Fix(edits: [lastEdit(place, replacement)])
        switch certainty {
        case .certain(let row): fix.certainty = open.count < doubtfulLevel ? row : nil
        case .guess: break
        case .literal: fix.isLiteral = true
        case .none: return nil
        }
        return fix
    }
}

extension Span<UInt8> {
    /// The offset of the first XML declaration from an offset on; nil if there is no such declaration.
    func declaration(from start: Int) -> Int? {
        var index = start
        while let end = endIfAny(of: "<?xml", from: index) {
            if hasXMLDeclaration(at: end - 5) { return end - 5 }
            index = end
        }
        return nil
    }

    /// The offset of a declaration after other markup, such as the notices that PHP prints into a feed. It may belong
    /// to an embedded document, whose encoding does not apply to valid UTF-8, and is text in a comment or a section.
    func laterDeclaration(from start: Int) -> Int? {
        let text = extracting(first: 4096)
        var index = start
        while let found = text.declaration(from: index) {
            let comment = text.endIfAny(of: "<!--", from: index) ?? count
            let section = text.endIfAny(of: "<![CDATA[", from: index) ?? count
            let content = Swift.min(comment, section)
            guard content <= found else { return countUTF8().bad > 0 ? found : nil }
            // What has no correct end is not skipped: the repair may treat it as text, or as an empty comment.
            let isComment = comment < section
            let end = endIfAny(of: isComment ? "--" : "]]>", from: content) ?? count
            index = end < count && (!isComment || has(">", at: end)) ? end : content
        }
        return nil
    }

    /// Whether an XML declaration begins at an offset, rather than another processing instruction.
    func hasXMLDeclaration(at index: Int) -> Bool {
        has("<?xml", at: index) && endOfXMLName(from: index + 2) == index + 5
    }

    /// The length without a carriage return at the end: the next byte decides whether it ends a line.
    fileprivate func whole(_ isLast: Bool) -> Int {
        !isLast && count > 0 && self[count - 1] == UInt8(ascii: "\r") ? count - 1 : count
    }
}
