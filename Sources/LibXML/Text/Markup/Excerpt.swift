/// Draws lines of a text with marks under the places that a diagnostic refers to.
///
/// ```
///  3 |   <title>Tea
///    |   ------- <title> begins here
///  5 |   </book>
///    |   ^~~~~~~
/// ```
struct Excerpt {
    /// A mark under the token or value at a place.
    struct Mark {
        var line: Int
        /// The offset of the place in the text, in bytes.
        var offset: Int
        var label: String
        var isPrimary: Bool
        /// Whether to mark a whole value instead of a token.
        var isValue = false
        /// The end of the place, if it is known.
        var end: Int?
    }

    /// The maximum width of a line in terminal columns.
    static let width = 100
    /// The maximum number of characters in a line, some of which take no column.
    static let maxCharacters = 4 * width

    let isColored: Bool
    /// Whether the text begins within a line.
    var startsInLine = false

    /// Returns the lines of the marks, separated by line feeds. Reads only the text around the marks.
    func draw(_ marks: [Mark], in text: Span<UInt8>) -> String {
        let marks = marks.filter { (0...text.count).contains($0.offset) }
            .inOrder { ($0.line, $0.isPrimary ? 0 : 1) < ($1.line, $1.isPrimary ? 0 : 1) }
        let gutter = String(marks.last?.line ?? 0).count
        var lines: [String] = []
        var window: TextWindow?
        var lastLine = 0
        for mark in marks {
            var column = mark.line == lastLine ? window?.column(of: mark.offset) : nil
            if column == nil {
                let new = TextWindow(around: mark.offset, in: text, startsInLine: startsInLine)
                let number = String(mark.line)
                lines.append(margin(String(repeating: " ", count: gutter - number.count) + number) + new.text)
                column = new.column(of: mark.offset)
                window = new
                lastLine = mark.line
            }
            let label = mark.label.isEmpty ? "" : " " + mark.label.escapedForDisplay
            let isValue = mark.isValue && !text.has("<", at: mark.offset)
            let end = mark.end ?? (isValue ? text.endOfValue(at: mark.offset) : text.endOfToken(at: mark.offset))
            let width = max(1, (window?.lastColumn(upTo: end) ?? 0) - (column ?? 0))
            let line = String(repeating: mark.isPrimary ? "~" : "-", count: width - 1)
            let sign = paint((mark.isPrimary ? "^" : "-") + line + label, mark.isPrimary ? "31;1" : "34;1")
            lines.append(
                margin(String(repeating: " ", count: gutter)) + String(repeating: " ", count: column ?? 0) + sign)
        }
        return lines.joined(separator: "\n")
    }

    private func margin(_ number: String) -> String {
        paint(" \(number) |", "34;1") + " "
    }

    private func paint(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// The part of a line that is shown: the whole line, or the part of a long line around a place.
private struct TextWindow {
    private static let tabWidth = 4

    private(set) var text = ""
    /// The offset in the source and the column of each character shown, and of the end of the line.
    private var columns: [(offset: Int, column: Int)] = []

    init(around offset: Int, in source: Span<UInt8>, startsInLine: Bool) {
        let start = Self.start(offset, source)
        let isLineStart = start == 0 ? !startsInLine : [0x0A, 0x0D].contains(source[start - 1])
        var column = 0
        if !isLineStart { add("…", 1, &column) }
        var position = start
        if source.has("\u{FEFF}", at: position), position == 0 { position = 3 }
        while position < source.count, source[position] != 0x0A, source[position] != 0x0D {
            columns.append((position, column))
            if column >= Excerpt.width || columns.count > Excerpt.maxCharacters {
                text += "…"
                return
            }
            let length = source.scalarLength(at: position)
            if length == 1 {
                add(source[position] < 0x80 ? Unicode.Scalar(source[position]) : "\u{FFFD}", &column)
            } else {
                for scalar in source.string(position..<position + length).unicodeScalars { add(scalar, &column) }
            }
            position += length
        }
        columns.append((position, column))
    }

    /// Returns the column of a place, from 0; nil if it is not shown.
    func column(of offset: Int) -> Int? {
        guard let first = columns.first, let last = columns.last, first.offset <= offset, offset <= last.offset else {
            return columns.count == 1 ? columns[0].column : nil
        }
        return columns.last { $0.offset <= offset }?.column
    }

    /// Returns the column at which the shown text before an offset ends.
    func lastColumn(upTo offset: Int) -> Int { columns.last { $0.offset <= offset }?.column ?? 0 }

    /// Returns the offset from which a line is shown, so that the place is visible: the beginning of its line, or half
    /// a width before the place in a long line.
    private static func start(_ offset: Int, _ source: Span<UInt8>) -> Int {
        var start = offset
        var middle = offset
        var count = 0
        while start > 0, source[start - 1] != 0x0A, source[start - 1] != 0x0D {
            start -= 1
            // There may be many bytes that are not part of a character.
            if source[start].isUTF8Continuation, offset - start < Excerpt.maxCharacters { continue }
            count += 1
            if count == Excerpt.width / 2 { middle = start }
            if count > Excerpt.width * 2 / 3 { return middle }
        }
        return start
    }

    private mutating func add(_ scalar: Unicode.Scalar, _ column: inout Int) {
        if scalar == "\t" {
            let spaces = Self.tabWidth - column % Self.tabWidth
            add(String(repeating: " ", count: spaces), spaces, &column)
        } else {
            text.unicodeScalars.append(scalar.shown)
            column += scalar.shown.displayWidth
        }
    }

    private mutating func add(_ string: String, _ width: Int, _ column: inout Int) {
        text += string
        column += width
    }
}

extension Span<UInt8> {
    /// Returns the length of the character at an offset in bytes; 1 if the bytes are not a character.
    fileprivate func scalarLength(at offset: Int) -> Int {
        var end = offset + 1
        while end < count, end < offset + 4, self[end].isUTF8Continuation { end += 1 }
        return self[offset] < 0xC0 ? 1 : end - offset
    }
}

extension Unicode.Scalar {
    /// The character that an excerpt shows for this one.
    ///
    /// This is a picture for a control character, and U+FFFD for other characters that are invisible or change the
    /// direction of writing.
    fileprivate var shown: Unicode.Scalar {
        switch value {
        case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? self
        case 0x7F: "\u{2421}"
        default: isHarmful ? "\u{FFFD}" : self
        }
    }

    /// The number of terminal columns that this character takes: 0, 1 or 2 (Unicode Standard Annex 11, roughly).
    fileprivate var displayWidth: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
            0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default:
            return 1
        }
    }
}
