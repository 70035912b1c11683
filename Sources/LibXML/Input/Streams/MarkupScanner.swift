/// Scans the tags of a document in UTF-8, from a place inside its root element on, to find the elements at one depth.
///
/// For a document that is not well-formed, its results are unspecified.
struct MarkupScanner: ~Copyable {
    /// A start tag in its original form, and its place in the input.
    struct Tag {
        var text: String
        var place: Position
    }

    /// Whether the root element has ended.
    private(set) var isAtEnd = false
    /// Elements before this offset of the input are ignored.
    var minimum = 0
    /// The place of an element that was found, and the start tags around it, from the root inward.
    private(set) var found: (place: Position, around: [Tag])?

    private var around: [Tag]
    /// How many elements are open around the elements to find.
    private let depth: Int
    private var open: Int
    /// The input from `bufferStart` on that has been added and not been scanned.
    private var buffer = RawBuffer<UInt8>(capacity: 2 * ChunkSource.chunkSize)
    private var bufferStart: Int
    /// The end of the part of the buffer that has been scanned.
    private var position = 0
    /// The end of the part that has been searched for the end of the construct at `position`.
    private var searched = 0
    /// A place at or before `position`. Its offset is in the buffer.
    private var cursor: Position

    /// - Parameters:
    ///   - place: where the scan begins, inside the root element and outside of markup.
    ///   - around: the start tags around it.
    ///   - depth: how many start tags are around the elements to find.
    init(at place: Position, around: [Tag], depth: Int) {
        self.around = around
        self.depth = depth
        open = around.count
        bufferStart = place.offset
        cursor = Position(offset: 0, line: place.line, column: place.column)
    }

    /// Continues the search after the element that was found.
    mutating func discardFound() { found = nil }

    /// Adds the next bytes of the input, and scans them.
    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
        var end = position
        // A line feed that belongs to the carriage return may follow.
        if end > 0, end == buffer.count, buffer[end - 1] == 0x0D { end -= 1 }
        unsafe cursor.advance(to: end, in: buffer.elements)
        buffer.remove(0..<end)
        bufferStart += end
        searched = max(0, searched - end)
        position -= end
        cursor.offset = 0
        unsafe buffer.append(bytes)
        scan()
    }

    /// Scans the bytes that have been added, until an element is found.
    mutating func scan() {
        let text = unsafe buffer.elements
        let count = buffer.count
        while found == nil, !isAtEnd {
            let start = unsafe text.firstIndex(of: UInt8(ascii: "<"), from: position)
            position = start
            // The longest mark that identifies a construct has nine bytes.
            guard start + 9 < count else { return }
            guard let end = unsafe end(of: start, in: text) else {
                // The buffer may end with a part of the closing mark.
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

    /// The end of the construct that begins at `start`; nil if it has not arrived yet.
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
    /// Passes the next piece to a scanner. Returns false at the end of the input.
    mutating func scanNext(with scanner: inout MarkupScanner) throws -> Bool {
        try unsafe next { (piece, _) in unsafe scanner.scan(piece) } != nil
    }
}
