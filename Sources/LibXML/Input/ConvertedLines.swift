/// The lines around some places of a document that is not in UTF-8, converted without the rest of it.
struct ConvertedLines {
    private(set) var text: [UInt8] = []
    private let bytes: [UInt8]
    private let encoding: DocumentEncoding
    private let converter: Converter
    /// The size in bytes of what a line ends with.
    private let unit: Int
    /// The lines so far, in bytes of the document, and where they begin in the text.
    private var lines: [(range: Range<Int>, start: Int)] = []

    /// As much of a line as is converted on each side of a place.
    private static let longest = 4096

    /// Nil where the lines of an encoding cannot be told before it is converted, or where libxml2 does not know it.
    init?(_ bytes: [UInt8], _ encoding: DocumentEncoding) {
        guard encoding.family != .ebcdic, !encoding.isStateful, let converter = Converter(encoding.name) else {
            return nil
        }
        self.bytes = bytes
        self.encoding = encoding
        self.converter = converter
        unit =
            switch encoding.family {
            case .utf16: 2
            case .utf32: 4
            default: 1
            }
    }

    /// Whether a place is in the document.
    func contains(_ place: XMLLocation) -> Bool { !bytes.isEmpty && place.byteOffset <= bytes.count }

    /// Adds the line around an offset of the document. Returns where that offset is in the text.
    mutating func add(_ offset: Int) -> Int {
        let first = encoding.markLength
        let place = max(first, offset - (offset - first) % unit)
        if let line = lines.first(where: { $0.range.contains(place) || $0.range.upperBound == place }) {
            return line.start + converted(line.range.lowerBound..<place).count
        }
        var start = place
        while start - unit >= first, place - start < Self.longest * unit, !isLineEnd(at: start - unit) { start -= unit }
        var end = place
        while end + unit <= bytes.count, end - place < Self.longest * unit, !isLineEnd(at: end) { end += unit }
        if !text.isEmpty { text.append(0x0A) }
        lines.append((start..<end, text.count))
        text += converted(start..<place)
        defer { text += converted(place..<end) }
        return text.count
    }

    private func isLineEnd(at index: Int) -> Bool {
        let isLittleEndian = encoding.name.hasSuffix("LE")
        let low = isLittleEndian ? index : index + unit - 1
        guard bytes[low] == 0x0A || bytes[low] == 0x0D else { return false }
        return (index..<index + unit).allSatisfy { $0 == low || bytes[$0] == 0 }
    }

    /// A part of the document in UTF-8, with U+FFFD for bytes that are no character.
    private func converted(_ range: Range<Int>) -> [UInt8] {
        var text: [UInt8] = []
        var position = range.lowerBound
        while position < range.upperBound {
            let part = bytes.span.extracting(position..<range.upperBound)
            let (consumed, stop) = converter.converter.convert(part) { text += $0.array }
            position += consumed
            guard stop != nil || consumed == 0 else { continue }
            text += "\u{FFFD}".utf8
            position += min(unit, range.upperBound - position)
        }
        return text
    }

    /// Keeps a converter where it can be copied with the lines.
    private final class Converter {
        let converter: CharacterConverter

        init?(_ name: String) {
            guard let converter = CharacterConverter(from: name) else { return nil }
            self.converter = converter
        }
    }
}
