extension EditedRanges {
    /// A part of the document that is being written.
    private struct Part {
        var changes: [EditedRange]
        var next = 0
        /// The remaining pieces of the last change, in reverse order.
        var pieces: [EditedRange.Piece] = []
        var position: Int
        let end: Int
    }

    /// Writes a document with the changes, which ``resolve(dropped:overlap:)`` has sorted.
    func write(_ source: Source, to output: inout EncodedOutput) {
        var open = [Part(changes: changes, position: 0, end: source.count)]
        while var part = open.popLast() {
            if let piece = part.pieces.popLast() {
                open.append(part)
                switch piece {
                case .text(let text): output.write(text.contiguous.span)
                case .source(let number):
                    guard let movedPart = movedParts[number] else { break }
                    open.append(
                        Part(
                            changes: movedPart.changes, position: movedPart.range.lowerBound,
                            end: movedPart.range.upperBound))
                }
            } else if part.next < part.changes.count {
                let change = part.changes[part.next]
                output.copy(part.position..<change.range.lowerBound, of: source)
                part.next += 1
                part.position = change.range.upperBound
                part.pieces = change.pieces.reversed()
                open.append(part)
            } else {
                output.copy(part.position..<part.end, of: source)
            }
        }
    }
}
