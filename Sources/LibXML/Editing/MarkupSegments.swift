/// The parts of well-formed markup in which references are allowed, and the others.
enum MarkupSegments {
    /// Replaces characters that an encoding cannot represent with references.
    ///
    /// - Throws: ``XMLError/Code/unrepresentableCharacter`` where references are not allowed.
    static func withReferences(
        _ fragment: XMLFragment, _ encoder: inout CharacterEncoder, _ encoding: String
    ) throws(XMLError) -> [UInt8] {
        let text = fragment.markup
        if encoder.encode(text.contiguous.span) != nil { return text }
        var result: [UInt8] = []
        for (range, allowsReferences) in segments(of: text.contiguous.span) {
            let part = Array(text[range])
            if allowsReferences {
                result += encoder.withReferences(part)
            } else if encoder.encode(part.contiguous.span) != nil {
                result += part
            } else {
                throw unrepresentable(part, at: range.lowerBound, in: fragment, &encoder, encoding)
            }
        }
        return result
    }

    private static func unrepresentable(
        _ part: [UInt8], at start: Int, in fragment: XMLFragment, _ encoder: inout CharacterEncoder, _ encoding: String
    ) -> XMLError {
        var offset = start
        for scalar in String(decoding: part, as: UTF8.self).unicodeScalars {
            guard encoder.canRepresent(scalar) else {
                let fault = Fault.unrepresentable(scalar, in: encoding)
                return fragment.error(fault.code, fault.message, at: offset)
            }
            offset += UTF8.width(scalar)
        }
        return XMLError(.failedConversion(to: encoding))
    }

    /// Returns the segments of markup in order: character data and attribute values, and everything else.
    static func segments(of text: Span<UInt8>) -> [(range: Range<Int>, allowsReferences: Bool)] {
        var segments: [(range: Range<Int>, allowsReferences: Bool)] = []
        func add(_ end: Int, _ allowsReferences: Bool) {
            let start = segments.last?.range.upperBound ?? 0
            if end > start { segments.append((start..<end, allowsReferences)) }
        }
        var index = 0
        while index < text.count {
            if text.has("<!--", at: index) {
                index = text.end(of: "-->", from: index + 4)
                add(index, false)
            } else if text.has("<![CDATA[", at: index) {
                index = text.end(of: "]]>", from: index + 9)
                add(index, false)
            } else if text.has("<?", at: index) {
                index = text.end(of: "?>", from: index + 2)
                add(index, false)
            } else if text.has("<", at: index) {
                let end = TagScanner.end(in: text, from: index)
                TagScanner.forEachAttribute(in: text, tag: index..<end) { attribute in
                    let quote = text[attribute.end - 1]
                    add(text.index(from: attribute.name.upperBound) { $0 == quote } + 1, false)
                    add(attribute.end - 1, true)
                    return true
                }
                add(end, false)
                index = end
            } else {
                index = text.index(from: index) { $0 == UInt8(ascii: "<") }
                add(index, true)
            }
        }
        return segments
    }
}
