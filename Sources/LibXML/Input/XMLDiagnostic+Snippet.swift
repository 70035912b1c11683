extension XMLDiagnostic {
    /// The line that this is about, with a caret under the place, and the line of the note, if there is one.
    ///
    /// Tabs and wide characters are drawn so that the caret stands right on a terminal; of a very long line the part
    /// around the place is shown.
    ///
    /// - Parameters:
    ///   - text: the document that was parsed.
    ///   - isColored: whether to use the colours of ANSI terminals.
    /// - Returns: the lines of the drawing; empty when there is no place, or no such line in the text.
    public func snippet(in text: String, isColored: Bool = false) -> String {
        Array(text.utf8).withSpan { draw(in: $0, isColored) { place, text in text.offset(of: place) } }
    }

    /// The line that this is about, with a caret under the place: see ``snippet(in:isColored:)-(String,_)``.
    ///
    /// - Parameters:
    ///   - bytes: the document that was parsed, in its own encoding.
    ///   - encoding: the encoding that was given when it was parsed, if one was.
    ///   - isColored: whether to use the colours of ANSI terminals.
    public func snippet(in bytes: some Sequence<UInt8>, encoding: String? = nil, isColored: Bool = false) -> String {
        let bytes = bytes as? [UInt8] ?? Array(bytes)
        let found = DocumentEncoding(of: bytes.span, override: encoding)
        guard found.family != .utf8 else {
            return bytes.withSpan { draw(in: $0, isColored) { place, _ in place.byteOffset } }
        }
        if let lines = ConvertedLines(bytes, found) { return draw(in: lines, isColored) }
        if let text = Transcoder.convert(bytes, from: found)?.text {
            return text.withSpan { draw(in: $0, isColored) { place, text in text.offset(of: place) } }
        }
        return bytes.withSpan { draw(in: $0, isColored) { place, _ in place.byteOffset } }
    }

    private func draw(in lines: ConvertedLines, _ isColored: Bool) -> String {
        var lines = lines
        guard let location, lines.contains(location) else { return "" }
        var marks: [Excerpt.Mark] = []
        if let note, lines.contains(note.location) {
            let offset = lines.add(note.location.byteOffset)
            marks.append(.init(line: note.location.line, offset: offset, label: note.message, isPrimary: false))
        }
        let offset = lines.add(location.byteOffset)
        marks.append(.init(line: location.line, offset: offset, label: "", isPrimary: true))
        return lines.text.withSpan { Excerpt(isColored: isColored).draw(marks, in: $0) }
    }

    private func draw(
        in text: Span<UInt8>, _ isColored: Bool, offset: (XMLLocation, Span<UInt8>) -> Int?
    ) -> String {
        guard let location, text.count > 0, let place = offset(location, text), place <= text.count else { return "" }
        var marks = [Excerpt.Mark(line: location.line, offset: place, label: "", isPrimary: true)]
        if let note, let offset = offset(note.location, text) {
            marks.append(.init(line: note.location.line, offset: offset, label: note.message, isPrimary: false))
        }
        return Excerpt(isColored: isColored).draw(marks, in: text)
    }
}

extension XMLError {
    /// The line that the error is about, with a caret under the place: see
    /// ``XMLDiagnostic/snippet(in:isColored:)-(String,_)``.
    public func snippet(in text: String, isColored: Bool = false) -> String {
        diagnostic.snippet(in: text, isColored: isColored)
    }

    /// The line that the error is about, with a caret under the place: see
    /// ``XMLDiagnostic/snippet(in:encoding:isColored:)``.
    public func snippet(in bytes: some Sequence<UInt8>, encoding: String? = nil, isColored: Bool = false) -> String {
        diagnostic.snippet(in: bytes, encoding: encoding, isColored: isColored)
    }
}

extension [UInt8] {
    fileprivate func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result { body(span) }
}

extension Span<UInt8> {
    /// The offset of a line and column; nil when the text does not have them.
    fileprivate func offset(of place: XMLLocation) -> Int? {
        var position = Position(offset: has("\u{FEFF}", at: 0) ? 3 : 0, line: 1, column: 1)
        while position.line < place.line || position.column < place.column, position.offset < count {
            position.advance(to: position.offset + 1, in: self)
        }
        // A column begins with the first byte of a character, and the next one after its last.
        while position.offset < count, self[position.offset].isUTF8Continuation {
            position.advance(to: position.offset + 1, in: self)
        }
        return position.line == place.line ? position.offset : nil
    }
}
