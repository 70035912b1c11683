/// The text around a diagnostic and its note, kept so that an excerpt can be drawn when the document is no longer at hand.
struct SourceExtract: Sendable {
    /// UTF-8: the text around the diagnostic, after that around the note if it lies elsewhere.
    var text: [UInt8] = []
    /// The offset of the diagnostic in ``text``, in bytes.
    var offset = 0
    /// The offset of the note in ``text``; nil if there is none.
    var noteOffset: Int?
}
