/// References that represent characters that XML does not allow, until the parser replaces them with the characters.
enum InvalidCharacterReference {
    private static let prefix: StaticString = "libxml-character-"

    static func begins(in text: Span<UInt8>, at offset: Int) -> Bool { text.has(prefix, at: offset + 1) }

    /// Excludes U+0000, which a C string cannot contain, and characters of several bytes, which libxml2 does not accept
    /// in attribute values.
    static func mayBeKept(_ value: UInt32) -> Bool { (0x01...0x1F).contains(value) }

    static func text(_ value: UInt32) -> String { "&\(prefix)\(String(value, radix: 16));" }

    /// Returns the character that an entity with this name represents; nil for any other entity.
    static func character(named name: String) -> Unicode.Scalar? {
        guard name.hasPrefix(prefix.description) else { return nil }
        return UInt32(name.dropFirst(prefix.utf8CodeUnitCount), radix: 16).flatMap(Unicode.Scalar.init)
    }
}
