/// Iterates over entries of a tape. It is not a sequence, because a sequence would have to retain the tape.
protocol TapeCursor {
    mutating func next(_ tape: Tape) -> (index: Int, head: TapeHead)?
}

extension TapeCursor {
    /// Returns the first entry for which `predicate` returns true.
    @inline(__always)
    func first(_ tape: Tape, where predicate: (Int, TapeHead) -> Bool) -> Int? {
        var cursor = self
        while let (index, head) = cursor.next(tape) { if predicate(index, head) { return index } }
        return nil
    }
}

/// Iterates over the attributes and namespace declarations of an element.
struct TagCursor: TapeCursor {
    var index: Int

    @inline(__always)
    mutating func next(_ tape: Tape) -> (index: Int, head: TapeHead)? {
        guard let head = tape.tagHead(index) else { return nil }
        defer { index += head.length }
        return (index, head)
    }
}

/// Iterates over the children of an element or the document.
struct ChildCursor: TapeCursor {
    var index: Int
    let end: Int

    @inline(__always)
    mutating func next(_ tape: Tape) -> (index: Int, head: TapeHead)? {
        guard index < end else { return nil }
        defer { index = tape.next(index) }
        return (index, tape.head(index))
    }
}
