// The range of a text that is underlined in an excerpt.

extension Span<UInt8> {
    /// Returns the end of the token at an offset: a name, a reference, a value in quotes, the beginning of a tag, or a
    /// single character. A token ends with its line.
    ///
    /// Complexity: O(length).
    func endOfToken(at index: Int) -> Int {
        guard index < count else { return index }
        switch self[index] {
        case UInt8(ascii: "<"): return endOfTagBeginning(at: index)
        case UInt8(ascii: "&"):
            let start = has("&#", at: index) ? index + 2 : index + 1
            let end = self.index(from: start) { !$0.mayStandInName }
            return end > start && has(";", at: end) ? end + 1 : end
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            let quote = self[index]
            let end = self.index(from: index + 1) { $0 == quote || $0 == UInt8(ascii: "<") || $0.endsLine }
            return end < count && self[end] == quote ? end + 1 : endOfValue(at: index + 1)
        case UInt8(ascii: "-") where has("--", at: index): return index + 2
        case UInt8(ascii: "]") where has("]]>", at: index): return index + 3
        case let byte where byte.mayStandInName:
            return self.index(from: index) { !$0.mayStandInName }
        default: return index + 1
        }
    }

    /// Returns the end of the beginning of a tag, which includes its name and a `>` after it, or of the mark that
    /// begins other markup.
    private func endOfTagBeginning(at index: Int) -> Int {
        for mark: StaticString in ["<!--", "<![CDATA[", "<!DOCTYPE"] where has(mark, at: index) {
            return index + mark.utf8CodeUnitCount
        }
        var end = index + 1
        if has("/", at: end) || has("?", at: end) || has("!", at: end) { end += 1 }
        end = self.index(from: end) { !$0.mayStandInName }
        return has(">", at: end) ? end + 1 : end
    }

    /// Returns the end of the text or value that begins at an offset.
    ///
    /// It ends before the next tag, the next quotation mark of the kind that precedes it, or the end of the line.
    func endOfValue(at index: Int) -> Int {
        let before = index > 0 ? self[index - 1] : 0
        let quote = before == UInt8(ascii: "\"") || before == UInt8(ascii: "'") ? before : UInt8(ascii: "<")
        var end = self.index(from: index) { $0 == UInt8(ascii: "<") || $0 == quote || $0.endsLine }
        while end > index + 1, self[end - 1].isXMLSpace { end -= 1 }
        return end
    }
}

extension UInt8 {
    fileprivate var endsLine: Bool { self == 0x0A || self == 0x0D }

    /// Whether it may be part of a name character.
    var mayStandInName: Bool { self >= 0x80 || isASCIINameCharacter }
}
