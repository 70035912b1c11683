/// The search for the end of the XML declaration in the beginning of a stream.
struct StreamBeginning {
    /// The maximum number of bytes that are held back.
    private static let longest = 10_000_000
    /// The minimum number of bytes for a guess at the encoding.
    private static let guessedLength = 4096

    /// Where the white space at the beginning ends, as far as it has arrived.
    private var firstCharacter = 0
    /// The offset of the first `>` that is not in a quoted value, or the offset at which the search continues.
    private var tagEnd = 0
    private var isAfterEqualsSign = false
    private var quote: UInt8?

    /// Returns whether these bytes, which begin with those of the last call, are enough to determine the encoding.
    ///
    /// Scans no byte twice.
    /// - Parameter isRepairing: whether a missing or wrong declaration leads to a guess.
    /// - Throws: ``XMLError/Code/tagTooLong`` if a declaration is too long to wait for its end.
    mutating func isEnough(
        _ bytes: Span<UInt8>, _ isRepairing: Bool, _ options: XMLParsingOptions
    ) throws(XMLError) -> Bool {
        // A mark and white space may come before input that is not XML.
        firstCharacter = bytes.skipSpace(from: max(firstCharacter, bytes.has("\u{FEFF}", at: 0) ? 3 : 0))
        let count = bytes.count - firstCharacter
        // Four bytes are enough, except to recognize UTF-16 and UTF-32, a second byte order mark or input that is not
        // XML.
        let beginsWithMarkup =
            count >= 4 && bytes[firstCharacter] == UInt8(ascii: "<") && bytes[firstCharacter + 1] != 0
        guard beginsWithMarkup || count >= 16 else { return bytes.count >= Self.longest }
        if isRepairing, options.encoding == nil, bytes.count < Self.guessedLength { return false }
        if beginsWithMarkup, bytes[firstCharacter + 1] != UInt8(ascii: "?") { return true }
        let hasKatakana = EBCDICDeclaration.hasKatakana(bytes)
        guard hasKatakana != nil || mayBeginWithDeclaration(bytes) else { return true }
        scanTag(bytes) { byte in
            hasKatakana.map { EBCDICDeclaration.ascii(byte, hasKatakana: $0) } ?? byte
        }
        // Includes the whole character in any encoding.
        if tagEnd < bytes.count - 3 { return true }
        guard bytes.count >= Self.longest else { return false }
        let place = XMLLocation(line: 1, column: 1, byteOffset: 0, sourceName: options.sourceName)
        throw XMLError(.tagTooLong, "the XML declaration is longer than \(Self.longest) bytes", at: place)
    }

    /// Whether the ASCII characters among the first bytes are those that a declaration begins with. The others are
    /// marks, and the zeros of UTF-16 and UTF-32.
    private func mayBeginWithDeclaration(_ bytes: Span<UInt8>) -> Bool {
        let beginning: StaticString = "<?xml"
        let end = min(firstCharacter + 32, bytes.count)
        var matched = 0
        for index in firstCharacter..<end where 1..<0x80 ~= bytes[index] {
            guard unsafe bytes[index] == beginning.utf8Start[matched] else { return false }
            matched += 1
            if matched == beginning.utf8CodeUnitCount { return true }
        }
        return end - firstCharacter < 32
    }

    /// Returns the offset of the first `>` that is not in a quoted value; the end if there is no such `>`.
    static func endOfFirstTag(in bytes: Span<UInt8>) -> Int {
        var beginning = Self()
        beginning.scanTag(bytes) { $0 }
        return beginning.tagEnd
    }

    /// Values are those of ``DeclarationText``: they begin after a `=`, and end with their quotation mark or before a
    /// `<`.
    ///
    /// - Parameter ascii: returns the ASCII character that a byte represents.
    private mutating func scanTag(_ bytes: Span<UInt8>, _ ascii: (UInt8) -> UInt8) {
        while tagEnd < bytes.count, case let byte = ascii(bytes[tagEnd]), quote != nil || byte != UInt8(ascii: ">") {
            if let open = quote {
                if byte == open || byte == UInt8(ascii: "<") { quote = nil }
                if byte != UInt8(ascii: "<") { tagEnd += 1 }
                continue
            }
            tagEnd += 1
            // Other encodings of ASCII have zero bytes in between.
            if byte.isXMLSpace || byte == 0 { continue }
            if isAfterEqualsSign, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
            isAfterEqualsSign = byte == UInt8(ascii: "=")
        }
    }
}
