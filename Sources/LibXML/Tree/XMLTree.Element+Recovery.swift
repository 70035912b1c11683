extension XMLTree.Element {
    /// Whether the input contains the end of the element.
    ///
    /// False for an element that was closed to repair the document, as at the end of a truncated document; its content
    /// may be incomplete. Always true for elements that ``XMLRecoveryMode/libxml2`` or the parser of HTML has closed,
    /// because these do not report it.
    public var isComplete: Bool {
        let end = tape.sourceRange(entry).upperBound
        return end == 0 || tape.source.isOriginal(end - 1)
    }
}
