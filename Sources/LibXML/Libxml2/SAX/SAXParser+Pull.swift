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
        var feed = unsafe PulledText(text: text, position: start, state: state)
        if isUnreadable { feed.wideNames = nil }
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
    /// Nil if only a fault is to be found, which the other engine would not find.
    var wideNames: WideNames? = WideNames()
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
        if unsafe wideNames?.mayBeCut(at: position, of: text) == true { isUnsuitable = true }
        return Int32(count)
    }
}

/// Finds pieces that end inside of a name of many wide characters.
///
/// libxml2 2.9 requests input for a name after each 100 of its characters, if fewer than 250 bytes are left. If these
/// characters have more bytes, it reads beyond them, and takes the rest of the name for invalid UTF-8.
private struct WideNames {
    /// Up to where the text was searched for markup, where the last of it begins, and whether it is open.
    private var (searched, markup, isOpen) = (0, 0, false)
    /// More than libxml2 reads of a name.
    private static let longestName = 50_000

    /// Whether libxml2 may not read a name that goes on after `end`, where a piece ends. Complexity: O(*n*) for all
    /// pieces of a text.
    mutating func mayBeCut(at end: Int, of text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard end < text.count, end > 250 else { return false }
        var characters = 0
        for index in (end - 250..<end).reversed() {
            let byte = unsafe text[index]
            guard Self.mayBeInName(byte) else { return false }
            if byte & 0xC0 != 0x80 { characters += 1 }
        }
        guard characters <= 100 else { return false }

        var start = searched
        while let found = unsafe Self.index(of: UInt8(ascii: "<"), in: text, searched..<end) {
            (markup, searched, start, isOpen) = (found, found + 1, found, true)
        }
        searched = end
        if unsafe isOpen && Self.index(of: UInt8(ascii: ">"), in: text, start..<end) != nil { isOpen = false }
        start = max(markup, end - Self.longestName)
        if isOpen {
            let before = unsafe text[start..<end].last { !Self.mayBeInName($0) }
            return before != UInt8(ascii: "\"") && before != UInt8(ascii: "'")
        }
        while let reference = unsafe Self.index(of: UInt8(ascii: "&"), in: text, start..<end) {
            start = reference + 1
            if unsafe text[start..<end].allSatisfy(Self.mayBeInName) { return true }
        }
        return false
    }

    private static func index(of byte: UInt8, in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        let index = unsafe UnsafeBufferPointer(rebasing: text[..<range.upperBound])
            .firstIndex(of: byte, from: range.lowerBound)
        return index < range.upperBound ? index : nil
    }

    private static func mayBeInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: true
        case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }
}
