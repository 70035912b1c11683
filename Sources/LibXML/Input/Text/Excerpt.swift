/// Draws lines of a text with marks under the places that a diagnostic speaks of.
///
/// ```
///  3 |   <title>Tea
///    |   - <title> begins here
///  5 |   </book>
///    |   ^
/// ```
struct Excerpt {
    /// A mark under a place.
    struct Mark {
        var line: Int
        var column: Int
        var label: String
        var isPrimary: Bool
    }

    /// How many columns of a terminal a line may take.
    static let width = 100
    private static let tabWidth = 4

    let isColored: Bool

    /// The excerpt for some marks, each line ended by a line feed; empty when the text does not have such lines.
    func draw(_ marks: [Mark], in text: Span<UInt8>) -> String {
        let sorted = marks.sorted { ($0.line, $0.isPrimary ? 0 : 1) < ($1.line, $1.isPrimary ? 0 : 1) }
        let gutter = String(sorted.last?.line ?? 0).count
        var output = ""
        var drawn = 0
        for mark in sorted {
            guard let line = Self.line(mark.line, in: text) else { continue }
            let window = Window(line, around: mark.column, width: Self.width, tabWidth: Self.tabWidth)
            if mark.line != drawn {
                let number = String(mark.line)
                output += margin(String(repeating: " ", count: gutter - number.count) + number) + window.text + "\n"
                drawn = mark.line
            }
            let label = mark.label.isEmpty ? "" : " " + mark.label
            let sign = color((mark.isPrimary ? "^" : "-") + label, mark.isPrimary ? "31;1" : "34;1")
            output += margin(String(repeating: " ", count: gutter)) + String(repeating: " ", count: window.offset) + sign + "\n"
        }
        return output
    }

    private func margin(_ number: String) -> String {
        color(" \(number) |", "34;1") + " "
    }

    private func color(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    /// The characters of a line, counted from 1, without its end; nil when the text is shorter.
    private static func line(_ number: Int, in text: Span<UInt8>) -> [Unicode.Scalar]? {
        var position = Position(offset: text.has("\u{FEFF}", at: 0) ? 3 : 0, line: 1, column: 1)
        while position.line < number, position.offset < text.count {
            position.advance(to: position.offset + 1, in: text)
        }
        guard position.line == number else { return nil }
        let end = text.index(from: position.offset) { $0 == 0x0A || $0 == 0x0D }
        return Array(text.string(position.offset..<end).unicodeScalars)
    }
}

/// The part of a line that is shown, and where in it a column is.
private struct Window {
    private(set) var text = ""
    /// How many columns of the terminal come before the marked one.
    private(set) var offset = 0

    init(_ line: [Unicode.Scalar], around column: Int, width: Int, tabWidth: Int) {
        let marked = min(column - 1, line.count)
        // A long line is shown from some way before the mark on.
        let start = line.count > width && marked > width * 2 / 3 ? marked - width / 2 : 0
        var columns = 0
        if start > 0 { add("…", 1, &columns) }
        for (index, scalar) in line[start...].enumerated() {
            if start + index == marked { offset = columns }
            if columns >= width {
                text += "…"
                break
            }
            if scalar == "\t" {
                let spaces = tabWidth - columns % tabWidth
                add(String(repeating: " ", count: spaces), spaces, &columns)
            } else {
                add(String(scalar.shown), scalar.displayWidth, &columns)
            }
        }
        if marked == line.count { offset = columns }
    }

    private mutating func add(_ string: String, _ width: Int, _ columns: inout Int) {
        text += string
        columns += width
    }
}

extension Unicode.Scalar {
    /// What stands for this character in an excerpt: control characters become their pictures.
    fileprivate var shown: Unicode.Scalar {
        switch value {
        case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? self
        case 0x7F: "\u{2421}"
        case 0x80..<0xA0: "\u{FFFD}"
        default: self
        }
    }

    /// How many columns of a terminal this character takes: 0, 1 or 2 (Unicode Standard Annex 11, roughly).
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
