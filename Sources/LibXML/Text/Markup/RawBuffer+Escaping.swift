/// Where character data is written, which determines the characters that are written as references.
enum TextPlace {
    /// Between tags.
    case content
    /// In an attribute value in double quotes.
    case attribute
}

extension RawBuffer<UInt8> {
    /// Appends text as character data.
    ///
    /// References replace the same characters as in Canonical XML 1.0, section 2.3. A parser then reads the same text
    /// again: it would replace a carriage return with a line feed, and white space in an attribute with spaces.
    ///
    /// - Returns: the offset in `text` of a character that XML does not allow, before which the text ends; nil if all
    ///   of it was appended.
    mutating func appendEscaped(_ text: Span<UInt8>, in place: TextPlace) -> Int? {
        var index = 0
        while true {
            index += place == .content ? appendPlainText(text, from: index) : appendPlainValue(text, from: index)
            guard index < text.count else { return nil }
            switch text[index] {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\""): append("&quot;")
            case 0x09: append("&#x9;")
            case 0x0A: append("&#xA;")
            case 0x0D: append("&#xD;")
            case 0xEF where !text.isInvalidCharacter(at: index):
                append(0xEF)
            default: return index
            }
            index += 1
        }
    }

    /// Appends text from an offset up to the first byte that may need a reference in content: `<`, `&`, `>`, a control
    /// character other than a line feed or a tab, or a byte that may begin U+FFFE or U+FFFF. Returns the number of
    /// bytes.
    private mutating func appendPlainText(_ text: Span<UInt8>, from start: Int) -> Int {
        append(text, from: start) {
            $0 > 0x3E ? $0 != 0xEF : $0 >= 0x20 ? $0 != 0x26 && $0 < 0x3C || $0 == 0x3D : $0 == 0x0A || $0 == 0x09
        } word: { word in
            // The bit in which `<` and `>` differ is masked out.
            let found =
                ByteSearch.bytes(0x3C, in: word & 0xFDFD_FDFD_FDFD_FDFD) | ByteSearch.bytes(0x26, in: word)
                | ByteSearch.bytes(0xEF, in: word)
            let control = ByteSearch.controls(in: word)
            if control == 0 { return found }
            return found | control & ~(ByteSearch.bytes(0x0A, in: word) | ByteSearch.bytes(0x09, in: word))
        }
    }

    /// Does the same for an attribute value, where a quotation mark and all control characters may need a reference,
    /// and `>` does not.
    private mutating func appendPlainValue(_ text: Span<UInt8>, from start: Int) -> Int {
        append(text, from: start) {
            $0 > 0x3C ? $0 != 0xEF : $0 >= 0x20 && $0 != 0x22 && $0 != 0x26 && $0 != 0x3C
        } word: { word in
            ByteSearch.bytes(0x3C, in: word) | ByteSearch.bytes(0x26, in: word) | ByteSearch.bytes(0x22, in: word)
                | ByteSearch.bytes(0xEF, in: word) | ByteSearch.controls(in: word)
        }
    }

    /// Appends a name if it is in ASCII and has no colon. Returns whether it was appended.
    @inline(__always)
    mutating func appendPlainName(_ name: Span<UInt8>) -> Bool {
        guard name.isPlainName else { return false }
        appendShort(name)
        return true
    }

    /// Appends a qualified name. The prefix is empty for a name without one.
    @inline(__always)
    mutating func appendName(prefix: Span<UInt8>, local: Span<UInt8>) {
        if prefix.count > 0 {
            appendShort(prefix)
            append(UInt8(ascii: ":"))
        }
        appendShort(local)
    }
}

extension Span<UInt8> {
    /// Whether this is a name in ASCII without a colon.
    @inline(__always)
    fileprivate var isPlainName: Bool {
        guard count > 0, self[0].mayBeginASCIIName else { return false }
        return unsafe withUnsafeBufferPointer { name in
            for index in 0..<name.count {
                let byte = unsafe name[index]
                guard byte < 0x80, byte.isASCIINameCharacter, byte != UInt8(ascii: ":") else { return false }
            }
            return true
        }
    }

    /// Whether a control character that XML does not allow, U+FFFE or U+FFFF begins at an offset (XML 1.0, section
    /// 2.2).
    func isInvalidCharacter(at index: Int) -> Bool {
        let byte = self[index]
        if byte < 0x20 { return !byte.isXMLSpace }
        return byte == 0xEF && (has("\u{FFFE}", at: index) || has("\u{FFFF}", at: index))
    }

    /// The first offset of a character that XML does not allow; nil if there is no such character. The text is valid
    /// UTF-8.
    var firstInvalidCharacter: Int? {
        var index = 0
        while true {
            index = self.index(from: index) { $0 < 0x20 && !$0.isXMLSpace || $0 == 0xEF }
            if index == count { return nil }
            if isInvalidCharacter(at: index) { return index }
            index += 1
        }
    }
}
