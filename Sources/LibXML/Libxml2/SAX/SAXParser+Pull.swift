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
        var count = unsafe min(length, text.count - position)
        // A piece may end inside of a character, or before one of ASCII: `xmlCurrentChar` then requests more input.
        // Up to 2.10, it takes the first byte of any other character for the whole, and the document is malformed. It
        // comes to the end of a piece in long names, whose input is only requested after each 100 characters.
        if unsafe count > 1 && position + count < text.count && text[position + count] >= 0xC0 { count -= 1 }
        unsafe UnsafeMutableRawPointer(buffer).copyMemory(from: start + position, byteCount: count)
        position += count
        return Int32(count)
    }
}
