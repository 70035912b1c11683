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
    /// References replace the same characters as in Canonical XML 1.0, section 2.3. A parser then reads the same text again: it would
    /// replace a carriage return with a line feed, and white space in an attribute with spaces.
    ///
    /// - Returns: the offset in `text` of a character that XML does not allow, before which the text ends; nil if all of it was
    ///   appended.
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

    /// Appends text from an offset up to the first byte that may need a reference in content: `<`, `&`, `>`, a control character
    /// other than a line feed or a tab, or a byte that may begin U+FFFE or U+FFFF. Returns the number of bytes.
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

    /// Does the same for an attribute value, where a quotation mark and all control characters may need a reference, and `>` does not.
    private mutating func appendPlainValue(_ text: Span<UInt8>, from start: Int) -> Int {
        append(text, from: start) {
            $0 > 0x3C ? $0 != 0xEF : $0 >= 0x20 && $0 != 0x22 && $0 != 0x26 && $0 != 0x3C
        } word: { word in
            ByteSearch.bytes(0x3C, in: word) | ByteSearch.bytes(0x26, in: word) | ByteSearch.bytes(0x22, in: word)
                | ByteSearch.bytes(0xEF, in: word) | ByteSearch.controls(in: word)
        }
    }

    /// Appends text from an offset up to the first byte that a string in JSON cannot contain: a quotation mark, `\` or a control
    /// character (RFC 8259, section 7). Returns the number of bytes.
    mutating func appendPlainJSON(_ text: Span<UInt8>, from start: Int) -> Int {
        append(text, from: start) {
            $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C
        } word: { word in
            ByteSearch.bytes(0x22, in: word) | ByteSearch.bytes(0x5C, in: word) | ByteSearch.controls(in: word)
        }
    }

    /// Appends bytes from an offset up to the first one that is not plain. Copies eight bytes at a time while it searches them.
    ///
    /// - Parameters:
    ///   - isPlain: returns whether a byte is plain.
    ///   - word: returns the highest bits of those of eight bytes that are not plain.
    /// - Returns: the number of bytes.
    @inline(__always)
    private mutating func append(
        _ text: Span<UInt8>, from start: Int, _ isPlain: (UInt8) -> Bool, word: (UInt64) -> UInt64
    ) -> Int {
        let length = text.count &- start
        let target = unsafe UnsafeMutableRawPointer(reserve(length &+ 8))
        let copied = unsafe text.withUnsafeBufferPointer { text in
            let source = UnsafeRawBufferPointer(text)
            var index = 0
            while index &+ 8 <= length {
                let bytes = unsafe source.loadUnaligned(fromByteOffset: start &+ index, as: UInt64.self)
                unsafe target.storeBytes(of: bytes, toByteOffset: index, as: UInt64.self)
                let found = word(UInt64(littleEndian: bytes))
                if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
                index &+= 8
            }
            while index < length, unsafe isPlain(text[start &+ index]) {
                unsafe target.storeBytes(of: text[start &+ index], toByteOffset: index, as: UInt8.self)
                index &+= 1
            }
            return index
        }
        advance(by: copied)
        return copied
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

    /// Appends bytes. Fast for names.
    @inline(__always)
    mutating func appendShort(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe extend(by: bytes.count).copy(start, count: bytes.count)
        }
    }

    /// Appends ASCII characters.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        unsafe extend(by: text.utf8CodeUnitCount).copy(text.utf8Start, count: text.utf8CodeUnitCount)
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

    /// Whether a control character that XML does not allow, U+FFFE or U+FFFF begins at an offset (XML 1.0, section 2.2).
    func isInvalidCharacter(at index: Int) -> Bool {
        let byte = self[index]
        if byte < 0x20 { return !byte.isXMLSpace }
        return byte == 0xEF && (has("\u{FFFE}", at: index) || has("\u{FFFF}", at: index))
    }

    /// The first offset of a character that XML does not allow; nil if there is no such character. The text is valid UTF-8.
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

extension String {
    /// Calls `body` with the UTF-8 of this string.
    @inline(__always)
    func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        var text = self
        return text.withUTF8 { body(unsafe $0.span) }
    }
}
