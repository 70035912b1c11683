extension SAXState {
    /// libxml2 rejects pieces of more than 10,000,000 bytes, and by default constructs of that length.
    static let largestPiece = PrologueText.longest

    /// Whether a construct is longer than libxml2 reads by default, once it has been fed up to `fed`.
    func isLong(fed: Int) -> Bool { fed - position > Self.largestPiece }

    /// Checks the text that libxml2 has been fed, up to `fed`, but for which it has delivered no event.
    mutating func check(_ pending: inout PendingConstruct, fed: Int) {
        guard !isFailed, fed - position > PendingConstruct.long, builder.run.kind != .cdata else { return }
        let text = unsafe ParsedText(builder.source)
        if let fault = pending.check(
            in: text, from: text.markup(from: position), fed: fed, isInDocumentType: isInDocumentType, limits)
        {
            fail(fault)
        }
    }
}
