/// What is known of the document that is being repaired.
struct RepairedDocument {
    /// What comes next of it.
    enum Part {
        case beginning, prolog, content, epilog
        /// The inside of something that may be long, up to its closing mark.
        case comment, cdata
        /// Text of an element of HTML that holds no markup.
        case rawText
        /// Text outside of the root element, of which has been told.
        case extraText
    }

    var part = Part.beginning
    /// The part that goes on after what may be long.
    private var outerPart = Part.beginning
    /// Where the comment or CDATA section begins.
    private(set) var sectionStart = Position(offset: 0, line: 1, column: 1)
    var isStandalone = false
    /// What its document type declares, if it has one.
    var declarations: Declarations?

    var hasRoot: Bool { part == .content || part == .epilog }

    /// Begins something that may be long.
    mutating func enter(_ inner: Part, at start: Position) { (outerPart, part, sectionStart) = (part, inner, start) }

    /// Ends it.
    mutating func leave() { part = outerPart }
}
