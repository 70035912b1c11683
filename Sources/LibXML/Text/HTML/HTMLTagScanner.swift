/// Reads start tags of HTML, which are rarely well-formed, as browsers do (HTML Standard, section 13.2.5).
enum HTMLTagScanner {
    struct Attribute {
        var name: Range<Int>
        /// Without quotes; nil for an attribute without a value.
        var value: Range<Int>?
        /// After its closing quote, if it has one.
        var end: Int
        /// Whether it has all quotes that it needs.
        var isClosed = true
    }

    /// Reads the attribute that begins at an offset, in a part of the text that ends at `limit`.
    @inline(__always)
    static func attribute(in text: Span<UInt8>, at start: Int, before limit: Int) -> Attribute {
        let nameEnd = text.index(in: start + 1..<limit) { $0.endsTagName || $0 == .equals }
        var attribute = Attribute(name: start..<nameEnd, value: nil, end: nameEnd)
        let sign = text.index(in: nameEnd..<limit) { !$0.isHTMLSpace }
        guard sign < limit, text[sign] == .equals else { return attribute }
        let value = text.index(in: sign + 1..<limit) { !$0.isHTMLSpace }
        if value < limit, text[value] == UInt8(ascii: "\"") || text[value] == UInt8(ascii: "'") {
            let quote = text[value]
            let close = text.index(in: value + 1..<limit) { $0 == quote }
            attribute.value = value + 1..<close
            attribute.isClosed = close < limit
            attribute.end = min(limit, close + 1)
        } else {
            attribute.end = text.index(in: value..<limit) { $0.isHTMLSpace || $0 == .greaterThan }
            attribute.value = value..<attribute.end
        }
        return attribute
    }

    /// Calls `body` with each attribute in order. Stops if `body` returns false.
    ///
    /// - Returns: the end of the tag, before its `>`, or of the attribute for which `body` returned false.
    @discardableResult
    static func forEachAttribute(in text: Span<UInt8>, tag: Range<Int>, _ body: (Attribute) -> Bool) -> Int {
        let end = min(tag.upperBound, text.count)
        var position = text.index(in: min(tag.lowerBound + 1, end)..<end) { $0.endsTagName }
        while true {
            position = text.index(in: position..<end) { !$0.isHTMLSpace && $0 != .slash }
            guard position < end, text[position] != .greaterThan else { return position }
            let attribute = attribute(in: text, at: position, before: end)
            position = attribute.end
            guard body(attribute) else { return position }
        }
    }

    /// The length of the longest name in bytes. libxml2 omits the rest of a longer one.
    static let longestName = 100
}

extension UInt8 {
    static let slash = UInt8(ascii: "/")
    static let lessThan = UInt8(ascii: "<")
    static let greaterThan = UInt8(ascii: ">")
    static let equals = UInt8(ascii: "=")
    static let ampersand = UInt8(ascii: "&")

    /// Whether it ends the name of a tag: white space, `/` and `>`. The word has one bit for each byte below 0x40.
    @inline(__always)
    var endsTagName: Bool { self < 0x40 && (0x4000_8001_0000_3600 as UInt64 &>> UInt64(self)) & 1 == 1 }

    /// HTML white space: XML white space and the form feed.
    @inline(__always)
    var isHTMLSpace: Bool { self <= 0x20 && (0x1_0000_3600 as UInt64 &>> UInt64(self)) & 1 == 1 }
}

extension Span<UInt8> {
    /// Returns whether the ASCII characters of `word`, which is lowercase, are at `offset` in any letter case.
    func hasLowercased(_ word: StaticString, at offset: Int) -> Bool {
        let length = word.utf8CodeUnitCount
        guard offset >= 0, count - offset >= length else { return false }
        return word.withUTF8Buffer { word in
            for index in 0..<length where unsafe self[offset + index].asciiLowercased != word[index] { return false }
            return true
        }
    }
}

extension Span<UInt8> {
    /// Returns whether these are the bytes of `name`, in any ASCII letter case.
    func equalsLowercased(_ name: String.UTF8View) -> Bool {
        guard name.count == count else { return false }
        var index = 0
        for byte in name {
            if self[index].asciiLowercased != byte.asciiLowercased { return false }
            index += 1
        }
        return true
    }
}
