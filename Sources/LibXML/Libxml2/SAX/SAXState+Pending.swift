extension SAXState {
    /// libxml2 rejects pieces of more than 10,000,000 bytes, and by default constructs of that length.
    static let largestPiece = PrologueText.longest

    /// Whether a construct is longer than libxml2 reads by default, once it has been fed up to `fed`.
    func isLong(fed: Int) -> Bool { fed - position > Self.largestPiece }

    /// Whether libxml2 waits for the semicolon of a reference that has ended without one. It has been fed the text
    /// before `fed`.
    mutating func waitsForSemicolon(fed: Int) -> Bool {
        guard !isFailed, !entities.isInDocumentType else { return false }
        let start = cursor
        guard start < fed, text.byte(at: start) == UInt8(ascii: "&") else { return false }
        // In a CDATA section, an ampersand is text.
        guard let last = builder.run.kind == .cdata ? cdataEnd() : position, last <= start,
            text.markup(from: last) > start
        else { return false }
        let end = unsafe builder.source[(start + 1)..<fed].firstIndex {
            !$0.mayStandInName && $0 != UInt8(ascii: "#")
        }
        return end.map { unsafe builder.source[$0] != UInt8(ascii: ";") } ?? false
    }

    /// Moves the position past white space outside of the root element, for which libxml2 delivers no event. Otherwise
    /// all of it would be kept, and searched for markup each time bytes arrive.
    private mutating func skipSpaceOutsideRoot(fed: Int) {
        guard !isFailed, fed - position > PendingConstruct.long, builder.depth == 0, builder.run.kind == nil,
            !entities.isInDocumentType
        else { return }
        position = unsafe builder.source.span.index(in: max(0, position)..<fed) { !$0.isXMLSpace }
    }

    /// Checks the text that libxml2 has been fed, up to `fed`, but for which it has delivered no event.
    mutating func check(_ pending: inout PendingConstruct, fed: Int) {
        skipSpaceOutsideRoot(fed: fed)
        guard !isFailed, fed - position > PendingConstruct.long, builder.run.kind != .cdata else { return }
        let text = unsafe ParsedText(builder.source)
        if let fault = pending.check(
            in: text, from: text.markup(from: position), fed: fed, isInDocumentType: entities.isInDocumentType, limits)
        {
            fail(fault)
        }
    }

    /// Ends the parse if its task was canceled. Called for each piece of a whole document.
    mutating func checkTask() {
        if Task.isCancelled { fail(.cancelled.at(max(position, 0))) }
    }
}
