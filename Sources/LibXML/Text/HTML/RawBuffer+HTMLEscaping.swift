extension RawBuffer<UInt8> {
    /// Appends text as character data of HTML (HTML standard, section 13.3, “escaping a string”).
    ///
    /// References replace carriage returns, because a parser would read them as line feeds.
    ///
    /// - Parameter place: where the text is written. An attribute value is in double quotes.
    mutating func appendHTML(_ text: Span<UInt8>, in place: TextPlace) {
        var index = 0
        while true {
            index += appendPlainHTML(text, from: index)
            guard index < text.count else { return }
            switch text[index] {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\"") where place == .attribute: append("&quot;")
            case 0x0D: append("&#xD;")
            case 0xC2 where text.has("\u{A0}", at: index):
                append("&nbsp;")
                index += 1
            default: append(text[index])
            }
            index += 1
        }
    }

    /// Appends text from an offset up to the first byte that may need a reference: `<`, `>`, `&`, `"`, a carriage
    /// return, or a byte that may begin U+00A0. Returns the number of bytes.
    private mutating func appendPlainHTML(_ text: Span<UInt8>, from start: Int) -> Int {
        append(text, from: start) {
            $0 > 0x3E ? $0 != 0xC2 : $0 != 0x26 && $0 != 0x22 && $0 != 0x0D && $0 != 0x3C && $0 != 0x3E
        } word: { word in
            // The bit in which `<` and `>` differ is masked out, as is that of `"` and `&`.
            ByteSearch.bytes(0x3C, in: word & 0xFDFD_FDFD_FDFD_FDFD)
                | ByteSearch.bytes(0x22, in: word & 0xFBFB_FBFB_FBFB_FBFB)
                | ByteSearch.bytes(0x0D, in: word) | ByteSearch.bytes(0xC2, in: word)
        }
    }
}

extension Span<UInt8> {
    /// Whether one of the characters U+0080 to U+009F begins at an offset. In HTML, references to most of them, and
    /// their bytes in ISO-8859-1, represent other characters.
    func isC1Control(at index: Int) -> Bool {
        self[index] == 0xC2 && index + 1 < count && (0x80...0x9F).contains(self[index + 1])
    }
}
