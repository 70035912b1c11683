extension Tape {
    /// Returns the character data in an element: text, CDATA sections and kept references; also of its descendants if
    /// `isDeep`.
    func text(of element: Int, isDeep: Bool) -> String {
        var first: Int?
        var bytes: [UInt8]?
        var index = firstChild(element)
        let end = end(element)
        while index < end {
            let head = head(index)
            switch head.kind {
            case .text, .cdata, .entityReference:
                // Most elements have one piece of text, which needs no buffer.
                if let piece = first, bytes == nil { bytes = withData(piece) { $0.array } }
                if bytes == nil { first = index } else { withData(index) { bytes?.append(contentsOf: $0) } }
                index += head.length
            case .element:
                index = isDeep ? index + head.length : next(index)
            default:
                index += head.length
            }
        }
        if let bytes { return bytes.span.string(0..<bytes.count) }
        return first.map(dataString) ?? ""
    }
}
