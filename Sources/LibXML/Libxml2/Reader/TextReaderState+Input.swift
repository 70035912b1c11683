import CLibXML2
import CLibXML2Shims

extension TextReaderState {
    /// What libxml2 is given before the document, after its XML declaration: it reports the colon in the name of this
    /// processing instruction, and a report is the only way in which xmlTextReader gives its parser away. It is an error, not a
    /// warning, because host programs can turn warnings off.
    private static let prelude: StaticString = "<?swift:libxml?>"

    /// Gives libxml2 the next piece of the text, of `length` bytes at most: 0 at the end, -1 to end the parse. libxml2
    /// must not be stopped from here, because it would free the buffer that it is about to use.
    mutating func read(into buffer: UnsafeMutablePointer<CChar>, _ length: Int) -> Int32 {
        if preludeOffset < 0 { findPreludeOffset() }
        let output = UnsafeMutableRawPointer(buffer)
        if fed == preludeOffset, let count = unsafe feedPrelude(into: output, length) { return Int32(count) }
        checkPending()
        guard !isFailed, pendingFault?.isFatal != true else { return -1 }
        dropPassed()
        if prologue.end == nil, fed == preludeOffset {
            pushPrologue()
        } else if fed - position > PendingConstruct.long {
            pushLongConstruct()
        }
        guard !isFailed, pendingFault?.isFatal != true else { return -1 }
        // xmlTextReader passes on what it is given in pieces of 512 bytes, and so has nothing left then.
        let needed = fed < preludeOffset ? 1 : min(length, 512 - heldBack % 512)
        while window.text.count - (fed - window.start.offset) < needed, !isComplete { readSource() }
        var count = min(length, window.text.count - (fed - window.start.offset))
        if count > needed { count = needed + (count - needed) / 512 * 512 }
        if fed < preludeOffset { count = min(count, preludeOffset - fed) }
        if count <= 0 { return unsafe endOfInput(into: output, length) }
        unsafe output.copyMemory(
            from: window.text.base + (fed - window.start.offset), byteCount: count)
        fed += count
        return Int32(count)
    }

    /// Gives libxml2 the next bytes of the prelude; nil once its parser has all of it. xmlTextReader asks for more before it
    /// passes on less than 512 bytes, and so is given a space then.
    private mutating func feedPrelude(into output: UnsafeMutableRawPointer, _ length: Int) -> Int? {
        let left = Self.prelude.utf8CodeUnitCount - preludeFed
        guard left <= 0 else {
            let count = min(length, left)
            unsafe output.copyMemory(from: Self.prelude.utf8Start + preludeFed, byteCount: count)
            preludeFed += count
            return count
        }
        guard left > -16, pendingFault == nil, unsafe cContext == nil || heldBack > 0 else { return nil }
        unsafe output.storeBytes(of: 0x20, as: UInt8.self)
        preludeFed += 1
        return 1
    }

    /// Gives libxml2 the document up to the end of its document type declaration at once: see ``PrologueText``.
    private mutating func pushPrologue() {
        guard let cContext = unsafe cContext else { return }
        repeat {
            unsafe prologue.scan(window.text.elements.span)
            if prologue.end != nil || isComplete { break }
            readSource()
        } while true
        guard let end = prologue.end else { return prologue.end(at: fed) }
        let readable = unsafe prologue.readable(window.text.elements.span)
        while fed < end, !isFailed, pendingFault == nil {
            unsafe push(min(end - fed, SAXState.largestPiece), readable, to: cContext)
        }
    }

    /// Gives libxml2 the rest of a long tag or comment in pieces of its own size. xmlTextReader gives it pieces of 512 bytes,
    /// and up to 2.10 libxml2 looks through all that it holds for each.
    private mutating func pushLongConstruct() {
        // What xmlTextReader has not passed on would come too late.
        guard let cContext = unsafe cContext, heldBack == 0 else { return }
        while fed - position > PendingConstruct.long, !isFailed, pendingFault == nil {
            let length = min(fed - position, SAXState.largestPiece)
            while text.end < fed + length, !isComplete { readSource() }
            let left = text.end - fed
            let count = min(length, left, endOfConstruct(within: length) - fed)
            guard count > 0 else { return }
            unsafe push(count, to: cContext)
        }
    }

    /// Gives libxml2 the next bytes itself, past xmlTextReader.
    ///
    /// - Parameter readable: the bytes of the document from its beginning, if they are others than those of the window.
    private mutating func push(_ count: Int, _ readable: [UInt8]? = nil, to cContext: xmlParserCtxtPtr) {
        let start = fed - window.start.offset
        let piece = start..<start + count
        fed += count
        allowLongConstruct()
        if let readable {
            unsafe readable.withUnsafeBufferPointer { unsafe PushFeed.parse($0[piece], false, cContext) }
        } else {
            unsafe PushFeed.parse(window.text.elements[piece], false, cContext)
        }
        checkPending()
    }

    /// How much xmlTextReader has been given that it has not passed on to its parser.
    private var heldBack: Int {
        guard unsafe cContext != nil else { return 0 }
        let current = unsafe current
        guard let begin = unsafe current.begin, let end = unsafe current.end else { return 0 }
        return max(0, fed + preludeFed - (unsafe Int(current.consumed) + (end - begin)))
    }

    /// Where the tag or comment ends that libxml2 has a part of, if that is no further than `length` bytes away. What comes
    /// after it is left to small pieces: of a CDATA section, too, libxml2 looks through all that it holds for each step.
    private func endOfConstruct(within length: Int) -> Int {
        let start = text.markup(from: position)
        let limit = min(fed + length, text.end)
        // The mark may have begun in what was fed before.
        if text.has("<!--", at: start) { return max(fed, min(text.end(of: "-->", from: max(fed - 2, start + 4)), limit)) }
        if text.has("<?", at: start) { return max(fed, min(text.end(of: "?>", from: max(fed - 1, start + 2)), limit)) }
        if text.has("<!", at: start) { return limit }
        let base = window.start.offset
        return unsafe base + pendingConstruct.tagEnd(window.text.elements, from: fed - base, to: limit - base)
    }

    /// The end of the document; or where the source fails, so many spaces that libxml2 looks at all before them, which it
    /// does in pieces of 512 bytes.
    private mutating func endOfInput(into output: UnsafeMutableRawPointer, _ length: Int) -> Int32 {
        guard inputError != nil || sourceError != nil else { return 0 }
        let padding = 1024
        let count = min(length, padding - spacesFed)
        guard count > 0 else { return -1 }
        unsafe output.initializeMemory(as: UInt8.self, repeating: 0x20, count: count)
        spacesFed += count
        return Int32(count)
    }

    /// Takes the next piece from the source into the window.
    mutating func readSource() {
        guard !isComplete else { return }
        do {
            let limit = limits.inputSize
            let isUnlimited = limit >= XMLParsingLimits.addressableSize
            // A closure of the host program may supply the pieces.
            let hasMore = try Libxml2.suspended {
                unsafe try source.next { piece in
                    unsafe try window.append(piece)
                    return true
                }
            }
            if hasMore == nil {
                isComplete = true
                unsafe try window.append(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
            }
            if !isUnlimited, window.inputCount > limit || text.end > limit {
                throw limits.inputTooLarge(options.sourceName)
            }
            if window.stop != nil { isComplete = true }
            if isMended {
                let (repairs, count) = window.takeRepairs()
                for repair in repairs { warnings.add(repair, isKept: true) }
                warnings.addUntold(count - repairs.count)
            }
        } catch let error as XMLError {
            isComplete = true
            inputError = error
        } catch {
            isComplete = true
            sourceError = error
        }
    }

    private mutating func findPreludeOffset() {
        let longest = 1 << 20
        preludeOffset = 0
        while true {
            while window.text.count == 0, !isComplete { readSource() }
            let declaration = DeclarationText(scanning: unsafe window.text.elements.span, from: 0)
            if let declaration {
                // Without an end it is malformed, or there is more to come.
                preludeOffset = declaration.end ?? .max
                position = declaration.end ?? 0
            }
            let mayBeDeclaration = declaration != nil || window.text.count < 6
            if !mayBeDeclaration || declaration?.end != nil || isComplete || window.text.count > longest { return }
            readSource()
        }
    }

    // MARK: What is not needed any more

    /// How much of the window may have passed before it is dropped.
    private static let slack = 64 << 10

    private mutating func dropPassed() {
        let passed = min(keepFrom, pinned, position, fed) - window.start.offset
        guard passed > Self.slack, pendingFault == nil else { return }
        keepPlaces(before: window.start.offset + passed)
        window.drop(passed)
        pendingConstruct = PendingConstruct()
    }

    /// Notes the places of elements that are open and begin before `offset`, for messages.
    private mutating func keepPlaces(before offset: Int) {
        guard let cContext = unsafe cContext else { return }
        var starts: [Int] = []
        var ancestor = unsafe cContext.pointee.node
        while let cNode = unsafe ancestor, unsafe cNode.pointee.type == XML_ELEMENT_NODE {
            if let start = unsafe NodePlace.start(cNode), start < offset { starts.append(start) }
            unsafe ancestor = cNode.pointee.parent
        }
        starts.reverse()
        let common = zip(keptPlaces, starts).prefix { $0.offset == $1 }.count
        keptPlaces.removeSubrange(common...)
        for start in starts[common...] {
            keptPlaces.append((start, window.location(at: start - window.start.offset)))
        }
    }
}
