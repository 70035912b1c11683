import CLibXML2
import CLibXML2Shims

extension SAXParser {
    /// Parses a document with the engine that requests its input.
    static func pull(
        _ text: UnsafeBufferPointer<UInt8>, into state: UnsafeMutablePointer<SAXState>, _ source: Source,
        _ options: XMLParsingOptions, isUnreadable: Bool = false
    ) -> Outcome {
        unsafe pull(text, into: state, from: source.textStart, options, isUnreadable: isUnreadable) { state in
            unsafe state.pointee.impliedDeclarations.add(source.impliedDeclarations)
        }
    }

    /// Parses with the engine that requests its input.
    ///
    /// - Parameters:
    ///   - start: the offset in the text at which the document begins.
    ///   - isUnreadable: whether the prolog has no readable end, so that only its fault is to be found.
    ///   - body: called with the state before libxml2 calls any callback.
    /// - Returns: `.unsuitable` if a construct is longer than this engine reads.
    static func pull(
        _ text: UnsafeBufferPointer<UInt8>, into state: UnsafeMutablePointer<SAXState>, from start: Int,
        _ options: XMLParsingOptions, isUnreadable: Bool, _ body: (UnsafeMutablePointer<SAXState>) -> Void
    ) -> Outcome {
        var handler = unsafe SAXState.makeHandler()
        var feed = unsafe PulledText(text: text, position: start, state: state, isUnreadable: isUnreadable)
        return unsafe withUnsafeMutablePointer(to: &feed) { feed in
            let read: xmlInputReadCallback = { feed, buffer, length in
                guard let feed = unsafe feed, let buffer = unsafe buffer else { return -1 }
                return unsafe feed.assumingMemoryBound(to: PulledText.self).pointee.read(into: buffer, Int(length))
            }
            guard let cContext = unsafe lx_pull_parser(&handler, state, read, feed) else { return .outOfMemory }
            unsafe prepare(cContext, state, text, start, options, length: text.count)
            unsafe body(state)
            if unsafe !state.pointee.isFailed { unsafe xmlParseDocument(cContext) }
            guard unsafe feed.pointee.isUnsuitable else { return .parsed }
            unsafe state.pointee.free()
            unsafe state.deinitialize(count: 1)
            return .unsuitable
        }
    }
}

/// A text that libxml2 reads in pieces.
@safe
private struct PulledText {
    let text: UnsafeBufferPointer<UInt8>
    var position: Int
    let state: UnsafeMutablePointer<SAXState>
    var pending = PendingConstruct()
    let isUnreadable: Bool
    private var wideNames = WideNames()
    /// Whether a construct is longer than this engine reads.
    var isUnsuitable = false
    /// Where to check next whether the task was canceled.
    private var nextCheck: Int
    private static let checkedSize = 64 << 10

    init(
        text: UnsafeBufferPointer<UInt8>, position: Int, state: UnsafeMutablePointer<SAXState>, isUnreadable: Bool
    ) {
        self.isUnreadable = isUnreadable
        unsafe self.text = unsafe text
        self.position = position
        unsafe self.state = unsafe state
        nextCheck = position + Self.checkedSize
    }

    /// Copies the next piece, of at most `length` bytes. Returns its size, or 0 at the end of the text and to end the
    /// parse. This function must not stop libxml2, which would free the buffer that libxml2 is about to use.
    mutating func read(into buffer: UnsafeMutablePointer<CChar>, _ length: Int) -> Int32 {
        unsafe state.pointee.check(&pending, fed: position)
        if position >= nextCheck {
            unsafe state.pointee.checkTask()
            nextCheck = position + Self.checkedSize
        }
        if unsafe state.pointee.isLong(fed: position + length) { isUnsuitable = true }
        guard unsafe !state.pointee.isFailed, !isUnsuitable, let start = unsafe text.baseAddress else { return 0 }
        let piece = unsafe position..<min(position + length, text.count)
        let end = unsafe wideNames.end(of: piece, in: text)
        // If only a fault is to be found, the other engine would not find it.
        if end == nil && !isUnreadable { isUnsuitable = true }
        let count = (end ?? piece.upperBound) - position
        unsafe UnsafeMutableRawPointer(buffer).copyMemory(from: start + position, byteCount: count)
        position += count
        return Int32(count)
    }
}

/// Finds names of many wide characters.
///
/// libxml2 2.9 requests input for a name after each 100 of its characters, if fewer than 250 bytes are left. If these
/// characters have more bytes, it reads beyond them, and takes the rest of the name for invalid UTF-8. A piece that
/// would end inside of such a name, or of text that could be one, ends before it.
private struct WideNames {
    /// Up to where the text was searched for the last byte that cannot be in a name, and that byte.
    private var searched = 0
    private var (boundary, start) = (UInt8(ascii: ">"), 0)

    /// Returns where a piece ends; nil if it is inside of what may be a name that is longer than a piece.
    ///
    /// - Complexity: O(*n*) for all pieces of a text.
    mutating func end(of piece: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        let end = piece.upperBound
        guard end < text.count, piece.count > 250 else { return end }
        // At most 101 or 102 characters, one to look at, and a part of one.
        var characters = 0
        for index in (end - 250..<end).reversed() {
            let byte = unsafe text[index]
            guard Self.mayBeInName(byte) else { return end }
            if byte & 0xC0 != 0x80 { characters += 1 }
        }
        guard characters <= 104 else { return end }

        if let last = unsafe text[searched..<end].lastIndex(where: { !Self.mayBeInName($0) }) {
            (boundary, start) = unsafe (text[last], last + 1)
        }
        searched = end
        if start > piece.lowerBound { return start }
        return Self.mayPrecedeName(boundary) ? nil : end
    }

    private static func mayBeInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: true
        case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }

    private static func mayPrecedeName(_ byte: UInt8) -> Bool {
        switch byte {
        case ...UInt8(ascii: " "), UInt8(ascii: "<"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "&"),
            UInt8(ascii: "%"), UInt8(ascii: "("), UInt8(ascii: "|"), UInt8(ascii: ","):
            true
        default: false
        }
    }
}
