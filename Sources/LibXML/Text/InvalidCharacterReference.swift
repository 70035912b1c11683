/// References that stand for characters that XML does not allow, until the parser puts the characters in their place.
enum InvalidCharacterReference {
    private static let prefix: StaticString = "libxml-character-"

    static func begins(in text: Span<UInt8>, at offset: Int) -> Bool { text.has(prefix, at: offset + 1) }

    /// A C string cannot hold U+0000, and in attribute values libxml2 takes one byte.
    static func mayBeKept(_ value: UInt32) -> Bool { (0x01...0x1F).contains(value) }

    static func text(_ value: UInt32) -> String { "&\(prefix)\(String(value, radix: 16));" }

    /// The character that an entity of this name stands for; nil for any other entity.
    static func character(named name: String) -> Unicode.Scalar? {
        guard name.hasPrefix(prefix.description) else { return nil }
        return UInt32(name.dropFirst(prefix.utf8CodeUnitCount), radix: 16).flatMap(Unicode.Scalar.init)
    }
}
