extension XMLDiagnostic {
    /// Returns the line of the diagnostic with the place underlined, and the line of its note, if it has one.
    ///
    /// Tabs and wide characters are aligned for a terminal. For a very long line, only the part around the place is
    /// shown. Use ``XMLSnippets`` for many diagnostics, because it is faster.
    ///
    /// - Parameters:
    ///   - text: the document that was parsed.
    ///   - isColored: whether to use the colors of ANSI terminals.
    /// - Returns: the lines of the snippet; empty if there is no location, or no such line in the text.
    public func snippet(in text: String, isColored: Bool = false) -> String {
        var snippets = XMLSnippets(of: text)
        return snippets.snippet(for: self, isColored: isColored)
    }

    /// Returns the line of the diagnostic with the place underlined: see ``snippet(in:isColored:)-(String,_)``.
    ///
    /// - Parameters:
    ///   - bytes: the document that was parsed, in its own encoding.
    ///   - encoding: the encoding that was specified for parsing, if any.
    ///   - isColored: whether to use the colors of ANSI terminals.
    public func snippet(in bytes: some Sequence<UInt8>, encoding: String? = nil, isColored: Bool = false) -> String {
        var snippets = XMLSnippets(of: bytes, encoding: encoding)
        return snippets.snippet(for: self, isColored: isColored)
    }
}

extension XMLDiagnostic {
    /// Returns the line of the fault, underlined, and the line of its note, without the document.
    ///
    /// The text comes from an extract that the error keeps: the error that ends the strict parse of a document in
    /// memory, a file or a stream, and errors about elements, attributes and values. Diagnostics of repairs, warnings,
    /// errors of a ``Located`` value and errors about a repaired document have no extract: use
    /// ``snippet(in:isColored:)-(String,_)`` or ``XMLSnippets``.
    ///
    /// - Parameter isColored: whether to use the colors of ANSI terminals.
    /// - Returns: the lines of the drawing; nil if there is no extract.
    public func snippet(isColored: Bool = false) -> String? {
        guard let extract, !extract.text.isEmpty, let location else { return nil }
        var marks = [
            Excerpt.Mark(
                line: location.line, offset: extract.offset, label: "", isPrimary: true, isValue: code == .invalidValue,
                end: extract.length.map { extract.offset + $0 })
        ]
        if let note, let offset = extract.noteOffset {
            marks.append(.init(line: note.location.line, offset: offset, label: note.message, isPrimary: false))
        }
        return Excerpt(isColored: isColored, startsInLine: extract.startsInLine).draw(
            marks, in: extract.text.contiguous.span)
    }
}

extension XMLError {
    /// Returns the line of the error, underlined, without the document: see ``XMLDiagnostic/snippet(isColored:)``.
    ///
    /// - Returns: the lines of the drawing; nil if the error has no extract.
    public func snippet(isColored: Bool = false) -> String? { diagnostic.snippet(isColored: isColored) }

    /// Returns the line of the error with the place underlined: see
    /// ``XMLDiagnostic/snippet(in:isColored:)-(String,_)``.
    public func snippet(in text: String, isColored: Bool = false) -> String {
        diagnostic.snippet(in: text, isColored: isColored)
    }

    /// Returns the line of the error with the place underlined: see ``XMLDiagnostic/snippet(in:encoding:isColored:)``.
    public func snippet(in bytes: some Sequence<UInt8>, encoding: String? = nil, isColored: Bool = false) -> String {
        diagnostic.snippet(in: bytes, encoding: encoding, isColored: isColored)
    }
}
