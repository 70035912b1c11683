/// Follows the tags of a document in UTF-8 from a place inside its root element on, to find the elements of one depth.
///
/// What it makes of a document that is not well-formed does not matter to anyone.
struct MarkupScanner: ~Copyable {
    /// A start tag as it is written, and its place in the input.
    struct Tag {
        var text: String
        var place: Position
    }

    /// Whether the root element has ended.
    private(set) var isAtEnd = false
    /// No element before this offset of the input is looked for.
    var minimum = 0
    /// The place of an element that was found, and the start tags around it, from the root in.
    private(set) var found: (place: Position, around: [Tag])?

    private var around: [Tag]
    /// At how many open elements the elements that are looked for begin.
    private let depth: Int
    private var open: Int
    /// What has been added from `bufferStart` of the input on and not been passed.
    private var buffer = RawBuffer<UInt8>(capacity: 2 * ChunkSource.chunkSize)
    private var bufferStart: Int
    /// How far the buffer has been looked at.
    private var position = 0
    /// How far the end of the construct at `position` has been looked for.
    private var searched = 0
    /// A place at or before `position`, its offset in the buffer.
    private var cursor: Position

    /// - Parameters:
    ///   - place: where the scan begins, inside the root element and outside of markup.
    ///   - around: the start tags around it.
    ///   - depth: how many start tags are around the elements that are looked for.
    init(at place: Position, around: [Tag], depth: Int) {
        self.around = around
        self.depth = depth
        open = around.count
        bufferStart = place.offset
        cursor = Position(offset: 0, line: place.line, column: place.column)
    }

    /// Goes on searching after what was found.
    mutating func forgetFound() { found = nil }

    /// Adds what comes next in the input, and looks through it.
    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe cursor.advance(to: position, in: buffer.elements)
        buffer.remove(0..<position)
        bufferStart += position
        searched = max(0, searched - position)
        position = 0
        cursor.offset = 0
        unsafe buffer.append(bytes)
        scan()
    }

    /// Looks through what has been added, until an element is found.
    mutating func scan() {
        let text = unsafe buffer.elements
        let count = buffer.count
        while found == nil, !isAtEnd {
            let start = unsafe text.firstIndex(of: UInt8(ascii: "<"), from: position)
            position = start
            // The longest of the marks by which constructs are told apart has nine bytes.
            guard start + 9 < count else { return }
            guard let end = unsafe end(of: start, in: text) else {
                // The mark at the end may have come in part.
                searched = max(0, count - 2)
                return
            }
            searched = 0
            switch unsafe text[start + 1] {
            case UInt8(ascii: "!"), UInt8(ascii: "?"): break
            case UInt8(ascii: "/"):
                open -= 1
                if open <= 0 {
                    isAtEnd = true
                    return
                }
                if open < around.count { around.removeLast() }
            default:
                if open == depth, bufferStart + start >= minimum {
                    unsafe cursor.advance(to: start, in: text)
                    let place = Position(offset: bufferStart + start, line: cursor.line, column: cursor.column)
                    found = (place, around)
                    return
                }
                if unsafe text[end - 2] != UInt8(ascii: "/") { unsafe push(start..<end, in: text) }
            }
            position = end
        }
    }

    private mutating func push(_ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) {
        if open < depth {
            unsafe cursor.advance(to: range.lowerBound, in: text)
            let place = Position(
                offset: bufferStart + range.lowerBound, line: cursor.line, column: cursor.column)
            around.append(Tag(text: unsafe text.span.string(range), place: place))
        }
        open += 1
    }

    /// The end of the construct that begins at `start`; nil when it is not there yet.
    private func end(of start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        let end: Int
        switch unsafe (text[start + 1], text[start + 2]) {
        case (UInt8(ascii: "!"), UInt8(ascii: "-")): end = unsafe text.end(of: "-->", from: max(start + 4, searched))
        case (UInt8(ascii: "!"), UInt8(ascii: "[")): end = unsafe text.end(of: "]]>", from: max(start + 9, searched))
        case (UInt8(ascii: "?"), _): end = unsafe text.end(of: "?>", from: max(start + 2, searched))
        case (UInt8(ascii: "/"), _): end = unsafe text.end(of: ">", from: start + 2)
        default: end = unsafe tagEnd(from: start + 1, in: text)
        }
        return end < buffer.count ? end : nil
    }

    @inline(__always)
    private func tagEnd(from start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        var index = start
        let count = buffer.count
        while index < count {
            let byte = unsafe text[index]
            index += 1
            if byte == UInt8(ascii: ">") { return index }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                index = unsafe text.firstIndex(of: byte, from: index) + 1
            }
        }
        return count
    }
}

extension ChunkSource {
    /// Gives the next piece to a scanner. Returns false at the end.
    mutating func scanNext(with scanner: inout MarkupScanner) throws -> Bool {
        try unsafe next { unsafe scanner.scan($0) } != nil
    }
}
