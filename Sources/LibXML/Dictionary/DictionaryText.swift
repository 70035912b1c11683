// The text of elements under a mapping.

extension DictionaryContext {
    /// Whether a piece of text is nothing but white space that is taken away.
    func isBlank(piece: Int) -> Bool {
        tape.withData(piece) { mapping.whiteSpace.rest(of: $0).isEmpty }
    }

    /// Whether all text in an element is nothing but white space that is taken away.
    func isBlank(_ element: Int) -> Bool {
        var index = tape.firstChild(element)
        let end = tape.end(element)
        while index < end {
            if isText(index), !isBlank(piece: index) { return false }
            index = tape.next(index)
        }
        return true
    }

    /// Whether an element has text of its own. Complexity: O(*n*) in the number of children, for the first call.
    func hasText(_ element: Int) -> Bool {
        isLarge(element) ? !text(of: element).isEmpty : hasText(element, isBlank: isBlank(element))
    }

    /// The same where it is known whether all of its pieces are blank: what stands between them may not be.
    func hasText(_ element: Int, isBlank: Bool) -> Bool {
        if !isBlank { return true }
        guard case .joined(let separator) = mapping.mixedText, !separator.isEmpty else { return false }
        return withText(of: element) { !$0.isEmpty }
    }

    @inline(__always)
    private func isText(_ index: Int) -> Bool {
        switch tape.kind(index) {
        case .text, .entityReference: true
        case .cdata: mapping.cdataKey == nil
        default: false
        }
    }

    /// Calls `body` with the text of an element: its runs together, white space taken away.
    func withText<Result>(of element: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        var first = -1
        var index = tape.firstChild(element)
        let end = tape.end(element)
        while index < end {
            if isText(index) {
                if first >= 0 { return body(joinedText(of: element).span) }
                first = index
            }
            index = tape.next(index)
        }
        guard first >= 0 else { return body(Span()) }
        return tape.withData(first) { body($0.extracting(mapping.whiteSpace.rest(of: $0))) }
    }

    func text(of element: Int) -> String {
        func make() -> String { withText(of: element) { $0.string(0..<$0.count) } }
        return isLarge(element) ? keptText(of: element, or: make) : make()
    }

    private func joinedText(of element: Int) -> [UInt8] {
        switch mapping.mixedText {
        case .joined(let separator):
            var text: [UInt8] = []
            var isFirst = true
            forEachRun(of: element) { run in
                if !isFirst { text += separator.utf8 }
                isFirst = false
                text += runBytes(run)
            }
            let rest = mapping.whiteSpace.rest(of: text.span)
            return rest.count == text.count ? text : Array(text[rest])
        case .list:
            var runs: [[UInt8]] = []
            forEachRun(of: element) { runs.append(withRun($0) { $0.array }) }
            return Array(runs.filter { !$0.isEmpty }.joined(separator: [0x0A]))
        }
    }

    // MARK: Runs

    /// Calls `body` with where each run of text is, blank ones too, as a range of entries. Child elements divide runs,
    /// nothing else.
    func forEachRun(of element: Int, _ body: (Range<Int>) -> Void) {
        var start: Int?
        var index = tape.firstChild(element)
        let end = tape.end(element)
        while index < end {
            if isText(index) {
                start = start ?? index
            } else if let first = start, tape.kind(index) == .element {
                body(first..<index)
                start = nil
            }
            index = tape.next(index)
        }
        if let start { body(start..<end) }
    }

    /// Calls `body` with the text of a run, white space taken away.
    func withRun<Result>(_ run: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
        let bytes = runBytes(run)
        return body(bytes.span.extracting(mapping.whiteSpace.rest(of: bytes.span)))
    }

    private func runBytes(_ run: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = run.lowerBound
        while index < run.upperBound {
            if isText(index) { tape.withData(index) { bytes.append(contentsOf: $0) } }
            index = tape.next(index)
        }
        return bytes
    }

    /// Calls `body` with a comment.
    func withComment<Result>(_ comment: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        tape.withData(comment) { text in
            body(mapping.whiteSpace == .stripped ? text.extracting(mapping.whiteSpace.rest(of: text)) : text)
        }
    }
}
