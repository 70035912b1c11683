/// Reads the text of an expression or a selector.
protocol ExpressionReader {
    /// The bytes that separate words.
    static var space: [UInt8] { get }

    var bytes: [UInt8] { get }
    /// The place of the next byte.
    var position: Int { get set }
}

extension ExpressionReader {
    /// The byte at a place; nil at the end.
    func byte(_ place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

    func isDigit(_ place: Int) -> Bool { byte(place).map(\.isDigit) ?? false }

    mutating func skipSpace() {
        while let byte = byte(position), Self.space.contains(byte) { position += 1 }
    }

    /// The fault of an unexpected character at the position.
    func unexpected(_ expected: String? = nil) -> ExpressionFault {
        let found =
            position >= bytes.count
            ? "the end" : "“\(String(decoding: bytes[position...].prefix(4), as: UTF8.self).prefix(1))”"
        return .unexpected(found, expected: expected, at: position)
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether this byte may begin a name, as a letter or a part of a character that is not in ASCII.
    var isNameStart: Bool {
        self >= 0x80 || self == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}

/// A fault in an expression or a selector.
struct ExpressionFault: Error {
    let message: String
    let offset: Int
    let help: String?

    init(_ message: String, at offset: Int, help: String? = nil) {
        self.message = message
        self.offset = offset
        self.help = help
    }

    static func unclosedString(at offset: Int) -> Self { Self("the string is not closed", at: offset) }

    static func unexpected(_ found: String, expected: String? = nil, at offset: Int) -> Self {
        Self(expected.map { "expected \($0), found \(found)" } ?? "\(found) has no meaning here", at: offset)
    }

    /// - Parameter nearest: the most similar prefix that is bound.
    static func unboundPrefix(_ prefix: String, nearest: String?, at offset: Int) -> Self {
        Self(
            "the prefix “\(prefix)” is not bound", at: offset,
            help: nearest.map { "did you mean \($0)?" } ?? "pass its namespace: namespaces: [\"\(prefix)\": …]")
    }
}
