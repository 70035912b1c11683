// Searches in text for the repair scanner.

extension Span<UInt8> {
    /// Returns the first offset from `start` on at which character data needs a check; the end if there is no such
    /// offset.
    ///
    /// These bytes need a check: `<`, `&`, `]`, control characters, bytes that may begin a control character from
    /// U+0080 on, U+FFFE or U+FFFF, and bytes that represent an invalid byte.
    func endOfPlainText(from start: Int) -> Int {
        end(from: start) {
            $0.isPlainText
        } word: { word in
            ByteSearch.bytes(0x3C, in: word) | ByteSearch.bytes(0x26, in: word) | ByteSearch.bytes(0x5D, in: word)
                | Self.ends(in: word) | Self.controls(in: word) | ByteSearch.bytes(0xC2, in: word)
        }
    }

    /// Returns the first offset from `start` on whose byte is not ASCII; the end if all bytes are ASCII.
    func endOfASCII(from start: Int) -> Int {
        end(from: start) {
            $0 < 0x80
        } word: {
            $0 & 0x8080_8080_8080_8080
        }
    }

    /// Does the same as ``endOfPlainText(from:)`` for an attribute value, where both quotes need a check and `]` does
    /// not.
    func endOfPlainValue(from start: Int) -> Int {
        end(from: start) {
            $0.isPlainValue
        } word: { word in
            ByteSearch.bytes(0x3C, in: word) | ByteSearch.bytes(0x26, in: word) | ByteSearch.bytes(0x22, in: word)
                | ByteSearch.bytes(0x27, in: word) | Self.ends(in: word) | Self.controls(in: word)
                | ByteSearch.bytes(0xC2, in: word)
        }
    }

    /// Returns the first offset from `start` on whose byte is not plain. Scans eight bytes at a time.
    ///
    /// - Parameters:
    ///   - isPlain: returns whether a byte is plain.
    ///   - word: returns the highest bits of those of eight bytes that are not plain.
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

    /// Returns the highest bit of each byte that is 0xEF, which may begin U+FFFE or U+FFFF, or 0xFF, which represents
    /// an invalid byte.
    @inline(__always)
    private static func ends(in word: UInt64) -> UInt64 { ByteSearch.bytes(0xEF, in: word & 0xEFEF_EFEF_EFEF_EFEF) }

    /// Returns the highest bit of each byte that is a control character other than white space.
    @inline(__always)
    private static func controls(in word: UInt64) -> UInt64 {
        let control = ByteSearch.controls(in: word)
        if control == 0 { return 0 }
        return control
            & ~(ByteSearch.bytes(0x0A, in: word) | ByteSearch.bytes(0x09, in: word) | ByteSearch.bytes(0x0D, in: word))
    }

    // MARK: Names

    /// Returns the end of the Name (XML 1.0, section 2.3) that begins at `start`; `start` if no Name begins there.
    ///
    /// - Parameter isInTag: whether it is the name of an element or attribute. Such a name ends before a second colon
    ///   if the next character can continue a name but not begin one, because libxml2 stops there.
    @inline(__always)
    func endOfXMLName(from start: Int, isInTag: Bool = false) -> Int {
        var hasColon = false
        return endOfXMLName(from: start, isInTag: isInTag, &hasColon)
    }

    /// Does the same. Sets `hasColon` to true if the name has a colon.
    @inline(__always)
    func endOfXMLName(from start: Int, isInTag: Bool, _ hasColon: inout Bool) -> Int {
        guard mayBeginName(at: start) else { return start }
        var index = start
        // libxml2 reads a name that begins with a colon to its end.
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

    /// Returns the first offset from `start` on whose byte is a colon or not an ASCII name character.
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

    /// Returns whether the character at an offset may be part of a Name.
    func mayContinueName(at index: Int) -> Bool {
        guard index < count else { return false }
        let byte = self[index]
        return byte < 0x80 ? byte.isASCIINameCharacter : scalar(at: index)?.mayContinueName ?? false
    }

    /// Returns whether a Name may begin at an offset.
    func mayBeginName(at index: Int) -> Bool {
        guard index < count else { return false }
        let byte = self[index]
        return byte < 0x80 ? byte.mayBeginASCIIName : scalar(at: index)?.mayBeginName ?? false
    }

    /// Returns the end of text that may be intended as a name in a tag: before white space, `/`, `>`, `<`, `=` or a
    /// quote.
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

    /// Returns whether a control character from U+0080 on is at an offset, other than the line end U+0085.
    func hasC1Control(at index: Int) -> Bool {
        guard index + 1 < count, self[index] == 0xC2 else { return false }
        return (0x80...0x9F).contains(self[index + 1]) && self[index + 1] != 0x85
    }

    /// Returns the end of the predefined entity reference (XML 1.0, section 4.6) at an offset; nil if there is no such
    /// reference.
    func endOfPredefinedReference(at index: Int) -> Int? {
        if has("&amp;", at: index) { return index + 5 }
        if has("&lt;", at: index) || has("&gt;", at: index) { return index + 4 }
        return has("&quot;", at: index) || has("&apos;", at: index) ? index + 6 : nil
    }

    /// Returns the scalar at an offset; nil if the bytes there are not valid UTF-8.
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

    /// NameChar in ASCII. Each word has one bit for each byte, from 0x00 and from 0x40 on.
    @inline(__always)
    var isASCIINameCharacter: Bool {
        let bits: UInt64 = self < 0x40 ? 0x07FF_6000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
        return (bits &>> UInt64(self)) & 1 == 1
    }
}

extension Span<UInt8> {
    /// The start of the tag or entity reference that ends at an offset.
    func startOfTag(endingAt end: Int) -> Int {
        let mark = UInt8(ascii: has(";", at: end - 1) ? "&" : "<")
        var start = end - 1
        while start > 0, self[start] != mark { start -= 1 }
        return start
    }
}
