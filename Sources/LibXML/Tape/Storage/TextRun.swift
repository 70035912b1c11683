/// Character data or a CDATA section while its pieces arrive.
///
/// While the pieces follow each other in the source, it is a range of the source. The first piece that was decoded, and
/// thus differs from the source, moves it to the arena.
struct TextRun {
    /// `.text` or `.cdata`; nil if there is no run.
    var kind: TapeKind?
    /// The offset at which it begins in the source, with its marks.
    var start = 0
    /// The offset of its data in the source or the arena.
    var offset = 0
    var length = 0
    var isInArena = false
    /// The end of the last piece in the source.
    var sourceEnd = 0
    /// Whether the last piece of a CDATA section ended with a carriage return.
    var endsWithCR = false
}

extension TapeBuilder {
    /// Adds character data that is in the source at `offset`.
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

    /// Adds decoded character data, from a reference at or after `start`.
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

    /// Begins a CDATA section that comes from an entity, whose reference is at a range of the source.
    mutating func beginCDATA(from reference: Range<Int>) {
        run = TextRun(
            kind: .cdata, start: reference.lowerBound, offset: arena.count, isInArena: true,
            sourceEnd: reference.upperBound)
    }

    /// Adds the next piece of a CDATA section, which is in the source.
    mutating func appendCDATA(at offset: Int, length: Int) {
        let bytes = unsafe UnsafeBufferPointer(rebasing: source[offset..<offset + length])
        if unsafe !run.isInArena && !bytes.contains(0x0D) {
            run.length += length
        } else {
            unsafe appendFoldingLineEnds(bytes)
        }
        run.sourceEnd = offset + length
    }

    /// Adds a piece of a CDATA section that differs from the source.
    mutating func appendCDATA(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe appendFoldingLineEnds(bytes)
    }

    /// Writes the current run, if any, as an entry that ends at `end` in the source.
    @inline(__always)
    mutating func flushRun(end: Int) {
        guard let kind = run.kind else { return }
        if kind == .text, !run.isInArena, run.sourceEnd == end, run.length <= Int(TapeHead.maxPayload) {
            // Most text takes this path. The entry is the same as from `addData`.
            assert(run.start == run.offset && run.offset + run.length == end)
            addPlain(.text, offset: run.offset, length: run.length)
            run.kind = nil
            return
        }
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

    /// The push parser of libxml2 up to 2.13 reports CDATA with unchanged line ends. XML 1.0, section 2.11, replaces
    /// each line end with a line feed.
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
