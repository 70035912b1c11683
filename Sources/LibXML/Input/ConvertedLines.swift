/// The lines around some places of a document that is not in UTF-8. Only these lines are converted.
struct ConvertedLines: Sendable {
    /// A part of a line, after conversion.
    private struct Part {
        /// Its range in the document, in bytes.
        var range: Range<Int>
        var startsLine: Bool
        var endsLine: Bool
        var text: [UInt8] = []
        /// Where each conversion began, in the document and in the text. A conversion ends at bytes that are not a
        /// character.
        var pieces: [(input: Int, output: Int)] = []

        /// Whether an offset of the document is inside, with `margin` bytes on either side, or fewer at the ends of the
        /// line.
        func has(_ offset: Int, margin: Int) -> Bool {
            (startsLine ? offset >= range.lowerBound : offset - range.lowerBound >= margin)
                && (endsLine ? offset <= range.upperBound : range.upperBound - offset >= margin)
        }
    }

    private let bytes: [UInt8]
    private let encoding: DocumentEncoding
    /// The size of a code unit in bytes.
    private let unit: Int
    private let isLittleEndian: Bool
    /// The parts that were used last, the newest at the end.
    private var parts: [Part] = []

    private static let maxParts = 4
    /// The maximum number of bytes of a line that are shown on either side of a place. This is the width of an excerpt
    /// in characters, of up to four bytes each, and a reserve.
    private static let margin = 4 * Excerpt.width + 16

    /// Returns nil if the encoding must be converted to find its lines, or if libxml2 does not know it.
    init?(_ bytes: [UInt8], _ encoding: DocumentEncoding) {
        guard encoding.hasUsualLineFeed, !encoding.isStateful, CharacterConverter(from: encoding.name) != nil else {
            return nil
        }
        self.bytes = bytes
        self.encoding = encoding
        isLittleEndian = encoding.name.hasSuffix("LE")
        unit = encoding.codeUnitLength
    }

    /// The lines around some offsets of the document, and the corresponding offsets in that text; nil for an offset
    /// outside the document.
    mutating func text(around offsets: [Int]) -> (text: [UInt8], offsets: [Int?]) {
        var text: [UInt8] = []
        var starts: [Range<Int>: Int] = [:]
        // If the other places are shown in the line of the first one, the larger margin leaves enough text around them
        // too.
        var margin = 2 * Self.margin
        let found = offsets.map { offset -> Int? in
            guard !bytes.isEmpty, offset <= bytes.count else { return nil }
            let first = encoding.markLength
            let place = max(first, offset - (offset - first) % unit)
            let part = part(around: place, margin)
            margin = Self.margin
            var start = text.count + (starts.isEmpty ? 0 : 1)
            if let known = starts[part.range] {
                start = known
            } else {
                if !starts.isEmpty { text.append(0x0A) }
                text += part.text
                starts.set(part.range, to: start)
            }
            let piece = part.pieces.last { $0.input <= place } ?? (part.range.lowerBound, 0)
            return start + piece.output + convert(piece.input..<place).text.count
        }
        return (text, found)
    }

    private mutating func part(around place: Int, _ margin: Int) -> Part {
        let known = parts.lastIndex { $0.has(place, margin: margin) }
        let part = known.map { parts.remove(at: $0) } ?? makePart(around: place)
        parts.append(part)
        if parts.count > Self.maxParts { parts.removeFirst() }
        return part
    }

    private func makePart(around place: Int) -> Part {
        let (first, last) = (place - 3 * Self.margin, place + 6 * Self.margin)
        var (start, end) = (place, place)
        while start > first, !isLineStart(start) { start -= unit }
        while end < last, !isLineEnd(end) { end += unit }
        let startsLine = isLineStart(start)
        if !startsLine { start = firstCharacter(from: start) }
        var part = Part(range: start..<end, startsLine: startsLine, endsLine: isLineEnd(end))
        (part.text, part.pieces) = convert(part.range)
        return part
    }

    /// The start of a character soon after an offset: after a byte that is never the second byte of a character in an
    /// encoding that extends ASCII. Returns the offset itself if there is no such byte.
    private func firstCharacter(from start: Int) -> Int {
        guard encoding.extendsASCII else { return start }
        let bytes = bytes[start..<min(start + Self.margin, bytes.count)]
        return bytes.firstIndex { $0 < 0x30 || (0x3A...0x3F).contains($0) }.map { $0 + 1 } ?? start
    }

    private func isLineStart(_ index: Int) -> Bool {
        index - unit < encoding.markLength || isLineFeed(index - unit)
    }

    private func isLineEnd(_ index: Int) -> Bool { index + unit > bytes.count || isLineFeed(index) }

    /// Whether a line feed or a carriage return begins at an offset.
    private func isLineFeed(_ index: Int) -> Bool {
        let low = isLittleEndian ? index : index + unit - 1
        guard bytes[low] == 0x0A || bytes[low] == 0x0D else { return false }
        return (index..<index + unit).allSatisfy { $0 == low || bytes[$0] == 0 }
    }

    /// A part of the document in UTF-8, with U+FFFD for each invalid code unit, and the starts of the conversions.
    private func convert(_ range: Range<Int>) -> (text: [UInt8], pieces: [(input: Int, output: Int)]) {
        var text: [UInt8] = []
        var pieces: [(input: Int, output: Int)] = []
        guard !range.isEmpty, let converter = CharacterConverter(from: encoding.name) else { return (text, pieces) }
        var position = range.lowerBound
        while position < range.upperBound {
            pieces.append((position, text.count))
            let part = bytes.contiguous.span.extracting(position..<range.upperBound)
            let (consumed, stop) = converter.convert(part) { text.append(contentsOf: $0) }
            position += consumed
            guard stop != nil || consumed == 0 else { continue }
            text += "\u{FFFD}".utf8
            position += min(unit, range.upperBound - position)
        }
        return (text, pieces)
    }
}
