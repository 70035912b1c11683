import CLibXML2
import CLibXML2Shims

extension SAXParser {
    /// Parses with the push parser.
    static func push(
        _ text: UnsafeBufferPointer<UInt8>, after prologue: inout PrologueText,
        into state: UnsafeMutablePointer<SAXState>, _ source: Source, _ options: XMLParsingOptions
    ) -> Outcome {
        unsafe prologue.scan(text.span)
        // Up to 2.13, this engine reports little about a document type declaration whose end it does not find.
        if prologue.hasMisleadingFault || prologue.end == nil && source.stop == nil {
            let outcome = unsafe pull(text, into: state, source, options)
            if outcome != .unsuitable { return outcome }
        }
        // A context keeps the buffers that it has made.
        let isReusable = text.count <= PushFeed.slice
        guard let cContext = unsafe isReusable ? usedContext(state) : newContext(state) else { return .outOfMemory }
        unsafe prepare(cContext, state, text, source.textStart, options, length: text.count)
        unsafe state.pointee.isContextReusable = isReusable
        var feed = PushFeed(from: source.textStart)
        feed.checksTask = true
        if let end = prologue.end { feed.take(atOnce: end, as: unsafe prologue.readable(text.span)) }
        if let stop = source.stop { unsafe state.pointee.end.cause = stop }
        if !source.impliedDeclarations.isEmpty {
            unsafe state.pointee.impliedDeclarations.add(source.impliedDeclarations)
        }
        if unsafe !state.pointee.isFailed { unsafe feed.push(text, to: state, isLast: true) }
        return .parsed
    }

    /// Returns a context that has parsed another document, or a new one.
    static func usedContext(_ state: UnsafeMutablePointer<SAXState>) -> xmlParserCtxtPtr? {
        unsafe lx_take_context(state) ?? newContext(state)
    }

    static func newContext(_ state: UnsafeMutablePointer<SAXState>) -> xmlParserCtxtPtr? {
        var handler = unsafe SAXState.makeHandler()
        return unsafe xmlCreatePushParserCtxt(&handler, state, nil, 0, nil)
    }
}

/// Passes a text to libxml2's push parser in slices.
struct PushFeed {
    static let slice = 64 << 10
    /// Longer constructs are held back until they end, so that libxml2 does not search for the end each time bytes
    /// arrive.
    private static let holdingThreshold = 4 << 10

    /// The end of the text that libxml2 has been fed.
    private(set) var position: Int
    /// Whether to end the parse if its task was canceled.
    var checksTask = false
    private var length = Self.slice
    private var pending = PendingConstruct()
    /// The bytes to feed in place of the beginning of the text.
    private var beginning: [UInt8]?
    /// The end of the text that is fed at once.
    private var atOnce = 0

    init(from position: Int) {
        self.position = position
    }

    /// Feeds the first `count` bytes in one slice.
    ///
    /// - Parameter readable: the bytes to feed in their place; nil for the bytes themselves.
    mutating func take(atOnce count: Int, as readable: [UInt8]?) {
        beginning = readable
        atOnce = count
        length = min(max(Self.slice, count), SAXState.largestPiece)
    }

    /// Feeds the part of a text that has not been fed.
    ///
    /// - Parameter isLast: whether the document ends with this text.
    mutating func push(
        _ text: UnsafeBufferPointer<UInt8>, to state: UnsafeMutablePointer<SAXState>, isLast: Bool
    ) {
        let cContext = unsafe state.pointee.cContext
        repeat {
            guard let end = unsafe endOfPiece(in: text, state, isLast: isLast) else { return }
            // libxml2 reports less about a piece that comes with the end than about earlier pieces.
            let isEnd = unsafe isLast && end == text.count && (end == position || state.pointee.end.cause == nil)
            if let beginning {
                unsafe beginning.withUnsafeBufferPointer { unsafe Self.parse($0[position..<end], isEnd, cContext) }
                if end == beginning.count { self.beginning = nil }
            } else {
                unsafe Self.parse(text[position..<end], isEnd, cContext)
            }
            position = end
            if isEnd { break }
            if unsafe state.pointee.waitsForSemicolon(fed: end) {
                // Otherwise libxml2 would report the reference only when the next semicolon arrives, maybe much later.
                // The byte before this one cannot be in a reference, so this always ends the parse.
                _ = unsafe xmlParseChunk(cContext, ";", 1, 0)
                assert(unsafe state.pointee.isFailed)
            }
            // A construct that does not end in one slice gets slices of its own size, so that repeated searches for its
            // end take linear time.
            length = unsafe min(max(Self.slice, end - state.pointee.position), SAXState.largestPiece)
            unsafe state.pointee.check(&pending, fed: end)
            if checksTask { unsafe state.pointee.checkTask() }
            // libxml2's own limit would end the parse of a long comment or CDATA section; our limits are checked here.
            // The limit stays in place for declarations, which are all read in one call.
            let isLong = unsafe state.pointee.isLong(fed: end + length) || state.pointee.entities.declaredCount > 0
            unsafe lx_set_huge(cContext, isLong && !state.pointee.entities.isInDocumentType ? 1 : 0)
        } while unsafe (position < text.count || isLast) && !state.pointee.isFailed
        if unsafe state.pointee.isFailed { unsafe xmlStopParser(cContext) }
    }

    /// Returns the end of the next piece to feed; nil to wait for more text.
    ///
    /// Outside of the root element, libxml2 up to 2.10 treats the `-->` of `<!-->` and `<!--->` as the end of a
    /// comment, but then reports the comment as unclosed. It is therefore fed such a comment as a whole.
    private mutating func endOfPiece(
        in text: UnsafeBufferPointer<UInt8>, _ state: UnsafeMutablePointer<SAXState>, isLast: Bool
    ) -> Int? {
        var end = min(position + length, beginning?.count ?? text.count)
        guard Libxml2.version < 21100, beginning == nil, end > position, end >= atOnce else { return end }
        let event = unsafe state.pointee.position
        if unsafe state.pointee.builder.depth > 0 || state.pointee.entities.isInDocumentType {
            let mark = unsafe Self.misleadingComment(in: text, max(position - 5, 0)..<end)
            if mark == nil { return end }
            let close = unsafe Self.endOfLastTag(in: text, min(max(event, 0), position)..<end)
            return close > position ? close : end
        }
        var start = max(position + 1, atOnce)
        if unsafe text.span.beginsWithMark(commentAt: text.span.index(in: min(event, end)..<end) { !$0.isXMLSpace }) {
            guard let close = unsafe pending.end(in: text, from: event) else { return isLast ? end : nil }
            start = max(start, close)
            end = max(end, close)
        }
        return start < end ? unsafe Self.misleadingComment(in: text, start..<end) ?? end : end
    }

    /// Returns the start of the first comment in a range that begins with `>` or `->`, and thus looks as if it ended
    /// there.
    private static func misleadingComment(in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        let part = unsafe UnsafeBufferPointer(rebasing: text[..<range.upperBound])
        var mark = unsafe part.firstIndex(of: UInt8(ascii: "!"), from: range.lowerBound + 1)
        while mark < part.count {
            if unsafe text.span.beginsWithMark(commentAt: mark - 1) { return mark - 1 }
            mark = unsafe part.firstIndex(of: UInt8(ascii: "!"), from: mark + 1)
        }
        return nil
    }

    /// Returns the end of the last end tag in a range, which may be that of the root element; the end of the range if
    /// it contains no end tag.
    private static func endOfLastTag(in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        let part = unsafe UnsafeBufferPointer(rebasing: text[..<range.upperBound])
        let tag = range.last { unsafe part[$0] == UInt8(ascii: "<") && part.span.has("</", at: $0) }
        guard let tag else { return range.upperBound }
        return min(unsafe part.firstIndex(of: UInt8(ascii: ">"), from: tag) + 1, range.upperBound)
    }

    static func parse(_ slice: Slice<UnsafeBufferPointer<UInt8>>, _ isEnd: Bool, _ cContext: xmlParserCtxtPtr?) {
        unsafe UnsafeBufferPointer(rebasing: slice).withMemoryRebound(to: CChar.self) { chars in
            _ = unsafe xmlParseChunk(cContext, chars.baseAddress, Int32(chars.count), isEnd ? 1 : 0)
        }
    }

    /// Whether to feed the text that has arrived. A long construct is fed only once it has ended.
    mutating func isReady(_ text: UnsafeBufferPointer<UInt8>, for state: UnsafeMutablePointer<SAXState>?) -> Bool {
        let count = text.count - position
        guard count > 0 else { return false }
        guard let state = unsafe state else { return true }
        let event = unsafe state.pointee.position
        let isInCDATA = unsafe state.pointee.builder.run.kind == .cdata
        return unsafe position - event < Self.holdingThreshold || count >= length
            || pending.hasEnd(in: text, from: event, isInCDATA: isInCDATA)
    }

    /// Prepares for the removal of the first `count` bytes of the text.
    mutating func discard(_ count: Int) {
        position -= count
        atOnce -= count
        pending.discard(count)
    }
}

extension Span<UInt8> {
    /// Whether a comment begins at an offset with characters that look like its end.
    fileprivate func beginsWithMark(commentAt start: Int) -> Bool {
        has("<!-->", at: start) || has("<!--->", at: start)
    }
}
