/// Maps text that was assembled from pieces of a document back to places in that document.
struct EmbeddedText: Sendable {
    struct Piece {
        /// Where the piece begins in the text.
        var output: Int
        /// Where the piece begins in the document's text.
        var source: Int
        /// Whether the document contains each byte of the piece unchanged. If not, the whole piece has the place of its
        /// start.
        var isVerbatim: Bool
        /// How many bytes the piece takes in the document, if it is not verbatim.
        var sourceLength = 0
    }

    /// The document.
    let source: Source
    private var pieces: [Piece]
    /// Where the last piece ends in the document's text.
    private let end: Int

    init(in source: Source, pieces: [Piece], end: Int) {
        self.source = source
        self.pieces = pieces
        self.end = end
    }

    /// The offset in the document's text of the byte at `offset` of this text. Complexity: O(log *n*) in the number of
    /// pieces.
    func sourceOffset(of offset: Int) -> Int {
        guard let last = pieces.partitioningIndexOfPiece(at: offset) else { return end }
        let piece = pieces[last]
        return min(end, piece.isVerbatim ? piece.source + offset - piece.output : piece.source)
    }

    /// The end in the document's text of a range that ends at `offset` of this text.
    func sourceEnd(of offset: Int) -> Int {
        guard offset > 0, let index = pieces.partitioningIndexOfPiece(at: offset - 1) else {
            return sourceOffset(of: offset)
        }
        let piece = pieces[index]
        return min(end, piece.source + (piece.isVerbatim ? offset - piece.output : piece.sourceLength))
    }

    /// The map for the text in `range`, without the rest of the document.
    func cut(to range: Range<Int>) -> Self {
        let (start, end) = (sourceOffset(of: range.lowerBound), sourceEnd(of: range.upperBound))
        let first = pieces.partitioningIndexOfPiece(at: range.lowerBound) ?? 0
        let kept = pieces[min(first, pieces.count)...].filter {
            $0.output < max(range.upperBound, range.lowerBound + 1)
        }
        let moved = kept.map { piece in
            // The first piece may begin before the range.
            let skipped = max(0, range.lowerBound - piece.output)
            return Piece(
                output: piece.output + skipped - range.lowerBound,
                source: piece.source + (piece.isVerbatim ? skipped : 0) - start, isVerbatim: piece.isVerbatim,
                sourceLength: piece.sourceLength)
        }
        return Self(in: source.cut(to: start..<max(start, end)), pieces: moved, end: max(0, end - start))
    }
}

extension [EmbeddedText.Piece] {
    /// The index of the piece that contains the byte at `offset`; nil if there are no pieces.
    fileprivate func partitioningIndexOfPiece(at offset: Int) -> Int? {
        isEmpty ? nil : Swift.max(0, partitioningIndex { $0.output > offset } - 1)
    }
}

/// Assembles text from pieces of a document.
struct EmbeddedTextBuilder {
    private(set) var text: [UInt8] = []
    private(set) var pieces: [EmbeddedText.Piece] = []
    /// Where the last piece ends in the document's text.
    private(set) var end = 0

    /// Adds text whose references are unexpanded in `source`, and expanded in `decoded`.
    ///
    /// Line endings become line feeds. The text from the first to the last reference to an entity that the document
    /// declares has the place of the first.
    mutating func add(
        decoded: Span<UInt8>, writtenAs range: Range<Int>, in source: Span<UInt8>, hasReferences: Bool = true,
        isAttributeValue: Bool = false
    ) {
        var position = range.lowerBound
        var done = 0
        while done < decoded.count, position < range.upperBound {
            let written = source[position]
            if hasReferences, written == UInt8(ascii: "&"),
                case let reference = Reference(in: source, at: position, before: range.upperBound),
                let character = reference.character(in: source)
            {
                guard decoded.scalar(at: done) == character else { break }
                addPiece(at: position, isVerbatim: false, sourceLength: reference.end - position)
                done += UTF8.width(character)
                text += Character(character).utf8
                position = reference.end
            } else if written == 0x0D, decoded[done] == (isAttributeValue ? 0x20 : 0x0A) {
                let isPair = source.has("\r\n", at: position)
                addPiece(at: position, isVerbatim: false, sourceLength: isPair ? 2 : 1)
                text.append(decoded[done])
                done += 1
                position += isPair ? 2 : 1
            } else if isAttributeValue, written.isXMLSpace, decoded[done] == 0x20 {
                continueVerbatim(at: position)
                text.append(0x20)
                done += 1
                position += 1
            } else if written == decoded[done] {
                continueVerbatim(at: position)
                text.append(written)
                done += 1
                position += 1
            } else {
                break
            }
        }
        if done < decoded.count {
            // The replacement text of an entity that the document declares, up to the text after the last such
            // reference.
            let tail = tail(of: source, position..<range.upperBound)
            let isKnown = tail.length <= decoded.count - done && tail.start > position
            let (rest, next) = isKnown ? (tail.length, tail.start) : (0, range.upperBound)
            let place = min(position, range.upperBound)
            addPiece(at: place, isVerbatim: false, sourceLength: max(0, next - place))
            for index in done..<(decoded.count - rest) { text.append(decoded[index]) }
            if rest > 0 {
                let last = decoded.extracting(last: rest)
                add(
                    decoded: last, writtenAs: next..<range.upperBound, in: source, hasReferences: hasReferences,
                    isAttributeValue: isAttributeValue)
            }
        }
        end = max(end, range.upperBound)
    }

    /// Adds the content of a CDATA section, which has no references.
    mutating func addCDATA(_ data: Span<UInt8>, writtenAs range: Range<Int>, in source: Span<UInt8>) {
        add(decoded: data, writtenAs: range, in: source, hasReferences: false)
    }

    private mutating func addPiece(at source: Int, isVerbatim: Bool, sourceLength: Int = 0) {
        pieces.append(
            .init(output: text.count, source: source, isVerbatim: isVerbatim, sourceLength: sourceLength))
    }

    private mutating func continueVerbatim(at source: Int) {
        if let last = pieces.last, last.isVerbatim, source - last.source == text.count - last.output { return }
        addPiece(at: source, isVerbatim: true)
    }

    /// The text after the last reference to a declared entity: where it begins, and its length in bytes with character
    /// references expanded.
    private func tail(of source: Span<UInt8>, _ range: Range<Int>) -> (start: Int, length: Int) {
        var (start, length) = (range.lowerBound, 0)
        var position = range.lowerBound
        while position < range.upperBound {
            if source[position] != UInt8(ascii: "&") {
                // A line ending of two characters becomes one line feed.
                if !source.has("\r\n", at: position) { length += 1 }
                position += 1
                continue
            }
            let reference = Reference(in: source, at: position, before: range.upperBound)
            position = reference.end
            if let character = reference.character(in: source) {
                length += UTF8.width(character)
            } else {
                (start, length) = (position, 0)
            }
        }
        return (start, length)
    }
}
