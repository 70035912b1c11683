/// A reference as written (XML 1.0, section 4.1), or the beginning of a reference: `&name;`, `&#38;` or `&#x26;`.
struct Reference {
    enum Kind { case entity, decimal, hexadecimal }

    let kind: Kind
    /// The name or the digits, which may be empty.
    let name: Range<Int>
    /// The number of a character; 0x11_0000, which no character has, for all larger numbers; 0 without digits.
    private(set) var number: UInt32 = 0
    /// Whether a semicolon follows.
    let isClosed: Bool

    /// Scans the reference whose `&` is at an offset.
    ///
    /// - Parameters:
    ///   - limit: the end of the text or of the attribute value that contains it.
    ///   - allowsUpperX: whether `&#X26;` is a hexadecimal number, as in HTML.
    init(in text: Span<UInt8>, at start: Int, before limit: Int, allowsUpperX: Bool = false) {
        let hasNumber = start + 1 < limit && text.has("#", at: start + 1)
        var position = start + (hasNumber ? 2 : 1)
        if hasNumber {
            let isHexadecimal =
                position < limit && (text.has("x", at: position) || allowsUpperX && text.has("X", at: position))
            kind = isHexadecimal ? .hexadecimal : .decimal
            if isHexadecimal { position += 1 }
            let digits = position
            while position < limit, let digit = text[position].digit(isHexadecimal: isHexadecimal) {
                number = min(number * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
                position += 1
            }
            name = digits..<position
        } else {
            kind = .entity
            name = position..<min(text.endOfXMLName(from: position), max(position, limit))
        }
        isClosed = name.upperBound < limit && text.has(";", at: name.upperBound)
    }

    /// The offset after the semicolon; after the name or the digits if there is no semicolon.
    var end: Int { name.upperBound + (isClosed ? 1 : 0) }

    /// Returns the character that a closed reference to a character or a predefined entity (section 4.6) represents;
    /// nil for any other reference.
    func character(in text: Span<UInt8>) -> Unicode.Scalar? {
        guard isClosed, !name.isEmpty else { return nil }
        if kind != .entity { return Unicode.Scalar(number) }
        return switch name.count {
        case 2 where text.has("lt", at: name.lowerBound): "<"
        case 2 where text.has("gt", at: name.lowerBound): ">"
        case 3 where text.has("amp", at: name.lowerBound): "&"
        case 4 where text.has("quot", at: name.lowerBound): "\""
        case 4 where text.has("apos", at: name.lowerBound): "'"
        default: nil
        }
    }
}

extension UInt8 {
    fileprivate func digit(isHexadecimal: Bool) -> UInt32? {
        switch self {
        case 0x30...0x39: UInt32(self - 0x30)
        case 0x41...0x46 where isHexadecimal: UInt32(self - 0x41 + 10)
        case 0x61...0x66 where isHexadecimal: UInt32(self - 0x61 + 10)
        default: nil
        }
    }
}

extension Span<UInt8> {
    /// The text with characters instead of references to characters and predefined entities.
    var withoutCharacterReferences: String {
        var text: [UInt8] = []
        var index = 0
        while index < count {
            if self[index] == UInt8(ascii: "&"), case let reference = Reference(in: self, at: index, before: count),
                let character = reference.character(in: self)
            {
                text += Character(character).utf8
                index = reference.end
            } else {
                text.append(self[index])
                index += 1
            }
        }
        return text.contiguous.span.string(text.indices)
    }
}
