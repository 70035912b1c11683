import CLibXML2
import CLibXML2Shims

extension TextReaderState {
    typealias Place = ParsedPlace

    var text: ParsedText {
        @inline(__always) get { input.text }
    }

    /// The place of a construct that begins with `<` and has just been read up to where libxml2 stands.
    @inline(__always)
    mutating func place(_ current: lx_position) -> Place {
        let end = unsafe offset(of: current.current.unsafelyUnwrapped, in: current)
        return references.place(
            ofMarkupFrom: position, to: end, isInEntity: unsafe current.isInsideEntity != 0, in: text)
    }

    /// Where libxml2 stands in the document.
    var current: lx_position {
        @inline(__always) get { unsafe lx_current_position(cContext.unsafelyUnwrapped) }
    }

    /// Where libxml2 stands in the text.
    var cursor: Int {
        let current = unsafe current
        return unsafe offset(of: current.current.unsafelyUnwrapped, in: current)
    }

    /// The offset in the text of a byte in libxml2's buffer.
    @inline(__always)
    func offset(of pointer: UnsafePointer<UInt8>, in current: lx_position) -> Int {
        feed.prelude.textOffset(unsafe Int(current.consumed) &+ (pointer - current.begin.unsafelyUnwrapped))
    }
}
