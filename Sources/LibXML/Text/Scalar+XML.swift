extension Unicode.Scalar {
    /// Char of XML 1.0, section 2.2.
    var isXMLCharacter: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// NameStartChar of XML 1.0, section 2.3.
    var mayBeginName: Bool {
        switch value {
        case 0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
            0x37F...0x1FFF,
            0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
            0x10000...0xEFFFF:
            true
        default: false
        }
    }

    /// NameChar of XML 1.0, section 2.3.
    var mayContinueName: Bool {
        switch value {
        case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: mayBeginName
        }
    }
}

extension Substring.UnicodeScalarView {
    /// Returns this text with a replacement for each character that XML does not allow. The replacement omits such
    /// characters.
    ///
    /// Complexity: O(*n*). Appending views of scalars to each other would take longer.
    func replacingInvalid(with replacement: String) -> String {
        let valid = Array(String(String.UnicodeScalarView(replacement.unicodeScalars.filter(\.isXMLCharacter))).utf8)
        var result: [UInt8] = []
        for scalar in self {
            if scalar.isXMLCharacter { result += String(scalar).utf8 } else { result += valid }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The first character that XML does not allow, escaped for a message.
    var firstInvalid: String { first { !$0.isXMLCharacter }?.escaped(asASCII: true) ?? "" }
}

// Markup is searched by scalars. In a search by characters, a combining mark after `]]>` would be a part of its last
// character, and thus hide the `]]>`.
extension String {
    /// Whether the text contains a mark, by scalars.
    func containsScalars(of mark: StaticString) -> Bool {
        withUTF8Span { text in
            let start = text.end(of: mark, from: 0) - mark.utf8CodeUnitCount
            return start >= 0 && text.has(mark, at: start)
        }
    }

    /// Returns the text with a replacement for each occurrence of a mark, by scalars.
    ///
    /// Complexity: O(*n*). `replacing` of a view of scalars would take longer.
    func replacingScalars(of mark: StaticString, with replacement: StaticString) -> String {
        guard containsScalars(of: mark) else { return self }
        return withUTF8Span { text in
            var result = RawBuffer<UInt8>(capacity: text.count + text.count / 8)
            var (start, index) = (0, 0)
            while index < text.count {
                guard text.has(mark, at: index) else {
                    index += 1
                    continue
                }
                text.extracting(start..<index).append(to: &result)
                result.append(replacement)
                index += mark.utf8CodeUnitCount
                start = index
            }
            text.extracting(start..<text.count).append(to: &result)
            return result.withSpan(0..<result.count) { $0.string($0.indices) }
        }
    }
}
