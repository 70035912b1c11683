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

    /// The range of an encoding's name in a `meta` element, either in its `charset` or in its `content`.
    private static func metaCharset(in bytes: Span<UInt8>) -> Range<Int>? {
        let text = bytes.extracting(first: searchedLength)
        var position = 0
        while true {
            position = text.index(from: position) { $0 == UInt8(ascii: "<") }
            guard position < text.count else { return nil }
            if text.has("<!--", at: position) {
                position = text.end(of: "-->", from: position + 4)
                continue
            }
            guard text.hasLowercased("meta", at: position + 1), position + 5 < text.count,
                text[position + 5].isHTMLSpace || text[position + 5] == UInt8(ascii: "/")
            else {
                position += 1
                continue
            }
            var found: Range<Int>?
            position = HTMLTagScanner.forEachAttribute(in: text, tag: position..<text.count) { attribute in
                if text.extracting(attribute.name).equalsLowercased("charset".utf8) {
                    found = attribute.value ?? attribute.end..<attribute.end
                } else if text.extracting(attribute.name).equalsLowercased("content".utf8) {
                    found = charset(in: text, attribute.value ?? attribute.end..<attribute.end)
                }
                return found == nil
            }
            if let found, !found.isEmpty { return found }
        }
    }

    /// The text after `charset=` in a value.
    static func charset(in text: Span<UInt8>, _ range: Range<Int>) -> Range<Int>? {
        var start = range.lowerBound
        while start < range.upperBound, !text.hasLowercased("charset", at: start) { start += 1 }
        guard start < range.upperBound else { return nil }
        start += 7
        while start < range.upperBound, text[start].isHTMLSpace || text[start] == UInt8(ascii: "=") { start += 1 }
        var end = start
        while end < range.upperBound, !text[end].isHTMLSpace, text[end] != UInt8(ascii: ";") { end += 1 }
        return start < end ? start..<end : nil
    }
}
