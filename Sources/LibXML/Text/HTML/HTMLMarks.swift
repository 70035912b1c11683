/// Characters for private use that stand for what libxml2 up to 2.13 cannot read: characters that XML does not allow,
/// and the place of an end tag that is text.
struct HTMLMarks {
    /// The code of the mark between `<` and `/`.
    static let separator: UInt8 = 0

    /// The first of 128 characters that are not in the page; nil if no mark is needed yet.
    private var first: UInt32?

    /// Whether there are marks in the translation.
    var isUsed: Bool { first != nil }

    /// The code of the character at an offset, if XML does not allow it, and its length in bytes.
    static func code(in text: Span<UInt8>, at offset: Int) -> (code: UInt8?, length: Int) {
        guard text[offset] >= 0x80 else { return (text[offset], 1) }
        if text.has("\u{FFFE}", at: offset) { return (0x7E, 3) }
        return text.has("\u{FFFF}", at: offset) ? (0x7F, 3) : (nil, 1)
    }

    /// The mark for a code. U+FFFD if the page contains so many characters for private use that there are no marks.
    mutating func mark(_ code: UInt8, in text: Span<UInt8>) -> [UInt8] {
        let first = first ?? Self.unused(in: text)
        self.first = first
        return Array(String(Character(Unicode.Scalar(first + UInt32(code)) ?? "\u{FFFD}")).utf8)
    }

    /// The first of 128 characters for private use that are not in a page.
    private static func unused(in text: Span<UInt8>) -> UInt32 {
        var used: Set<UInt32> = []
        var position = 0
        while true {
            position = text.index(from: position) { $0 >= 0xF3 || $0 == .ampersand }
            guard position < text.count else { break }
            if text[position] == .ampersand {
                used.insert(Reference(in: text, at: position, before: text.count, allowsUpperX: true).number >> 7)
                position += 1
            } else {
                used.insert((text.scalar(at: position)?.value ?? 0) >> 7)
                position += 4
            }
        }
        let block = stride(from: UInt32(0x10FE00), through: 0xF0000, by: -128).first { !used.contains($0 >> 7) }
        return block ?? 0x110000
    }

    /// Appends text that libxml2 has read, with the characters for which marks stand.
    func append(_ text: Span<UInt8>, to bytes: inout [UInt8]) {
        guard let first else { return bytes.append(contentsOf: text) }
        var position = 0
        while position < text.count {
            let next = text.index(from: position) { $0 >= 0xF3 }
            bytes.append(contentsOf: text.extracting(position..<next))
            guard next < text.count else { return }
            position = min(next + 4, text.count)
            let scalar = text.scalar(at: next)?.value ?? 0
            switch scalar &- first {
            case 0: break
            case 0x7E: bytes += "\u{FFFE}".utf8
            case 0x7F: bytes += "\u{FFFF}".utf8
            case 1..<0x20: bytes.append(UInt8(scalar - first))
            default: bytes.append(contentsOf: text.extracting(next..<position))
            }
        }
    }
}

extension Span<UInt8> {
    /// Whether a part of the text contains a character that XML does not allow.
    func hasMarked(_ range: Range<Int>) -> Bool {
        var position = range.lowerBound
        while true {
            position = index(in: position..<range.upperBound) { $0.isHTMLMarked }
            guard position < range.upperBound else { return false }
            let (code, length) = HTMLMarks.code(in: self, at: position)
            if code != nil { return true }
            position += length
        }
    }
}

extension UInt8 {
    /// Whether it begins a character that XML does not allow, or may begin one.
    var isHTMLMarked: Bool { self < 0x20 ? self != 0x0A && self != 0x09 && self != 0x0D : self == 0xEF }
}

/// Names of elements and attributes that libxml2 up to 2.13 cannot read.
enum HTMLNames {
    /// The beginning of the name that stands for such a name, before its number.
    static let substitute: StaticString = "libxml-name-"

    /// The number of the name that another one stands for; nil for a name that was in the page.
    static func number(in name: Span<UInt8>) -> Int? {
        name.has(substitute, at: 0) ? Int(name.string(substitute.utf8CodeUnitCount..<name.count)) : nil
    }
}
