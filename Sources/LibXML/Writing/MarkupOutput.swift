/// The destination of the output of a writer, and its encoding and line ends.
struct MarkupOutput {
    /// The number of bytes from which output is passed on.
    static let chunkSize = 16 << 10
    /// The size of the parts in which longer output is passed on.
    static let largestChunk = 1 << 20

    private let options: XMLWritingOptions
    let encoding: OutputEncoding?
    var sink: (([UInt8]) throws -> Void)?
    var close: (() throws -> Void)?

    init(_ options: XMLWritingOptions, sink: (([UInt8]) throws -> Void)? = nil) throws(XMLError) {
        self.options = try options.checked()
        encoding = try OutputEncoding.named(options.encoding)
        self.sink = sink
    }

    /// The end of the part that begins at `start` and is converted as a whole: not within a character or a line end.
    static func endOfPart(from start: Int, of bytes: borrowing RawBuffer<UInt8>) -> Int {
        var end = min(bytes.count, start + largestChunk)
        if end < bytes.count {
            while bytes[end] & 0xC0 == 0x80 || bytes[end] == 0x0A && bytes[end - 1] == 0x0D { end -= 1 }
        }
        return end
    }

    /// Returns output with the line ends of the options.
    func withLineEnds(_ bytes: [UInt8]) -> [UInt8] { options.withLineEnds(bytes) }

    /// Returns output with the line ends of the options, in their encoding.
    func converted(_ bytes: [UInt8]) throws(XMLError) -> [UInt8] {
        let bytes = withLineEnds(bytes)
        return try encoding?.encode(bytes) ?? bytes
    }
}

extension XMLWritingOptions {
    /// Returns the options. Throws for an indentation that does not consist of white space.
    func checked() throws(XMLError) -> Self {
        if case .indented(let indentation) = whiteSpace, !indentation.utf8.allSatisfy(\.isXMLSpace) {
            throw XMLError("the indentation “\(indentation.excerpt)” does not consist of white space")
        }
        return self
    }

    /// Returns output with the line ends of the options.
    func withLineEnds(_ bytes: [UInt8]) -> [UInt8] {
        if lineEnding == .lineFeed { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 16)
        for byte in bytes {
            // An internal subset keeps the line ends of the source, which may already be CR LF.
            if byte == 0x0A, result.last != 0x0D { result.append(0x0D) }
            result.append(byte)
        }
        return result
    }
}
