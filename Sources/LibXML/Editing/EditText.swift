/// Writes new text as it stands in a document: escaped, and with references for what its encoding cannot represent.
enum EditText {
    /// Returns what `body` writes.
    static func markup(_ body: (inout MarkupWriter) throws(XMLError) -> Void) throws(XMLError) -> [UInt8] {
        var markup = MarkupWriter(XMLWritingOptions(), isFragment: true)
        try body(&markup)
        return markup.take()
    }

    /// Returns an attribute, with the space before it. Its name and value must be valid.
    ///
    /// - Parameter style: how the attributes in a tag of `text` are written.
    static func attribute(
        _ name: String, _ value: String, _ style: TagPlaces.Style? = nil, in text: Span<UInt8> = Span()
    ) -> [UInt8] {
        let space = style?.line.map { text.extracting($0).array } ?? [UInt8(ascii: " ")]
        let equals = style.map { text.extracting($0.equals).array } ?? [UInt8(ascii: "=")]
        let quote = style?.quote ?? UInt8(ascii: "\"")
        return space + Array(name.utf8) + equals + [quote] + Self.value(value, quote: quote) + [quote]
    }

    /// Returns escaped text, which must consist of valid characters.
    static func escaped(_ text: String, _ place: TextPlace) -> [UInt8] {
        var buffer = RawBuffer<UInt8>(capacity: text.utf8.count + 8)
        _ = text.withUTF8Span { buffer.appendEscaped($0, in: place) }
        return buffer.withSpan(0..<buffer.count) { $0.array }
    }

    /// Returns text with other line ends.
    static func withLineEnds(_ text: [UInt8], _ lineEnd: [UInt8]) -> [UInt8] {
        guard text.contains(0x0D) || lineEnd != [0x0A] && text.contains(0x0A) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.count + text.count / 16)
        for (index, byte) in text.enumerated() {
            if byte == 0x0A, index > 0, text[index - 1] == 0x0D { continue }
            if byte == 0x0A || byte == 0x0D { result += lineEnd } else { result.append(byte) }
        }
        return result
    }

    /// Returns an attribute value without its quotes.
    static func value(_ value: String, quote: UInt8) -> [UInt8] {
        let text = escaped(value, .attribute)
        guard quote == UInt8(ascii: "'") else { return text }
        return Array(
            String(decoding: text, as: UTF8.self).replacingScalars(of: "'", with: "&apos;")
                .replacingScalars(of: "&quot;", with: "\"").utf8)
    }
}

extension XMLEdit {
    /// The characters that end lines of the document.
    mutating func documentLineEnd() -> [UInt8] {
        if let lineEnd { return lineEnd }
        let found: [UInt8] = tape.source.withText { text in
            let index = text.index(from: 0) { $0 == 0x0A || $0 == 0x0D }
            return text.has("\r\n", at: index) ? [0x0D, 0x0A] : text.has("\r", at: index) ? [0x0D] : [0x0A]
        }
        lineEnd = found
        return found
    }

    /// Checks that XML allows all characters of a text.
    func checkCharacters(of text: String, at offset: Int) throws(XMLError) {
        guard text.withUTF8Span({ $0.firstInvalidCharacter }) != nil else { return }
        let invalid = text.unicodeScalars[...].firstInvalid
        throw error(.characterNotAllowed(invalid).at(offset))
    }

    // MARK: Encodings

    /// The encoding of the document, if there are characters that it cannot represent and the text may contain one.
    private func limitedEncoding(for text: [UInt8]) -> String? {
        guard let encoding = tape.source.origin?.encoding, !encoding.isUnicode,
            !(encoding.isASCIISuperset && text.contiguous.span.isASCII)
        else { return nil }
        return encoding.name
    }

    /// Returns text with references for characters that the encoding of the document cannot represent.
    func withReferences(_ text: [UInt8]) throws(XMLError) -> [UInt8] {
        guard let name = limitedEncoding(for: text), var encoder = CharacterEncoder(to: name) else { return text }
        let result = encoder.withReferences(text)
        if encoder.isOutOfMemory { throw XMLError(.outOfMemory) }
        return result
    }

    /// Whether the encoding of the document can represent a text.
    func canRepresent(_ text: [UInt8]) throws(XMLError) -> Bool {
        guard let name = limitedEncoding(for: text), var encoder = CharacterEncoder(to: name) else { return true }
        let isRepresented = encoder.encode(text.contiguous.span) != nil
        if encoder.isOutOfMemory { throw XMLError(.outOfMemory) }
        return isRepresented
    }

    /// Returns markup as it is written in the document.
    ///
    /// - Throws: ``XMLError/Code/unrepresentableCharacter``, located in the fragment, for a character in a name,
    ///   comment, CDATA section or processing instruction.
    mutating func written(_ markup: ParsedMarkup) throws(XMLError) -> [UInt8] {
        var text = markup.fragment.markup
        if let name = limitedEncoding(for: text), var encoder = CharacterEncoder(to: name) {
            let result = Result { () throws(XMLError) in
                try MarkupSegments.withReferences(markup.fragment, &encoder, name)
            }
            if encoder.isOutOfMemory { throw XMLError(.outOfMemory) }
            text = try result.get()
        }
        // The text around it may be a part of `]]>`.
        if text.first == UInt8(ascii: ">") { text.replaceSubrange(0..<1, with: "&gt;".utf8) }
        if text.last == UInt8(ascii: "]") { text.replaceSubrange(text.count - 1..<text.count, with: "&#93;".utf8) }
        return EditText.withLineEnds(text, documentLineEnd())
    }
}
