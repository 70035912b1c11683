/// Determines the encoding of a page.
enum HTMLEncoding {
    /// How many bytes of a page are searched for a declaration. The HTML standard requires 1,024; many pages need more.
    private static let searchedLength = 4096

    /// Determines the encoding from the byte order mark, the name that the caller specified, the zeros of UTF-16 and
    /// UTF-32, the XML declaration of XHTML, the `meta` elements, and the bytes themselves, in this order.
    static func encoding(
        of bytes: Span<UInt8>, override: String?
    ) throws(XMLError) -> (encoding: DocumentEncoding, unknown: [(name: String, offset: Int?)]) {
        var unknown: [(name: String, offset: Int?)] = []
        let name = if let override { try known(override, at: nil, &unknown) } else { nil as String? }
        var found = try DocumentEncoding(of: bytes, override: name)
        guard name == nil, found.markLength == 0, found.extendsASCII else {
            if found.mustBeDeclared, CharacterConverter(from: found.name) == nil {
                unknown.append((found.name, nil))
                found = try DocumentEncoding(named: DocumentEncoding.usualEBCDIC)
            }
            return (found, unknown)
        }
        var declared: String?
        if let range = DeclarationText(scanning: bytes, from: 0)?.encoding {
            declared = try declaration(bytes.string(range), at: range.lowerBound, &unknown)
        }
        if declared == nil, let meta = metaCharset(in: bytes) {
            declared = try declaration(bytes.string(meta), at: meta.lowerBound, &unknown)
        }
        if declared == nil {
            // A page that is cut within a character is UTF-8 only if it has others.
            let isValid = bytes.invalidUTF8(from: 0).map { $0.isCut && bytes.endOfASCII(from: 0) < $0.offset } ?? true
            declared = isValid ? "UTF-8" : "windows-1252"
        }
        found = try DocumentEncoding(named: declared ?? "UTF-8")
        return (found, unknown)
    }

    /// The encoding that a page declares in ASCII; nil if it cannot be its encoding.
    private static func declaration(
        _ name: String, at offset: Int, _ unknown: inout [(name: String, offset: Int?)]
    ) throws(XMLError) -> String? {
        guard let known = try known(name, at: offset, &unknown) else { return nil }
        let encoding = try DocumentEncoding(named: known)
        // The HTML standard, 13.2.3.2, has UTF-8 for UTF-16.
        if encoding.codeUnitLength == 2 { return "UTF-8" }
        if encoding.extendsASCII { return known }
        unknown.append((name, offset))
        return nil
    }

    /// The encoding that browsers use for a name, or else that libxml2 knows; nil if it is not known.
    private static func known(
        _ name: String, at offset: Int?, _ unknown: inout [(name: String, offset: Int?)]
    ) throws(XMLError) -> String? {
        let name = name.trimmingXMLSpace
        if let web = WebEncoding.known(name) { return web }
        if try DocumentEncoding(named: name).isUTF8 { return "UTF-8" }
        if DeclarationText.isEncodingName(name), CharacterConverter(from: name) != nil { return name }
        unknown.append((name, offset))
        return nil
    }

    /// Returns whether two names mean the same encoding in browsers.
    static func isSame(_ name: String, _ other: String) throws(XMLError) -> Bool {
        var unknown: [(name: String, offset: Int?)] = []
        let names = [name, other].map { $0.trimmingXMLSpace.uppercased() }
        if names[0] == names[1] { return true }
        guard let known = try known(name, at: nil, &unknown) else { return false }
        return try known == self.known(other, at: nil, &unknown)
    }

    /// The range of an encoding's name in a `meta` element, either in its `charset` or in the `content` of one that
    /// stands for the header `Content-Type` (the HTML standard, 13.2.3.2, prescanning).
    private static func metaCharset(in bytes: Span<UInt8>) -> Range<Int>? {
        let text = bytes.extracting(first: searchedLength)
        var position = 0
        while true {
            position = text.index(from: position) { $0 == UInt8(ascii: "<") }
            guard position < text.count else { return nil }
            if text.has("<!--", at: position) {
                position = text.end(of: "-->", from: position + 2)
                continue
            }
            let next = text.has("</", at: position) ? position + 2 : position + 1
            guard next < text.count, text[next].isASCIILetter else {
                let isMarkup =
                    next < text.count
                    && (next > position + 1 || text[next] == UInt8(ascii: "!") || text[next] == UInt8(ascii: "?"))
                position = isMarkup ? text.end(of: ">", from: next) : next
                continue
            }
            let nameEnd = text.index(from: next) { $0.endsTagName }
            let isMeta = next == position + 1 && text.extracting(next..<nameEnd).equalsLowercased("meta".utf8)
            var (name, content): (Range<Int>?, Range<Int>?)
            var isContentType = false
            position = HTMLTagScanner.forEachAttribute(in: text, tag: next - 1..<text.count) { attribute in
                let value = attribute.value ?? attribute.end..<attribute.end
                if text.extracting(attribute.name).equalsLowercased("charset".utf8) {
                    name = name ?? value
                } else if text.extracting(attribute.name).equalsLowercased("content".utf8) {
                    content = content ?? charset(in: text, value)
                } else if text.extracting(attribute.name).equalsLowercased("http-equiv".utf8) {
                    isContentType = isContentType || text.extracting(value).equalsLowercased("content-type".utf8)
                }
                return true
            }
            guard isMeta else { continue }
            if let found = name ?? (isContentType ? content : nil), !found.isEmpty { return found }
        }
    }

    /// The text after `charset=` in a value.
    static func charset(in text: Span<UInt8>, _ range: Range<Int>) -> Range<Int>? {
        var start = range.lowerBound
        repeat {
            while start < range.upperBound, !text.hasLowercased("charset", at: start) { start += 1 }
            start = text.index(in: min(start + 7, range.upperBound)..<range.upperBound) { !$0.isHTMLSpace }
            guard start < range.upperBound else { return nil }
        } while text[start] != .equals
        start = text.index(in: start + 1..<range.upperBound) { !$0.isHTMLSpace }
        guard start < range.upperBound else { return nil }
        let quote = text[start]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let end = text.index(in: start + 1..<range.upperBound) { $0 == quote }
            return end < range.upperBound ? start + 1..<end : nil
        }
        let end = text.index(in: start..<range.upperBound) { $0.isHTMLSpace || $0 == UInt8(ascii: ";") }
        return start < end ? start..<end : nil
    }
}
