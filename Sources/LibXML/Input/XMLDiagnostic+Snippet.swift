extension XMLDiagnostic {
    /// The line that this is about, with the place underlined, and the line of the note, if there is one.
    ///
    /// Tabs and wide characters are drawn so that the line stands right on a terminal; of a very long line the part
    /// around the place is shown. ``XMLSnippets`` draws those of many diagnostics faster.
    ///
    /// - Parameters:
    ///   - text: the document that was parsed.
    ///   - isColored: whether to use the colours of ANSI terminals.
    /// - Returns: the lines of the drawing; empty when there is no place, or no such line in the text.
    public func snippet(in text: String, isColored: Bool = false) -> String {
        var snippets = XMLSnippets(of: text)
        return snippets.snippet(for: self, isColored: isColored)
    }

    /// The line that this is about, with the place underlined: see ``snippet(in:isColored:)-(String,_)``.
    ///
    /// - Parameters:
    ///   - bytes: the document that was parsed, in its own encoding.
    ///   - encoding: the encoding that was given when it was parsed, if one was.
    ///   - isColored: whether to use the colours of ANSI terminals.
    public func snippet(in bytes: some Sequence<UInt8>, encoding: String? = nil, isColored: Bool = false) -> String {
        var snippets = XMLSnippets(of: bytes, encoding: encoding)
        return snippets.snippet(for: self, isColored: isColored)
    }
}

extension XMLError {
    /// The line that the error is about, with the place underlined: see
    /// ``XMLDiagnostic/snippet(in:isColored:)-(String,_)``.
    public func snippet(in text: String, isColored: Bool = false) -> String {
        diagnostic.snippet(in: text, isColored: isColored)
    }

    /// The line that the error is about, with the place underlined: see
    /// ``XMLDiagnostic/snippet(in:encoding:isColored:)``.
    public func snippet(in bytes: some Sequence<UInt8>, encoding: String? = nil, isColored: Bool = false) -> String {
        diagnostic.snippet(in: bytes, encoding: encoding, isColored: isColored)
    }
}
