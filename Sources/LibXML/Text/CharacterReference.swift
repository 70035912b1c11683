/// A character reference, or a reference to one of the five predefined entities.
struct CharacterReference {
    var utf8: [UInt8]
    /// Where the text after it begins.
    var end: Int

    /// The reference whose `&` is at `start`; nil if there is none, or if it refers to a declared entity.
    init?(in text: Span<UInt8>, at start: Int, before limit: Int) {
        var close = start + 1
        while close < limit, text[close] != UInt8(ascii: ";") { close += 1 }
        guard close < limit, close - start < 64 else { return nil }
        let name = text.string(start + 1..<close)
        let scalar: Unicode.Scalar?
        switch name {
        case "amp": scalar = "&"
        case "lt": scalar = "<"
        case "gt": scalar = ">"
        case "quot": scalar = "\""
        case "apos": scalar = "'"
        case _ where name.hasPrefix("#x"): scalar = UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        case _ where name.hasPrefix("#"): scalar = UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
        default: scalar = nil
        }
        guard let scalar else { return nil }
        utf8 = Array(Character(scalar).utf8)
        end = close + 1
    }

    func matches(_ decoded: Span<UInt8>, at offset: Int) -> Bool {
        guard offset + utf8.count <= decoded.count else { return false }
        for index in utf8.indices where decoded[offset + index] != utf8[index] { return false }
        return true
    }
}

extension Span<UInt8> {
    /// The text with characters instead of their references.
    var withoutCharacterReferences: String {
        var text: [UInt8] = []
        var index = 0
        while index < count {
            if self[index] == UInt8(ascii: "&"), let reference = CharacterReference(in: self, at: index, before: count)
            {
                text += reference.utf8
                index = reference.end
            } else {
                text.append(self[index])
                index += 1
            }
        }
        return text.span.string(text.indices)
    }
}
