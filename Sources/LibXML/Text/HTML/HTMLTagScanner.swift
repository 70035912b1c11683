/// Reads start tags of HTML, which are rarely well-formed, as browsers do.
enum HTMLTagScanner {
    /// Calls `body` with each attribute in order: its name, and its end, after its closing quote if it has one. Stops
    /// if `body` returns false.
    ///
    /// - Returns: the end of the tag, before its `>`, or of the attribute for which `body` returned false.
    @discardableResult
    static func forEachAttribute(
        in text: Span<UInt8>, tag: Range<Int>, _ body: (_ attribute: (name: Range<Int>, end: Int)) -> Bool
    ) -> Int {
        let end = min(tag.upperBound, text.count)
        func index(from start: Int, where condition: (UInt8) -> Bool) -> Int {
            var index = start
            while index < end, !condition(text[index]) { index += 1 }
            return index
        }
        var position = index(from: tag.lowerBound + 1) { $0.isHTMLSpace || $0 == .slash || $0 == .greaterThan }
        while true {
            position = index(from: position) { !$0.isHTMLSpace && $0 != .slash }
            guard position < end, text[position] != .greaterThan else { return position }
            let nameEnd = index(from: position + 1) {
                $0.isHTMLSpace || $0 == .slash || $0 == .greaterThan || $0 == .equals
            }
            let name = position..<nameEnd
            position = nameEnd
            let sign = index(from: nameEnd) { !$0.isHTMLSpace }
            if sign < end, text[sign] == .equals {
                let value = index(from: sign + 1) { !$0.isHTMLSpace }
                if value < end, text[value] == UInt8(ascii: "\"") || text[value] == UInt8(ascii: "'") {
                    let quote = text[value]
                    position = min(end, index(from: value + 1) { $0 == quote } + 1)
                } else {
                    position = index(from: value) { $0.isHTMLSpace || $0 == .greaterThan }
                }
            }
            guard body((name, position)) else { return position }
        }
    }

    /// The longest name in bytes that libxml2 up to 2.13 reads as one. The rest of a longer name begins the next
    /// attribute.
    static let longestName = 100

    /// Returns the offset of the first tag that has more attributes than `limit` for libxml2 up to 2.13, and the length
    /// of its longest name.
    ///
    /// Returns nil if there is no such tag. Complexity: O(*n*).
    static func oversizedTag(in text: Span<UInt8>, limit: Int) -> (start: Int, nameLength: Int)? {
        var position = 0
        while true {
            position = text.index(from: position) { $0 == .lessThan }
            guard position + 1 < text.count else { return nil }
            if text.has("<!--", at: position) {
                position = text.end(of: "-->", from: position + 4)
            } else if text[position + 1].isASCIILetter {
                let start = position
                let nameEnd = text.index(from: start + 1) { $0.isHTMLSpace || $0 == .slash || $0 == .greaterThan }
                var nameLength = nameEnd - start - 1
                var count = (nameLength - 1) / longestName
                position = forEachAttribute(in: text, tag: start..<text.count) { attribute in
                    nameLength = max(nameLength, attribute.name.count)
                    count += 1 + (attribute.name.count - 1) / longestName
                    return count <= limit
                }
                if count > limit { return (start, nameLength) }
                if text.hasLowercased("script", at: start + 1) || text.hasLowercased("style", at: start + 1) {
                    position = text.end(of: "</", from: position)
                }
            } else {
                position += 1
            }
        }
    }
}

extension UInt8 {
    static let slash = UInt8(ascii: "/")
    static let lessThan = UInt8(ascii: "<")
    static let greaterThan = UInt8(ascii: ">")
    static let equals = UInt8(ascii: "=")
    static let ampersand = UInt8(ascii: "&")

    /// HTML white space: XML white space and the form feed.
    var isHTMLSpace: Bool { isXMLSpace || self == 0x0C }
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
