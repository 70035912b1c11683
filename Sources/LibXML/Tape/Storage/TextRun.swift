/// Character data or a CDATA section while its pieces arrive.
///
/// As long as the pieces follow each other in the source it is a range of the source; the first piece that does not,
/// because it was decoded, moves it to the arena.
struct TextRun {
    /// `.text` or `.cdata`, or nil when there is nothing.
    var kind: TapeKind?
    /// Where it begins in the source, its marks included.
    var start = 0
    /// Where its data begins in the source, or in the arena.
    var offset = 0
    var length = 0
    var isInArena = false
    /// The end of the last piece in the source.
    var sourceEnd = 0
    /// Whether the last piece of a CDATA section ended with a carriage return.
    var endsWithCR = false
}

extension TapeBuilder {
    /// Adds character data that stands in the source at `offset`.
    @inline(__always)
    mutating func appendText(at offset: Int, length: Int) {
        if run.kind == nil {
            run = TextRun(kind: .text, start: offset, offset: offset, length: length, sourceEnd: offset &+ length)
        } else if !run.isInArena, run.sourceEnd == offset {
            run.length &+= length
            run.sourceEnd &+= length
        } else {
            moveRunToArena()
            unsafe appendToRun(UnsafeBufferPointer(rebasing: source[offset..<offset + length]))
            run.sourceEnd = offset + length
        }
    }

    /// Adds character data that was decoded, from a reference that stands at or after `start`.
    mutating func appendText(_ bytes: UnsafeBufferPointer<UInt8>, start: Int) {
        if run.kind == nil {
            run = TextRun(kind: .text, start: start, offset: arena.count, isInArena: true, sourceEnd: start)
        }
        moveRunToArena()
        unsafe appendToRun(bytes)
    }

    /// Begins a CDATA section, whose `<![CDATA[` is at `start`.
    mutating func beginCDATA(start: Int) {
        run = TextRun(kind: .cdata, start: start, offset: start + 9, sourceEnd: start + 9)
    }

    /// Begins a CDATA section that comes out of an entity, whose reference stands at a range of the source.
    mutating func beginCDATA(from reference: Range<Int>) {
        run = TextRun(
            kind: .cdata, start: reference.lowerBound, offset: arena.count, isInArena: true,
            sourceEnd: reference.upperBound)
    }

    /// Adds the next piece of a CDATA section, which stands in the source.
    mutating func appendCDATA(at offset: Int, length: Int) {
        let bytes = unsafe UnsafeBufferPointer(rebasing: source[offset..<offset + length])
        if unsafe !run.isInArena && !bytes.contains(0x0D) {
            run.length += length
        } else {
            unsafe appendFoldingLineEnds(bytes)
        }
        run.sourceEnd = offset + length
    }

    /// Adds a piece of a CDATA section that does not stand in the source as it is.
    mutating func appendCDATA(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe appendFoldingLineEnds(bytes)
    }

    /// Writes the run that is being collected, if any, as an entry that ends at `end` of the source.
    @inline(__always)
    mutating func flushRun(end: Int) {
        guard let kind = run.kind else { return }
        addData(
            kind, start: run.start, end: end, data: run.offset..<run.offset &+ run.length, isInArena: run.isInArena)
        run.kind = nil
    }

    private mutating func moveRunToArena() {
        guard !run.isInArena else { return }
        let bytes = unsafe UnsafeBufferPointer(rebasing: source[run.offset..<run.offset + run.length])
        run.offset = arena.count
        run.isInArena = true
        unsafe arena.append(bytes)
    }

    private mutating func appendToRun(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe arena.append(bytes)
        run.length += bytes.count
    }

    /// The push parser of libxml2 up to 2.13 hands CDATA out with its line ends as they are; XML 1.0, section 2.11,
    /// makes each a line feed.
    private mutating func appendFoldingLineEnds(_ bytes: UnsafeBufferPointer<UInt8>) {
        moveRunToArena()
        guard unsafe run.endsWithCR || bytes.contains(0x0D) else { return unsafe appendToRun(bytes) }
        for index in 0..<bytes.count {
            let byte = unsafe bytes[index]
            if byte == 0x0A && run.endsWithCR {
                run.endsWithCR = false
                continue
            }
            run.endsWithCR = byte == 0x0D
            arena.append(byte == 0x0D ? 0x0A : byte)
            run.length += 1
        }
    }
}
