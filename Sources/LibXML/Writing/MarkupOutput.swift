/// Where the output of a writer goes, and its encoding and line ends.
struct MarkupOutput {
    static let chunkSize = 16 << 10

    private let options: XMLWritingOptions
    let encoding: OutputEncoding?
    var sink: (([UInt8]) throws -> Void)?
    var close: (() throws -> Void)?

    init(_ options: XMLWritingOptions, sink: (([UInt8]) throws -> Void)? = nil) throws(XMLError) {
        encoding = try OutputEncoding.named(options.encoding)
        self.options = options
        self.sink = sink
    }

    /// Returns output with the line ends of the options, in their encoding.
    func converted(_ bytes: [UInt8]) throws(XMLError) -> [UInt8] {
        let bytes = options.withLineEnds(bytes)
        return try encoding?.encode(bytes) ?? bytes
    }
}

extension XMLWritingOptions {
    /// Returns output with the line ends of the options.
    func withLineEnds(_ bytes: [UInt8]) -> [UInt8] {
        if lineEnding == .lineFeed { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 16)
        for byte in bytes {
            // An internal subset is as it was written.
            if byte == 0x0A, result.last != 0x0D { result.append(0x0D) }
            result.append(byte)
        }
        return result
    }
}
