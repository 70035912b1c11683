/// The text of a document, or the part of it that is still there, as a parser's callbacks look at it.
@safe
struct ParsedText {
    let bytes: UnsafeBufferPointer<UInt8>

    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe self.bytes = unsafe bytes
    }

    /// The byte at an offset; nil where there is none any more, or not yet.
    @inline(__always)
    func byte(at offset: Int) -> UInt8? {
        unsafe offset >= 0 && offset < bytes.count ? bytes[offset] : nil
    }

    /// Whether ASCII characters stand at an offset.
    func has(_ word: StaticString, at offset: Int) -> Bool { unsafe bytes.span.has(word, at: offset) }

    /// The offset of the next `<` from `start` on; the end of what is there when there is none.
    @inline(__always)
    func markup(from start: Int) -> Int {
        if byte(at: start) == UInt8(ascii: "<") { return start }
        return unsafe bytes.firstIndex(of: UInt8(ascii: "<"), from: max(start, 0))
    }

    /// The offset after the next `mark`; the end of what is there when there is none.
    func end(of mark: StaticString, from start: Int) -> Int { unsafe bytes.end(of: mark, from: max(start, 0)) }

    func string(_ range: Range<Int>) -> String { unsafe bytes.span.string(range) }
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
        var start = unsafe min(end, text.bytes.count) - 1
        while start > 0, text.byte(at: start) != UInt8(ascii: "&") { start -= 1 }
        return max(start, 0)
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
