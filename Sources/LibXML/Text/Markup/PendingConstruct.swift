/// A tag or another construct that did not end in the last piece that was fed to libxml2.
///
/// libxml2 compares each attribute of a tag with all others before it reports the tag, which is too late to apply a
/// limit. The attributes of a long tag are therefore counted as its bytes arrive.
struct PendingConstruct {
    /// The offset at which it begins, once that is known.
    private var start: Int?
    private var scanned = 0
    private var quote: UInt8?
    /// Whether the tag has been scanned to its end.
    private var isTagEnd = false
    /// The number of attributes of the tag so far.
    private(set) var attributeCount = 0
    /// The end of the CDATA section that has been reported in part, once that is known.
    private var sectionEnd: Int?

    /// Adjusts the offsets to the removal of the first `count` bytes of the source.
    mutating func discard(_ count: Int) {
        start = start.map { $0 - count }
        sectionEnd = sectionEnd.map { $0 - count }
        scanned -= count
    }

    /// Scans a tag that begins at `start` up to `end`.
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

    /// Returns whether the first construct from `position` on ends in the text. Scans no part of the text twice.
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

    /// Returns the end of that construct; nil if it does not end in the text.
    mutating func end(in text: UnsafeBufferPointer<UInt8>, from position: Int) -> Int? {
        unsafe hasEnd(in: text, from: position, isInCDATA: false) ? scanned : nil
    }

    private mutating func hasMark(
        _ mark: StaticString, in text: UnsafeBufferPointer<UInt8>, from first: Int
    ) -> Bool {
        // The mark may have begun in text that was scanned before.
        let end = unsafe text.end(of: mark, from: max(first, scanned - 2))
        scanned = end
        let start = end - mark.utf8CodeUnitCount
        return unsafe start >= first && text.span.has(mark, at: start)
    }
}

extension PendingConstruct {
    /// The length in bytes from which a construct is checked.
    static let long = 32 << 10
    /// The name of a construct that is not a tag, for messages.
    static let otherConstruct: StaticString = "a comment, CDATA section or processing instruction"

    /// Returns the fault of a construct that exceeds a limit. The construct begins at `start`; libxml2 has been fed the
    /// text before `fed`.
    mutating func check(
        in text: ParsedText, from start: Int, fed: Int, isInDocumentType: Bool, _ limits: XMLParsingLimits
    ) -> Fault? {
        guard start + 1 < fed, let next = text.byte(at: start + 1) else { return nil }
        guard next != UInt8(ascii: "!"), next != UInt8(ascii: "?") else {
            let isTooLong = !isInDocumentType && fed - start > limits.textLength
            return isTooLong ? limits.textFault(Self.otherConstruct, at: start) : nil
        }
        unsafe scanTag(text.bytes, start: start, end: fed)
        if attributeCount > limits.attributesPerElement { return limits.fault(.attributesPerElement, at: start) }
        return fed - start > limits.tagSize ? limits.fault(.tagSize, at: start) : nil
    }
}
