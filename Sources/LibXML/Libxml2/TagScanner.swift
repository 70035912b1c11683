/// Reads a start tag that is known to be well-formed.
enum TagScanner {
    /// Calls `body` with the place of each attribute's name, namespace declarations included, in order.
    static func forEachAttribute(in source: UnsafeBufferPointer<UInt8>, tag: Range<Int>, _ body: (Range<Int>) -> Void) {
        var position = tag.lowerBound + 1
        func skip(while condition: (UInt8) -> Bool) {
            while unsafe position < tag.upperBound && condition(source[position]) { position += 1 }
        }
        func isNameEnd(_ byte: UInt8) -> Bool {
            byte.isXMLSpace || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
        }
        skip { !isNameEnd($0) }
        while true {
            skip { $0.isXMLSpace }
            let start = position
            skip { !isNameEnd($0) }
            guard position > start else { return }
            let name = start..<position
            skip { $0.isXMLSpace || $0 == UInt8(ascii: "=") }
            guard position < tag.upperBound else { return }
            let quote = unsafe source[position]
            position += 1
            skip { $0 != quote }
            position += 1
            body(name)
        }
    }

    /// The prefix that an attribute of this name declares, empty for `xmlns`; nil for one that declares nothing.
    static func declaredPrefix(_ source: UnsafeBufferPointer<UInt8>, _ name: Range<Int>) -> Range<Int>? {
        guard name.count >= 5, unsafe source.span.has("xmlns", at: name.lowerBound) else { return nil }
        if name.count == 5 { return name.upperBound..<name.upperBound }
        guard unsafe source[name.lowerBound + 5] == UInt8(ascii: ":") else { return nil }
        return name.lowerBound + 6..<name.upperBound
    }

    /// Whether the bytes in `range` are those of a C string, where no string is the empty one.
    static func equals(
        _ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ cString: UnsafePointer<UInt8>?
    ) -> Bool {
        guard let cString = unsafe cString else { return range.isEmpty }
        let length = unsafe UnsafePointer<UInt8>.length(cString)
        return unsafe length == range.count
            && source.matches(UnsafeBufferPointer(start: cString, count: length), at: range.lowerBound)
    }
}
