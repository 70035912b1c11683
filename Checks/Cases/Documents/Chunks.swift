package import LibXML

extension Array<UInt8> {
    /// Returns pieces of this many bytes, and the rest.
    package func chunks(of size: Int) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}

/// Parses a document that arrives in pieces.
package func parse(chunks: [ArraySlice<UInt8>], options: XMLParsingOptions = .init()) throws(XMLError) -> XMLTree {
    var parser = XMLPushParser(options: options)
    for chunk in chunks { try parser.feed(chunk) }
    return try parser.finish()
}
