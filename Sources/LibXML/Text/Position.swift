/// A line and a column, both from 1, at an offset of a text in UTF-8.
struct Position: Sendable {
    var offset: Int
    var line: Int
    var column: Int

    /// Advances to `target`, or to the end of the text if that comes first. Does nothing if `target` is before the
    /// offset. Complexity: O(distance).
    mutating func advance(to target: Int, in text: Span<UInt8>) {
        unsafe text.withUnsafeBufferPointer { unsafe advance(to: target, in: $0) }
    }

    /// Does the same.
    mutating func advance(to target: Int, in text: UnsafeBufferPointer<UInt8>) {
        let end = min(target, text.count)
        guard offset < end else { return }
        let part = unsafe UnsafeBufferPointer(rebasing: text[..<end])
        var lineFeed = unsafe part.firstIndex(of: 0x0A, from: offset)
        var carriageReturn = unsafe part.firstIndex(of: 0x0D, from: offset)
        while true {
            // A line ends with LF, CR LF or CR (XML 1.0, section 2.11).
            var last = min(lineFeed, carriageReturn)
            if last == carriageReturn, last &+ 1 < text.count, unsafe text[last &+ 1] == 0x0A { last &+= 1 }
            guard last < end else { break }
            line &+= 1
            column = 1
            offset = last &+ 1
            if lineFeed < offset { lineFeed = unsafe part.firstIndex(of: 0x0A, from: offset) }
            if carriageReturn < offset { carriageReturn = unsafe part.firstIndex(of: 0x0D, from: offset) }
        }
        column &+= unsafe part.span.scalarCount(offset..<end)
        offset = end
    }
}
