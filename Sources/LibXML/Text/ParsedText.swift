/// The text of a document, or the part of it that is still there, as a parser's callbacks look at it.
///
/// Offsets count from the beginning of the document's text; what is before the part, or after it, is not there.
@safe
struct ParsedText {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The offset of the first byte.
    let base: Int

    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>, from base: Int = 0) {
        unsafe self.bytes = unsafe bytes
        self.base = base
    }

    /// The end of what is there.
    @inline(__always)
    var end: Int { unsafe base &+ bytes.count }

    /// The byte at an offset; nil where there is none any more, or not yet.
    @inline(__always)
    func byte(at offset: Int) -> UInt8? {
        let index = offset &- base
        return unsafe index >= 0 && index < bytes.count ? bytes[index] : nil
    }

    /// Whether ASCII characters stand at an offset.
    func has(_ word: StaticString, at offset: Int) -> Bool { unsafe bytes.span.has(word, at: offset - base) }

    /// Whether bytes stand at an offset.
    func matches(_ other: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        unsafe bytes.matches(other, at: offset - base)
    }

    /// The offset of the next `<` from `start` on; the end of what is there when there is none.
    @inline(__always)
    func markup(from start: Int) -> Int {
        let index = start &- base
        if unsafe index >= 0 && index < bytes.count && bytes[index] == UInt8(ascii: "<") { return start }
        return unsafe base &+ bytes.firstIndex(of: UInt8(ascii: "<"), from: max(index, 0))
    }

    /// The offset after the next `mark`; the end of what is there when there is none.
    func end(of mark: StaticString, from start: Int) -> Int {
        unsafe base + bytes.end(of: mark, from: max(start - base, 0))
    }

    func string(_ range: Range<Int>) -> String {
        unsafe bytes.span.string(range.lowerBound - base..<range.upperBound - base)
    }
}

/// Where in a text something that is being reported stands.
struct ParsedPlace {
    var start: Int
    var end: Int
    /// Whether it comes out of an entity, whose reference is the place then.
    var isInEntity: Bool
}

/// Finds the references that what comes out of entities is at.
struct ReferencePlaces {
    /// The last one that was looked for: all that comes out of an entity asks for the same one.
    private var last = (start: 0, end: -1)

    /// The offset of the `&` of the reference that ends at `end`.
    @inline(__always)
    mutating func start(before end: Int, in text: ParsedText) -> Int {
        if last.end != end { last = (Self.find(before: end, in: text), end) }
        return last.start
    }

    @inline(never)
    private static func find(before end: Int, in text: ParsedText) -> Int {
        var start = min(end, text.end) - 1
        while start > text.base, text.byte(at: start) != UInt8(ascii: "&") { start -= 1 }
        return max(start, text.base)
    }

    /// The place of a construct that begins with `<` and has been read up to `end`.
    ///
    /// Everything between the last event, which ends at `position`, and the construct is character data, references or white
    /// space, so that the construct begins at the next `<`.
    @inline(__always)
    mutating func place(
        ofMarkupFrom position: Int, to end: Int, isInEntity: Bool, in text: ParsedText
    ) -> ParsedPlace {
        let start = isInEntity ? start(before: end, in: text) : text.markup(from: position)
        return ParsedPlace(start: start, end: end, isInEntity: isInEntity)
    }
}
