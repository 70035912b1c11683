// Whether the fixes of text are certain: see Repair.CertainFix.

extension RepairScanner {
    /// Makes the fixes in the innermost element guesses if a mark shows that the text may be a comment or processing
    /// instruction without its beginning.
    mutating func findMark(_ text: Span<UInt8>, in range: Range<Int>) {
        guard !open.isEmpty else { return }
        let part = text.extracting(range)
        var end = 0
        while let next = part.endIfAny(of: ">", from: end) {
            if next > 1, part[next - 2] == UInt8(ascii: "-") || part[next - 2] == UInt8(ascii: "?") {
                return log.makeUncertain(from: open.placeOfInnermost(text, &piece).offset)
            }
            end = next
        }
    }

    /// Returns whether the text after an `&` shows that it is text, and not part of a reference or the beginning of a
    /// tag; nil if more text is needed. At most ``certaintyDistance`` bytes are searched.
    mutating func isInText(_ text: Span<UInt8>, at index: Int, to end: Int, _ mayGrow: Bool) -> Bool? {
        // In `x && y`, both are text. In `&&amp;`, one may be a mistake.
        let isSecond = index > 1 && text[index - 2] == UInt8(ascii: "&")
        let next = text.has("&", at: index) ? index + 1 : index
        guard log.keepsFixes, !Self.followsName(text, at: index - 1), !mayBeReference(text, at: index, to: end) else {
            return false
        }
        guard next < end else { return mayGrow ? nil : false }
        guard text[next].isXMLSpace || next == index && !isSecond && text.mayBeginName(at: next) else { return false }
        let limit = min(end, index + Self.certaintyDistance)
        for place in index..<limit {
            if text[place] == UInt8(ascii: "<") { return true }
            if text[place] == UInt8(ascii: ">") { return false }
        }
        return mayGrow && limit == end ? nil : limit == end || text[next].isXMLSpace
    }

    /// Returns whether the text directly before an `&` may be a reference without its `;`.
    static func followsName(_ text: Span<UInt8>, at ampersand: Int) -> Bool {
        var start = ampersand
        while start > max(0, ampersand - 32),
            text[start - 1].isASCIINameCharacter || text[start - 1] == UInt8(ascii: "#")
        { start -= 1 }
        return start > 0 && start < ampersand && text[start - 1] == UInt8(ascii: "&")
    }

    /// Returns whether the text after an `&` may be intended as a reference: a name of HTML, any name if entities are
    /// declared, or a name with `;` after white space.
    private mutating func mayBeReference(_ text: Span<UInt8>, at index: Int, to end: Int) -> Bool {
        let start = text.skipSpace(from: index)
        let nameEnd = min(text.endOfXMLName(from: start), end)
        guard start < nameEnd else { return false }
        if start > index { return text.has(";", at: text.skipSpace(from: nameEnd)) }
        return document.declarations != nil
            || text.has("apos", at: start)
            || HTMLCharacterNames.legacy(in: text.extracting(start..<min(nameEnd, start + 8)).array) != nil
            || nameEnd - start <= 32
                && HTMLCharacterNames.characters(for: text.string(start..<nameEnd)) != nil
    }

    /// Returns whether a name of HTML is certain. It is not for a name such as `Lt`, for `ltcc`, which may be
    /// `&lt;cc;`, for `mp`, which may be `&amp;`, and for a name whose characters may end a CDATA section.
    func isCertain(_ name: String, _ characters: String) -> Bool {
        let lowercased = name.lowercased()
        return document.declarations == nil && !characters.contains("]")
            && !["lt", "gt", "amp", "quot", "apos"].contains { lowercased.hasPrefix($0) || $0.hasSuffix(name) }
    }

    /// The number of bytes after a fault that are searched for a sign of another reason.
    static var certaintyDistance: Int { 256 }
}
