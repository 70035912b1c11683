// What the scanner of malformed input looks for in text that is valid UTF-8.

extension Span<UInt8> {
    /// The first offset from `start` on where character data may need a look: `<`, `&`, `]`, a control character, or what
    /// may begin one from U+0080 on, U+FFFE or U+FFFF; the end when there is none.
    func endOfPlainText(from start: Int) -> Int {
        end(from: start) {
            $0.isPlainText
        } word: { word in
            Self.bytes(0x3C, in: word) | Self.bytes(0x26, in: word) | Self.bytes(0x5D, in: word)
                | Self.ends(in: word) | Self.controls(in: word) | Self.bytes(0xC2, in: word)
        }
    }

    /// The first offset from `start` on whose byte is not ASCII; the end when there is none.
    func endOfASCII(from start: Int) -> Int {
        end(from: start) {
            $0 < 0x80
        } word: {
            $0 & 0x8080_8080_8080_8080
        }
    }

    /// The same for an attribute value, where both quotes and `<` need a look, and `]` does not.
    func endOfPlainValue(from start: Int) -> Int {
        end(from: start) {
            $0.isPlainValue
        } word: { word in
            Self.bytes(0x3C, in: word) | Self.bytes(0x26, in: word) | Self.bytes(0x22, in: word)
                | Self.bytes(0x27, in: word) | Self.ends(in: word) | Self.controls(in: word)
                | Self.bytes(0xC2, in: word)
        }
    }

    /// The first offset from `start` on that is not plain. Eight bytes are looked at at once.
    ///
    /// - Parameters:
    ///   - isPlain: whether a byte is.
    ///   - word: the highest bits of those of eight bytes that are not.
    @inline(__always)
    private func end(from start: Int, _ isPlain: (UInt8) -> Bool, word: (UInt64) -> UInt64) -> Int {
        unsafe withUnsafeBufferPointer { text in
            var index = start
            let raw = UnsafeRawBufferPointer(text)
            while index &+ 8 <= text.count {
                let found = word(
                    UInt64(littleEndian: unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
                if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
                index &+= 8
            }
            while index < text.count, unsafe isPlain(text[index]) { index &+= 1 }
            return index
        }
    }

    /// The highest bit of each byte that is `byte`.
    @inline(__always)
    private static func bytes(_ byte: UInt64, in word: UInt64) -> UInt64 {
        zeros(in: word ^ (byte &* 0x0101_0101_0101_0101))
    }

    @inline(__always)
    private static func zeros(in word: UInt64) -> UInt64 {
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        return ~(((word & low) &+ low) | word | low)
    }

    /// The highest bit of each byte that is 0xEF, which may begin U+FFFE or U+FFFF, or 0xFF, which stands for bytes that are
    /// no character.
    @inline(__always)
    private static func ends(in word: UInt64) -> UInt64 { bytes(0xEF, in: word & 0xEFEF_EFEF_EFEF_EFEF) }

    /// The highest bit of each byte that is a control character and no white space.
    @inline(__always)
    private static func controls(in word: UInt64) -> UInt64 {
        let control = zeros(in: word & 0xE0E0_E0E0_E0E0_E0E0)
        if control == 0 { return 0 }
        return control & ~(bytes(0x0A, in: word) | bytes(0x09, in: word) | bytes(0x0D, in: word))
    }

    // MARK: Names

    /// The end of the Name of XML 1.0, section 2.3, that begins at `start`; `start` when there is none.
    ///
    /// - Parameter isInTag: whether it is that of an element or attribute: then it ends before a second colon after which
    ///   no name can begin, where libxml2 cannot go on.
    @inline(__always)
    func endOfXMLName(from start: Int, isInTag: Bool = false) -> Int {
        var hasColon = false
        return endOfXMLName(from: start, isInTag: isInTag, &hasColon)
    }

    /// The same; `hasColon` becomes true where the name has one.
    @inline(__always)
    func endOfXMLName(from start: Int, isInTag: Bool, _ hasColon: inout Bool) -> Int {
        guard mayBeginName(at: start) else { return start }
        var index = start
        // libxml2 takes what begins with a colon as one.
        var colons = self[start] == UInt8(ascii: ":") ? 2 : 0
        while true {
            index = endOfASCIINamePart(from: index)
            guard index < count else { return index }
            if self[index] == UInt8(ascii: ":") {
                colons += 1
                hasColon = true
                if isInTag, colons == 2, mayContinueName(at: index + 1), !mayBeginName(at: index + 1) { return index }
                index += 1
            } else if self[index] >= 0x80, let scalar = scalar(at: index), scalar.mayContinueName {
                index += UTF8.width(scalar)
            } else {
                return index
            }
        }
    }

    /// Whether this is a qualified name (Namespaces in XML 1.0, section 4).
    var isQualifiedName: Bool {
        guard mayBeginName(at: 0), self[0] != UInt8(ascii: ":"), endOfXMLName(from: 0) == count else { return false }
        let colon = index(from: 0) { $0 == UInt8(ascii: ":") }
        guard colon < count else { return true }
        return mayBeginName(at: colon + 1) && index(from: colon + 1) { $0 == UInt8(ascii: ":") } == count
    }

    /// The first offset from `start` on that is no name character in ASCII, or a colon.
    private func endOfASCIINamePart(from start: Int) -> Int {
        unsafe withUnsafeBufferPointer { text in
            var index = start
            while index < text.count,
                unsafe text[index] < 0x80 && text[index].isASCIINameCharacter && text[index] != UInt8(ascii: ":")
            {
                index &+= 1
            }
            return index
        }
    }

    /// Whether a character that a Name may have stands at an offset.
    private func mayContinueName(at index: Int) -> Bool {
        guard index < count else { return false }
        let byte = self[index]
        return byte < 0x80 ? byte.isASCIINameCharacter : scalar(at: index)?.mayContinueName ?? false
    }

    /// Whether a Name may begin at an offset.
    func mayBeginName(at index: Int) -> Bool {
        guard index < count else { return false }
        let byte = self[index]
        return byte < 0x80 ? byte.mayBeginASCIIName : scalar(at: index)?.mayBeginName ?? false
    }

    /// The end of what may be meant as a name in a tag: up to white space, `/`, `>`, `<`, `=` or a quote.
    func endOfTagName(from start: Int) -> Int {
        index(from: start) { byte in
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: "\""),
                UInt8(ascii: "'"):
                true
            default: byte.isXMLSpace
            }
        }
    }

    /// Whether a control character from U+0080 on stands at an offset, but for the line end U+0085.
    func hasC1Control(at index: Int) -> Bool {
        guard index + 1 < count, self[index] == 0xC2 else { return false }
        return (0x80...0x9F).contains(self[index + 1]) && self[index + 1] != 0x85
    }

    /// The end of the reference to a predefined entity (XML 1.0, section 4.6) that begins at an offset; nil where none does.
    func endOfPredefinedReference(at index: Int) -> Int? {
        if has("&amp;", at: index) { return index + 5 }
        if has("&lt;", at: index) || has("&gt;", at: index) { return index + 4 }
        return has("&quot;", at: index) || has("&apos;", at: index) ? index + 6 : nil
    }

    /// The scalar that begins at an offset; nil where none does.
    func scalar(at index: Int) -> Unicode.Scalar? {
        let first = self[index]
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard first < 0x80 || (0xC2...0xF4).contains(first), count - index >= length else { return nil }
        if length == 1 { return Unicode.Scalar(first) }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for offset in 1..<length {
            guard self[index + offset].isUTF8Continuation else { return nil }
            value = value << 6 | UInt32(self[index + offset] & 0x3F)
        }
        // UTF-8 allows only the shortest form.
        return length == 3 && value < 0x800 || length == 4 && value < 0x10000 ? nil : Unicode.Scalar(value)
    }
}

extension UInt8 {
    fileprivate var isPlainText: Bool {
        self >= 0x20 ? self != 0x3C && self != 0x26 && self != 0x5D && self | 0x10 != 0xFF && self != 0xC2 : isXMLSpace
    }

    fileprivate var isPlainValue: Bool {
        self >= 0x20
            ? self != 0x3C && self != 0x26 && self != 0x22 && self != 0x27 && self | 0x10 != 0xFF && self != 0xC2
            : isXMLSpace
    }

    /// NameStartChar in ASCII.
    @inline(__always)
    var mayBeginASCIIName: Bool { isASCIILetter || self == 0x5F || self == 0x3A }

    /// NameChar in ASCII: one bit for each from 0x00 and from 0x40 on.
    @inline(__always)
    var isASCIINameCharacter: Bool {
        let bits: UInt64 = self < 0x40 ? 0x07FF_6000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
        return (bits &>> UInt64(self)) & 1 == 1
    }
}
