extension SAXState {
    /// libxml2 refuses pieces of more than 10,000,000 bytes, and constructs of that length unless told otherwise.
    static let largestPiece = PrologueText.longest

    /// Whether something is longer than libxml2 reads by itself, once it has been fed up to `fed`.
    func isLong(fed: Int) -> Bool { fed - position > Self.largestPiece }

    /// Looks at what libxml2 has been fed up to `fed`, but has not reported.
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
