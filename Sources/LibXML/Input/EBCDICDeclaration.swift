/// The XML declaration of a document in EBCDIC.
///
/// With few exceptions, the code pages of EBCDIC have the same bytes for the characters of a declaration. It can
/// therefore be read before the code page is known (XML 1.0, appendix F).
enum EBCDICDeclaration {
    /// Whether a document begins with `<?xm` in EBCDIC.
    static func begins(_ bytes: Span<UInt8>) -> Bool { hasKatakana(bytes) != nil }

    /// Whether Katakana take the usual place of the small letters, as in IBM290 and IBM930. Nil if a document does not
    /// begin with a declaration in EBCDIC.
    static func hasKatakana(_ bytes: Span<UInt8>) -> Bool? {
        // The Icelandic code page has “<” in the place of “¢”.
        guard bytes.count >= 4, bytes[0] == 0x4C || bytes[0] == 0x4A, bytes[1] == 0x6F else { return nil }
        switch (bytes[2], bytes[3]) {
        case (0xA7, 0x94): return false
        case (0xB7, 0x75): return true
        default: return nil
        }
    }

    /// Returns the declaration in ASCII, with as many bytes, up to its `?>`. Other characters become zero bytes.
    ///
    /// - Complexity: O(*n*) in the length of the declaration.
    static func text(of bytes: Span<UInt8>) -> [UInt8] {
        let hasKatakana = hasKatakana(bytes) ?? false
        var text: [UInt8] = []
        while text.count < bytes.count, !text.suffix(2).elementsEqual("?>".utf8) {
            text.append(ascii(bytes[text.count], hasKatakana: hasKatakana))
        }
        return text
    }

    /// Returns the character in ASCII that a byte represents in a declaration; 0 for any other.
    static func ascii(_ byte: UInt8, hasKatakana: Bool) -> UInt8 {
        switch byte {
        case 0x40, 0x15: UInt8(ascii: " ")
        case 0x05: 0x09
        case 0x0D: 0x0D
        case 0x25: 0x0A
        case 0x4A, 0x4C: UInt8(ascii: "<")
        case 0x6E: UInt8(ascii: ">")
        case 0x6F: UInt8(ascii: "?")
        case 0x7E: UInt8(ascii: "=")
        case 0x7D: UInt8(ascii: "'")
        // In Turkish code pages, the second one.
        case 0x7F, 0xFC: UInt8(ascii: "\"")
        case 0x4B: UInt8(ascii: ".")
        case 0x60: UInt8(ascii: "-")
        case 0x6D: UInt8(ascii: "_")
        case 0xF0...0xF9: byte - 0xF0 + UInt8(ascii: "0")
        case 0xC1...0xC9: byte - 0xC1 + UInt8(ascii: "A")
        case 0xD1...0xD9: byte - 0xD1 + UInt8(ascii: "J")
        case 0xE2...0xE9: byte - 0xE2 + UInt8(ascii: "S")
        default: (hasKatakana ? besideKatakana : usual).firstIndex(of: byte).map { UInt8($0) + UInt8(ascii: "a") } ?? 0
        }
    }

    /// The small letters from a to z.
    private static let usual = Array(0x81...0x89) + Array(0x91...0x99) + Array(0xA2...0xA9) as [UInt8]

    /// The small letters of code pages with Katakana.
    private static let besideKatakana =
        Array(0x62...0x69) + Array(0x71...0x78) + [0x8B, 0x9B, 0xAB] + Array(0xB3...0xB9) as [UInt8]
}
