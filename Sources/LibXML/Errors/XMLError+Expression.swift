extension XMLError {
    /// An error in an expression, such as a path or a selector, located in its text.
    ///
    /// - Parameters:
    ///   - code: the kind of error.
    ///   - message: what is wrong, without the expression.
    ///   - kind: what the text is, such as “expression”, which is also the name of the source.
    ///   - text: the expression in UTF-8.
    ///   - offset: where the error is in it, in bytes.
    package init(
        _ message: String, code: Code = .invalidPath, inThe kind: String, _ text: [UInt8], at offset: Int,
        help: String? = nil
    ) {
        let before = text[..<min(offset, text.count)]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = String(decoding: before[lineStart...], as: UTF8.self).unicodeScalars.count + 1
        let location = XMLLocation(line: line, column: column, byteOffset: offset, sourceName: kind)
        var diagnostic = XMLDiagnostic(code, message, at: location, help: help)
        diagnostic.extract = SourceExtract(text: text, offset: offset)
        self.init(diagnostic)
    }
}

extension XMLError {
    /// The error that a function of an expression has thrown; an ``XMLError`` stays as it is.
    package init(ofFunction name: String, _ error: any Error) {
        self =
            error as? XMLError
            ?? XMLError(.functionFailed, "the function “\(name)” failed: \(error)").caused(by: error)
    }
}
