/// The text around a diagnostic and its note, kept to draw an excerpt when the document is no longer in memory.
struct SourceExtract: Sendable {
    /// The text in UTF-8 around the diagnostic, followed by that around the note if it is elsewhere.
    var text: [UInt8] = []
    /// Whether the text begins within a line, whose beginning was not kept.
    var startsInLine = false
    /// The offset of the diagnostic in ``text``, in bytes.
    var offset = 0
    /// The length of the part that is wrong, in bytes; nil if it is not known.
    var length: Int?
    /// The offset of the note in ``text``, in bytes; nil if there is no note.
    var noteOffset: Int?
}
