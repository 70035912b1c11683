import CLibXML2
import CLibXML2Shims

extension TextReaderState {
    /// Gives libxml2 the next piece of the text, of `length` bytes at most: 0 at the end, -1 to end the parse. libxml2
    /// must not be stopped from here, because it would free the buffer that it is about to use.
    mutating func read(into buffer: UnsafeMutablePointer<CChar>, _ length: Int) -> Int32 {
        let output = UnsafeMutableRawPointer(buffer)
        let preludeOffset = feed.prelude.offset ?? findPreludeOffset()
        if feed.count == preludeOffset {
            let (isWaiting, heldBack) = unsafe (cContext == nil, heldBack)
            let hasFault = pendingFault != nil
            if let count = unsafe feed.prelude.read(
                into: output, length, mayPad: { !hasFault && (isWaiting || heldBack > 0) })
            {
                return Int32(count)
            }
        }
        checkPending()
        guard !isFailed, pendingFault?.isFatal != true else { return -1 }
        dropPassed()
        if feed.prologue.end == nil, feed.count == preludeOffset {
            pushPrologue()
        } else if feed.count - position > PendingConstruct.long {
            pushLongConstruct()
        }
        guard !isFailed, pendingFault?.isFatal != true else { return -1 }
        // What is there is not held back for more.
        while input.text.end == feed.count, !input.isComplete { input.read(&warnings) }
        var count = min(length, input.text.end - feed.count)
        // xmlTextReader passes on what it is given in pieces of 512 bytes, or what is left, and so has nothing left then.
        let needed = 512 - heldBack % 512
        if count > needed { count = needed + (count - needed) / 512 * 512 }
        if feed.count < preludeOffset { count = min(count, preludeOffset - feed.count) }
        if count <= 0 { return unsafe endOfInput(into: output, length) }
        unsafe output.copyMemory(
            from: input.text.bytes.baseAddress.unsafelyUnwrapped + (feed.count - input.text.base), byteCount: count)
        feed.count += count
        return Int32(count)
    }

    /// Gives libxml2 the document up to the end of its document type declaration at once: see ``PrologueText``.
    private mutating func pushPrologue() {
        guard let cContext = unsafe cContext else { return }
        repeat {
            unsafe feed.prologue.scan(text.bytes.span)
            if feed.prologue.end != nil || input.isComplete { break }
            input.read(&warnings)
        } while true
        guard let end = feed.prologue.end else { return feed.prologue.end(at: feed.count) }
        let readable = unsafe feed.prologue.readable(text.bytes.span)
        while feed.count < end, !isFailed, pendingFault == nil {
            unsafe push(min(end - feed.count, SAXState.largestPiece), readable, to: cContext)
        }
    }

    /// Gives libxml2 the rest of a long tag or comment in pieces of its own size. xmlTextReader gives it pieces of 512 bytes,
    /// and up to 2.10 libxml2 looks through all that it holds for each.
    private mutating func pushLongConstruct() {
        // What xmlTextReader has not passed on would come too late.
        guard let cContext = unsafe cContext, heldBack == 0 else { return }
        while feed.count - position > PendingConstruct.long, !isFailed, pendingFault == nil {
            let length = min(feed.count - position, SAXState.largestPiece)
            while text.end < feed.count + length, !input.isComplete { input.read(&warnings) }
            let left = text.end - feed.count
            let count = min(length, left, endOfConstruct(within: length) - feed.count)
            guard count > 0 else { return }
            unsafe push(count, to: cContext)
        }
    }

    /// Gives libxml2 the next bytes itself, past xmlTextReader.
    ///
    /// - Parameter readable: the bytes of the document from its beginning, if they are others than those of the window.
    private mutating func push(_ count: Int, _ readable: [UInt8]? = nil, to cContext: xmlParserCtxtPtr) {
        let start = feed.count - text.base
        let piece = start..<start + count
        feed.count += count
        allowLongConstruct()
        if let readable {
            unsafe readable.withUnsafeBufferPointer { unsafe PushFeed.parse($0[piece], false, cContext) }
        } else {
            unsafe PushFeed.parse(text.bytes[piece], false, cContext)
        }
        checkPending()
    }

    /// How much xmlTextReader has been given that it has not passed on to its parser.
    private var heldBack: Int {
        guard unsafe cContext != nil else { return 0 }
        let current = unsafe current
        guard let begin = unsafe current.begin, let end = unsafe current.end else { return 0 }
        return max(0, feed.count + feed.prelude.fedCount - (unsafe Int(current.consumed) + (end - begin)))
    }

    /// Where the tag or comment ends that libxml2 has a part of, if that is no further than `length` bytes away. What comes
    /// after it is left to small pieces: of a CDATA section, too, libxml2 looks through all that it holds for each step.
    private func endOfConstruct(within length: Int) -> Int {
        let start = text.markup(from: position)
        let limit = min(feed.count + length, text.end)
        // The mark may have begun in what was fed before.
        if text.has("<!--", at: start) {
            return max(feed.count, min(text.end(of: "-->", from: max(feed.count - 2, start + 4)), limit))
        }
        if text.has("<?", at: start) {
            return max(feed.count, min(text.end(of: "?>", from: max(feed.count - 1, start + 2)), limit))
        }
        if text.has("<!", at: start) { return limit }
        let base = text.base
        return unsafe base + feed.pending.tagEnd(text.bytes, from: feed.count - base, to: limit - base)
    }

    /// The end of the document; or where the source fails, so many spaces that libxml2 looks at all before them, which it
    /// does in pieces of 512 bytes.
    private mutating func endOfInput(into output: UnsafeMutableRawPointer, _ length: Int) -> Int32 {
        guard input.error != nil else { return 0 }
        let padding = 1024
        let count = min(length, padding - feed.spaceCount)
        guard count > 0 else { return -1 }
        unsafe output.initializeMemory(as: UInt8.self, repeating: 0x20, count: count)
        feed.spaceCount += count
        return Int32(count)
    }

    private mutating func findPreludeOffset() -> Int {
        let longest = 1 << 20
        var offset = 0
        while true {
            while input.text.end == 0, !input.isComplete { input.read(&warnings) }
            let declaration = DeclarationText(scanning: unsafe input.text.bytes.span, from: 0)
            if let declaration {
                // Without an end it is malformed, or there is more to come.
                offset = declaration.end ?? .max
                position = declaration.end ?? 0
            }
            let mayBeDeclaration = declaration != nil || input.text.end < 6
            if !mayBeDeclaration || declaration?.end != nil || input.isComplete || input.text.end > longest { break }
            input.read(&warnings)
        }
        feed.prelude.begin(at: offset)
        return offset
    }

    // MARK: What is not needed any more

    private mutating func dropPassed() {
        guard pendingFault == nil else { return }
        let cContext = unsafe cContext
        let isDropped = input.drop(before: min(position, feed.count)) {
            var starts: [Int] = []
            var ancestor = unsafe cContext?.pointee.node
            while let cNode = unsafe ancestor, unsafe cNode.pointee.type == XML_ELEMENT_NODE {
                if let start = unsafe NodePlace.start(cNode) { starts.append(start) }
                unsafe ancestor = cNode.pointee.parent
            }
            return starts.reversed()
        }
        if isDropped { feed.pending = PendingConstruct() }
    }
}
