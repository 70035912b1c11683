/// The text of a document, or the part of it that is still in memory, as a parser's callbacks read it.
@safe
struct ParsedText {
    let bytes: UnsafeBufferPointer<UInt8>

    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe self.bytes = unsafe bytes
    }

    /// Returns the byte at an offset; nil if it is no longer in memory or has not arrived.
    @inline(__always)
    func byte(at offset: Int) -> UInt8? {
        unsafe UInt(bitPattern: offset) < UInt(bitPattern: bytes.count) ? bytes[offset] : nil
    }

    /// Returns whether ASCII characters are at an offset.
    func has(_ word: StaticString, at offset: Int) -> Bool { unsafe bytes.span.has(word, at: offset) }

    /// Returns the offset of the next `<` from `start` on; the end of the text if there is no `<`.
    @inline(__always)
    func markup(from start: Int) -> Int {
        if byte(at: start) == UInt8(ascii: "<") { return start }
        return unsafe bytes.firstIndex(of: UInt8(ascii: "<"), from: max(start, 0))
    }

    /// Returns the offset after the next `mark`; the end of the text if there is no mark.
    func end(of mark: StaticString, from start: Int) -> Int { unsafe bytes.end(of: mark, from: max(start, 0)) }

    func string(_ range: Range<Int>) -> String { unsafe bytes.span.string(range) }
}

/// The place in a text of a construct that is being reported.
struct ParsedPlace {
    var start: Int
    var end: Int
    /// Whether it comes from an entity. The reference to the entity is then its place.
    var isInEntity: Bool
}

/// Finds the references to entities, as the places of constructs that come from entities.
struct ReferencePlaces {
    /// The last reference found. All constructs that come from an entity have the same one.
    private var last = (start: 0, end: -1)

    /// Returns the offset of the `&` of the reference that ends at `end`.
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

    /// Returns the place of a construct that begins with `<` and has been read up to `end`.
    ///
    /// The last event ends at `position`. Only character data, references and white space can come before the
    /// construct, so it begins at the next `<`.
    @inline(__always)
    mutating func place(
        ofMarkupFrom position: Int, to end: Int, isInEntity: Bool, in text: ParsedText
    ) -> ParsedPlace {
        let start = isInEntity ? start(before: end, in: text) : text.markup(from: position)
        return ParsedPlace(start: start, end: end, isInEntity: isInEntity)
    }
}
