extension Tape {
    /// Calls `body` with the character data in an element: text, CDATA sections and kept references; also of its
    /// descendants if `isDeep`.
    @inline(__always)
    func withText<Result>(of element: Int, isDeep: Bool, _ body: (Span<UInt8>) -> Result) -> Result {
        let first = firstChild(element)
        let end = end(element)
        guard first < end else { return body(Span()) }
        // Most elements have one piece of text, which needs no buffer.
        let head = head(first)
        if head.kind == .text || head.kind == .cdata, first + head.length == end { return withData(first, body) }
        let (piece, bytes) = textPieces(from: first, to: end, isDeep: isDeep)
        return piece.map { withData($0, body) } ?? body(bytes.contiguous.span)
    }

    /// Calls `body` with the character data in an element; returns nil for an element with child elements.
    @inline(__always)
    func withLeafText<Result>(of element: Int, _ body: (Span<UInt8>) -> Result) -> Result? {
        let (first, end) = (firstChild(element), end(element))
        guard first < end else { return body(Span()) }
        let head = head(first)
        if head.kind == .text || head.kind == .cdata, first + head.length == end { return withData(first, body) }
        return firstElement(element) == nil ? withText(of: element, isDeep: false, body) : nil
    }

    /// Returns the only piece of character data among entries, or the bytes of all pieces.
    private func textPieces(from start: Int, to end: Int, isDeep: Bool) -> (only: Int?, bytes: [UInt8]) {
        var only: Int?
        var bytes: [UInt8]?
        var index = start
        while index < end {
            let head = head(index)
            if head.kind.isText {
                if let piece = only, bytes == nil { bytes = withData(piece) { $0.array } }
                if bytes == nil { only = index } else { withData(index) { bytes?.append(contentsOf: $0) } }
            }
            index = head.kind == .element && !isDeep ? next(index) : index + head.length
        }
        return bytes.map { (nil, $0) } ?? (only, [])
    }

    /// Returns the character data in an element as ``withText(of:isDeep:_:)`` finds it.
    func text(of element: Int, isDeep: Bool) -> String {
        withText(of: element, isDeep: isDeep) { $0.string(0..<$0.count) }
    }
}

// MARK: Runs

extension Tape {
    /// Calls `body` with the character data from an entry up to the next child element, or to `end`.
    func withRun<Result>(from start: Int, to end: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        var index = start
        while index < end, kind(index) != .element { index = next(index) }
        let (only, bytes) = textPieces(from: start, to: index, isDeep: false)
        return only.map { withData($0, body) } ?? body(bytes.contiguous.span)
    }
}
