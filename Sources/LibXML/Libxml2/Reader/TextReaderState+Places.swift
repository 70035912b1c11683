import CLibXML2
import CLibXML2Shims

extension TextReaderState {
    typealias Place = SAXState.Place

    /// The place of a construct that begins with `<` and has just been read up to where libxml2 stands: as
    /// ``SAXState/place(_:)`` finds it.
    @inline(__always)
    mutating func place(_ current: lx_position) -> Place {
        let end = unsafe offset(of: current.current.unsafelyUnwrapped, in: current)
        if unsafe current.isInsideEntity != 0 {
            return Place(start: referenceStart(before: end), end: end, isInEntity: true)
        }
        return Place(start: markup(from: position), end: end, isInEntity: false)
    }

    /// Where libxml2 stands in the document.
    var current: lx_position {
        @inline(__always) get { unsafe lx_current_position(cContext.unsafelyUnwrapped) }
    }

    /// The offset in the text of a byte in libxml2's buffer.
    @inline(__always)
    func offset(of pointer: UnsafePointer<UInt8>, in current: lx_position) -> Int {
        let offset = unsafe Int(current.consumed) &+ (pointer - current.begin.unsafelyUnwrapped)
        return offset > preludeOffset ? max(offset &- preludeFed, preludeOffset) : offset
    }

    /// The offset of the next `<` from `start` on; the end of what is there when there is none.
    @inline(__always)
    func markup(from start: Int) -> Int {
        let base = window.start.offset
        let text = unsafe window.text.elements
        let index = start &- base
        if unsafe index >= 0 && index < text.count && text[index] == UInt8(ascii: "<") { return start }
        return unsafe base &+ text.firstIndex(of: UInt8(ascii: "<"), from: max(index, 0))
    }

    /// The offset of the `&` of the reference that ends at `end`.
    @inline(__always)
    mutating func referenceStart(before end: Int) -> Int {
        if reference.end != end { reference = (findReferenceStart(before: end), end) }
        return reference.start
    }

    @inline(never)
    private func findReferenceStart(before end: Int) -> Int {
        let base = window.start.offset
        var start = min(end - base, window.text.count) - 1
        while start > 0 && window.text[start] != UInt8(ascii: "&") { start -= 1 }
        return base + max(start, 0)
    }

    /// The byte at an offset; nil where there is none any more, or not yet.
    @inline(__always)
    func byte(at offset: Int) -> UInt8? {
        let index = offset &- window.start.offset
        return index >= 0 && index < window.text.count ? window.text[index] : nil
    }

    /// Whether ASCII characters stand at an offset.
    func has(_ word: StaticString, at offset: Int) -> Bool {
        unsafe window.text.elements.span.has(word, at: offset - window.start.offset)
    }

    /// The offset after the next `mark`; the end of what is there when there is none.
    func end(of mark: StaticString, from offset: Int) -> Int {
        let base = window.start.offset
        return unsafe base + window.text.elements.end(of: mark, from: max(offset - base, 0))
    }

    /// Whether bytes stand at an offset.
    func matches(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        unsafe window.text.elements.matches(bytes, at: offset - window.start.offset)
    }

    /// The line, column and offset in the input of an offset that is still in the window, or of an open element.
    mutating func location(at offset: Int) -> XMLLocation {
        if offset < window.start.offset, let kept = keptPlaces.last(where: { $0.offset <= offset }) {
            return kept.location
        }
        return window.location(at: offset - window.start.offset)
    }
}
