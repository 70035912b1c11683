/// Converts whole documents to UTF-8.
enum Transcoder {
    /// How many bytes of input become one block of the map. Small blocks make lookups fast; large blocks keep the map
    /// small.
    private static let blockSize = 1024

    struct Result {
        var text: [UInt8]
        var map: OffsetMap
        /// Where in the input the conversion stopped, and why; nil if it reached the end.
        var stop: (offset: Int, reason: CharacterConverter.Stop)?
    }

    /// The input in UTF-8, without its byte order mark; nil if libxml2 does not know the encoding.
    ///
    /// Conversion stops at the first invalid bytes. The text before them is returned.
    static func convert(_ input: [UInt8], from encoding: DocumentEncoding) -> Result? {
        guard let converter = CharacterConverter(from: encoding.name) else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(input.count + input.count / 8)
        var blocks: [OffsetMap.Block] = []
        var position = encoding.markLength
        var stop: (Int, CharacterConverter.Stop)?

        while position < input.count, stop == nil {
            blocks.append(.init(input: position, output: text.count))
            let length = encoding.isStateful ? shiftedLength(input, from: position) : blockSize
            let part = input.contiguous.span.extracting(position..<min(position + length, input.count))
            let (consumed, reason) = converter.convert(part) { text.append(contentsOf: $0) }
            position += consumed
            switch reason {
            case .incomplete? where consumed > 0: break  // The next block begins with the rest of the character.
            case let reason?: stop = (position, reason)
            case nil: break
            }
        }
        let end = OffsetMap.Block(input: position, output: text.count)
        if encoding.isStateful { blocks = blocksOfTheirOwn(blocks, end, input, text.contiguous.span, encoding) }
        return Result(
            text: text, map: OffsetMap(input: input, encoding: encoding, blocks: blocks, end: end), stop: stop)
    }

    // MARK: Shift states

    /// The length of the next block of an encoding with shift states: up to a likely return to the initial state.
    private static func shiftedLength(_ input: [UInt8], from start: Int) -> Int {
        var position = start + blockSize
        while position < input.count {
            switch input[position] {
            // Line feeds of ASCII and EBCDIC, and the return to single bytes.
            case 0x0A, 0x25, 0x15, 0x0F: return position + 1 - start
            // The escape sequence of ASCII.
            case 0x1B where input[position...].starts(with: [0x1B, 0x28, 0x42]): return position + 3 - start
            default: position += 1
            }
        }
        return input.count - start
    }

    /// The blocks that begin in the initial state: converted alone, they produce the same text. The others become part
    /// of the block before them.
    private static func blocksOfTheirOwn(
        _ blocks: [OffsetMap.Block], _ end: OffsetMap.Block, _ input: [UInt8], _ text: Span<UInt8>,
        _ encoding: DocumentEncoding
    ) -> [OffsetMap.Block] {
        let ends = blocks.dropFirst() + [end]
        return zip(blocks, ends).enumerated().filter { number, pair in
            let (block, next) = pair
            guard number > 0, let converter = CharacterConverter(from: encoding.name) else { return number == 0 }
            return converter.converts(
                input.contiguous.span.extracting(block.input..<next.input),
                to: text.extracting(block.output..<next.output))
        }
        .map { $1.0 }
    }
}
