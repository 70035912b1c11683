/// A tag, or something else, that did not end in the piece that libxml2 was fed last.
///
/// libxml2 compares each attribute of a tag with all others before it hands the tag out; a limit that looked at the tag
/// only then would come too late. So the bytes of a long tag are counted as they come in.
struct PendingConstruct {
    /// Where it begins, once that is known.
    private var start: Int?
    private var scanned = 0
    private var quote: UInt8?
    /// Whether the tag has been scanned to its end.
    private var isTagEnd = false
    /// How many attributes the tag has so far.
    private(set) var attributeCount = 0
    /// Where the CDATA section ends of which a part has been reported, once that is known.
    private var sectionEnd: Int?

    /// The first `count` bytes of the source are about to go.
    mutating func forget(_ count: Int) {
        start = start.map { $0 - count }
        sectionEnd = sectionEnd.map { $0 - count }
        scanned -= count
    }

    /// Goes on to `end` in a tag that begins at `start`.
    mutating func scanTag(_ source: UnsafeBufferPointer<UInt8>, start: Int, end: Int) {
        if start != self.start {
            self = PendingConstruct()
            self.start = start
            scanned = start
        }
        while scanned < end, !isTagEnd {
            let byte = unsafe source[scanned]
            scanned += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "=") {
                attributeCount += 1
            } else if byte == UInt8(ascii: ">") {
                isTagEnd = true
            }
        }
    }

    /// Whether the first construct from `position` on has its end in the text, of which no part is looked at twice.
    ///
    /// - Parameter isInCDATA: whether it comes after the rest of a CDATA section.
    mutating func hasEnd(in text: UnsafeBufferPointer<UInt8>, from position: Int, isInCDATA: Bool) -> Bool {
        var first = position
        if isInCDATA {
            if sectionEnd.map({ $0 < position }) ?? true {
                guard unsafe hasMark("]]>", in: text, from: position) else { return false }
                sectionEnd = scanned
            }
            first = sectionEnd ?? position
        }
        let start: Int
        if let known = self.start, known >= first {
            start = known
        } else {
            let found = unsafe text.firstIndex(of: UInt8(ascii: "<"), from: max(first, scanned))
            let sectionEnd = sectionEnd
            self = PendingConstruct()
            self.sectionEnd = sectionEnd
            scanned = found
            guard found + 2 < text.count else { return false }
            start = found
            self.start = found
        }
        switch unsafe (text[start + 1], text[start + 2]) {
        case (UInt8(ascii: "!"), UInt8(ascii: "-")): return unsafe hasMark("-->", in: text, from: start + 4)
        case (UInt8(ascii: "!"), UInt8(ascii: "[")): return unsafe hasMark("]]>", in: text, from: start + 9)
        case (UInt8(ascii: "?"), _): return unsafe hasMark("?>", in: text, from: start + 2)
        case (UInt8(ascii: "!"), _): return false
        default:
            unsafe scanTag(text, start: start, end: text.count)
            return isTagEnd
        }
    }

    private mutating func hasMark(
        _ mark: StaticString, in text: UnsafeBufferPointer<UInt8>, from first: Int
    ) -> Bool {
        // It may have begun in what was looked at before.
        let end = unsafe text.end(of: mark, from: max(first, scanned - 2))
        scanned = end
        return unsafe text.span.has(mark, at: end - mark.utf8CodeUnitCount)
    }
}

extension PendingConstruct {
    /// From which length on a construct is looked at.
    static let long = 32 << 10

    /// What limit a construct passes that begins at `start` and of which libxml2 has been fed what comes before `fed`.
    mutating func check(
        in text: ParsedText, from start: Int, fed: Int, isInDocumentType: Bool, _ limits: XMLParsingLimits
    ) -> Fault? {
        guard start + 1 < fed, let next = text.byte(at: start + 1) else { return nil }
        guard next != UInt8(ascii: "!"), next != UInt8(ascii: "?") else {
            let isTooLong = !isInDocumentType && fed - start > limits.textLength
            return isTooLong ? limits.textTooLong("a comment, CDATA section or processing instruction", at: start) : nil
        }
        unsafe scanTag(text.bytes, start: start, end: fed)
        if attributeCount > limits.attributesPerElement { return limits.tooManyAttributes(at: start) }
        return fed - start > limits.tagSize ? limits.tagTooLong(at: start) : nil
    }
}
