import CLibXML2
import CLibXML2Shims

/// A start tag that did not end in one slice, counted as its bytes come in.
///
/// libxml2 compares each attribute of a tag with all others before it hands the tag out; a limit that looked at the tag
/// only then would come too late.
struct PendingTag {
    private var start = -1
    private var scanned = 0
    private var quote: UInt8?
    private(set) var attributeCount = 0

    /// Goes on to `end` in a tag that begins at `start`.
    mutating func scan(_ source: UnsafeBufferPointer<UInt8>, start: Int, end: Int) {
        if start != self.start {
            self = PendingTag()
            self.start = start
            scanned = start
        }
        while scanned < end {
            let byte = unsafe source[scanned]
            scanned += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "=") {
                attributeCount += 1
            }
        }
    }
}

extension SAXState {
    /// Looks at what libxml2 holds back after a slice that ended at `end` in the source.
    mutating func checkPending(_ tag: inout PendingTag, end: Int) {
        guard !isFailed else { return }
        if builder.isFull { return failForSize(at: position) }
        let start = end - pendingLength
        guard end - start >= 1 << 15, start >= 0, builder.byte(at: start) == UInt8(ascii: "<"),
            let next = unsafe builder.source.dropFirst(start + 1).first
        else { return }
        if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
            if !isInDocumentType, end - start > limits.textLength { failForLength(.comment) }
            return
        }
        unsafe tag.scan(builder.source, start: start, end: end)
        if tag.attributeCount > limits.attributesPerElement {
            fail(
                .tooManyAttributes,
                "more attributes on one element than the limit of \(limits.attributesPerElement)", at: start)
        } else if end - start > limits.tagSize {
            fail(.tagTooLong, "a tag is longer than the limit of \(limits.tagSize) bytes", at: start)
        }
    }
}
