/// Where the output of a writer goes, and its encoding and line ends.
struct MarkupOutput {
    static let chunkSize = 64 << 10

    private let lineEnding: XMLWritingOptions.LineEnding
    let encoding: OutputEncoding?
    var sink: (([UInt8]) throws -> Void)?
    var close: (() throws -> Void)?

    init(_ options: XMLWritingOptions, sink: (([UInt8]) throws -> Void)? = nil) throws(XMLError) {
        encoding = try OutputEncoding.named(options.encoding)
        lineEnding = options.lineEnding
        self.sink = sink
    }

    /// Returns output with the line ends of the options, in their encoding.
    func converted(_ bytes: [UInt8]) throws(XMLError) -> [UInt8] {
        let bytes = lineEnding == .lineFeed ? bytes : bytes.withCarriageReturns
        return try encoding?.encode(bytes) ?? bytes
    }
}

extension [UInt8] {
    fileprivate var withCarriageReturns: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count + count / 16)
        for byte in self {
            if byte == 0x0A { result.append(0x0D) }
            result.append(byte)
        }
        return result
    }
}
