/// Finds the declarations of elements and of external parameter entities in a DTD.
struct DTDScanner {
    enum Declaration {
        case element(name: String, offset: Int)
        /// The range from `SYSTEM` or `PUBLIC` to the end of the last literal, and that of the system identifier.
        case externalParameterEntity(identifiers: Range<Int>, systemID: Range<Int>)
    }

    private let text: [UInt8]
    private var position = 0

    init(_ text: [UInt8]) {
        self.text = text
        position = textDeclarationEnd
    }

    /// The end of the text declaration, such as `<?xml encoding="UTF-8"?>`; 0 without a text declaration.
    var textDeclarationEnd: Int {
        has("<?xml", at: 0) && text.count > 5 && Self.isSpace(text[5]) ? end(of: "?>", from: 0) : 0
    }

    /// The next declaration; nil at the end.
    mutating func next() -> Declaration? {
        while position < text.count {
            guard text[position] == UInt8(ascii: "<") else {
                position += 1
                continue
            }
            let start = position
            if has("<!--", at: start) {
                position = end(of: "-->", from: start + 4)
            } else if has("<?", at: start) {
                position = end(of: "?>", from: start)
            } else if has("<![", at: start) {
                position += 3
            } else if has("<!", at: start) {
                if let declaration = declaration(at: start) { return declaration }
            } else {
                position += 1
            }
        }
        return nil
    }

    /// Reads the declaration at an offset, up to its `>`.
    private mutating func declaration(at start: Int) -> Declaration? {
        var words: [Range<Int>] = []
        var literals: [Range<Int>] = []
        position = start + 2
        while position < text.count, text[position] != UInt8(ascii: ">") {
            let byte = text[position]
            let from = position
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                position += 1
                while position < text.count, text[position] != byte { position += 1 }
                literals.append(from + 1..<position)
                position = min(position + 1, text.count)
            case _ where Self.isSpace(byte): position += 1
            default:
                while position < text.count, !Self.isEnd(text[position]) { position += 1 }
                words.append(from..<position)
            }
        }
        position = min(position + 1, text.count)
        guard let first = words.first else { return nil }
        if has("ELEMENT", in: first), words.count > 1 {
            let name = text[words[1]]
            // A name from an entity is not known.
            if name.contains(UInt8(ascii: "%")) { return nil }
            return .element(name: String(decoding: name, as: UTF8.self), offset: start)
        }
        guard has("ENTITY", in: first), words.count >= 4, text[words[1]].elementsEqual([UInt8(ascii: "%")]) else {
            return nil
        }
        let isPublic = has("PUBLIC", in: words[3])
        guard isPublic || has("SYSTEM", in: words[3]), let systemID = literals.last,
            literals.count == (isPublic ? 2 : 1)
        else { return nil }
        return .externalParameterEntity(
            identifiers: words[3].lowerBound..<systemID.upperBound + 1, systemID: systemID)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x9...0xD).contains(byte) }

    private static func isEnd(_ byte: UInt8) -> Bool {
        isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    private func has(_ word: String, at offset: Int) -> Bool {
        offset <= text.count && text[offset...].starts(with: word.utf8)
    }

    private func has(_ word: String, in range: Range<Int>) -> Bool { text[range].elementsEqual(word.utf8) }

    /// The offset after the next occurrence of a mark, or the end.
    private func end(of mark: String, from start: Int) -> Int {
        var offset = min(start, text.count)
        while offset < text.count, !has(mark, at: offset) { offset += 1 }
        return min(offset + mark.utf8.count, text.count)
    }
}
