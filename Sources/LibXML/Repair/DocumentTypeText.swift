/// Scans document type declarations that may be malformed.
enum DocumentTypeText {
    /// Returns whether a document type declaration begins at an offset.
    static func begins(_ text: Span<UInt8>, at index: Int) -> Bool {
        text.count - index > 9 && text.string(index + 2..<index + 9).uppercased() == "DOCTYPE"
    }

    /// Returns the end of a malformed document type declaration: after its `>`, or before the next tag.
    static func endOfMalformed(_ text: Span<UInt8>, from start: Int) -> Int {
        var index = start
        var isInSubset = false
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "["): isInSubset = true
            case UInt8(ascii: "]"): isInSubset = false
            case UInt8(ascii: ">") where !isInSubset: return index + 1
            case UInt8(ascii: "<"):
                guard isInSubset, let end = endOfDeclaration(text, at: index) else { return index }
                index = end
                continue
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let quote = text[index]
                let end = text.index(from: index + 1) {
                    $0 == quote || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">")
                }
                if end < text.count, text[end] == quote { index = end }
            default: break
            }
            index += 1
        }
        return text.count
    }

    /// Returns the end of a declaration, comment or processing instruction in an internal subset; nil for other text.
    private static func endOfDeclaration(_ text: Span<UInt8>, at index: Int) -> Int? {
        if text.has("<!--", at: index) { return text.endIfAny(of: "-->", from: index + 4) }
        if text.has("<?", at: index) { return text.endIfAny(of: "?>", from: index + 2) }
        guard text.has("<!", at: index) else { return nil }
        var index = index + 2
        while index < text.count, text[index] != UInt8(ascii: ">"), text[index] != UInt8(ascii: "<") {
            let quote = text[index]
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                let end = text.index(from: index + 1) { $0 == quote }
                if end < text.count { index = end }
            }
            index += 1
        }
        return text.has(">", at: index) ? index + 1 : index
    }
}
