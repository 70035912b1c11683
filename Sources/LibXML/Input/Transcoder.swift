/// Converts whole documents to UTF-8.
enum Transcoder {
    /// How many bytes of input become one block of the map. Small blocks make places cheap, large ones the map.
    private static let blockSize = 1024

    struct Result {
        var text: [UInt8]
        var map: OffsetMap
        /// Where in the input the conversion had to stop, if it did, and why.
        var stop: (offset: Int, reason: CharacterConverter.Stop)?
    }

    /// The input in UTF-8, without its byte order mark; nil when libxml2 does not know the encoding.
    ///
    /// Conversion stops at the first bytes that are no character, and what comes before them is returned.
    static func convert(_ input: [UInt8], from encoding: DocumentEncoding) -> Result? {
        guard let converter = CharacterConverter(from: encoding.name) else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(input.count + input.count / 8)
        var blocks: [OffsetMap.Block] = []
        var position = encoding.markLength
        var stop: (Int, CharacterConverter.Stop)?

        while position < input.count, stop == nil {
            // A shift state cannot be taken up again in the middle, so that such text is one block.
            if blocks.isEmpty || !encoding.isStateful { blocks.append(.init(input: position, output: text.count)) }
            let part = input.span.extracting(position..<min(position + blockSize, input.count))
            let (consumed, reason) = converter.convert(part) { text.append(contentsOf: $0) }
            position += consumed
            switch reason {
            case .incomplete? where consumed > 0: break  // The next block begins with the rest of the character.
            case let reason?: stop = (position, reason)
            case nil: break
            }
        }
        let end = OffsetMap.Block(input: position, output: text.count)
        return Result(
            text: text, map: OffsetMap(input: input, encoding: encoding, blocks: blocks, end: end), stop: stop)
    }
}
