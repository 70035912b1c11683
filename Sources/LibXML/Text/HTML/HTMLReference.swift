/// A reference of HTML, or a `&` that begins no reference (HTML Standard, section 13.2.5.72).
struct HTMLReference {
    /// What it stands for; `&` if it is not a reference.
    private(set) var characters = "&"
    private(set) var end: Int
    /// Whether libxml2 up to 2.13 reads it as the same characters.
    private(set) var isPlain = false
    private(set) var fault: Fault?

    /// Reads the reference whose `&` is at an offset.
    ///
    /// - Parameter limit: the end of the page or of the attribute value that contains it.
    init(in text: Span<UInt8>, at start: Int, before limit: Int, isInAttribute: Bool) {
        end = start + 1
        guard end < limit else { return }
        if text[end] == UInt8(ascii: "#") {
            readNumber(text, at: start, before: limit)
        } else if text[end].isASCIIAlphanumeric {
            readName(text, at: start, before: limit, isInAttribute: isInAttribute)
        }
    }

    private mutating func readNumber(_ text: Span<UInt8>, at start: Int, before limit: Int) {
        let reference = Reference(in: text, at: start, before: limit, allowsUpperX: true)
        guard !reference.name.isEmpty else {
            fault = Fault(.malformedReference, "a character reference has no number", at: start)
            return
        }
        end = reference.end
        let scalar = reference.number == 0 ? nil : Unicode.Scalar(reference.number)
        let isControl = (0x80..<0xA0).contains(reference.number)
        let found = isControl ? Windows1252.scalar(UInt8(reference.number)) : scalar ?? "\u{FFFD}"
        characters = String(Character(found))
        if scalar == nil || isControl || !found.isXMLCharacter {
            fault = Fault(
                .invalidCharacterReference, "a reference refers to a character that is not allowed", at: start)
        } else if !reference.isClosed {
            fault = Fault.missingSemicolon.at(start)
        } else {
            isPlain = found != "\r"
        }
    }

    private mutating func readName(_ text: Span<UInt8>, at start: Int, before limit: Int, isInAttribute: Bool) {
        let nameEnd = min(limit, text.index(from: end) { !$0.isASCIIAlphanumeric })
        let isClosed = nameEnd < limit && text[nameEnd] == UInt8(ascii: ";")
        let name = text.extracting(end..<nameEnd)
        if isClosed, let found = HTMLCharacterNames.characters(for: text.string(end..<nameEnd)) {
            (characters, end) = (found, nameEnd + 1)
            return
        }
        if let (length, found) = HTMLCharacterNames.legacy(in: name.extracting(first: 6).array) {
            let next = end + length
            let continues = next < limit && (text[next] == .equals || text[next].isASCIIAlphanumeric)
            if isInAttribute, continues { return }
            (characters, end) = (found, next)
            fault = Fault.missingSemicolon.at(start)
        } else if isClosed {
            fault = Fault(
                .malformedReference,
                "HTML does not define the reference “\(text.string(start..<nameEnd + 1).prefix(60))”",
                at: start)
        }
    }
}

extension Span<UInt8> {
    /// The end of the reference at an offset if its name is one that libxml2 reads as the same character on every
    /// version; nil for others.
    func endOfPlainReference(at start: Int, before limit: Int) -> Int? {
        let name = start + 1
        let length =
            if has("amp;", at: name) {
                5
            } else if has("lt;", at: name) || has("gt;", at: name) {
                4
            } else {
                has("quot;", at: name) || has("nbsp;", at: name) || has("copy;", at: name) ? 6 : 0
            }
        return length > 0 && start + length <= limit ? start + length : nil
    }
}

extension UInt8 {
    fileprivate var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }
}
