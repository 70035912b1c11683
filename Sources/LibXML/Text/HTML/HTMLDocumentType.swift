/// A document type declaration of HTML as libxml2 reads it from 2.14 on (`htmlParseDocTypeDecl`).
struct HTMLDocumentType {
    private var name: Range<Int>
    private var publicID: Range<Int>?
    private var systemID: Range<Int>?
    /// Whether libxml2 up to 2.13 reads it as it is.
    private(set) var isPlain = true
    private(set) var isMalformed = false

    /// - Parameter range: from after `<!DOCTYPE` to after the `>`, or to the end of the page.
    init(in text: Span<UInt8>, _ range: Range<Int>) {
        var position = text.skipHTMLSpace(from: range.lowerBound)
        let isClosed = range.upperBound > range.lowerBound && text.has(">", at: range.upperBound - 1)
        let end = range.upperBound - (isClosed ? 1 : 0)
        let start = min(position, end)
        position = min(end, text.index(from: start) { $0.isHTMLSpace })
        name = start..<position
        position = text.skipHTMLSpace(from: position)
        let isPublic = position < end && text.hasLowercased("public", at: position)
        if isPublic || position < end && text.hasLowercased("system", at: position) {
            position += 6
            if isPublic { publicID = readLiteral(text, &position, end) }
            systemID = readLiteral(text, &position, end)
        }
        if !isClosed || start == range.lowerBound || name.isEmpty { isMalformed = true }
        if isMalformed || isPublic && (publicID == nil || systemID == nil) { isPlain = false }
    }

    private mutating func readLiteral(_ text: Span<UInt8>, _ position: inout Int, _ end: Int) -> Range<Int>? {
        let start = text.skipHTMLSpace(from: position)
        guard start < end, text[start] == UInt8(ascii: "\"") || text[start] == UInt8(ascii: "'") else { return nil }
        let quote = text[start]
        let close = text.index(from: start + 1) { $0 == quote }
        if close >= end || start == position { isMalformed = true }
        position = min(end, close + 1)
        return start + 1..<min(close, end)
    }

    /// The declaration for libxml2 up to 2.13.
    func markup(_ text: Span<UInt8>) -> [UInt8] {
        func literal(_ range: Range<Int>) -> [UInt8] {
            let quote: [UInt8] = [text.extracting(range).hasByte(UInt8(ascii: "\"")) ? 0x27 : 0x22]
            return [0x20] + quote + text.extracting(range).array + quote
        }
        var bytes = Array("<!DOCTYPE ".utf8) + text.extracting(name).array
        if let publicID { bytes += " PUBLIC".utf8 + literal(publicID) }
        if let systemID { bytes += (publicID == nil ? " SYSTEM" : "").utf8 + literal(systemID) }
        return bytes + [.greaterThan]
    }
}

extension Span<UInt8> {
    fileprivate func skipHTMLSpace(from start: Int) -> Int { index(from: start) { !$0.isHTMLSpace } }
}
