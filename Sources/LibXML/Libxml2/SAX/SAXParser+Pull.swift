import CLibXML2
import CLibXML2Shims

extension SAXParser {
    /// Parses a document with the engine that requests its input.
    static func pull(
        _ text: UnsafeBufferPointer<UInt8>, into state: UnsafeMutablePointer<SAXState>, _ source: Source,
        _ options: XMLParsingOptions
    ) -> Outcome {
        unsafe pull(text, into: state, from: source.textStart, options) { state in
            unsafe state.pointee.impliedDeclarations.add(source.impliedDeclarations)
        }
    }

    /// Parses with the engine that requests its input.
    ///
    /// - Parameters:
    ///   - start: the offset in the text at which the document begins.
    ///   - body: called with the state before libxml2 calls any callback.
    /// - Returns: `.unsuitable` if a construct is longer than this engine reads.
    static func pull(
        _ text: UnsafeBufferPointer<UInt8>, into state: UnsafeMutablePointer<SAXState>, from start: Int,
        _ options: XMLParsingOptions, _ body: (UnsafeMutablePointer<SAXState>) -> Void
    ) -> Outcome {
        var handler = unsafe SAXState.makeHandler()
        var feed = unsafe PulledText(text: text, position: start, state: state)
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
    private var wideNames = WideNames()
    /// Whether a construct is longer than this engine reads.
    var isUnsuitable = false
    /// Where to check next whether the task was canceled.
    private var nextCheck: Int
    private static let checkedSize = 64 << 10

    init(text: UnsafeBufferPointer<UInt8>, position: Int, state: UnsafeMutablePointer<SAXState>) {
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
        let count = unsafe min(length, text.count - position)
        unsafe UnsafeMutableRawPointer(buffer).copyMemory(from: start + position, byteCount: count)
        position += count
        if unsafe wideNames.mayBeCut(at: position, of: text) { isUnsuitable = true }
        return Int32(count)
    }
}

/// Finds pieces that end inside of a name of many wide characters.
///
/// libxml2 2.9 requests input for a name after each 100 of its characters, if fewer than 250 bytes are left. If these
/// characters have more bytes, it reads beyond them, and takes the rest of the name for invalid UTF-8.
private struct WideNames {
    /// The end of the last piece, and where the bytes before it begin that may be in a name.
    private var (end, start) = (0, 0)
    /// Up to where the text was searched for markup, and whether a tag or declaration is open there.
    private var markup = (end: 0, isOpen: false)

    /// Whether libxml2 may not read a name that goes on after `end`, where a piece ends. Complexity: O(*n*) for all
    /// pieces of a text.
    mutating func mayBeCut(at end: Int, of text: UnsafeBufferPointer<UInt8>) -> Bool {
        var first = end
        while first > self.end, unsafe Self.mayBeInName(text[first - 1]) { first -= 1 }
        if first > self.end { start = first }
        self.end = end
        guard end < text.count, end - start >= 250, start > 0 else { return false }
        let characters = unsafe text[(end - 250)..<end].count { $0 & 0xC0 != 0x80 }
        guard characters <= 100 else { return false }
        var index = start
        while index > markup.end, !Self.isAngle(unsafe text[index - 1]) { index -= 1 }
        if index > markup.end { markup.isOpen = unsafe text[index - 1] == UInt8(ascii: "<") }
        markup.end = start
        return switch unsafe text[start - 1] {
        case UInt8(ascii: "&"): true
        case UInt8(ascii: "\""), UInt8(ascii: "'"): false
        default: markup.isOpen
        }
    }

    private static func isAngle(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") }

    private static func mayBeInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: true
        case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }
}
