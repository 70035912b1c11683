// The text of elements under a mapping.

extension DictionaryContext {
    /// Returns whether a piece of text is empty after white space is removed.
    func isBlank(piece: Int) -> Bool {
        tape.withData(piece) { mapping.whiteSpace.rest(of: $0).isEmpty }
    }

    /// Returns whether all pieces of text in an element are empty after white space is removed.
    func isBlank(_ element: Int) -> Bool {
        tape.children(of: element).first(tape) { index, head in isText(head.kind) && !isBlank(piece: index) } == nil
    }

    /// Returns whether an element has text of its own. Complexity: O(*n*) in the number of children, for the first
    /// call.
    func hasText(_ element: Int) -> Bool {
        isLarge(element) ? !text(of: element).isEmpty : hasText(element, isBlank: isBlank(element))
    }

    /// The same if it is known whether all pieces are blank; the separators between them may not be blank.
    func hasText(_ element: Int, isBlank: Bool) -> Bool {
        if !isBlank { return true }
        if listsText || mapping.mixedText.isDirect { return false }
        return withText(of: element) { !$0.isEmpty }
    }

    /// Calls `body` with the text of a member that is a string; returns nil for other members.
    @inline(__always)
    func withText<Result>(of member: Member, _ body: (Span<UInt8>) -> Result) -> Result? {
        switch member {
        case .attribute(let index, _), .cdata(let index): tape.withData(index, body)
        case .namespace(let index): tape.withString(tape.uri(ofDeclaration: index), body)
        case .text(let element): withText(of: element, body)
        case .run(let run): withRun(run, body)
        case .comment(let index): withComment(index, body)
        case .name(let element): body(Array(key(of: element).utf8).contiguous.span)
        case .element, .attributes, .namespaces, .nothing: nil
        }
    }

    /// Calls `body` with the text of an element: its joined runs, without surrounding white space.
    func withText<Result>(of element: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        var first = -1
        var children = tape.children(of: element)
        while let (index, head) = children.next(tape) {
            guard isText(head.kind) else { continue }
            if first >= 0 { return body(joinedText(of: element).contiguous.span) }
            first = index
        }
        guard first >= 0 else { return body(Span()) }
        return tape.withData(first) { body($0.extracting(mapping.whiteSpace.rest(of: $0))) }
    }

    func text(of element: Int) -> String {
        func make() -> String { withText(of: element) { $0.string(0..<$0.count) } }
        return isLarge(element) ? keptText(of: element, or: make) : make()
    }

    private func joinedText(of element: Int) -> [UInt8] {
        var text: [UInt8] = []
        var isFirst = true
        forEachRun(of: element) { run in
            let bytes = runBytes(run)
            // An empty CDATA section is not text.
            if bytes.isEmpty { return }
            mapping.mixedText.append(bytes, to: &text, isFirst: isFirst, mapping.whiteSpace)
            isFirst = false
        }
        let rest = mapping.whiteSpace.rest(of: text.contiguous.span)
        return rest.count == text.count ? text : Array(text[rest])
    }

    // MARK: Runs

    /// Calls `body` with the range of entries of each run of text, including blank runs. Only child elements divide
    /// runs.
    func forEachRun(of element: Int, _ body: (Range<Int>) -> Void) {
        var start: Int?
        var children = tape.children(of: element)
        while let (index, head) = children.next(tape) {
            if isText(head.kind) {
                start = start ?? index
            } else if let first = start, head.kind == .element {
                body(first..<index)
                start = nil
            }
        }
        if let start { body(start..<tape.end(element)) }
    }

    /// Calls `body` with the text of a run without surrounding white space.
    func withRun<Result>(_ run: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
        let bytes = runBytes(run).contiguous
        return body(bytes.span.extracting(mapping.whiteSpace.rest(of: bytes.span)))
    }

    private func runBytes(_ run: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = run.lowerBound
        while index < run.upperBound {
            if isText(tape.kind(index)) { tape.withData(index) { bytes.append(contentsOf: $0) } }
            index = tape.next(index)
        }
        return bytes
    }

    /// Calls `body` with the text of a comment.
    func withComment<Result>(_ comment: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        tape.withData(comment) { body($0.extracting(mapping.whiteSpace.rest(ofComment: $0))) }
    }
}
