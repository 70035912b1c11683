/// The parts of an XML declaration, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`, as ranges of the text.
///
/// Lenient: it reads the parts that it recognizes. libxml2 reports the faults.
struct DeclarationText {
    private(set) var version: Range<Int>?
    private(set) var encoding: Range<Int>?
    private(set) var standalone: Range<Int>?
    /// The offset after `?>`; nil if there is no `?>`.
    private(set) var end: Int?
    /// The offset of the first name without white space before it.
    private(set) var unspaced: Int?
    /// The end of the parts that were recognized, or of other parts in the same form.
    private(set) var scanned: Int
    /// Whether the text ends inside a value.
    private(set) var endsInValue = false

    /// Scans ASCII-compatible text. Returns nil unless `<?xml` and white space are at `start`.
    init?(scanning text: Span<UInt8>, from start: Int) {
        guard text.has("<?xml", at: start), start + 5 < text.count, text[start + 5].isXMLSpace else { return nil }
        var position = start + 5
        scanned = position
        while true {
            position = text.skipSpace(from: position)
            guard position < text.count else { return }
            if text[position] == UInt8(ascii: "?"), position + 1 < text.count, text[position + 1] == UInt8(ascii: ">") {
                end = position + 2
                return
            }
            let name =
                position..<text.index(from: position) {
                    $0 == UInt8(ascii: "=") || $0.isXMLSpace || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: ">")
                        || $0 == UInt8(ascii: "<")
                }
            position = text.skipSpace(from: name.upperBound)
            guard !name.isEmpty, position < text.count, text[position] == UInt8(ascii: "=") else { return }
            position = text.skipSpace(from: position + 1)
            guard position < text.count, text[position] == UInt8(ascii: "\"") || text[position] == UInt8(ascii: "'")
            else {
                // A value without quotes ends before white space.
                position = text.index(from: position) {
                    $0.isXMLSpace || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<")
                }
                guard position < text.count, text[position].isXMLSpace else { return }
                continue
            }
            let quote = text[position]
            let close = text.index(from: position + 1) { $0 == quote || $0 == UInt8(ascii: "<") }
            guard close < text.count, text[close] == quote else {
                endsInValue = close == text.count
                return
            }
            let value = position + 1..<close
            if unspaced == nil, !text[name.lowerBound - 1].isXMLSpace { unspaced = name.lowerBound }
            switch name.count {
            case 7 where text.has("version", at: name.lowerBound): version = value
            case 8 where text.has("encoding", at: name.lowerBound): encoding = value
            case 10 where text.has("standalone", at: name.lowerBound): standalone = value
            default: break
            }
            position = close + 1
            scanned = position
        }
    }

    /// EncName of XML 1.0, section 4.3.3.
    static func isEncodingName(_ name: String) -> Bool {
        guard let first = name.utf8.first, first.isASCIILetter else { return false }
        return name.utf8.allSatisfy {
            $0.isASCIILetter || (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x5F || $0 == 0x2D
        }
    }
}
