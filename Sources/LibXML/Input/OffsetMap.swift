/// Maps offsets in text that was converted to UTF-8 back to offsets in the input.
///
/// Conversion proceeds in blocks and records where each block begins on both sides. Within a block, offsets are counted
/// if all characters have the same width. Otherwise they are found by converting a part of the block again.
struct OffsetMap: Sendable {
    struct Block {
        /// Where the block begins in the input, in bytes.
        var input: Int
        /// Where the block begins in the converted text, in bytes.
        var output: Int
    }

    /// The bytes before conversion.
    private var input: [UInt8]
    private let encoding: DocumentEncoding
    private var blocks: [Block]
    /// The end of the converted input.
    private var end: Block
    /// The offsets of the first byte of the input and of the text: not 0 in a part that was cut from a document.
    private var origin = Block(input: 0, output: 0)

    init(input: [UInt8], encoding: DocumentEncoding, blocks: [Block], end: Block) {
        self.input = input
        self.encoding = encoding
        self.blocks = blocks
        self.end = end
    }

    /// The map of a stream before conversion begins. Its text begins `offset` bytes into the input.
    init(streamOf encoding: DocumentEncoding, from offset: Int) {
        let start = Block(input: 0, output: 0)
        self.init(input: [], encoding: encoding, blocks: [start], end: start)
        origin.input = offset
    }

    /// Adds bytes of a stream that were converted to `output` bytes.
    ///
    /// - Parameter continuesBlock: whether they cannot be converted again without the bytes before them.
    mutating func append(_ bytes: Span<UInt8>, output: Int, continuesBlock: Bool) {
        if !continuesBlock, end.input > 0 { blocks.append(end) }
        input.append(contentsOf: bytes)
        end.input += bytes.count
        end.output += output
    }

    /// The offset in the input of the character at `offset` in the converted text.
    ///
    /// Complexity: O(log *n*) in the number of blocks, and at most a few conversions of one block.
    func inputOffset(of offset: Int, in text: Span<UInt8>) -> Int {
        let offset = offset + origin.output
        guard offset < end.output else { return origin.input + end.input }
        let index = blocks.partitioningIndex { $0.output > offset } - 1
        let block = blocks[max(0, index)]
        let next = index + 1 < blocks.count ? blocks[index + 1] : end
        return origin.input + block.input + inputLength(of: block.output..<offset, between: block, and: next, in: text)
    }

    /// The bytes between two offsets in the input.
    func bytes(from start: Int, to end: Int) -> ArraySlice<UInt8> {
        input[start - origin.input..<max(start, end) - origin.input]
    }

    private func inputLength(of wanted: Range<Int>, between block: Block, and next: Block, in text: Span<UInt8>) -> Int
    {
        // Unchanged, except that invalid bytes, which became one character, are a block of their own.
        if encoding.isUTF8 { return next.output - block.output == next.input - block.input ? wanted.count : 0 }
        if let count = encoding.codeUnitCount(of: wanted, in: text) { return count * encoding.codeUnitLength }
        if encoding.isStateful { return shiftedLength(of: wanted.count, from: block.input, to: next.input) }
        // If there are as many bytes as characters, each character is one byte.
        if text.scalarCount(block.output..<next.output) == next.input - block.input { return text.scalarCount(wanted) }
        // Most multibyte encodings have two bytes for each character that is not ASCII.
        return inputLength(
            of: wanted.count, from: block.input, to: next.input,
            guess: 2 * text.scalarCount(wanted) - text.asciiCount(wanted))
    }

    /// How many of the bytes from `start` on become the first `length` bytes of the block's text.
    ///
    /// - Parameter guess: the likely result, which is tried first.
    private func inputLength(of length: Int, from start: Int, to end: Int, guess: Int) -> Int {
        guard let converter = CharacterConverter(from: encoding.name) else { return 0 }
        if guess <= end - start, convert(start..<start + guess, with: converter) == (guess, length) { return guess }
        var (low, high) = (0, end - start)
        while low < high {
            let middle = (low + high) / 2
            if convert(start..<start + middle, with: converter).output < length {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// The same for an encoding with shift states. The next character begins after the escape sequences before it,
    /// which produce no text.
    ///
    /// - Complexity: O(*n*) in the length of the block, which is long if its text does not return to the initial state.
    private func shiftedLength(of length: Int, from start: Int, to end: Int) -> Int {
        guard let coarse = CharacterConverter(from: encoding.name), let fine = CharacterConverter(from: encoding.name)
        else { return 0 }
        // A converter with a state cannot go back, so two are needed: one finds the part that contains the character,
        // the other the character.
        var (position, output) = (start, 0)
        while position < end {
            let part = position..<min(position + 1024, end)
            let (consumed, added) = convert(part, with: coarse)
            guard consumed > 0, output + added <= length else { break }
            position += consumed
            output += added
        }
        (_, output) = convert(start..<position, with: fine)
        while position < end {
            var step = (input: 0, output: 0)
            var width = 0
            // No character and no escape sequence is longer than eight bytes.
            while step.input == 0, width < 8, position + width < end {
                width += 1
                step = convert(position..<position + width, with: fine)
            }
            guard step.input > 0, output + step.output <= length else { break }
            position += step.input
            output += step.output
        }
        return position - start
    }

    /// How many of the bytes in a range a converter converts, and the length of the result. An incomplete character
    /// does not count.
    private func convert(_ range: Range<Int>, with converter: borrowing CharacterConverter) -> (input: Int, output: Int)
    {
        var length = 0
        let (consumed, _) = converter.convert(input.contiguous.span.extracting(range)) { length += $0.count }
        return (consumed, length)
    }

    /// The map of the converted text in `range`, without the rest of the input.
    func cut(to range: Range<Int>, of text: Span<UInt8>) -> Self {
        if encoding.isStateful { return cutBlocks(from: range.lowerBound, to: range.upperBound) }
        let start = inputOffset(of: range.lowerBound, in: text) - origin.input
        let end = inputOffset(of: range.upperBound, in: text) - origin.input
        // An empty part at the beginning of a block contains no block.
        let first = blocks.partitioningIndex { $0.input > start }
        let inner = blocks[first..<max(first, blocks.partitioningIndex { $0.input >= end })]
        var part = Self(
            input: Array(input[start..<end]), encoding: encoding,
            blocks: [Block(input: 0, output: 0)]
                + inner.map { Block(input: $0.input - start, output: $0.output - range.lowerBound) },
            end: Block(input: end - start, output: range.count))
        part.origin.input = origin.input + start
        return part
    }

    /// The same for an encoding with shift states, which can only be cut between blocks.
    private func cutBlocks(from start: Int, to end: Int) -> Self {
        let (start, end) = (start + origin.output, end + origin.output)
        let first = max(0, blocks.partitioningIndex { $0.output > start } - 1)
        let last = blocks.partitioningIndex { $0.output >= end }
        let (head, tail) = (blocks[first], last < blocks.count ? blocks[last] : self.end)
        func rebased(_ block: Block) -> Block {
            Block(input: block.input - head.input, output: block.output - head.output)
        }
        var part = Self(
            input: Array(input[head.input..<tail.input]), encoding: encoding,
            blocks: blocks[first..<max(first + 1, last)].map(rebased), end: rebased(tail))
        part.origin = Block(input: origin.input + head.input, output: start - head.output)
        return part
    }
}
