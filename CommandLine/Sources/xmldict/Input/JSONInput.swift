import LibXML
import SystemPackage

/// A fault of JSON, with its place.
struct JSONFault: Error {
    var message: String
    /// From 1. The column is in Unicode scalars.
    var line: Int
    var column: Int
}

/// Reads JSON (RFC 8259) in pieces.
///
/// A value of bounded size is read as a whole. Objects and arrays can also be read member by member, and strings in
/// pieces, in constant memory.
struct JSONInput {
    /// What XML of 256 levels, the default limit, becomes: each may be an object in an array.
    static let depthLimit = 520

    /// The key of a list in a list, which becomes an object; nil if such a list remains as it is.
    var itemName: String?

    private let input: InputBytes
    private var bytes: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    /// The place at which `bytes` begins.
    private var line = 1
    private var column = 1
    /// The offset in the input at which `bytes` begins.
    private var offset = 0
    private var lookahead = JSONLookahead()
    /// The number of open objects and arrays.
    private var depth = 0
    /// Where the string begins that is being read: its position, and its place once its bytes are discarded.
    private var stringStart: (position: Int, place: (line: Int, column: Int)?) = (0, nil)

    init(_ input: InputBytes) {
        self.input = input
    }

    // MARK: Values

    /// Reads the next value if it ends within a number of bytes. If not, returns nil, and nothing has been read.
    mutating func value(within limit: Int) throws -> XMLValue? {
        if line == 1, column == 1, position == 0 { try skipByteOrderMark() }
        _ = try peek()
        try checkDepth()
        // Each call moves the rest of the bytes.
        if position > Self.kept { discard() }
        return try endsNext(within: limit) ? value() : nil
    }

    private static let kept = 128 << 10

    /// Whether the next value ends within a number of bytes, or the input does.
    private mutating func endsNext(within limit: Int) throws -> Bool {
        let start = offset + position
        lookahead.begin(at: start)
        while lookahead.end <= start || lookahead.isOpen(start) {
            guard lookahead.end < start + limit else { return false }
            if lookahead.end == offset + bytes.count, try !readMore() { return true }
            let first = lookahead.end - offset
            lookahead.read(bytes[first..<min(bytes.count, first + (4 << 10), position + limit)])
        }
        return true
    }

    private func checkDepth() throws {
        guard depth <= Self.depthLimit else { throw fault("values nest deeper than \(Self.depthLimit) levels") }
    }

    private mutating func value() throws -> XMLValue {
        try checkDepth()
        switch try peek() {
        case UInt8(ascii: "{"):
            var members: [(key: String, value: XMLValue)] = []
            try begin(UInt8(ascii: "{"))
            while let key = try nextKey(isFirst: members.isEmpty) { members.append((key, try value())) }
            return XMLValue(XMLDictionary(members))
        case UInt8(ascii: "["):
            var values: [XMLValue] = []
            try begin(UInt8(ascii: "["))
            while try hasNextElement(isFirst: values.isEmpty) { values.append(try element()) }
            return XMLValue(values)
        default: return try scalar()
        }
    }

    /// Reads an element of an array.
    private mutating func element() throws -> XMLValue {
        guard let itemName, try isNext("[") else { return try value() }
        return XMLValue(XMLDictionary([(key: itemName, value: try value())]))
    }

    private mutating func skipByteOrderMark() throws {
        for byte in [0xEF, 0xBB, 0xBF] as [UInt8] {
            guard try byteAfterHere() == byte else { return position = 0 }
            position += 1
        }
        discard()
        column = 1
    }

    /// Reads a string, number, Boolean or null. A number remains as written.
    mutating func scalar() throws -> XMLValue {
        if try peek() == UInt8(ascii: "\"") { return XMLValue(try string()) }
        let start = position
        while let byte = try byteAfterHere(), byte.isPartOfWord { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        switch word {
        case "null": return .null
        case "true", "false": return XMLValue(word)
        case _ where word.isJSONNumber: return XMLValue(word)
        default:
            let isUTF8 = String(validating: bytes[start..<position], as: UTF8.self) != nil
            position = start
            guard isUTF8 else { throw fault("the text is not in UTF-8") }
            guard word.isEmpty else { throw fault("“\(word.prefix(40))” is not a value in JSON") }
            throw fault(
                try byteAfterHere() == UInt8(ascii: "<") ? "this looks like XML, not JSON" : "a value is missing")
        }
    }

    /// Checks that only white space follows.
    mutating func finish() throws {
        guard let next = try peekIfAny() else { return }
        let isList = [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(next)
        let help = isList ? ": for several values, write a list, as “jq -s .” does, and use “--root” and “--item”" : ""
        throw fault("there is more text after the value\(help)")
    }

    // MARK: Objects and arrays

    /// Whether the next value begins with a character, such as the bracket of an object.
    mutating func isNext(_ character: Character) throws -> Bool { try peek() == character.asciiValue }

    /// Reads the bracket that begins an object or array.
    mutating func begin(_ bracket: UInt8) throws {
        guard try peek() == bracket else { throw fault("a “\(Character(Unicode.Scalar(bracket)))” is missing") }
        position += 1
        depth += 1
    }

    /// Reads the next key of an object; nil at its end, which is consumed.
    mutating func nextKey(isFirst: Bool) throws -> String? {
        guard try separator(isFirst: isFirst, end: UInt8(ascii: "}")) else { return nil }
        guard try peek() == UInt8(ascii: "\"") else { throw fault("a key in quotes is missing") }
        let key = try string()
        guard try peek() == UInt8(ascii: ":") else { throw fault("a “:” is missing") }
        position += 1
        return key
    }

    /// Reads up to the next element of an array. Returns false at its end, which is consumed.
    mutating func hasNextElement(isFirst: Bool) throws -> Bool {
        try separator(isFirst: isFirst, end: UInt8(ascii: "]"))
    }

    private mutating func separator(isFirst: Bool, end: UInt8) throws -> Bool {
        let byte = try peek()
        if byte == end {
            position += 1
            depth -= 1
            return false
        }
        if isFirst { return true }
        guard byte == UInt8(ascii: ",") else { throw fault("a “,” or “\(Character(Unicode.Scalar(end)))” is missing") }
        position += 1
        return true
    }

    // MARK: Strings

    private mutating func string() throws -> String {
        beginString()
        var text = ""
        while let piece = try piece() { text += piece }
        return text
    }

    /// Begins a string at its quotation mark.
    mutating func beginString() {
        stringStart = (position, nil)
        position += 1
    }

    /// Reads the next piece of a string; nil at its end, which is consumed.
    mutating func piece() throws -> String? {
        if position > Self.kept { discard() }
        var text: [UInt8] = []
        while let byte = try byteAfterHere() {
            // A piece does not end inside a character.
            if text.count >= Self.pieceSize, byte & 0xC0 != 0x80 { return try validated(text) }
            guard text.count < Self.pieceSize + 4 else { throw stringFault("this string is not valid UTF-8") }
            switch byte {
            case UInt8(ascii: "\""):
                if !text.isEmpty { return try validated(text) }
                position += 1
                return nil
            case UInt8(ascii: "\\"): try escape(&text)
            case 0..<0x20: throw fault("a control character in a string must be escaped")
            default:
                let room = bytes[position...].prefix(max(1, Self.pieceSize - text.count))
                let run = room.prefix { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
                text += run
                position = run.endIndex
            }
        }
        throw stringFault("this string is not closed")
    }

    private static let pieceSize = 64 << 10

    private func validated(_ text: [UInt8]) throws -> String {
        guard let string = String(validating: text, as: UTF8.self) else {
            throw stringFault("this string is not valid UTF-8")
        }
        return string
    }

    private func stringFault(_ message: String) -> JSONFault {
        let place = stringStart.place ?? place(of: stringStart.position)
        return JSONFault(message: message, line: place.line, column: place.column)
    }

    private mutating func escape(_ text: inout [UInt8]) throws {
        let start = position
        position += 1
        let byte = try byteAfterHere()
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte ?? 0)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "u"):
            var value = try hexadecimal()
            if 0xD800..<0xDC00 ~= value, try byteAfterHere() == UInt8(ascii: "\\") {
                position += 1
                guard try byteAfterHere() == UInt8(ascii: "u") else { break }
                position += 1
                let low = try hexadecimal()
                value = 0xDC00..<0xE000 ~= low ? 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00) : value
            }
            if let scalar = Unicode.Scalar(value) { return text += String(scalar).utf8 }
        default: break
        }
        if [UInt8](#""\/ntrbf"#.utf8).contains(byte ?? 0) { return }
        position = start
        throw fault("this escape sequence is not valid")
    }

    private mutating func hexadecimal() throws -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = try byteAfterHere(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw fault("four hexadecimal digits are missing")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    // MARK: Bytes

    /// Skips white space, and returns the next byte.
    private mutating func peek() throws -> UInt8 {
        guard let byte = try peekIfAny() else { throw fault("the text ends inside a value") }
        return byte
    }

    private mutating func peekIfAny() throws -> UInt8? {
        while let byte = try byteAfterHere() {
            guard [0x20, 0x09, 0x0A, 0x0D].contains(byte) else { return byte }
            position += 1
        }
        return nil
    }

    private mutating func byteAfterHere() throws -> UInt8? {
        while position >= bytes.count { if try !readMore() { return nil } }
        return bytes[position]
    }

    /// Returns false at the end of the input.
    private mutating func readMore() throws -> Bool {
        guard !isAtEnd, let piece = try input.piece() else {
            isAtEnd = true
            return false
        }
        bytes += piece
        return true
    }

    /// Discards the bytes before the position.
    private mutating func discard() {
        if stringStart.place == nil { stringStart.place = place(of: stringStart.position) }
        (line, column) = place(of: position)
        offset += position
        bytes.removeSubrange(..<position)
        position = 0
    }

    private func place(of position: Int) -> (line: Int, column: Int) {
        var (line, column) = (line, column)
        for byte in bytes[..<min(position, bytes.count)] {
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return (line, column)
    }

    private func fault(_ message: String) -> JSONFault {
        let place = place(of: position)
        return JSONFault(message: message, line: place.line, column: place.column)
    }
}

extension UInt8 {
    /// Whether it may be a part of a number or a word.
    fileprivate var isPartOfWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...:
            true
        default: false
        }
    }
}

extension String {
    /// Whether this is a number (RFC 8259, section 6).
    fileprivate var isJSONNumber: Bool {
        var rest = Substring(self).utf8
        /// Skips digits. Returns whether there are any.
        func skipDigits() -> Bool {
            let count = rest.prefix { (0x30...0x39).contains($0) }.count
            rest = rest.dropFirst(count)
            return count > 0
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let hasLeadingZero = rest.first == UInt8(ascii: "0")
        let start = rest.count
        guard skipDigits(), !hasLeadingZero || start - rest.count == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard skipDigits() else { return false }
        }
        if let first = rest.first, first | 0x20 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard skipDigits() else { return false }
        }
        return rest.isEmpty
    }
}
