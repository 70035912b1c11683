/// JSON text that is being written (RFC 8259), in UTF-8.
///
/// Adds separators and indentation automatically. A caller that writes much text takes it from time to time.
struct JSONText {
    private(set) var bytes: [UInt8] = []
    private let isPretty: Bool
    /// For each open object or array, whether it has a member or element.
    private var open: [Bool] = []
    private var followsKey = false

    init(isPretty: Bool) {
        self.isPretty = isPretty
        bytes.reserveCapacity(1024)
    }

    /// Whether there is enough text to take.
    var isFull: Bool { bytes.count >= 64 << 10 }

    /// Removes and returns the text so far.
    mutating func take() -> [UInt8] {
        let taken = bytes
        bytes.removeAll(keepingCapacity: true)
        return taken
    }

    mutating func beginObject() { begin(UInt8(ascii: "{")) }
    mutating func endObject() { end(UInt8(ascii: "}")) }
    mutating func beginArray() { begin(UInt8(ascii: "[")) }
    mutating func endArray() { end(UInt8(ascii: "]")) }

    mutating func null() {
        separate()
        bytes += [UInt8(ascii: "n"), UInt8(ascii: "u"), UInt8(ascii: "l"), UInt8(ascii: "l")]
    }

    /// Writes a number, `true` or `false`.
    mutating func literal(_ text: String) {
        separate()
        bytes += text.utf8
    }

    mutating func string(_ text: String) {
        let bytes = Array(text.utf8)
        string(bytes.span)
    }

    mutating func string(_ text: Span<UInt8>) {
        separate()
        quote(text)
    }

    /// Writes the key of the next value.
    mutating func key(_ text: String) {
        let bytes = Array(text.utf8)
        key(bytes.span)
    }

    mutating func key(_ text: Span<UInt8>) {
        string(text)
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(UInt8(ascii: " ")) }
        followsKey = true
    }

    /// Writes the key of the next value, which is already in quotes.
    mutating func key(quoted text: [UInt8]) {
        separate()
        bytes += text
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(UInt8(ascii: " ")) }
        followsKey = true
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        open.append(false)
    }

    private mutating func end(_ bracket: UInt8) {
        if open.removeLast(), isPretty { breakLine() }
        bytes.append(bracket)
    }

    private mutating func separate() {
        if followsKey {
            followsKey = false
        } else if let last = open.indices.last {
            if open[last] { bytes.append(UInt8(ascii: ",")) }
            open[last] = true
            if isPretty { breakLine() }
        }
    }

    private mutating func breakLine() {
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * open.count))
    }

    private mutating func quote(_ text: Span<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        for index in text.indices {
            let byte = text[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            bytes.append(contentsOf: text.extracting(start..<index))
            escape(byte)
            start = index + 1
        }
        bytes.append(contentsOf: text.extracting(start..<text.count))
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        default:
            let digits = Array("0123456789abcdef".utf8)
            bytes += [
                UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0"), digits[Int(byte >> 4)], digits[Int(byte & 15)],
            ]
        }
    }
}
