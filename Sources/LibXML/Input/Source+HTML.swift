extension Source {
    /// Creates a source from the bytes of a page. Invalid bytes become U+FFFD, as do NUL characters, at which libxml2
    /// up to 2.13 ends a page.
    ///
    /// - Returns: the page, and the faults of its bytes.
    /// - Throws: if the page exceeds a limit.
    static func html(_ bytes: SourceBytes, _ options: XMLHTMLOptions) throws(XMLError) -> (Source, [Fault]) {
        let parsing = options.parsing
        try checkHTML(size: bytes.count, parsing)
        let (encoding, unknown) = try unsafe bytes.withBytes { (buffer) throws(XMLError) in
            unsafe try HTMLEncoding.encoding(of: buffer.span, override: options.encoding)
        }
        let isReady = unsafe bytes.withBytes { buffer in
            let text = unsafe buffer.span
            if encoding.isUTF8 {
                return unsafe text.invalidUTF8(from: 0) == nil && buffer.firstIndex(of: 0, from: 0) == buffer.count
            }
            let isASCII = encoding.isASCIISuperset && text.isASCII
            return unsafe isASCII && buffer.firstIndex(of: 0, from: 0) == buffer.count
        }
        let warnings = unknown.map { Fault.unsupportedEncoding($0.name).warning }
        if isReady {
            let start = Position(offset: encoding.markLength, line: 1, column: 1)
            return (Source(name: options.sourceName, bytes: bytes, start: start, isHTML: true), warnings)
        }
        let (text, map, faults) = try HTMLTranscoder.convert(bytes.array, from: encoding)
        try checkHTML(size: text.count, parsing)
        let source = Source(
            name: options.sourceName, bytes: .array(text), start: Position(offset: 0, line: 1, column: 1), map: map,
            isHTML: true)
        return (source, warnings + faults)
    }

    private static func checkHTML(size: Int, _ options: XMLParsingOptions) throws(XMLError) {
        var options = options
        // libxml2 takes a page in one piece, whose length is a signed 32-bit number.
        options.limits.inputSize = min(options.limits.inputSize, Int(Int32.max) - 64)
        try check(size: size, options)
    }
}
