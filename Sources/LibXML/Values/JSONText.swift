/// JSON text that is being written (RFC 8259), in UTF-8.
///
/// Adds separators and indentation automatically. A caller that writes much text calls ``take()`` from time to time.
struct JSONText: ~Copyable {
    private var bytes = RawBuffer<UInt8>(capacity: 1024)
    private let isPretty: Bool
    /// For each open object or array, whether it has a member or element.
    private var open = RawBuffer<Bool>(capacity: 32)
    private var followsKey = false

    init(isPretty: Bool) {
        self.isPretty = isPretty
    }

    /// Whether there is enough text to take.
    var isFull: Bool { bytes.count >= 64 << 10 }

    /// Removes and returns the text so far.
    mutating func take() -> [UInt8] {
        let taken = bytes.withSpan(0..<bytes.count) { $0.array }
        bytes.truncate(to: 0)
        return taken
    }

    mutating func beginObject() { begin(UInt8(ascii: "{")) }
    mutating func endObject() { end(UInt8(ascii: "}")) }
    mutating func beginArray() { begin(UInt8(ascii: "[")) }
    mutating func endArray() { end(UInt8(ascii: "]")) }

    mutating func null() {
        separate()
        bytes.append("null")
    }

    /// Writes a number, `true` or `false`.
    mutating func literal(_ text: String) {
        separate()
        text.withUTF8Span { $0.append(to: &bytes) }
    }

    mutating func string(_ text: String) {
        separate()
        text.withUTF8Span { quote($0) }
    }

    mutating func string(_ text: Span<UInt8>) {
        separate()
        quote(text)
    }

    /// Writes the key of the next value.
    mutating func key(_ text: String) {
        string(text)
        endKey()
    }

    /// Writes the key of the next value, which is already in quotes.
    mutating func key(quoted text: borrowing RawBuffer<UInt8>, _ range: Range<Int>) {
        separate()
        bytes.append(text, range)
        endKey()
    }

    private mutating func endKey() {
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
        let hasMembers = open[open.count - 1]
        open.removeLast()
        if hasMembers, isPretty { breakLine() }
        bytes.append(bracket)
    }

    private mutating func separate() {
        if followsKey {
            followsKey = false
        } else if case let last = open.count - 1, last >= 0 {
            if open[last] { bytes.append(UInt8(ascii: ",")) }
            open[last] = true
            if isPretty { breakLine() }
        }
    }

    private mutating func breakLine() {
        bytes.append(0x0A)
        for _ in 0..<open.count { bytes.append("  ") }
    }

    private mutating func quote(_ text: Span<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        var index = bytes.appendPlainJSON(text, from: 0)
        while index < text.count {
            escape(text[index])
            index += 1
            index += bytes.appendPlainJSON(text, from: index)
        }
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
            bytes.append(byte < 0x10 ? "u000" : "u001")
            let digit = byte & 15
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}

extension RawBuffer<UInt8> {
    /// Appends text from an offset up to the first byte that a string in JSON cannot contain: a quotation mark, `\` or
    /// a control character (RFC 8259, section 7). Returns the number of bytes.
    fileprivate mutating func appendPlainJSON(_ text: Span<UInt8>, from start: Int) -> Int {
        append(text, from: start) {
            $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C
        } word: { word in
            ByteSearch.bytes(0x22, in: word) | ByteSearch.bytes(0x5C, in: word) | ByteSearch.controls(in: word)
        }
    }
}
