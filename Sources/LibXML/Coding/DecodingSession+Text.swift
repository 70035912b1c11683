// The text of values, and its white space.

extension DecodingSession {
    /// Calls `body` with the text at a position in UTF-8.
    @inline(__always)
    func withText<Result>(_ position: DecodingPosition, _ body: (Span<UInt8>) -> Result) -> Result {
        switch position.kind {
        case .attribute: tape.withData(position.index, body)
        case .element, .text, .payload: tape.withText(of: position.index, isDeep: false, body)
        case .choice, .run: withOtherText(position, body)
        case .list, .choices, .map: body(Span())
        }
    }

    @inline(never)
    private func withOtherText<Result>(_ position: DecodingPosition, _ body: (Span<UInt8>) -> Result) -> Result {
        guard tape.kind(position.index) != .element else {
            return tape.withText(of: position.index, isDeep: false, body)
        }
        return tape.withRun(from: position.index, to: tape.end(position.parent), body)
    }

    /// The text at a position as a string.
    @inline(__always)
    func string(at position: DecodingPosition) -> String {
        guard !options.trimValueWhitespaces, !position.isTrimmed else { return trimmedString(at: position) }
        return withText(position) { $0.string(0..<$0.count) }
    }

    private func trimmedString(at position: DecodingPosition) -> String {
        let isKept = position.kind == .run || !position.isTrimmed && preservesSpace(at: position)
        return withText(position) { $0.string(isKept ? 0..<$0.count : $0.trimmedRange) }
    }

    /// Whether `xml:space="preserve"` applies to a position (XML 1.0, section 2.10).
    private func preservesSpace(at position: DecodingPosition) -> Bool {
        guard scopes.spaceName >= 0, position.kind != .attribute else { return false }
        var element: Int? = position.index
        while let current = element, current != Tape.document {
            var tag = tape.tag(of: current)
            while let (attribute, head) = tag.next(tape) {
                guard head.kind == .attribute, head.name == scopes.spaceName else { continue }
                return tape.withData(attribute) { $0.count == 8 && $0.has("preserve", at: 0) }
            }
            element = tape.parent(ofElement: current)
        }
        return false
    }
}
